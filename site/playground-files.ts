import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { PROVIDED, TYPES_ONLY } from "./playground/imports.js";
import { COMPILER_OPTIONS } from "./playground/type-checker.js";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Writes the files that the playground loads on demand: its scripts, its frame, and the declarations of its modules. */
export async function writePlaygroundFiles(folder: string): Promise<void> {
  const [worker, checker, frame] = await Promise.all(["worker.ts", "checker-worker.ts", "frame.ts"].map(bundle));
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(`${folder}/worker.js`, worker!),
    writeFile(`${folder}/checker.js`, checker!),
    writeFile(`${folder}/frame.html`, framePage(frame!)),
    writeFile(`${folder}/types.json`, JSON.stringify(declarations())),
  ]);
}

/** Bundles a script of the playground, with the built package. */
async function bundle(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${root}site/playground/${file}`],
    bundle: true,
    minify: true,
    keepNames: file === "worker.ts", // names of classes are part of error messages
    write: false,
    platform: "browser",
    external: ["node:*", "fs", "path", "os", "inspector", "perf_hooks"], // of the compiler, where Node.js is present
    logLevel: "error",
  });
  return outputFiles[0]!.text.trim();
}

/**
 * The document of the frame in which programs run. Its policy, which its workers inherit, allows evaluation, and no
 * requests of any kind.
 */
function framePage(script: string): string {
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}' 'unsafe-eval'`,
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  if (script.includes("</script")) throw new Error("the script of the frame contains its own end tag");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Program</title>
<script>${script}</script>
</html>
`;
}

/**
 * The declarations that programs use, by their paths in a project that has the package installed, with the package.json
 * files by which the compiler finds them.
 */
function declarations(): Record<string, string> {
  const entry = `${root}examples/playground-imports.ts`;
  const host = ts.createCompilerHost(COMPILER_OPTIONS);
  const imports = [...PROVIDED, ...TYPES_ONLY].map((name) => `import "${name}";`);
  const { getSourceFile } = host;
  host.getSourceFile = (path, options) =>
    path === entry
      ? ts.createSourceFile(path, imports.join("\n"), ts.ScriptTarget.ESNext)
      : getSourceFile(path, options);
  const program = ts.createProgram([entry], COMPILER_OPTIONS, host);
  const problems = program.getOptionsDiagnostics().concat(program.getSemanticDiagnostics(program.getSourceFile(entry)));
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, host));
  const paths = program.getSourceFiles().flatMap(({ fileName }) => (fileName === entry ? [] : [fileName]));
  const manifests = new Set(paths.flatMap(manifestsOf));
  const texts = [...paths, ...manifests].map((path) => [installed(path), readFileSync(path, "utf8")]);
  return Object.fromEntries(texts);
}

/** The path of a file in a project that has the package installed. */
function installed(path: string): string {
  const relative = posix.relative(root, path);
  const inProject = relative.startsWith("node_modules/") || relative.startsWith("examples/");
  return inProject ? `/${relative}` : `/node_modules/fourfold/${relative}`;
}

/** The package.json files in the folders above a file. */
function manifestsOf(path: string): string[] {
  const folder = posix.dirname(path);
  if (!folder.startsWith(root.slice(0, -1))) return [];
  const own = readdirSync(folder).includes("package.json") ? [`${folder}/package.json`] : [];
  return [...own, ...manifestsOf(folder)];
}
