import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "fourfold/testing";
import { listen } from "fourfold/testing/server";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createBuiltFolder, root } from "../support/built-folder.js";
import { startGitHub, TOKEN } from "./fake-github.js";

const guide = readFileSync(join(root, "docs/guides/tables-in-ci.md"), "utf8");
const block = (name: string) =>
  guide
    .split(`<!-- ${name} -->\n`)[1]
    ?.split("```")[1]
    ?.replace(/^\w+\n/, "") ?? "";

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}
type Jobs = Readonly<
  Record<string, { readonly permissions: Readonly<Record<string, string>>; readonly steps: Step[] }>
>;
const workflow: { readonly jobs: Jobs } = parse(block(".github/workflows/tables.yml"));
const action: {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly (Step & { readonly shell: string })[] };
} = parse(readFileSync(join(root, "action.yml"), "utf8"));
const ACTION = "./node_modules/fourfold";

test("the guide lists the inputs and outputs of the action, and its workflow uses no others", () => {
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(Object.keys(action.inputs));
  for (const name of Object.keys(action.outputs)) expect(guide).toContain(`\`${name}\``);
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const uses = steps.filter(({ uses }) => uses === ACTION);
  expect(uses).toHaveLength(1);
  for (const step of uses) {
    for (const input of Object.keys(step.with ?? {})) expect(Object.keys(action.inputs)).toContain(input);
    for (const [, output = ""] of JSON.stringify(workflow).matchAll(
      new RegExp(`steps\\.${step.id}\\.outputs\\.(\\w+)`, "g"),
    ))
      expect(Object.keys(action.outputs)).toContain(output);
  }
});

test("no script of the action or the workflow contains an expression, and each step of the action has a shell", () => {
  const jobs = Object.values(workflow.jobs);
  for (const { run = "" } of [...action.runs.steps, ...jobs.flatMap(({ steps }) => steps)])
    expect(run).not.toContain("${{");
  for (const { shell } of action.runs.steps) expect(shell).toBe("bash");
  for (const { permissions } of jobs) expect(permissions).toMatchObject({ contents: "read", "id-token": "write" });
});

/** A folder like that of a runner: a checkout with the package installed, and programs that the workflow runs. */
const folder = mkdtempSync(join(tmpdir(), "fourfold-ci-"));
afterAll(() => rmSync(folder, { recursive: true }));
const installed = join(folder, "node_modules/fourfold");
mkdirSync(join(folder, "node_modules"));
renameSync(await createBuiltFolder({ index: "src/index.ts", "cli/bin": "src/cli/bin.ts" }), installed);
const programs = join(folder, "bin");
mkdirSync(programs);
const script = (name: string, text: string) =>
  writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
script("npm", "exit 0");
script("npx", `shift 3; exec "${process.execPath}" "${join(installed, "dist/cli/bin.js")}" "$@"`);
script(
  "gh",
  // Like gh, it ignores an empty commit, and downloads the newest artifact of the repository without an id.
  `case "$1 $2" in "run download") cp "${folder}/artifact.json" plan.json;; "run list") echo "$FOUND_RUN";; *) echo "$FOUND_HEAD";; esac`,
);

/** The commands that were run, and their output. */
let transcript = "";

/** Runs a script of a step as a runner does. Returns its exit code and outputs. */
async function runStep(text: string, env: Readonly<Record<string, string>> = {}) {
  const output = join(folder, "output");
  writeFileSync(output, "");
  const code = await new Promise<unknown>((resolve) => {
    const variables = {
      PATH: `${programs}:${process.env.PATH}`,
      HOME: folder,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      GITHUB_EVENT_PATH: join(folder, "event.json"),
      GITHUB_REPOSITORY: "shop/tables",
      GITHUB_SHA: "abc",
      FOUND_HEAD: "def",
      FOUND_RUN: "42",
      ...env,
    };
    execFile(
      "bash",
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", text],
      { cwd: folder, env: variables },
      (error, out, err) => {
        transcript += `${text.trim().replace(/^/gm, "$ ")}\n${out}${err}`;
        resolve(error?.code ?? 0);
      },
    );
  });
  const lines = readFileSync(output, "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "");
  return { code, outputs: Object.fromEntries(lines.map((line) => line.split("=") as [string, string])) };
}

/** The value of a text with expressions. The expressions in the workflow and the action are also valid JavaScript. */
function evaluated(text: string, values: { readonly inputs?: object; readonly steps?: object }): string {
  return text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) =>
    String(
      new Function("inputs", "steps", "github", `return ${expression}`)(values.inputs, values.steps, { token: TOKEN }),
    ),
  );
}

