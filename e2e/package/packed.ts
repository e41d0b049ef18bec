import { execFile, execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The root folder of this repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The package as a user gets it. */
export interface Packed {
  /** An empty project in a temporary folder, with the package installed. */
  readonly folder: string;
  /** Path of the tarball. */
  readonly tarball: string;
  /** Removes the folder. */
  remove(): void;
}

/** Runs a command, with additional variables, and returns its output; throws an error with the output if it fails. */
export function run(command: string, args: readonly string[], cwd: string, variables: NodeJS.ProcessEnv = {}): string {
  const env = { ...process.env, ...variables };
  try {
    return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw withOutput(error, command, args);
  }
}

/** Runs a command as {@link run} does, while others run. */
export async function runBeside(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const env = { ...process.env, ...variables };
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 100_000_000 });
    return stdout;
  } catch (error) {
    throw withOutput(error, command, args);
  }
}

/** Both outputs of a failed command are more helpful than the message of its error. */
function withOutput(error: unknown, command: string, args: readonly string[]): Error {
  const { stdout = "", stderr = "", message } = error as { stdout?: string; stderr?: string; message: string };
  return new Error(`${command} ${args.join(" ")}\n${stdout}${stderr || message}`);
}

/** Packs the package with the existing `dist`, and returns the path of the tarball. */
export function pack(folder: string): string {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], root));
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;
  console.log(
    `packed: ${packed.files.length} files, ${kilobytes(packed.size)}, ${kilobytes(packed.unpackedSize)} unpacked`,
  );
  return join(folder, packed.filename);
}

/**
 * Installs the package in a separate folder, from the tarball that the variable `TARBALL` names; without it, `dist` is packed.
 *
 * @param beside Folder with a package.json for packages to install in addition; with the versions of its lockfile, if it has one.
 */
export async function packAndInstall(beside?: string): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), "fourfold-packed-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const quietly = ["--no-audit", "--no-fund", "--ignore-scripts"];
  try {
    const tarball = process.env.TARBALL ?? pack(folder);
    if (beside === undefined) {
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
    } else {
      const files = ["package.json", "package-lock.json"].filter((file) => existsSync(join(beside, file)));
      for (const file of files) copyFileSync(join(beside, file), join(folder, file));
      await runBeside("npm", [files.length === 2 ? "ci" : "install", ...quietly], folder);
    }
    await runBeside("npm", ["install", "--no-save", ...quietly, tarball], folder);
    return { folder, tarball, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Installs the package as pnpm does: each package is a folder in `node_modules/.pnpm`, next to links to
 * its dependencies, and the project can resolve only the package itself.
 *
 * @param project Folder of the project.
 * @param installed Folder in which npm installed the package.
 */
export function layOutAsPnpm(project: string, installed: string): void {
  const store = (name: string) => join(".pnpm", `${name}@0.0.0`, "node_modules", name);
  const modules = join(project, "node_modules");
  const add = (name: string) => {
    const source = join(installed, "node_modules", name);
    cpSync(source, join(modules, store(name)), { recursive: true });
    const { dependencies = {} } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) {
      add(dependency);
      const link = join(dirname(join(modules, store(name))), dependency);
      symlinkSync(join("../..", store(dependency).replace(".pnpm/", "")), link);
    }
  };
  mkdirSync(modules, { recursive: true });
  add("fourfold");
  symlinkSync(store("fourfold"), join(modules, "fourfold"));
}
