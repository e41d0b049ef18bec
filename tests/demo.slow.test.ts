import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterEach, describe, expect, test, vi } from "vitest";
import { compilerErrorOf } from "../examples/demo/compiler-error.js";
import { MIXED_MASK } from "../examples/demo/environments.js";
import { run, type Streams } from "../examples/demo/run.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const CHAPTERS = {
  warehouse: "BigQuery projects and tables",
  "schema-sync": "BigQuery schema sync",
  entities: "Knowledge Graph Search",
  environments: "Cloud Composer updates",
  gateway: "API Gateway and Cloud Endpoints",
};
const TIMEOUT = { timeout: 180_000 }; // longer than the whole demo takes several times on a busy machine
const { FORCE_COLOR: _force, NO_COLOR: _no, ...environment } = process.env;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Runs the demo as a program, as `npm run demo` does, to its end. */
async function program(...argv: readonly string[]) {
  const child = spawn("npm", ["run", "--silent", "demo", "--", ...argv], { cwd: root, env: environment });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, out, err };
}

/** Runs the demo in this process to its end. */
async function demo(...argv: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const outputs = Promise.all([text(stdout), text(stderr)]);
  const streams = { stdout, stderr } as unknown as Streams; // the demo writes to them, and checks whether they are a terminal
  const code = await run(argv, streams).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out, err] = await outputs;
  return { code, out, err };
}

// The demo mostly waits, so concurrent runs take little longer than one.
describe.concurrent("the whole demo", () => {
  test("prints about 85 short lines without escape codes", TIMEOUT, async () => {
    const { code, out, err } = await program();
    expect([code, err]).toEqual([0, ""]);
    const lines = out.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThanOrEqual(80);
    expect(lines.length).toBeLessThanOrEqual(90);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(120);
    expect(out).not.toContain("\u001b");
    const headings = Object.values(CHAPTERS).map((title, index) => `${index + 1}. ${title}`);
    expect(lines.filter((line) => headings.includes(line))).toEqual(headings);
    const ends = lines.filter((line) => /^ {3}Done in \d+\.\d s\. More: (examples|docs)\//.test(line));
    expect(ends).toHaveLength(headings.length);
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith(" ✓ ")) continue;
      expect(lines[index + 1]).toMatch(/^ {3}Why: [A-Z].*\.$/);
      expect(lines[index + 2]).toMatch(/^ {5}\S/);
    }
    expect(out).toMatch(/ensureTable patched the table: id, ordered_at, total, discount\.\n/);
    expect(out).toMatch(/- schema\.fields\[2\]\.type: must be .*; run the SQL statement\n {5}ALTER TABLE /);
    expect(out).toMatch(/- schema\.fields\[4\]\.mode: must be .*; add it as NULLABLE\n/);
    expect(out).toMatch(/Found London while a customer typed "londo": 4 calls, 3 cancelled, 1 sent\.\n/);
    expect(out).toMatch(/\n {7}x-google-issuer: https:/);
    expect(out).toMatch(/X-Apigateway-Api-Userinfo: \w+… → ada, clerk\n.*X-Endpoint-API-UserInfo: \w+… → ada, clerk\n/);
    expect(out).toMatch(/no token 401, expired 401, another audience 403, not signed 401/);
    expect(lines.at(-2)).toMatch(/^Done in \d+\.\d s\. \d+ requests were sent\.$/);
    expect(lines.at(-1)).toMatch(/^Read next: .*README\.md.*docs\/guides.*--all/);
    const [, heading] = /"(.+)" in README\.md/.exec(lines.at(-1) ?? "") ?? [];
    expect(readFileSync(`${root}README.md`, "utf8")).toContain(`\n## ${heading}\n`);
  });

  test("--all shows every step with its details", TIMEOUT, async () => {
    const { code, out, err } = await program("--all");
    expect([code, err]).toEqual([0, ""]);
    expect(out.match(/^ ✓ /gm)?.length).toBe(20);
    expect(out).toMatch(/- 429 \(rate_limited\); next attempt in 1000 ms\n/);
    expect(out).toMatch(/record-fields-required/);
    expect(out).toMatch(/error TS2345/);
  });

  test("--json prints an object per line, with whole statements and the names of Google", TIMEOUT, async () => {
    const { code, out, err } = await program("--json");
    expect([code, err]).toEqual([0, ""]);
    const entries = out
      .trimEnd()
      .split("\n")
      .map((line): Record<string, unknown> => JSON.parse(line));
    const ofType = (wanted: string) => entries.filter(({ type }) => type === wanted);
    expect(ofType("chapter").map(({ title }) => title)).toEqual(Object.values(CHAPTERS));
    expect(ofType("step")).toHaveLength(20);
    expect(ofType("result")).toHaveLength(20);
    const excerpts = ofType("step").flatMap(({ lines }) => (Array.isArray(lines) ? [lines.join("\n")] : []));
    expect(excerpts).toHaveLength(17);
    for (const excerpt of excerpts) {
      const { diagnostics = [] } = ts.transpileModule(excerpt, { reportDiagnostics: true });
      const errors = diagnostics.map(({ messageText }) => messageText);
      expect(errors, excerpt).toEqual([]);
    }
    expect(ofType("progress").length).toBeGreaterThan(0);
    expect(out).toContain("/bigquery/v2/projects/acme-tea/");
    expect(out).toContain("biglakeConfiguration");
    expect(out).toContain("composer-2.9.7-airflow-2.9.3");
    expect(out).not.toContain("/warehouse/v2/");
  });

  test("--naming vendor sends the names of the specification", TIMEOUT, async () => {
    const { code, out, err } = await program("--json", "--naming", "vendor");
    expect([code, err]).toEqual([0, ""]);
    for (const name of ["/warehouse/v2/projects/acme-tea/", "product-2.9.7-engine-2.9.3", "vendorLakeConfiguration"])
      expect(out).toContain(name);
    expect(out).not.toMatch(/bigquery|composer-|google/);
  });
});

test.each(Object.entries(CHAPTERS))("--only %s shows one chapter", TIMEOUT, async (name, title) => {
  const { code, out, err } = await demo("--only", name);
  expect([code, err]).toEqual([0, ""]);
  const shown = out.split("\n").filter((line) => Object.values(CHAPTERS).some((each) => line.includes(each)));
  expect(shown).toEqual([title]);
  expect(out).toMatch(/^ ✓ /m);
});

test.each([
  [
    ["--only", "warehous"],
    /^--only must be one of warehouse, schema-sync, entities, environments, gateway, got "warehous"\n/,
  ],
  [["--naming", "acme"], /^--naming must be one of google, vendor, got "acme"\n/],
  [["--al"], /^Unknown option '--al'/],
])("%j exits with 2 and the valid options", TIMEOUT, async (argv, sentence) => {
  const { code, out, err } = await demo(...argv);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(sentence);
  expect(err).toContain("Usage: npm run demo");
});

test("shows the actual messages of the compiler", TIMEOUT, () => {
  expect(compilerErrorOf(MIXED_MASK)).toMatch(
    /^error TS2345: .*a mask can contain only one update type; send several updates/,
  );
  expect(compilerErrorOf("environmentUpdate.nodeCount(4);")).toBe("");
});

test("the files that the steps name exist", () => {
  const folder = `${root}examples/demo/`;
  const sources = readdirSync(folder).map((file) => readFileSync(folder + file, "utf8"));
  const named = [...sources.join("\n").matchAll(/"((?:examples|docs)\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(10);
  for (const path of named) expect(existsSync(root + path), path).toBe(true);
});