/** Runs a job. All its actions do nothing, except the action of this package. */
async function runJob(name: string, env: Readonly<Record<string, string>>) {
  const steps: Record<string, { outputs: Record<string, string> }> = {};
  for (const step of workflow.jobs[name]?.steps ?? []) {
    let ended: { code: unknown; outputs: Record<string, string> } = { code: 0, outputs: {} };
    if (step.run !== undefined) {
      ended = await runStep(step.run, env);
    } else if (step.uses === ACTION) {
      const given = Object.entries(action.inputs).map(([input, { default: text }]) => [
        input,
        step.with?.[input] ?? evaluated(text, {}),
      ]);
      const inputs = Object.fromEntries(given) as object;
      for (const own of action.runs.steps) {
        const variables = Object.entries(own.env ?? {}).map(([key, text]) => [key, evaluated(text, { inputs })]);
        ended = await runStep(own.run ?? "", { ...env, ...Object.fromEntries(variables) });
      }
    } else if (step.uses?.startsWith("actions/upload-artifact@")) {
      cpSync(evaluated(step.with?.path ?? "", { steps }), join(folder, "artifact.json"));
    }
    if (step.id !== undefined) steps[step.id] = ended;
    if (ended.code !== 0) return { code: ended.code, steps };
  }
  return { code: 0, steps };
}

test("the workflow shows a plan on the pull request, and applies exactly this plan after the merge", {
  timeout: 240_000,
}, async () => {
  const sandbox = createSandbox();
  const server = await listen(sandbox, { port: 0 });
  const github = await startGitHub();
  const env = { GITHUB_API_URL: github.url, SANDBOX: server.url };
  try {
    const tableReference = { projectId: "shop-prod", datasetId: "sales", tableId: "orders" };
    sandbox.warehouse.tables.add({ tableReference, schema: { fields: [{ name: "id", type: "INTEGER" }] } });
    const config = block("fourfold.config.ts").replace("auth: applicationDefault()", "baseUrl: process.env.SANDBOX");
    writeFileSync(join(folder, "fourfold.config.mjs"), config);
    writeFileSync(join(folder, "event.json"), JSON.stringify({ pull_request: { number: 7 } }));
    expect(await runStep("npx --no -- fourfold table pull shop-prod.sales", env)).toMatchObject({ code: 0 });

    // A pull request that changes nothing has no comment.
    expect(await runJob("plan", env)).toMatchObject({ code: 0, steps: { tables: { outputs: { changes: "false" } } } });
    expect(github.comments).toEqual([]);

    const file = join(folder, "schemas/sales/orders.mjs");
    writeFileSync(file, readFileSync(file, "utf8").replace("{\n", '{\n  description: "One row per order",\n'));
    const planned = await runJob("plan", env);
    expect(planned).toMatchObject({
      code: 0,
      steps: { tables: { outputs: { changes: "true", digest: expect.stringMatching(/^\w{64}$/) } } },
    });
    const digest = planned.steps.tables?.outputs.digest ?? "";
    expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining(digest)]);
    expect(readFileSync(join(folder, "summary.md"), "utf8")).toContain(digest);

    // A commit without a pull request, or whose plan failed, has no reviewed plan: no other one is downloaded.
    for (const missing of ["FOUND_HEAD", "FOUND_RUN"]) {
      expect(await runJob("apply", { ...env, [missing]: "" })).toMatchObject({ code: 1 });
    }

    // The branch changes after the review; the reviewed plan is applied.
    writeFileSync(file, readFileSync(file, "utf8").replace("One row per order", "Not reviewed"));
    writeFileSync(join(folder, "event.json"), "{}");
    expect(await runJob("apply", env)).toMatchObject({ code: 0 });
    expect(
      await (await fetch(`${server.url}/bigquery/v2/projects/shop-prod/datasets/sales/tables/orders`)).json(),
    ).toMatchObject({
      description: "One row per order",
    });

    writeFileSync(file, readFileSync(file, "utf8").replace("Not reviewed", "One row per order"));
    const [, commands = ""] = guide.split("Four commands")[1]?.split("```sh\n") ?? [];
    for (const line of (commands.split("```")[0] ?? "").trim().split("\n")) {
      expect(await runStep(line, env), line).toMatchObject({ code: 0 });
    }
    expect(transcript.endsWith("1 unchanged; nothing was sent\n")).toBe(true);

    // A change that no request can make fails the job, and the comment contains the reason.
    writeFileSync(join(folder, "event.json"), JSON.stringify({ pull_request: { number: 7 } }));
    writeFileSync(file, readFileSync(file, "utf8").replace('"INTEGER"', '"DATE"'));
    expect(await runJob("plan", env)).toMatchObject({ code: 1 });
    expect(github.comments).toMatchObject([{ body: expect.stringContaining("Cannot be applied") }]);
  } finally {
    github.close();
    await server.close();
  }
  const masked = transcript.replaceAll(folder, "").replace(/\/fourfold-\w{6}\//g, "/");
  await expect(masked).toMatchFileSnapshot("__snapshots__/ci-guide.txt");
});
