import { readFileSync } from "node:fs";
import * as fourfold from "fourfold";
import { permissions, scopes } from "fourfold/naming";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { GOOGLE_PAGES } from "../docs/generators/google-pages.js";
import { type Documented, publicSurface } from "./doc-comments.js";
import { SPEC_SECTIONS } from "./spec-sections.js";
import { diagnose } from "./support/compile.js";

const { documented, errorClasses } = publicSurface();
const tagged = ({ tags }: Documented, tag: string) => tags.filter((each) => each.tag === tag);

/** The problems of every public declaration, each with its file and line. */
const problems = (problemsOf: (each: Documented) => readonly string[]) =>
  documented.flatMap((each) => problemsOf(each).map((problem) => `${each.at} ${each.name}: ${problem}`));

test("every public declaration has a doc comment", () => {
  expect(documented.length).toBeGreaterThan(800);
  expect(problems(({ text }) => (text === "" ? ["has no doc comment"] : []))).toEqual([]);
});

test("a public function documents each parameter and its result", () => {
  const found = problems((each) => {
    if (each.signature === undefined) return [];
    const { parameters, returns } = each.signature;
    const described = new Set(tagged(each, "param").flatMap(({ name, text }) => (text === "" ? [] : [name])));
    const missing = parameters.filter((name) => !described.has(name) && !name.startsWith("{"));
    const unknown = [...described].filter((name) => !parameters.includes(name ?? ""));
    const hasResult = tagged(each, "returns").some(({ text }) => text !== "");
    return [
      ...missing.map((name) => `has no @param ${name}`),
      ...unknown.map((name) => `has no parameter ${name}`),
      ...(returns && !hasResult ? ["has no @returns"] : []),
      ...(!returns && hasResult ? ["returns nothing, but has @returns"] : []),
    ];
  });
  expect(found).toEqual([]);
});

/** Interfaces that users implement: the users decide which errors they throw. */
const ofUsers = ["AccessTokenProvider", "ApiKeyProvider", "Clock", "KyInstance"];
/** Functions that never reject. */
const safe = ["LocalServer.close", "LocalServer.[Symbol.asyncDispose]"];

test("a public function that can throw names the classes", () => {
  const found = problems((each) => {
    if (ofUsers.includes(each.name.split(".")[0] ?? "") || safe.includes(each.name)) return [];
    const throws = tagged(each, "throws");
    const forms = throws.flatMap(({ text }) => {
      const [, name = "", rest = ""] = /^\{(\w+)\} (.*)/s.exec(text) ?? [];
      // The user-info functions throw a TypeError for an argument of a wrong type, because they load nothing.
      if (!errorClasses.has(name) && name !== "TypeError")
        return [`@throws does not name an exported error class: ${text}`];
      return /^(If|While|`)/.test(rest) ? [] : [`@throws ${name} does not say when: ${rest}`];
    });
    const { throws: hasThrow, isAsync = false } = each.signature ?? {};
    return hasThrow || isAsync ? (throws.length === 0 ? ["has no @throws"] : forms) : forms;
  });
  expect(found).toEqual([]);
});

test("the type of an enumeration, and each property of that type outside the schemas, lists the values", () => {
  const found = problems(({ values = [], text }) => {
    const missing = values.filter((value) => !text.includes(`\`${value || '""'}\``));
    return missing.length === 0 ? [] : [`does not list ${missing.join(", ")}`];
  });
  expect(found).toEqual([]);
});

/** The links of a declaration to Google's pages. */
const googleLinks = (each: Documented) =>
  tagged(each, "see").flatMap(({ text }) => [...text.matchAll(/\{@link (https:[^ }]+)/g)].map(([, url]) => url));

/** Google's pages about each export or member, with the products that they are about. */
const googlePages = GOOGLE_PAGES.flatMap(({ product, base, pages }) =>
  Object.entries(pages).map(([name, page]) => ({ name, url: base + page, product })),
);
const pagesOf = (each: Documented) => googlePages.filter(({ name }) => name === each.name);

test("a module, an export or a member about a service of Google names the product and links to Google's page", () => {
  const found = googlePages.flatMap(({ name, url, product }) => {
    const each = documented.find((declaration) => declaration.name === name); // of overloads, the first
    if (each === undefined) return [`${name} does not exist`];
    const links = tagged(each, "see").map((tag) => tag.text);
    const text = each.signature || name.startsWith("fourfold") ? each.text : [each.text, ...links].join("\n");
    return [
      ...(googleLinks(each).includes(url) ? [] : [`${each.at} ${name}: has no link to ${url}`]),
      ...(product.test(text) ? [] : [`${each.at} ${name}: does not name ${product}`]),
    ];
  });
  expect(found).toEqual([]);
});

test("every client method, resource and enumeration has a page in the list, and every link is in it", () => {
  const owners = ["Projects", "Datasets", "Tables", "Entities", "Environments"];
  const isMethod = ({ name, signature }: Documented) =>
    signature !== undefined && owners.includes(name.split(".")[0] ?? "");
  const isResource = ({ name }: Documented) =>
    Object.hasOwn(fourfold, name) && Object(fourfold)[name] instanceof z.core.$ZodType;
  const isEnumeration = ({ name, values = [] }: Documented) => values.length > 0 && !name.includes(".");
  const found = problems((each) => {
    const pages = pagesOf(each);
    const listed = pages.map(({ url }) => url);
    return [
      ...(pages.length === 0 && (isMethod(each) || isResource(each) || isEnumeration(each)) ? ["has no page"] : []),
      ...googleLinks(each).flatMap((url) => (url === undefined || listed.includes(url) ? [] : [`unlisted: ${url}`])),
    ];
  });
  expect(found).toEqual([]);
});

test("every module has an example", () => {
  const modules = documented.filter(({ name }) => name.startsWith("fourfold"));
  expect(modules.filter((each) => tagged(each, "example").length === 0).map(({ name }) => name)).toEqual([]);
});

test("no doc comment refers to the specification, and the exports for its sections exist", () => {
  expect(
    problems(({ text, tags }) =>
      /\bthe spec\b|\bSpec:/.test([text, ...tags.map((tag) => tag.text)].join(" ")) ? ["refers to it"] : [],
    ),
  ).toEqual([]);
  const names = new Set(documented.map(({ name }) => name));
  const sections = Object.values(SPEC_SECTIONS).flatMap((area) => Object.values(area).flat());
  expect(sections.filter((name) => !names.has(name))).toEqual([]);
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
