import { existsSync, readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { withDerived } from "../docs/generators/derived-types.js";
import { errorsPage } from "../docs/generators/errors-page.js";
import { llmsPage, subpaths } from "../docs/generators/llms-page.js";
import { methodPages, methodsPage } from "../docs/generators/methods-page.js";
import { RETRYABLE_REASONS, RETRYABLE_STATUS } from "../src/call/retry.js";
import { wireNames } from "../src/naming/translate.js";

test("docs/methods.md matches the method tables", () => {
  const page = readFileSync(new URL("../docs/methods.md", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(methodsPage());
});

test("docs/methods has a page for each method, with an example", () => {
  const files = readdirSync(new URL("../docs/methods", import.meta.url)).map((name) => `methods/${name}`);
  const pages = files.map((path) => [path, readFileSync(new URL(`../docs/${path}`, import.meta.url), "utf8")]);
  expect(Object.fromEntries(pages), "run npm run docs").toEqual(Object.fromEntries(methodPages()));
  for (const [path, page] of pages) expect(page, path).toMatch(/\n```ts\n\S/);
});

/** The pages in `docs/` that are part of the package. */
const shipped = ["", "decisions/", "guides/", "methods/"].flatMap((folder) =>
  readdirSync(new URL(`../docs/${folder}`, import.meta.url))
    .filter((name) => name.endsWith(".md") && name !== "api-report.md")
    .map((name) => `docs/${folder}${name}`),
);

test("the guide to retries names every status and reason that is retried", () => {
  const section = guideOf("errors-and-retries").split("\n## Which calls are retried\n")[1]?.split("\n\n")[0] ?? "";
  for (const cause of [...RETRYABLE_STATUS, ...RETRYABLE_REASONS]) expect(section).toContain(String(cause));
});

test("docs/errors.md has every code and the output of its example", { timeout: 60_000 }, async () => {
  const page = readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(await errorsPage());
});

test("llms.txt is up to date, and its links work", () => {
  const page = readFileSync(new URL("../llms.txt", import.meta.url), "utf8");
  expect(page, "run npm run docs").toBe(llmsPage());
  const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(20);
  for (const path of links) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
});

test("llms.txt names the exports of each subpath", () => {
  const report = readFileSync(new URL("../docs/api-report.md", import.meta.url), "utf8");
  const exported = report.split("\n\n").flatMap((section) => {
    const [from = "", ...declarations] = section.split("\n");
    const names = declarations.map(
      (line) => /^(?:abstract )?(?:const|function|interface|type|class) (\w+)/.exec(line)?.[1],
    );
    return from
      .replace(/^\/\/ /, "")
      .split(", ")
      .flatMap((subpath) => names.map((name) => `${subpath} ${name}`));
  });
  const named = Object.entries(subpaths).flatMap(([subpath, { names }]) =>
    names.map((name) => `${subpath.replace(/^\./, "fourfold")} ${name}`),
  );
  expect(exported).toEqual(expect.arrayContaining(named));
});

const pageOf = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), "utf8");
const guideOf = (name: string) => pageOf(`guides/${name}`);
/** The rows of the table under a heading of a page, cell by cell. */
const rowsUnder = (page: string, heading: string) => {
  const section = pageOf(page).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) => row.split("|").map((cell) => cell.trim().replaceAll("`", "")));
};

test("the page about names on the wire has each name that differs", () => {
  const differing = wireNames.map(({ name, wire }) => [name, wire]);
  const rows = rowsUnder("naming", "Fields, values and masks").map(([, name = "", wire]) => [name, wire]);
  expect(rows).toHaveLength(new Set(rows.map(([name]) => name)).size);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(differing));
});

test.each([...shipped, "README.md", "AGENTS.md", "CONTRIBUTING.md"])("%s runs the installed command only", (path) => {
  // The name is not registered: without --no, npx could install an unrelated package.
  expect(readFileSync(new URL(`../${path}`, import.meta.url), "utf8")).not.toMatch(/npx (-y |--yes )?fourfold/);
});

const library = `
type Omit<T, K> = { [P in keyof T as P extends K ? never : P]: T[P] };
interface Array<T> { length: number; [index: number]: T }
interface Boolean {}
interface CallableFunction {}
interface Function {}
interface IArguments {}
interface NewableFunction {}
interface Number {}
interface Object {}
interface RegExp {}
interface String {}
`;

/** The deriving type and a resource with a nested one. */
const types = `
export type Input<T> = { readonly [K in keyof T]?: T[K] extends string ? T[K] : Input<T[K]> };
/** A column. */
export interface Column {
  /** Its name. */
  name: string;
}
/** A table. */
export interface Table {
  /** Its first column. */
  column: Column;
}
`;

const sourceOf = (own: string) => `${types}
/** A table to create. */
export interface TableInput extends Input<Table> {}
${own}`;

/** Returns the declarations of a file of an in-memory program, with its derived types. */
function declare(own: string, other = "", path = "/input.ts"): string {
  const files = new Map([
    ["/lib.d.ts", library],
    ["/other.ts", "export interface WritableColumn { other: string }\nexport interface Order { id: string }\n"],
    ["/input.ts", sourceOf(own)],
    ["/user.ts", `import type { Column, Input, Table } from "./input.js";\n${other}`],
  ]);
  const host: ts.CompilerHost = {
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    getSourceFile: (path, version) => {
      const text = files.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version, true);
    },
    getDefaultLibFileName: () => "/lib.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    getNewLine: () => "\n",
    useCaseSensitiveFileNames: () => true,
    writeFile: () => undefined,
  };
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    types: [],
  };
  const program = ts.createProgram(["/input.ts", "/user.ts"], options, host);
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  const file = program.getSourceFile(path);
  if (file === undefined) throw new Error(`the program has no ${path}`);
  return ts.createPrinter().printFile(withDerived(file, program));
}

test("derived types become declarations in a namespace", () => {
  const text = declare("");
  expect(text).toContain("interface TableInput extends Input.WritableTable");
  expect(text).toMatch(/namespace Input \{.*type WritableTable = \{.*type WritableColumn = \{/s);
  expect(text).toMatch(/column\?: Input\.WritableColumn/);
});

test.each([
  ["is exported", "export interface WritableColumn { own: string }"],
  ["is not exported", "type WritableColumn = string;"],
  ["is imported", 'import type { WritableColumn } from "./other.js";\nexport type Own = WritableColumn;'],
])("a declaration with the name of another type, which %s, is rejected", (_, own) => {
  expect(() => declare(own)).toThrow("cannot declare Input.WritableColumn shadows WritableColumn");
});

test.each([
  ["another type", "export interface WritableOrder { own: string }"],
  ["another import", 'import type { Order } from "./other.js";\nexport type Own = Order;'],
  ["a type of the same name in a namespace", "export declare namespace Own { type WritableColumn = string; }"],
])("%s is accepted", (_, own) => {
  expect(declare(own)).toContain("type WritableColumn = {");
});

const declareUser = (other: string) => declare("", other, "/user.ts");

test("the fields of a base that is a mapped type are repeated with their comments", () => {
  const text = declareUser('export interface Named extends Omit<Table, "other"> {}');
  expect(text).toContain('interface Named extends Omit<Table, "other"> {');
  expect(text).toMatch(/\/\*\* Its first column. \*\/\s+column: Column;/);
});

test("a field that overrides an inherited field gets the comment of that field", () => {
  const text = declareUser("export interface Narrow<C> extends Table {\n  column: Column & C;\n}");
  expect(text).toMatch(/\/\*\* Its first column. \*\/\s+column: Column & C;/);
});

test("a derived type of another file is named by its declaration there", () => {
  const text = declareUser("export interface Narrow<C> extends Input<Column> { own: C }\nexport type Used = Table;");
  expect(text).toContain("interface Narrow<C> extends Input.WritableColumn {");
  expect(text).not.toContain("namespace");
});

test("a derived type that another file does not declare is kept", () => {
  const text = declareUser(`interface Other {
  /** A name. */
  name: string;
}
export interface Narrow<C> extends Input<Other> { own: C }
export type Used = Table | Column;`);
  expect(text).toContain("extends Input<Other>");
});

test("the fields of nested mapped types are written out", () => {
  const text = declareUser(`type Part<T> = { [K in keyof T]: T[K] };
interface Inner<V> {
  /** A value. */
  value: V;
}
interface Outer<V> {
  /** A part. */
  part: Part<Inner<V>>;
}
type MemberBodies<V> = { [K in "a"]: Part<Outer<V>> };
export type Used = MemberBodies<Table> | Column | Input<Table>;`);
  expect(text).toMatch(
    /type MemberBodies<V> = \{\s+a: \{\s+\/\*\* A part. \*\/\s+part: \{\s+\/\*\* A value. \*\/\s+value: V;/,
  );
});
