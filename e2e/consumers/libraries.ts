// A library that exports types of the package, and an app that compiles against the library's declarations.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Check } from "../package/checks.js";
import { layOutAsPnpm, runBeside } from "../package/packed.js";
import { compilerOf, compilersFor } from "./compilers.js";

const sources = fileURLToPath(new URL("app/library", import.meta.url));

const compilerOptions = {
  module: "nodenext",
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable"],
  types: [],
  strict: true,
  skipLibCheck: false,
  rootDir: ".",
  outDir: "out",
};

async function compile(tsc: string, folder: string, file: string, options: object): Promise<void> {
  const tsconfig = { compilerOptions: { ...compilerOptions, ...options }, files: [file] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
  await runBeside(process.execPath, [tsc, "-p", "tsconfig.json"], folder);
}

/** Compiles library and app in a separate folder, which cannot resolve the dependencies of the package. */
async function compileLibrary(installed: string, version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fourfold-library-"));
  const [library, app] = [join(folder, "library"), join(folder, "app")];
  try {
    cpSync(sources, library, { recursive: true });
    layOutAsPnpm(library, installed);
    mkdirSync(join(app, "node_modules"), { recursive: true });
    symlinkSync("../../library", join(app, "node_modules/library"));
    cpSync(join(sources, "user.ts"), join(app, "user.ts"));
    const exports = { "./*": { types: "./out/*.d.ts" } };
    writeFileSync(join(library, "package.json"), JSON.stringify({ name: "library", type: "module", exports }));
    writeFileSync(join(app, "package.json"), JSON.stringify({ type: "module" }));

    const tsc = compilerOf(installed, version);
    await compile(tsc, library, "inferred.ts", { declaration: true });
    const isolated = version >= "5.5" ? { isolatedDeclarations: true } : {}; // TypeScript 5.5 introduced it
    await compile(tsc, library, "isolated.ts", { declaration: true, ...isolated });
    await compile(tsc, library, "values.ts", { declaration: true });
    for (const file of ["inferred", "values"]) {
      const declarations = readFileSync(join(library, `out/${file}.d.ts`), "utf8");
      if (/zod|dist\//.test(declarations))
        throw new Error(`the declarations refer to packages that are not reachable:\n${declarations}`);
    }
    await compile(tsc, app, "user.ts", { noEmit: true });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The library, with the latest compiler or with all of them. */
export function libraries(installed: string, all: boolean): Check[] {
  return compilersFor(all).map((version) => ({
    name: `TypeScript ${version}, a library with declarations, and an app over it, as pnpm installs`,
    run: () => compileLibrary(installed, version),
  }));
}
