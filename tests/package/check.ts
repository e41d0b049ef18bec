// npm run check:package: packs the package, installs the tarball in an empty folder, and looks at it from there.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkHovers } from "./hovers.js";
import { checkSizes } from "./sizes.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fourfold-consumer-"));
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Runs one look at the package and returns what is wrong. */
function problemsOf(what: string, look: () => string[]): string[] {
  try {
    return look().map((problem) => `${what}: ${problem}`);
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
    return [`${what}: ${stdout}${stderr || message}`];
  }
}

const resolutions = { nodenext: { module: "nodenext" }, bundler: { module: "esnext", moduleResolution: "bundler" } };

function compile(): string[] {
  return Object.entries(resolutions).flatMap(([name, resolution]) => {
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
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
    return problemsOf(`compiling under ${name}`, () => {
      run(join(root, "node_modules/.bin/tsc"), ["-p", folder], folder);
      return [];
    });
  });
}

function load(): string[] {
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
  return [];
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
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root));
  console.log(
    `packed: ${packed.files.length} files, ${(packed.size / 1_000).toFixed(0)} kB, ${(packed.unpackedSize / 1_000).toFixed(0)} kB unpacked`,
  );
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `./${packed.filename}`], folder);
  copyFileSync(join(root, "tests/package/consumer.ts"), join(folder, "consumer.ts"));
  problems = [
    ...compile(),
    ...problemsOf("loading", load),
    ...problemsOf("command", command),
    ...problemsOf("hovers", () => checkHovers(folder)),
    ...(await checkSizes(folder)).map((problem) => `sizes: ${problem}`),
  ];
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? "the package is what it says" : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
