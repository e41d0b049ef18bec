import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createBuiltFolder } from "../support/built-folder.js";

const folder = await createBuiltFolder({
  index: "src/index.ts",
  "tables/index": "src/tables/index.ts",
  "cli/bin": "src/cli/bin.ts",
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A step of a job that runs a script; others use an action. */
interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const guide = readFileSync(new URL("../../docs/guides/tables-in-ci.md", import.meta.url), "utf8");
const { jobs } = parse(/```yaml\n(.*?)```/s.exec(guide)?.[1] ?? "") as {
  readonly jobs: Readonly<Record<"plan" | "apply", { readonly steps: readonly Step[] }>>;
};

/** Programs that stand in for those of the runner. Like the real one, `gh` rejects a comment without text. */
const PROGRAMS = {
  npm: "exit 0",
  npx: `test "$1 $2 $3" = "--no -- fourfold" || exit 9; shift 3; exec "${process.execPath}" "${join(folder, "dist/cli/bin.js")}" "$@"`,
  gh: 'test "$1 $2 $3 $4" = "pr comment 7 --body-file" && grep -q . "$5" && cp "$5" comment.md',
};
mkdirSync(join(folder, "programs"));
for (const [name, script] of Object.entries(PROGRAMS)) {
  writeFileSync(join(folder, "programs", name), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
}

/** Creates a checkout with definitions, whose client connects to a URL. */
function checkout(name: string, url: string, definitions: string): string {
  const cwd = join(folder, name);
  mkdirSync(join(cwd, "schemas"), { recursive: true });
  writeFileSync(
    join(cwd, "fourfold.config.mjs"),
    `import { createClient } from "fourfold";
import { defineConfig } from "fourfold/tables";
const client = () => createClient({ baseUrl: ${JSON.stringify(url)} });
export default defineConfig({ client, projectId: "shop", tables: "schemas" });
`,
  );
  writeFileSync(
    join(cwd, "schemas/all.mjs"),
    `import { defineTable } from "fourfold/tables";\nexport const table = ${definitions};\n`,
  );
  return cwd;
}

/** Runs the steps of a job as GitHub does: up to the first one that fails, each with its own outputs and the shell `bash -e`. */
async function runJob(
  cwd: string,
  steps: readonly Step[],
  context: Readonly<Record<string, string>>,
  flags: readonly string[],
) {
  const known: Record<string, string> = { "github.token": "token", ...context };
  const expanded = (source: string) => source.replace(/\$\{\{ (.*?) \}\}/g, (_, name: string) => known[name] ?? "");
  const [summary, output] = [join(cwd, "summary.md"), join(cwd, "output")];
  for (const [index, { id, if: condition, run, env = {} }] of steps.entries()) {
    if (run === undefined) continue;
    if (condition !== undefined) {
      const [, name = "", value] = /^(\S+) == '(\S+)'$/.exec(condition) ?? [];
      if (known[name] !== value) continue;
    }
    writeFileSync(output, "");
    const script = join(cwd, `step-${index}.sh`);
    writeFileSync(script, expanded(run));
    const child = spawn("bash", [...flags, script], {
      cwd,
      env: {
        PATH: `${join(folder, "programs")}:${process.env.PATH}`,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_OUTPUT: output,
        GITHUB_REF_NAME: "7/merge",
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, expanded(value)])),
      },
    });
    const [log, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    for (const line of readFileSync(output, "utf8").split("\n")) {
      const [name, value = ""] = line.split(/=(.*)/s);
      if (name !== "") known[`steps.${id}.outputs.${name}`] = value;
    }
    if (code !== 0) return { code, log, known };
  }
  return { code: 0, log: "", known };
}

const read = (cwd: string, name: string) => readFileSync(join(cwd, name), "utf8");

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const schemaOf = (type: string) => `{ schema: [{ name: "total", type: "${type}" }] }`;

/** A sandbox with the table `sales.orders`. */
function shop(): Sandbox {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add({ tableReference, schema: { fields: [{ name: "total", type: "INTEGER" }] } });
  return sandbox;
}

const SHELLS = { "": ["-e"], " with shell: bash": ["--noprofile", "--norc", "-eo", "pipefail"] };
const CASES = [
  ["no change", `defineTable("sales.orders", ${schemaOf("INTEGER")})`, "1 unchanged", 0],
  ["a change", `defineTable("sales.orders", { description: "Orders" })`, "1 to patch", 0],
  ["an impossible change", `defineTable("sales.orders", ${schemaOf("STRING")})`, "1 impossible", 1],
  ["a new dataset", `defineTable("lab.orders", ${schemaOf("INTEGER")})`, "1 to create", 0],
  ["a file that fails", `defineTable("sales.orders", 5)`, "The plan failed", 1],
] as const;

test.each(
  Object.entries(SHELLS).flatMap(([suffix, flags]) =>
    CASES.map((each) => [`${each[0]}${suffix}`, flags, each] as const),
  ),
)("the workflow shows the plan, and fails only afterwards: %s", async (name, flags, [, definitions, shown, code]) => {
  await using server = await listen(shop());
  const cwd = checkout(name.replaceAll(/\W/g, "-"), server.url, definitions);
  const job = await runJob(cwd, jobs.plan.steps, { "github.event_name": "pull_request" }, flags);
  expect(job.code, job.log).toBe(code);
  expect(read(cwd, "summary.md")).toContain(shown);
  expect(read(cwd, "comment.md")).toBe(read(cwd, "summary.md"));
  const hasDigest = shown !== "The plan failed";
  expect(job.known["steps.plan.outputs.digest"]).toMatch(hasDigest ? /^[0-9a-f]{64}$/ : /^$/);
});

test("the workflow applies the plan that it has shown, in a new dataset", async () => {
  const sandbox = shop();
  await using server = await listen(sandbox);
  const cwd = checkout("apply", server.url, `defineTable("lab.orders", ${schemaOf("INTEGER")})`);
  const { known } = await runJob(cwd, jobs.plan.steps, { "github.event_name": "push" }, SHELLS[""]);
  const digest = known["steps.plan.outputs.digest"] ?? "";
  const applied = await runJob(cwd, jobs.apply.steps, { "needs.plan.outputs.digest": digest }, SHELLS[""]);
  expect([applied.code, applied.log]).toEqual([0, ""]);
  const writes = sandbox.requests.filter(({ method }) => method === "POST").map(({ path }) => path);
  expect(writes).toEqual(["/bigquery/v2/projects/shop/datasets", "/bigquery/v2/projects/shop/datasets/lab/tables"]);
});
