// npm run test:consumers: installs the packed package beside compilers and bundlers of others, and uses it with them.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Check, runChecks } from "../package/checks.js";
import { packAndInstall, run } from "../package/packed.js";
import { checkHovers } from "./hovers.js";
import { writeSmoke } from "./write-smoke.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const { folder, remove } = packAndInstall(here);

const compilers = ["5.7", "5.9", "6.0", "7.0"];
/** The two ways to resolve, each in the place where it is usual. */
const projects = {
  server: { module: "nodenext", lib: ["es2022"], types: ["node"] },
  page: { module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom", "dom.iterable"], types: [] },
};

function compile(version: string, place: keyof typeof projects): void {
  const compilerOptions = {
    ...projects[place],
    target: "es2022",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    declaration: true,
    outDir: "out",
  };
  const file = `${place}.ts`;
  copyFileSync(join(here, "app", file), join(folder, file));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  run(process.execPath, [`node_modules/typescript-${version}/bin/tsc`, "-p", "tsconfig.json"], folder);
  // A library that returns what `safeParse` returns need not depend on zod.
  const declarations = readFileSync(join(folder, "out", `${place}.d.ts`), "utf8");
  if (declarations.includes("zod")) throw new Error(`the declarations name zod:\n${declarations}`);
}

/** Compiles an import of every subpath as a CommonJS project does, whose compiler does not read `exports`. */
function compileCommonJs(version: string): void {
  const { exports: subpaths } = JSON.parse(readFileSync(join(folder, "node_modules/fourfold/package.json"), "utf8"));
  const code = Object.entries<{ types?: string }>(subpaths).filter(([, { types }]) => types !== undefined);
  const imports = code.map(([subpath], at) => `import * as all${at} from "${subpath.replace(/^\./, "fourfold")}";`);
  const used = code.map((_, at) => `export const names${at}: string[] = Object.keys(all${at});`);
  const use = [
    'import { Table } from "fourfold";',
    'import { decodeUserInfo } from "fourfold/gateway/user-info";',
    "export const id: string = Table.parse({}).tableReference.tableId;",
    'export const generation: "current" = decodeUserInfo("e30", { generation: "current" }).generation;',
    "// @ts-expect-error the types are those of the package, not any",
    "Table.parse({}).misspelt;",
  ];
  writeFileSync(join(folder, "common.ts"), [...imports, ...use, ...used].join("\n"));
  const compilerOptions = {
    module: "commonjs",
    moduleResolution: "node10",
    ...(version === "6.0" ? { ignoreDeprecations: "6.0" } : {}),
    esModuleInterop: true,
    lib: ["es2022", "dom", "dom.iterable"],
    types: ["node"],
    target: "es2022",
    strict: true,
    skipLibCheck: false,
    declaration: true,
    outDir: "out",
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["common.ts"] }));
  run(process.execPath, [`node_modules/typescript-${version}/bin/tsc`, "-p", "tsconfig.json"], folder);
}

const compiling = compilers.flatMap((version): Check[] => [
  { name: `TypeScript ${version}, nodenext, a server`, run: () => compile(version, "server") },
  { name: `TypeScript ${version}, bundler, a page`, run: () => compile(version, "page") },
]);

/** Runs a file in Node, which must say `ok` and nothing else. */
function runs(file: string): string[] {
  const said = run(process.execPath, ["--throw-deprecation", file], folder);
  return said.trim() === "ok" ? [] : [said];
}

function requires(): string[] {
  copyFileSync(join(here, "app/required.cjs"), join(folder, "required.cjs"));
  return runs("required.cjs");
}

function bundlesWithEsbuild(): string[] {
  const options = ["--bundle", "--minify", "--format=esm", "--platform=browser", "--log-level=warning"];
  const said = run("node_modules/.bin/esbuild", ["main.js", ...options, "--outfile=esbuild/main.mjs"], folder);
  return [...said.split("\n").filter(Boolean), ...runs("esbuild/main.mjs")];
}

function bundlesWithVite(): string[] {
  const said = run("node_modules/.bin/vite", ["build", "--config", "vite.config.js", "--logLevel", "warn"], folder);
  return [...said.split("\n").filter(Boolean), ...runs("vite/main.js")];
}

try {
  await writeSmoke(folder);
  writeFileSync(join(folder, "main.js"), 'import { smoke } from "./smoke.js";\nawait smoke();\nconsole.log("ok");\n');
  copyFileSync(join(here, "app/vite.config.js"), join(folder, "vite.config.js"));
  await runChecks([
    ...compiling,
    // TypeScript 7 has no node10.
    ...["5.7", "5.9", "6.0"].map((version) => ({
      name: `TypeScript ${version}, node10, CommonJS`,
      run: () => compileCommonJs(version),
    })),
    { name: "hovers", run: () => checkHovers(folder) },
    { name: `CommonJS on Node ${process.versions.node}`, run: requires },
    { name: "ESM, unbundled", run: () => runs("main.js") },
    { name: "esbuild", run: bundlesWithEsbuild },
    { name: "Vite", run: bundlesWithVite },
  ]);
} finally {
  remove();
}
