// The declarations of the package under the supported compilers, each way to resolve modules, and settings of projects.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Check } from "../package/checks.js";
import { runBeside } from "../package/packed.js";

const app = fileURLToPath(new URL("app", import.meta.url));

/** Compilers, oldest first: the documented minimum and every later version. */
const compilers = ["5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"];

/** The compilers to use. Without `--all`, the latest, because it is many times faster. */
export const compilersFor = (all: boolean): readonly string[] => (all ? compilers : compilers.slice(-1));

/** Path of a compiler. */
export const compilerOf = (folder: string, version: string): string =>
  join(folder, `node_modules/typescript-${version}/bin/tsc`);

const browser = ["es2022", "dom", "dom.iterable"];

/** Ways to resolve modules: the file to compile, where it is usual, and the compilers that have it. */
const resolutions = {
  node10: {
    file: "common.ts",
    since: "5.4",
    until: "6.0", // TypeScript 7 has removed node10
    options: { module: "commonjs", moduleResolution: "node10", esModuleInterop: true, lib: browser, types: ["node"] },
  },
  node16: {
    file: "server.ts",
    since: "5.4",
    until: "7.0",
    options: { module: "node16", lib: ["es2022"], types: ["node"] },
  },
  nodenext: {
    file: "server.ts",
    since: "5.4",
    until: "7.0",
    options: { module: "nodenext", lib: ["es2022"], types: ["node"] },
  },
  "nodenext, CommonJS": {
    file: "common.cts",
    since: "5.8", // the first that knows require() of ES modules
    until: "7.0",
    options: { module: "nodenext", lib: browser, types: ["node"] },
  },
  bundler: {
    file: "page.ts",
    since: "5.4",
    until: "7.0",
    options: { module: "esnext", moduleResolution: "bundler", lib: browser, types: [] },
  },
};

const settings = {
  strict: { strict: true, exactOptionalPropertyTypes: true },
  "strict, without exactOptionalPropertyTypes": { strict: true, exactOptionalPropertyTypes: false },
  "not strict": { strict: false, exactOptionalPropertyTypes: false },
};

/** An import of every subpath and some use of it, as a CommonJS project writes it. */
function commonJs(folder: string): string {
  const { exports: subpaths } = JSON.parse(readFileSync(join(folder, "node_modules/fourfold/package.json"), "utf8"));
  const code = Object.entries<{ types?: string }>(subpaths).filter(([, { types }]) => types !== undefined);
  return [
    ...code.map(([subpath], at) => `import * as all${at} from "${subpath.replace(/^\./, "fourfold")}";`),
    'import { Table } from "fourfold";',
    'import { decodeUserInfo } from "fourfold/gateway/user-info";',
    "export const id: string = Table.parse({}).tableReference.tableId;",
    'export const generation: "current" = decodeUserInfo("e30", { generation: "current" }).generation;',
    "// @ts-expect-error the types are those of the package, not any",
    "Table.parse({}).misspelt;",
    ...code.map((_, at) => `export const names${at}: string[] = Object.keys(all${at});`),
  ].join("\n");
}

/** Files that `fourfold generate` wrote. */
const generated = ["bigquery.ts", "tasks.ts"];
const examples = fileURLToPath(new URL("../../examples/generated", import.meta.url));

/** Writes the files that `compilations` compile. */
export function writeSources(folder: string): void {
  for (const file of generated) copyFileSync(join(examples, file), join(folder, `generated-${file}`));
  for (const file of ["server.ts", "page.ts"]) copyFileSync(join(app, file), join(folder, file));
  for (const file of ["common.ts", "common.cts"]) writeFileSync(join(folder, file), commonJs(folder));
}

async function compile(folder: string, version: string, file: string, options: object): Promise<void> {
  const out = `out-${version}-${file}-${Object.values(options).join("-").replace(/\W+/g, "-")}`; // others compile the same file at the same time
  const deprecations = version === "6.0" && file === "common.ts" ? { ignoreDeprecations: "6.0" } : {};
  const compilerOptions = {
    ...options,
    ...deprecations,
    target: "es2022",
    skipLibCheck: false,
    declaration: true,
    outDir: out,
  };
  writeFileSync(join(folder, `${out}.json`), JSON.stringify({ compilerOptions, files: [file] }));
  await runBeside(process.execPath, [compilerOf(folder, version), "-p", `${out}.json`], folder);
  // A library that returns what `safeParse` returns need not depend on zod.
  const declarations = readFileSync(join(folder, out, file.replace(/\.(c?)ts$/, ".d.$1ts")), "utf8");
  if (declarations.includes("zod")) throw new Error(`the declarations name zod:\n${declarations}`);
}

/** Compiles generated files with the strictest settings that a compiler has. */
async function compileGenerated(folder: string, version: string): Promise<void> {
  const { options } = resolutions.bundler;
  const compilerOptions = {
    ...options,
    ...settings.strict,
    ...(version >= "5.5" ? { isolatedDeclarations: true } : {}),
    ...(version >= "5.8" ? { erasableSyntaxOnly: true } : {}),
    verbatimModuleSyntax: true,
    target: "es2022",
    skipLibCheck: false,
    declaration: true,
    outDir: `out-${version}-generated`,
    rootDir: ".",
  };
  const project = `generated-${version}.json`;
  const files = generated.map((file) => `generated-${file}`);
  writeFileSync(join(folder, project), JSON.stringify({ compilerOptions, files }));
  await runBeside(process.execPath, [compilerOf(folder, version), "-p", project], folder);
}

/**
 * Generated files with each compiler, and compilers × resolutions × settings.
 *
 * @param all Whether to return the full product, or each resolution and setting with the latest compiler, and a program for Node
 * with the oldest.
 */
export function compilations(folder: string, all: boolean): Check[] {
  const names = Object.keys(settings) as (keyof typeof settings)[];
  const generatedFiles = compilersFor(all).map((version) => ({
    name: `TypeScript ${version}, generated files`,
    run: () => compileGenerated(folder, version),
  }));
  const others = compilers.flatMap((version) =>
    Object.entries(resolutions).flatMap(([resolution, { file, since, until, options }], column) => {
      if (version < since || version > until) return [];
      const isUsed = (name: string) =>
        version === "7.0" ? name === names[column % names.length] : `${version} ${resolution} ${name}` === OLDEST;
      return names
        .filter((name) => all || isUsed(name))
        .map((name) => ({
          name: `TypeScript ${version}, ${resolution}, ${name}`,
          run: () => compile(folder, version, file, { ...options, ...settings[name] }),
        }));
    }),
  );
  return [...generatedFiles, ...others];
}

/** The compilation with the oldest compiler that is done without `--all`. */
const OLDEST = "5.4 node16 strict";
