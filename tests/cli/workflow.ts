import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect } from "vitest";
import { parse } from "yaml";
import { createBuiltFolder } from "../support/built-folder.js";

/** Creates the built package, with programs that stand in for those of the runner, until the tests of the file end. */
export async function createRunner(): Promise<string> {
  const folder = await createBuiltFolder({
    index: "src/index.ts",
    "tables/index": "src/tables/index.ts",
    "cli/bin": "src/cli/bin.ts",
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const bin = join(folder, "dist/cli/bin.js");
  // Like the real one, `gh` rejects a comment without text.
  const programs = {
    npm: "exit 0",
    npx: `test "$1 $2 $3" = "--no -- fourfold" || exit 9; shift 3; exec "${process.execPath}" "${bin}" "$@"`,
    gh: 'test "$1 $2 $3 $4" = "pr comment 7 --body-file" && grep -q . "$5" && cp "$5" comment.md',
  };
  mkdirSync(join(folder, "programs"));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, "programs", name), `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  }
  return folder;
}

/** A step of a job that runs a script; others use an action. */
interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the jobs of the workflow that a guide shows. */
export function jobsOf(name: string) {
  const guide = readFileSync(new URL(`../../docs/guides/${name}`, import.meta.url), "utf8");
  const { jobs } = parse(/```yaml\n(.*?)```/s.exec(guide)?.[1] ?? "") as {
    readonly jobs: Readonly<Record<"plan" | "apply", { readonly steps: readonly Step[] }>>;
  };
  return jobs;
}

/**
 * Runs the steps of a job as GitHub does: up to the first one that fails, each with its own outputs and the shell `bash -e`.
 *
 * @param cwd - A folder in that of a runner.
 */
export async function runJob(
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
        PATH: `${join(cwd, "../programs")}:${process.env.PATH}`,
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

/** Runs the job of a pull request that plans, and asserts its exit code, and that summary and comment show the plan. */
export async function expectPlanShown(
  cwd: string,
  steps: readonly Step[],
  flags: readonly string[],
  { shown, code }: { readonly shown: string; readonly code: number },
): Promise<void> {
  const read = (name: string) => readFileSync(join(cwd, name), "utf8");
  const job = await runJob(cwd, steps, { "github.event_name": "pull_request" }, flags);
  expect(job.code, job.log).toBe(code);
  expect(read("summary.md")).toContain(shown);
  expect(read("comment.md")).toBe(read("summary.md"));
  const hasDigest = shown !== "The plan failed";
  expect(job.known["steps.plan.outputs.digest"]).toMatch(hasDigest ? /^[0-9a-f]{64}$/ : /^$/);
}

/** The shells of GitHub: `bash -e`, and with `shell: bash`. */
export const SHELLS = { "": ["-e"], " with shell: bash": ["--noprofile", "--norc", "-eo", "pipefail"] };
