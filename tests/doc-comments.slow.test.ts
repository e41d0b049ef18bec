import { readFileSync } from "node:fs";
import { permissions, scopes } from "fourfold/naming";
import { expect, test } from "vitest";
import { type Documented, publicSurface } from "./doc-comments.js";
import { diagnose } from "./support/compile.js";

const documented = publicSurface();
const tagged = ({ tags }: Documented, tag: string) => tags.filter((each) => each.tag === tag);

/** The problems of every public declaration, each with its file and line. */
const problems = (problemsOf: (each: Documented) => readonly string[]) =>
  documented.flatMap((each) => problemsOf(each).map((problem) => `${each.at} ${each.name}: ${problem}`));

test("every public declaration has a doc comment", () => {
  expect(documented.length).toBeGreaterThan(800);
  expect(problems(({ text }) => (text === "" ? ["has no doc comment"] : []))).toEqual([]);
});

test("a public function documents each parameter", () => {
  const found = problems((each) => {
    const parameters = each.signature?.parameters ?? [];
    const described = tagged(each, "param").flatMap(({ name, text }) => (text === "" ? [] : [name]));
    const missing = parameters.filter((name) => !described.includes(name) && !name.startsWith("{"));
    const unknown = described.filter((name) => each.signature && !parameters.includes(name ?? ""));
    return [...missing.map((name) => `has no @param ${name}`), ...unknown.map((name) => `has no parameter ${name}`)];
  });
  expect(found).toEqual([]);
});

/** The scopes of Google's services, by the names of the client's interfaces. */
const scopeLists = (({ warehouse, entities, environments }) => ({
  Projects: warehouse.projects,
  Datasets: warehouse.datasets,
  Tables: warehouse.tables,
  Entities: entities,
  Environments: environments,
}))(scopes());

test("a client method names the scopes and permissions of the method table", () => {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
  const { warehouse, environments } = permissions();
  const needed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    Datasets: warehouse.datasets,
    Environments: environments,
  };
  const expected = Object.entries(scopeLists).flatMap(([owner, methods]) =>
    Object.entries(methods as Readonly<Record<string, readonly string[]>>).map(([name, choice]) => {
      const required = needed[owner]?.[name];
      const also = required === undefined ? "" : ` Permissions: ${code(required)}.`;
      const text =
        choice.length === 0 ? "Scopes: none. An API key is sufficient." : `Scopes (any one): ${code(choice)}.`;
      return [`${owner}.${name}`, text + also];
    }),
  );
  const found = expected.map(([name]) => {
    const text = documented.find((each) => each.name === name)?.text ?? "";
    const paragraph = text.split("\n\n").find((each) => each.startsWith("Scopes"));
    return [name, paragraph?.replaceAll("\n", " ")];
  });
  expect(found).toEqual(expected);
  const owners = Object.keys(scopeLists);
  const methods = documented.filter(({ name, signature }) => signature && owners.includes(name.split(".")[0] ?? ""));
  const names = new Set(methods.map(({ name }) => name)); // an overload has one entry for each signature
  expect([...names].sort()).toEqual(expected.map(([name]) => name).sort());
});

interface Export {
  readonly from: string;
  readonly isType: boolean;
}

/** Where each exported name can be imported from. A name that is a type and a schema is imported as both. */
const exported = new Map<string, Export>();
for (const section of readFileSync(new URL("../docs/api-report.md", import.meta.url), "utf8").split("\n\n")) {
  const [subpaths = "", ...lines] = section.replace(/^```ts\n/, "").split("\n");
  const [from = ""] = subpaths.replace(/^\/\/ /, "").split(", ");
  for (const line of from.startsWith("fourfold") ? lines : []) {
    const [, kind, name] = /^(?:abstract )?(const|function|class|type|interface) (\w+)/.exec(line) ?? [];
    if (name === undefined) continue;
    const isType = (kind === "type" || kind === "interface") && exported.get(name)?.isType !== false;
    exported.set(name, { from, isType });
  }
}

const imported = (type: string) => `import("fourfold").${type}`;

/** Variables that examples use without declaring them, with their types. */
const given: Readonly<Record<string, string>> = {
  area: imported("Warehouse"),
  audience: "string",
  baseUrl: "string",
  client: imported("Client"),
  customers: imported("TableDefinition"),
  dataset: imported("DatasetReference"),
  datasetId: "string",
  desired: imported("DesiredTable"),
  document: "{ swagger: string; paths: {} }",
  entity: imported("Entity"),
  fetchToken: "() => Promise<string>",
  field: "HTMLInputElement",
  key: "string",
  message: "{ body: string }",
  name: "string",
  operation: imported("Operation"),
  orders: imported("TableDefinition"),
  projectId: "string",
  ref: imported("TableReference"),
  references: `${imported("TableReference")}[]`,
  request: "Request",
  response: imported("EntitySearchResponse"),
  sandbox: 'import("fourfold/testing").Sandbox',
  schema: imported("TableSchema"),
  secured: "{ swagger: string; paths: {} }",
  Row: 'import("zod").ZodObject',
  show: "(...results: unknown[]) => void",
  table: imported("Table"),
  tableId: "string",
  tableReference: imported("TableReference"),
  token: "string",
  versions: "string[]",
  writeFile: "(path: string, text: string) => Promise<void>",
};

/** Declarations of other names that examples use. */
const others: Readonly<Record<string, string>> = {
  listRoutines:
    'const listRoutines = defineMethod({ name: "routines.list", http: "GET /{servicePath}/v2/projects/{projectId}/datasets/{datasetId}/routines" });',
  GoogleAuth: 'import { GoogleAuth } from "google-auth-library";',
  Person: 'import type { Person } from "schema-dts";',
  setupServer: 'import { setupServer } from "msw/node";',
  z: 'import { z } from "zod";',
};

function programOf(example: string): string {
  const isOption = /^\w+: /.test(example);
  const words = new Set(example.match(/\b\w+\b/g));
  if (words.has("listRoutines")) words.add("defineMethod");
  const declared = new Set(
    [...example.matchAll(/(?:const|function|type) (?:\{ ?)?(\w+)/g)].map(([, name = ""]) => name),
  );
  const imports = [...words].filter((word) => exported.has(word) && !declared.has(word) && !given[word]);
  const parameters = Object.entries(given).filter(([name]) => words.has(name) && !declared.has(name));
  return [
    ...imports.map(
      (name) => `import ${exported.get(name)?.isType ? "type " : ""}{ ${name} } from "${exported.get(name)?.from}";`,
    ),
    ...Object.entries(others).flatMap(([name, line]) => (words.has(name) ? [line] : [])),
    `export async function example(${parameters.map(([name, type]) => `${name}: ${type}`).join(", ")}) {`,
    isOption
      ? `const options: ${imported("CallOptions")} = { ${example} };`
      : example.replaceAll(/^(```\w*|import .*)$/gm, "").replace("export default ", "return "),
    "}",
  ].join("\n");
}

test("the examples of doc comments compile", { timeout: 120_000 }, () => {
  const programs = documented.flatMap(({ name, at, tags }) =>
    tags.filter(({ tag }) => tag === "example").map(({ text }, index) => [`${at} ${name} ${index}`, text] as const),
  );
  expect(programs.length).toBeGreaterThan(40);
  const files = new Map(programs.map(([, text], index) => [`docs/example-${index}.ts`, programOf(text)]));
  const found = diagnose(files).map(({ file, message }) => {
    const [place, text] = programs[Number(/\d+/.exec(file)?.[0])] ?? [];
    return `${place}: ${message}\n${text}`;
  });
  expect(found).toEqual([]);
});
