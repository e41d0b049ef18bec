import { readdirSync, readFileSync } from "node:fs";
import { createService, isFourfoldError, type Method } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { generate as generateFile, list } from "../../src/generate/generate.js";
import { fourfold } from "../cli/fake-terminal.js";
import { loadModule } from "../support/load-module.js";
import { library, traps, wrapped } from "./documents.js";
import { mismatchesIn, namesIn, prove } from "./prove.js";

/** Generates a file of methods, and returns its text and notes. */
function generate(document: unknown, methods: string, items: string[] = []) {
  return generateFile(document, { methods: methods.split(","), items }, "fourfold generate test.json");
}

/** The issues of a selection or document that is rejected. */
function issuesOf(document: unknown, methods: string, items: string[] = []): string[] {
  try {
    generate(document, methods, items);
  } catch (error) {
    if (isFourfoldError(error, "invalid_request"))
      return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

/** The lines that declare a name: its interface and schema, or its row. */
function declarationOf(text: string, name: string): string {
  const blocks = text
    .split("\n\n")
    .filter((block) => new RegExp(`^export (interface|type|const) ${name}\\b`, "m").test(block));
  return blocks.join("\n");
}

const namesOf = (text: string) =>
  [...text.matchAll(/^export (?:interface|type|const) (\w+)/gm)].map(([, name]) => name);

test("notes list the derived and omitted parts", () => {
  const { notes } = generate(traps, "*");
  expect(notes).toEqual([
    'projects.ambiguous: items cannot be listed, because its items must be chosen from "first" or "second"; use --items projects.ambiguous=<field>',
    'projects.list: items "projects"',
    'projects.locations.fhirStores.Patient-everything: items "operations"',
    'projects.locations.operations.list: items "operations"',
    'projects.operations.list: items "operations"',
    'things.aggregated: items "items", as entries',
    "things.download: omitted, because it only downloads media",
    "things.export: its download is omitted",
    'things.getQueryResults: items "rows"',
    expect.stringMatching(/^things\.head: omitted, because its verb and path "HEAD \/traps\/v1\/head": must be a verb/),
    "things.insert: its upload is omitted",
    'things.list: items "things"',
    'things.listParts: items "parts"',
    'things.searchPages: items "things"',
    "things.upload: omitted, because it only uploads media",
  ]);
});

test("each field of an interface is in its schema, and the reverse", () => {
  for (const document of [library, traps, wrapped]) {
    const names = namesIn(generate(document, "*").text);
    expect(mismatchesIn(names)).toEqual([]);
    expect(names.foreign).toEqual([]);
  }
  expect(
    mismatchesIn(
      namesIn("export interface A { a: string; b?: number }\nexport const A = f(() => z.object({ b: z.int() }))();"),
    ),
  ).toEqual(["A.a", "A.a is required in one of them", "A.b is required in one of them"]);
});

test("a route of the sandbox responds to each method, with samples of the document", async () => {
  const proofs = await Promise.all(
    [library, traps, wrapped].map((document) => {
      return prove(document, generate(document, "*").text);
    }),
  );
  expect(proofs).toMatchObject([
    { methods: 4, lists: 1, failures: [] },
    { methods: 23, lists: 9, failures: [] },
    { methods: 1, lists: 0, failures: [] },
  ]);
});

test("contains the chosen methods and the schemas that they reach, and imports only fourfold and zod", () => {
  const { text } = generate(traps, "things.searchPages");
  expect(namesOf(text)).toContain("SearchPagesRequest");
  expect(namesOf(text)).not.toContain("QueryRequest");
  expect(namesOf(generate(traps, "search").text)).toEqual([
    "baseUrl",
    "SearchQuery",
    "SearchQuery",
    "SearchResponse",
    "SearchResponse",
    "search",
  ]);
  expect([...text.matchAll(/from "(.*)"/g)].map(([, from]) => from)).toEqual(["fourfold", "zod"]);
  expect(generate(traps, "delete").text).toContain('import { defineMethod, type Method } from "fourfold";\n\n/**');
});

test("another selection neither renames nor moves a declaration", () => {
  const all = generate(traps, "*").text;
  const blocks = all.split("\n\n");
  for (const { place } of list(traps, { methods: ["*"] }).methods) {
    const selection = generate(traps, `${place}*`).text.split("\n\n").slice(2);
    const at = selection.map((block) => blocks.findIndex((each) => each.trim() === block.trim()));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  }
});

test("names are the shortest unique ends of method names, and numbers make other names unique", () => {
  const names = namesOf(generate(traps, "*").text);
  expect(names).toEqual(
    expect.arrayContaining(["search", "delete_", "thingsDelete", "projectsOperationsList", "locationsOperationsList"]),
  );
  expect(names).toEqual(
    expect.arrayContaining(["fhirStoresPatientEverything", "ThingPart2", "thing", "Thing", "string_", "Method_"]),
  );
  expect(namesOf(generate(traps, "search=findThings").text)).toContain("findThings");
});

test("a type has the name in the document, even Date, Record, Array, Map and File, which the file does not use itself", () => {
  const { text } = generate(traps, "things.labels,things.getIamPolicy");
  expect(text).toContain("export type Array = Record[];");
  expect(text).toContain("export type Map = { [key: string]: Date };");
});

test("methods are selected by name and pattern, where * also matches dots", () => {
  const namesFor = (methods: string) => namesIn(generate(traps, methods).text).methods;
  expect(namesFor("projects.list")).toEqual(["projectsList"]);
  expect(namesFor("projects.*.list")).toEqual(["locationsOperationsList", "projectsOperationsList"]);
  expect(namesFor("things.q*,search")).toEqual(["search", "thingsQuery"]);
});

test("invalid selections are reported together, each with a remedy", () => {
  expect(
    issuesOf(traps, "thing.list,things.download,things.upload,projects.ambiguous,x*,search=class,things.query=Thing", [
      "search=a",
      "things.list",
    ]),
  ).toEqual([
    '--methods: must be the name of a method, got "thing.list"; did you mean "things.list"?',
    '--methods: must match a method, got "x*"; list them with --list',
    '--methods: must name one method, with a valid identifier that is not used yet, got "search=class"',
    '--methods: must name one method, with a valid identifier that is not used yet, got "things.query=Thing"',
    '--items: must name one of the chosen methods, got "things.list"',
    expect.stringMatching(/^search: its items cannot be listed/),
    "things.download: cannot be generated, because it only downloads media; remove it from --methods",
    "things.upload: cannot be generated, because it only uploads media; remove it from --methods",
  ]);
});

test("the items of a list are the only array, of objects, named like the resource, or beside errors; others are chosen", () => {
  const rowOf = (methods: string, items: string[] = []) =>
    /(items: .*|paging: .*),\n/.exec(generate(traps, methods, items).text)?.[1];
  expect(rowOf("things.list")).toBe('paging: { items: "things", sizeParam: "pageSize" }');
  expect(rowOf("projects.list")).toBe('paging: { items: "projects", sizeParam: "limit" }');
  expect(rowOf("things.getQueryResults")).toBe('paging: { items: "rows", token: "pageToken" }');
  expect(rowOf("*.Patient-everything")).toBe('paging: { items: "operations", sizeParam: false }');
  expect(rowOf("projects.ambiguous", ["projects.ambiguous=second"])).toBe(
    'paging: { items: "second", sizeParam: false }',
  );
  expect(issuesOf(traps, "projects.ambiguous", ["projects.ambiguous=third"])).toEqual([
    'projects.ambiguous: its items must be chosen from "first" or "second"; use --items projects.ambiguous=<field>',
  ]);
  expect(rowOf("things.query")).toBeUndefined(); // a POST without a page token
  expect(rowOf("things.searchPages")).toBe('paging: { items: "things", sizeParam: "pageSize", in: "body" }');
});

test("the items of a map are its entries, and a POST may have the page token in its query", () => {
  const aggregated = generate(traps, "things.aggregated").text;
  expect(aggregated).toContain("item: [key: string, value: ThingList];");
  expect(aggregated).toContain('  items: "items",\n');
  expect(generate(traps, "things.aggregated", ["things.aggregated=unreachables"]).text).toContain("item: string;");
  expect(declarationOf(generate(traps, "things.listParts").text, "thingsListParts")).toContain(
    'paging: { items: "parts", token: "next_page_token", tokenParam: "page_token", sizeParam: "page_size", in: "query" },',
  );
});

test("a file that imports zod/mini, as earlier versions wrote it, works as before", async () => {
  const text = generate(library, "*.create")
    .text.replace('"zod"', '"zod/mini"')
    .replaceAll("z.ZodType", "z.ZodMiniType")
    .replaceAll("z.string().regex(/^-?\\d+$/)", "z.string().check(z.regex(/^-?\\d+$/))");
  expect(text).toContain("z.string().check(");
  const { booksCreate } = loadModule({ "a.ts": text }, "a.ts") as Record<string, Method>;
  const { call } = createService(createSandbox().clientOptions);
  const body = { authors: [{ name: 7 }], copiesSold: "1.5" };
  await expect(call(booksCreate as Method, { shelf: "a", body } as never)).rejects.toMatchObject({
    issues: [{ path: "body.copiesSold" }, { path: "body.authors[0].name" }],
  });
});

test("invalid input of a generated method is described with its path", async () => {
  const { call } = createService(createSandbox().clientOptions);
  const { booksCreate } = loadModule({ "a.ts": generate(library, "*.create").text }, "a.ts") as Record<string, Method>;
  const body = { authors: [{ name: 7 }, 5], pages: 1.5, rating: "good", copiesSold: "1.5", labels: { a: null } };
  await expect(call(booksCreate as Method, { shelf: "a", body } as never)).rejects.toMatchObject({
    issues: [
      { path: "body.pages", message: "Invalid input: expected int, received number" },
      { path: "body.copiesSold", message: "Invalid string: must match pattern /^-?\\d+$/" },
      { path: "body.rating", message: "Invalid input" },
      { path: "body.authors[0].name", message: "Invalid input: expected string, received number" },
      { path: "body.authors[1]", message: "Invalid input: expected object, received number" },
      { path: "body.labels.a", message: "Invalid input: expected string, received null" },
    ],
  });
});

test("{+name} accepts one segment if its pattern requires it, paths are literal, and slashes are encoded", () => {
  const { text } = generate(traps, "things.list,things.getIamPolicy");
  expect(text).toContain('http: "GET /traps/v1/projects/{projectId}/things/{number}"');
  expect(text).toContain('http: "POST /traps/v1/{+resource}:getIamPolicy"');
  expect(text.match(/slashes: "encode"/g)).toHaveLength(1); // {+resource} needs none
  expect(text).not.toContain("wrong");
});

test("an integer path parameter is a number, and a 64-bit one also a string or a bigint", () => {
  expect(generate(traps, "things.list").text).toContain("readonly number: number;");
  expect(generate(traps, "things.update").text).toContain("readonly name: string | number | bigint;");
});

test("global parameters and defaults are omitted; page parameters stay in the query", () => {
  const { text } = generate(library, "*.list");
  expect([...(namesIn(text).types.get("BooksListQuery")?.fields ?? [])]).toEqual([
    "pageToken",
    "pageSize",
    "orderBy",
    "languages",
  ]);
  expect(text).toContain('orderBy?: ("title" | "year" | (string & {})) | undefined;');
});

test("a page token is optional although the document requires it, because the first page has none", () => {
  expect(declarationOf(generate(traps, "projects.list").text, "ProjectsListQuery")).toContain(
    "pageToken?: string | undefined;",
  );
});

test("a query parameter is required by its flag or its description, and an unknown one is rejected", async () => {
  const exported = loadModule({ "a.ts": generate(traps, "things.insert,search").text }, "a.ts") as Record<
    string,
    Method
  >;
  const { call } = createService(createSandbox().clientOptions);
  await expect(call(exported.search as Method, { query: { querry: "a" } } as never)).rejects.toMatchObject({
    issues: [{ path: "query.query" }],
  });
  await expect(call(exported.search as Method, { query: { query: "a", fields: "b" } } as never)).rejects.toMatchObject({
    issues: [{ path: "query.fields", message: expect.stringContaining("is unknown; known names are") }],
  });
  await expect(call(exported.thingsInsert as Method, { body: { required: "a" } } as never)).rejects.toMatchObject({
    issues: [{ path: "query.strict" }],
  });
});

test("every field of a response is optional; unknown fields, new enum values and null in a cell are kept", () => {
  const { Thing, QueryResults, ThingList } = schemasOf(generate(traps, "*").text);
  const thing = { rate: "60fps", unknown: { a: 1 }, size: "NaN", "@type": null };
  expect(Thing?.safeParse({})).toMatchObject({ success: true });
  expect(Thing?.safeParse(thing)).toEqual({ success: true, data: thing });
  expect(
    QueryResults?.safeParse({ rows: [{ f: [{ v: null }, {}] }], totalRows: "18446744073709551615" }),
  ).toMatchObject({ success: true });
  expect(ThingList?.safeParse({ things: [{ part: { size: 5 } }] })).toMatchObject({ success: false });
});

test("int64 is a decimal string, and a double is a number or one of the names that JSON cannot represent", () => {
  const { Thing } = schemasOf(generate(traps, "things.*").text);
  const accepts = (value: object) => Thing?.safeParse(value).success;
  expect(["1", "-5", "99999999999999999999"].map((size) => accepts({ parts: [{ sizes: [[size]] }] }))).toEqual([
    true,
    true,
    true,
  ]);
  expect([1, "1.5", "", "a", "1n"].map((size) => accepts({ parts: [{ sizes: [[size]] }] }))).toEqual(
    Array(5).fill(false),
  );
  expect([1.5, "NaN", "Infinity", "-Infinity"].map((size) => accepts({ size }))).toEqual([true, true, true, true]);
  expect(accepts({ size: "1.5" })).toBe(false);
});

test("the body of a PATCH accepts null at every depth", () => {
  const { thingsPatch } = loadModule({ "a.ts": generate(traps, "things.patch").text }, "a.ts") as Record<
    string,
    Method
  >;
  const accepts = async (value: object) => !(await thingsPatch?.body?.["~standard"].validate(value))?.issues;
  return expect(Promise.all([accepts({ owner: { mail: null }, title: null }), accepts({ title: 5 })])).resolves.toEqual(
    [true, false],
  );
});

test("annotations make fields of the body required for the methods that they name", () => {
  const { ThingsInsertThing, Thing } = schemasOf(generate(traps, "*").text);
  const isValid = (value: object) => [ThingsInsertThing, Thing].map((each) => each?.safeParse(value).success);
  expect(isValid({})).toEqual([false, true]);
  expect(isValid({ required: "a" })).toEqual([true, true]);
});

test("a POST that only reads a policy is idempotent, and no other one", () => {
  const { text } = generate(traps, "*");
  expect(text.match(/idempotent: true/g)).toHaveLength(1);
  expect(declarationOf(text, "thingsGetIamPolicy")).toContain("idempotent: true");
});

test("a reference to an unknown schema is an issue, and a property that every object inherits is kept", () => {
  const broken = structuredClone(library) as { schemas: Record<string, unknown> };
  broken.schemas.BookList = { properties: { books: { type: "array", items: { $ref: "Bok" } } } };
  expect(issuesOf(broken, "*")).toEqual([
    'schemas.BookList.properties.books.items.$ref: must refer to a schema of the document, got "Bok"',
  ]);
  const { Thing } = schemasOf(generate(traps, "*").text);
  expect(Thing?.safeParse({})).toMatchObject({ success: true });
  expect(Thing?.safeParse({ constructor: "a" })).toEqual({ success: true, data: { constructor: "a" } });
});

test("deprecations are tags, and the values of an enumeration are a list", () => {
  const { text } = generate(library, "*");
  expect(text).toContain("/**\n * Deletes a book.\n * @deprecated\n */\nexport const booksDelete");
  expect(text).toContain("   * - `ON_SHELF`: The book is on its shelf.\n");
});

test("every row has the scopes", () => {
  const { booksList } = loadModule({ "a.ts": generate(library, "*").text }, "a.ts") as Record<string, Method>;
  expect(booksList?.scopes).toEqual(["https://auth.example/library", "https://auth.example/library.readonly"]);
  expect(generate(traps, "*").text.match(/^ {2}scopes: \[/gm)).toHaveLength(23);
});

test("the response of a document with dataWrapper has the wrapper", () => {
  const { text, notes } = generate(wrapped, "*");
  expect(text).toContain("data?: LanguageList | undefined;");
  expect(text).toContain("response: LanguagesListResponse,");
  expect(text).toContain('baseUrl = "https://wrapped.example";');
  expect(notes).toEqual([]);
});

test("a schema that contains itself, also through a map or another schema, validates deep values", () => {
  const { QueryParameterValue, Matrix, Tree } = schemasOf(generate(traps, "*").text);
  let value: object = { value: "a" };
  for (let depth = 0; depth < 50; depth += 1) value = { structValues: { a: { rangeValue: { start: value } } } };
  expect(QueryParameterValue?.safeParse(value).success).toBe(true);
  expect(Matrix?.safeParse([[[]], []]).success).toBe(true);
  expect(Tree?.safeParse({ a: { b: {} } }).success).toBe(true);
  expect(Tree?.safeParse({ a: { b: 1 } }).success).toBe(false);
});

test("a value of 2 000 levels is sent or rejected, and does not end the process", async () => {
  const { thingsQuery } = loadModule({ "a.ts": generate(traps, "things.query").text }, "a.ts") as Record<
    string,
    Method
  >;
  const sandbox = createSandbox();
  sandbox.route(thingsQuery as Method, () => ({}));
  let value: object = { value: "a" };
  for (let depth = 0; depth < 2_000; depth += 1) value = { structValues: { a: { rangeValue: { end: value } } } };
  const input = { body: { query: "a", parameters: [value] } };
  await expect(createService(sandbox.clientOptions).call(thingsQuery as Method, input as never)).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("the same document results in the same file, whatever its revision; only the first line differs", () => {
  const [a, b] = ["20270101", "20280202"].map((revision) => generate({ ...library, revision }, "*").text.split("\n"));
  expect(a?.slice(1)).toEqual(b?.slice(1));
  expect(a?.[0]).not.toBe(b?.[0]);
});

type Schemas = Readonly<Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>>;

/** The schemas that a file exports. */
function schemasOf(text: string): Schemas {
  return loadModule({ "a.ts": text }, "a.ts") as Schemas; // and other constants
}

const folder = new URL("../../examples/generated/", import.meta.url);
const names = readdirSync(folder);
const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder), "utf8")]));

test.each(names.filter((name) => name.endsWith(".ts")))(
  "%s is the output of the command in its second line",
  async (name) => {
    const [, line = ""] = files[name]?.split("\n") ?? [];
    const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    expect(words.slice(0, 3)).toEqual(["//", "fourfold", "generate"]);
    const { code, err } = await fourfold([...words.slice(2), "--check"], { files });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(new RegExp(`${name} is up to date\n$`)) });
  },
);
