// npm run check:package: packs the package, installs the tarball in an empty folder, and looks at it from there.
import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkHovers } from "./hovers.js";
import { packAndInstall, root, run } from "./packed.js";
import { checkSizes } from "./sizes.js";

const { folder, tarball, remove } = packAndInstall();
const tool = (name: string) => join(root, "node_modules/.bin", name);

/** Runs one look at the package and returns what is wrong. */
async function problemsOf(what: string, look: () => unknown): Promise<string[]> {
  try {
    const found = await look();
    return Array.isArray(found) ? found.map((problem) => `${what}: ${problem}`) : [];
  } catch (error) {
    return [`${what}: ${(error as Error).message}`];
  }
}

const publint = () => run(tool("publint"), ["run", "--strict", tarball], folder);
const attw = () => run(tool("attw"), ["--profile", "esm-only", "--no-emoji", tarball], folder);

function compile(resolution: object): void {
  const compilerOptions = {
    ...resolution,
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    declaration: true,
    outDir: "out",
  };
  copyFileSync(join(root, "tests/package/consumer.ts"), join(folder, "consumer.ts"));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
  run(tool("tsc"), ["-p", folder], folder);
}

function load(): void {
  const code = `
    const { createClient } = await import("fourfold");
    const { createSandbox } = await import("fourfold/testing");
    const sandbox = createSandbox();
    sandbox.warehouse.projects.add({ projectId: "p" });
    const projects = await createClient(sandbox.clientOptions).warehouse.projects.list().toArray({ limit: 1 });
    const required = (await import("node:module")).createRequire(process.cwd() + "/x.js")("fourfold");
    if (projects.length !== 1 || typeof required.createClient !== "function") process.exit(1);
  `;
  run(process.execPath, ["--input-type=module", "-e", code], folder);
}

/** The command, without the package that reads YAML. */
function command(): string[] {
  writeFileSync(join(folder, "api.json"), JSON.stringify({ swagger: "2.0" }));
  writeFileSync(join(folder, "api.yaml"), "swagger: '2.0'\n");
  const says: [args: string, code: number, pattern: RegExp][] = [
    ["--version", 0, /^\d+\.\d+\.\d+\n$/],
    ["gateway --help", 0, /--backend <url>/],
    ["check api.json", 0, /1 warning/],
    ["check api.yaml", 1, /^fourfold check: api\.yaml is YAML, which needs .*: npm i yaml\n$/],
  ];
  return says.flatMap(([args, code, pattern]) => {
    const bin = join(folder, "node_modules/.bin/fourfold");
    const { status, stdout, stderr } = spawnSync(bin, args.split(" "), { cwd: folder, encoding: "utf8" });
    const said = `${stdout}${stderr}`;
    return status === code && pattern.test(said) ? [] : [`fourfold ${args} exited with ${status}: ${said}`];
  });
}

let problems: string[] = [];
try {
  problems = [
    ...(await problemsOf("publint", publint)),
    ...(await problemsOf("attw", attw)),
    ...(await problemsOf("compiling under nodenext", () => compile({ module: "nodenext" }))),
    ...(await problemsOf("compiling under bundler", () => compile({ module: "esnext", moduleResolution: "bundler" }))),
    ...(await problemsOf("loading", load)),
    ...(await problemsOf("command", command)),
    ...(await problemsOf("hovers", () => checkHovers(folder))),
    ...(await problemsOf("sizes", () => checkSizes(folder))),
  ];
} finally {
  remove();
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "the package is what it says" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
