import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import * as fourfold from "fourfold";
import * as auth from "fourfold/auth";
import * as entities from "fourfold/entities";
import * as environments from "fourfold/environments";
import * as gateway from "fourfold/gateway";
import * as userInfo from "fourfold/gateway/user-info";
import * as tables from "fourfold/tables";
import * as testing from "fourfold/testing";
import * as msw from "fourfold/testing/msw";
import * as server from "fourfold/testing/server";
import * as warehouse from "fourfold/warehouse";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { VERSION } from "../src/version.js";
import { projects } from "../vitest.config.js";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}

interface Job {
  readonly needs?: string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Record<string, string>;
  readonly steps: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly os: string[]; readonly node: string[] } };
}

interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<string, Job>;
}

const folder = ".github/workflows";
const texts = new Map(readdirSync(folder).map((file) => [file, readFileSync(`${folder}/${file}`, "utf8")]));
const workflows = new Map([...texts].map(([file, text]) => [file, parse(text) as Workflow]));
const jobs = [...workflows].flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ place: `${file}, ${name}`, job })),
);
const steps = jobs.flatMap(({ place, job }) => job.steps.map((step) => ({ place, step })));
const packageJson = JSON.parse(readFileSync("package.json", "utf8"));

/** Write access that a job may have, and why. */
const writeAccess: Record<string, string[]> = {
  "release.yml, publish": ["id-token"], // npm's trusted publishing
  "site.yml, deploy": ["id-token", "pages"],
};

describe("workflows", () => {
  it("use actions pinned by commit, with their version as a comment", () => {
    const uses = [...texts].flatMap(([file, text]) =>
      text.split("\n").flatMap((line) => (/\buses:/.test(line) ? [`${file}: ${line.trim()}`] : [])),
    );
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("read the repository and write nothing, except where a job needs to", () => {
    for (const [file, { permissions }] of workflows) expect(permissions, file).toEqual({ contents: "read" });
    for (const { place, job } of jobs) {
      const written = Object.entries(job.permissions ?? {}).filter(([, access]) => access !== "read");
      expect(written, place).toEqual((writeAccess[place] ?? []).map((scope) => [scope, "write"]));
    }
  });

  it("leave no credentials behind after a checkout, and end in bounded time", () => {
    for (const { place, step } of steps) {
      if (step.uses?.startsWith("actions/checkout@"))
        expect(step.with, place).toEqual({ "persist-credentials": false });
    }
    for (const { place, job } of jobs) expect(job["timeout-minutes"], place).toBeGreaterThan(0);
  });

  it("run scripts that exist", () => {
    const commands = steps.flatMap(({ place, step }) => (step.run === undefined ? [] : [{ place, run: step.run }]));
    for (const { place, run } of commands) {
      for (const [, script] of run.matchAll(/npm run ([\w:]+)/g))
        expect(packageJson.scripts, place).toHaveProperty([script!]);
      for (const [, file] of run.matchAll(/bash (\S+)/g)) expect(existsSync(file!), `${place}: ${file}`).toBe(true);
    }
    expect(commands.map(({ run }) => run)).toContain("bash .ci/run");
  });

  it("publish the tarball in a job that runs no code of the repository", () => {
    const { build, publish } = workflows.get("release.yml")!.jobs;
    expect(build!.permissions).toBeUndefined();
    expect(publish!.needs).toBe("build");
    const commands = publish!.steps.flatMap(({ run }) => run ?? []);
    expect(commands).toEqual([expect.stringMatching(/sha256sum --check$/), expect.stringMatching(/--ignore-scripts$/)]);
    const actions = publish!.steps.flatMap(({ uses }) => uses?.split("@")[0] ?? []);
    expect(actions).toEqual(["actions/setup-node", "actions/download-artifact"]);
  });

  it("do not pass text of pull requests to a shell", () => {
    for (const { place, step } of steps) expect(step.run ?? "", place).not.toContain("${{");
  });
});

/** Whether a path matches one of some globs that contain only `*` and `**`. */
function matches(path: string, globs: readonly string[] = []): boolean {
  const parts: Record<string, string> = { "**/": "(?:.+/)?", "**": ".+", "*": "[^/]+", ".": "\\." };
  return globs.some((glob) =>
    new RegExp(`^${glob.replace(/\*\*\/|\*\*|\*|\./g, (part) => parts[part] ?? "")}$`).test(path),
  );
}

it("every test file belongs to a project", () => {
  const isRun = (file: string) =>
    projects.some(({ test = {} }) => matches(file, test.include) && !matches(file, test.exclude));
  const files = execFileSync("git", ["ls-files", "*.test.ts"], { encoding: "utf8" }).trim().split("\n");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !isRun(file))).toEqual([]);
});

it("npm test compiles every type test", () => {
  const showConfig = ["node_modules/typescript/bin/tsc", "--project", ".", "--showConfig"];
  const compiled = execFileSync(process.execPath, showConfig, { encoding: "utf8" });
  const files = execFileSync("git", ["ls-files", "*.test-d.ts"], { encoding: "utf8" }).trim().split("\n");
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !compiled.includes(`"./${file}"`))).toEqual([]);
});

it("src/version.ts has the version of package.json", () => {
  expect(VERSION).toBe(packageJson.version);
});

const subpaths: Record<string, object> = {
  ".": fourfold,
  "./warehouse": warehouse,
  "./tables": tables,
  "./entities": entities,
  "./environments": environments,
  "./gateway": gateway,
  "./gateway/user-info": userInfo,
  "./auth": auth,
  "./testing": testing,
  "./testing/msw": msw,
  "./testing/server": server,
};

test("covers every subpath of the package", () => {
  expect(Object.keys(subpaths)).toEqual(Object.keys(manifest.exports).filter((path) => !path.endsWith(".json")));
});

test("every subpath has types for module resolution that does not read exports", () => {
  const { "*": types } = manifest.typesVersions;
  const expected = Object.entries(manifest.exports).flatMap(([path, target]) =>
    path !== "." && typeof target === "object" ? [[path.slice(2), [target.types]]] : [],
  );
  expect(types).toEqual(Object.fromEntries(expected));
});

test("the root has everything that the areas have, except testing", () => {
  for (const module of [warehouse, entities, environments, gateway, auth]) {
    for (const name of Object.keys(module)) expect(fourfold).toHaveProperty(name);
  }
  expect(fourfold).not.toHaveProperty("createSandbox");
});

test.each([
  ["warehouse", warehouse, ["bearer", "googleNaming", "vendorNaming"]],
  ["entities", entities, ["apiKey", "bearer", "googleNaming", "vendorNaming"]],
  ["environments", environments, ["bearer", "googleNaming", "vendorNaming"]],
])("a client of %s needs no other entry point", (_, area, names) => {
  for (const name of names) expect([name, Object(area)[name]]).toEqual([name, Object(fourfold)[name]]);
});
