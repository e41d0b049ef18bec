import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { diagnose } from "./support/compile.js";

const src = new URL("../src/", import.meta.url);

/** The examples in the doc comments of the sources, each with its place. */
const examples = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const comments = readFileSync(new URL(file, src), "utf8").match(/\/\*\*.*?\*\//gs) ?? [];
    return comments.flatMap((comment) => {
      const [, ...parts] = comment
        .replace(/\s*\*\/$/, "")
        .replaceAll(/^\s*\* ?/gm, "")
        .split(/^@example\n?/m);
      return parts.map((part, index) => [`src/${file} ${index}`, part.split(/^@/m)[0]?.trim() ?? ""] as const);
    });
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
  customers: 'import("fourfold/tables").TableDefinition',
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
  orders: 'import("fourfold/tables").TableDefinition',
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
  const programs = examples;
  expect(programs.length).toBeGreaterThan(40);
  const files = new Map(programs.map(([, text], index) => [`docs/example-${index}.ts`, programOf(text)]));
  const found = diagnose(files).map(({ file, message }) => {
    const [place, text] = programs[Number(/\d+/.exec(file)?.[0])] ?? [];
    return `${place}: ${message}\n${text}`;
  });
  expect(found).toEqual([]);
});
