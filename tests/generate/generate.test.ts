import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createService, isFourfoldError, type Method } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { mismatchesIn, namesIn } from "../../e2e/discovery/generated.js";
import { prove } from "../../e2e/discovery/prove.js";
import { generate as generateFile, list } from "../../src/generate/generate.js";
import { loadModule } from "../support/load-module.js";
import { library, traps, wrapped } from "./documents.js";

/** Generates a file of methods, and returns its text and notes. */
function generate(document: unknown, methods: string, docs: "full" | "first" | "none" = "full", items: string[] = []) {
  const selection = { methods: methods.split(","), items };
  return generateFile(document, selection, { docs, command: "fourfold generate test.json" });
}

/** The issues of a selection or document that is rejected. */
function issuesOf(document: unknown, methods: string, items: string[] = []): string[] {
  try {
    generate(document, methods, "full", items);
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

test("a generated file is readable", async () => {
  const { text, notes } = generate(library, "*");
  await expect(text).toMatchFileSnapshot("__snapshots__/library.ts");
  expect(notes).toEqual(["shelves.books.create: idempotent with requestId", 'shelves.books.list: items "books"']);
});

/** Every method of the document with the special cases that can be generated, including methods that patterns omit. */
const EVERY = "*,things.insert,things.fhir,things.raw";

test("a file with every special case is readable, and its notes list the derived and omitted parts", async () => {
  const { text, notes } = generate(traps, "*,things.insert");
  await expect(text).toMatchFileSnapshot("__snapshots__/traps.ts");
  expect(notes).toEqual([
    'projects.ambiguous: no items, because its items must be chosen from "first" or "second"; use --items projects.ambiguous=<field>',
    'projects.list: items "projects"',
    'projects.locations.fhirStores.Patient-everything: items "operations"',
    'projects.locations.operations.list: items "operations"',
    'projects.operations.list: items "operations"',
    'things.aggregated: items "items", as entries',
    "things.count: no items, because its response has neither an array nor a map of objects",
    "things.download: omitted, because it only downloads media",
    "things.export: its download is omitted",
    "things.fhir: omitted, because its request may be bytes instead of JSON; add things.fhir to --methods to generate it",
    'things.getQueryResults: items "rows"',
    expect.stringMatching(/^things\.head: omitted, because its verb and path "HEAD \/traps\/v1\/head": must be a verb/),
    "things.insert: its upload is omitted",
    'things.list: items "things"',
    'things.listParts: items "parts"',
    "things.query: idempotent with requestId",
    "things.raw: omitted, because its response may be bytes instead of JSON; add things.raw to --methods to generate it",
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
      return prove(document, generate(document, document === traps ? EVERY : "*").text);
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
  expect([...text.matchAll(/from "(.*)"/g)].map(([, from]) => from)).toEqual(["fourfold", "zod/mini"]);
  expect(generate(traps, "delete").text).toContain('import { defineMethod, type Method } from "fourfold";\n\n/**');
});

test("another selection neither renames nor moves a declaration", () => {
  const all = generate(traps, "*").text;
  const blocks = all.split("\n\n");
  for (const { place } of list(traps, { methods: [] })) {
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

test("methods are selected by name, id and pattern, where * also matches dots", () => {
  const namesFor = (methods: string) => namesIn(generate(traps, methods).text).methods;
  expect(namesFor("projects.list")).toEqual(["projectsList"]);
  expect(namesFor("traps.moved.list")).toEqual(["projectsList"]); // the id of the method, which is not its name
  expect(namesFor("projects.*.list")).toEqual(["locationsOperationsList", "projectsOperationsList"]);
  expect(namesFor("things.q*,search")).toEqual(["search", "thingsQuery"]);
});

test("a pattern matches ids only if it matches no name, because ids begin with the name of the API, such as tasks", () => {
  const tasks = JSON.parse(readFileSync("examples/generated/tasks.json", "utf8"));
  const namesFor = (methods: string) => namesIn(generate(tasks, methods).text).methods;
  expect(namesFor("tasks.*")).toEqual(["tasksDelete", "tasksGet", "tasksInsert", "tasksList", "tasksPatch"]);
  expect(namesFor("tasks.tasklists.*")).toEqual(["tasklistsList"]);
});

test("invalid selections are reported together, each with a remedy", () => {
  expect(
    issuesOf(traps, "thing.list,things.download,things.upload,projects.ambiguous,x*,search=class,things.query=Thing", [
      "search=a",
      "things.list",
    ]),
  ).toEqual([
    'methods: must be the name or id of a method, got "thing.list"; did you mean "things.list"?',
    'methods: must match a method, got "x*"; list them with --list',
    'methods: must name a valid identifier, got "search=class"',
    'methods: must not use a name of the file twice, got "things.query=Thing"; choose another name',
    'items: must be the name or id of a method, got ""; list them with --list',
    'projects.ambiguous: its items must be chosen from "first" or "second"; use --items projects.ambiguous=<field>',
    'search: its items cannot be listed: its request has none of the fields "pageToken" or "page_token"',
    "things.download: cannot be generated, because it only downloads media; remove it from --methods",
    "things.upload: cannot be generated, because it only uploads media; remove it from --methods",
  ]);
});

test("the items of a list are the only array, of objects, named like the resource, or beside errors; others are chosen", () => {
  const rowOf = (methods: string, items: string[] = []) =>
    /(items: .*|paging: .*),\n/.exec(generate(traps, methods, "full", items).text)?.[1];
  expect(rowOf("things.list")).toBe('paging: { items: "things", sizeParam: "pageSize" }');
  expect(rowOf("projects.list")).toBe('paging: { items: "projects", sizeParam: "limit" }');
  expect(rowOf("things.getQueryResults")).toBe('paging: { items: "rows", token: "pageToken" }');
  expect(rowOf("*.Patient-everything")).toBe('paging: { items: "operations", sizeParam: false }');
  expect(rowOf("projects.ambiguous", ["projects.ambiguous=second"])).toBe(
    'paging: { items: "second", sizeParam: false }',
  );
  expect(issuesOf(traps, "projects.ambiguous", ["projects.ambiguous=third"])).toEqual([
    'projects.ambiguous: its items must be chosen from "first" or "second", got "third"; use --items projects.ambiguous=<field>',
  ]);
  expect(rowOf("things.query")).toBeUndefined(); // a POST without a page token
  expect(rowOf("things.searchPages")).toBe('paging: { items: "things", sizeParam: "pageSize", in: "body" }');
});

test("the items of a map are its entries, and a POST may have the page token in its query", () => {
  const aggregated = generate(traps, "things.aggregated").text;
  expect(aggregated).toContain("item: [key: string, value: ThingList];");
  expect(aggregated).toContain('  items: "items",\n');
  expect(generate(traps, "things.aggregated", "full", ["things.aggregated=unreachables"]).text).toContain(
    "item: string;",
  );
  expect(declarationOf(generate(traps, "things.listParts").text, "thingsListParts")).toContain(
    'paging: { items: "parts", token: "next_page_token", tokenParam: "page_token", sizeParam: "page_size", in: "query" },',
  );
});

test("--items reports why a method has no items", () => {
  const issueOf = (method: string) => issuesOf(traps, method, [`${method}=items`])[0];
  expect(issueOf("things.count")).toBe(
    "things.count: its items cannot be listed: its response has neither an array nor a map of objects",
  );
  expect(issueOf("things.query")).toMatch(/its request has none of the fields "pageToken" or "page_token"$/);
  expect(issueOf("things.update")).toBe(
    "things.update: its items cannot be listed: it is a PUT; lists are GET or POST",
  );
  expect(issueOf("things.labels")).toMatch(/its request has none/);
});

test("a method with page tokens but without items gets a comment", () => {
  expect(generate(traps, "things.count").text).toContain(
    "To get the next page, pass the `nextPageToken` of a page as `pageToken`.",
  );
});

test("patterns omit uploads and bodies that may be bytes; by name they are generated, and the file states their limits", () => {
  const matched = namesIn(generate(traps, "things.*").text).methods;
  expect(matched.filter((name) => ["thingsInsert", "thingsFhir", "thingsRaw"].includes(name))).toEqual([]);
  const { text, notes } = generate(traps, "things.insert,things.fhir,things.raw", "none");
  expect(notes).toEqual([
    "things.fhir: its request and response must be JSON",
    "things.insert: its upload is omitted",
    "things.raw: its response must be JSON",
  ]);
  expect(text).toContain(
    "/** Media upload is not supported: only the JSON of the request is sent, which the service may reject. */",
  );
  expect(declarationOf(text, "thingsFhir")).toContain("  body: unknown;\n  query: undefined;\n  result: unknown;\n");
  expect(list(traps, { methods: ["things.insert", "things.fhir"] }).map(({ facts }) => facts)).toEqual([
    ["only by name"],
    ["upload", "only by name"],
  ]);
});

test("an unencrypted address causes a note and a comment in the file", () => {
  const { text, notes } = generate({ ...library, rootUrl: "http://library.example/" }, "*.create");
  expect(notes.at(-1)).toBe(
    'baseUrl: "http://library.example" is not encrypted; change rootUrl of the document to https',
  );
  expect(text).toContain("/** Address of the service, for createService. It is not encrypted. */");
});

test("invalid input of a generated method is described with its path", async () => {
  const { call } = createService(createSandbox().clientOptions);
  const { booksCreate } = loadModule({ "a.ts": generate(library, "*.create").text }, "a.ts") as Record<string, Method>;
  const body = { authors: [{ name: 7 }, 5], pages: 1.5, rating: "good", copiesSold: "1.5", labels: { a: null } };
  await expect(call(booksCreate as Method, { shelf: "a", body } as never)).rejects.toMatchObject({
    issues: [
      { path: "body.pages", message: "must be an integer, got 1.5" },
      { path: "body.copiesSold", message: 'must be a string that matches /^-?\\d+$/, got "1.5"' },
      { path: "body.rating", message: 'must be a number, "NaN", "Infinity" or "-Infinity", got "good"' },
      { path: "body.authors[0].name", message: "must be a string, got a number" },
      { path: "body.authors[1]", message: "must be an object, got a number" },
      { path: "body.labels.a", message: "must be a string, got null" },
    ],
  });
});

test("a POST is idempotent with a request id whose description promises it, or if the method only reads a policy", () => {
  const { create } = loadModule({ "a.ts": generate(library, "shelves.books.create=create").text }, "a.ts") as Record<
    string,
    Method
  >;
  const { query, policy } = loadModule(
    { "a.ts": generate(traps, "things.query=query,things.getIamPolicy=policy").text },
    "a.ts",
  ) as Record<string, Method>;
  const isIdempotent = (method: Method | undefined, input: object) => {
    const { idempotent } = method ?? {};
    return typeof idempotent === "function" ? idempotent(input as never) : idempotent;
  };
  expect([{ query: { requestId: "a" } }, { query: {} }, {}].map((input) => isIdempotent(create, input))).toEqual([
    true,
    false,
    false,
  ]);
  expect([{ body: { requestId: "a" } }, { body: {} }].map((input) => isIdempotent(query, input))).toEqual([
    true,
    false,
  ]);
  expect(policy?.idempotent).toBe(true);
  expect(generate(traps, "things.insert").text).not.toContain("idempotent");
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
  expect(generate(traps, "things.fhir").text).toContain(
    "params: { readonly thingId: string | number | bigint; readonly formatId: number };",
  );
});

test("global parameters and defaults are omitted; page parameters stay in the query", () => {
  const { text } = generate(library, "*.list", "none");
  expect(declarationOf(text, "BooksListQuery")).toBe(`export interface BooksListQuery {
  pageToken?: string | undefined;
  pageSize?: number | undefined;
  orderBy?: "title" | "year" | (string & {}) | undefined;
  languages?: string[] | undefined;
}
export const BooksListQuery: z.ZodMiniType<BooksListQuery, BooksListQuery> = /* @__PURE__ */ (() =>
  z.object({
    pageToken: z.optional(z.string()),
    pageSize: z.optional(z.int()),
    orderBy: z.optional(z.string()),
    languages: z.optional(z.array(z.string())),
  }) as never)();`);
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
    issues: [{ path: "query.fields", message: "is not declared by the query schema" }],
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
  expect(accepts({ part: { size: "-1" } })).toBe(false);
  expect([1.5, "NaN", "Infinity", "-Infinity"].map((size) => accepts({ size }))).toEqual([true, true, true, true]);
  expect(accepts({ size: "1.5" })).toBe(false);
});

test("a field of a request is required if its description says so and no response and no PATCH has it", () => {
  const { QueryRequest, Book } = { ...schemasOf(generate(traps, "*").text), ...schemasOf(generate(library, "*").text) };
  expect(QueryRequest?.safeParse({}).success).toBe(false);
  expect(QueryRequest?.safeParse({ query: "a", connection: {} }).success).toBe(false);
  expect(QueryRequest?.safeParse({ query: "a" }).success).toBe(true); // a condition: "Required for long queries."
  expect(Book?.safeParse({}).success).toBe(true); // its title is required only in requests
});

test("annotations make a field required for the methods that they name, in objects inside the body, too", () => {
  const { ThingsInsertThing, ThingsUpdateThing, Thing } = schemasOf(generate(traps, "*,things.insert").text);
  const isValid = (value: object) =>
    [ThingsInsertThing, ThingsUpdateThing, Thing].map((each) => each?.safeParse(value).success);
  expect(isValid({})).toEqual([false, true, true]);
  expect(isValid({ required: "a", owner: {} })).toEqual([false, false, true]);
  expect(isValid({ required: "a", owner: { mail: "b" } })).toEqual([true, true, true]);
  expect(isValid({ required: "a", parent: { owner: {}, required: "b" } })).toEqual([false, false, true]);
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

test("a field that only the service sets is readonly, even if only its description says so", () => {
  const { text } = generate(library, "*", "none");
  expect(declarationOf(text, "Book")).toMatch(
    /readonly name\?: string .*\n.*title.*\n.*\n.*\n.*\n {2}readonly state\?/,
  );
});

test("deprecations are tags, and the values of an enumeration are a list", () => {
  const { text } = generate(library, "*");
  expect(text).toContain("/**\n * Deletes a book.\n * @deprecated\n */\nexport const booksDelete");
  expect(text).toContain("   * - `STATE_UNSPECIFIED`: Deprecated.\n   * - `ON_SHELF`: The book is on its shelf.\n");
});

test("every row has the scopes", () => {
  const { booksList } = loadModule({ "a.ts": generate(library, "*").text }, "a.ts") as Record<string, Method>;
  expect(booksList?.scopes).toEqual(["https://auth.example/library", "https://auth.example/library.readonly"]);
  expect(generate(traps, "*").text.match(/^ {2}scopes: \[/gm)).toHaveLength(20);
});

test("the response of a document with dataWrapper has the wrapper", () => {
  const { text, notes } = generate(wrapped, "*");
  expect(text).toContain("data?: LanguageList | undefined;");
  expect(text).toContain("response: LanguagesListResponse,");
  expect(text).toContain('baseUrl = "https://wrapped.example";');
  expect(notes).toEqual([]);
});

test("descriptions are whole, the first sentence, or omitted", () => {
  const [full, first, none] = (["full", "first", "none"] as const).map((docs) => generate(library, "*", docs).text);
  expect(full).toContain("Lists the books on a shelf. Books that are lent are not listed.");
  expect(first).toContain("/** Lists the books on a shelf. */");
  expect(first).toContain("/** Required. Title of the book. */");
  expect(none?.match(/\/\*\*.*/g)).toEqual([
    "/** Address of the service, for createService. */",
    "/** A 64-bit integer: a decimal string. */",
    "/** A number; numbers that JSON cannot represent are strings. */",
    "/** @deprecated */",
  ]);
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

test("a property that every object inherits is not declared, but kept", () => {
  const { Thing } = schemasOf(generate(traps, "*").text);
  expect(Thing?.safeParse({ constructor: "a" })).toEqual({ success: true, data: { constructor: "a" } });
  expect(generate(traps, "*").text).toContain(
    'Not declared, because every object inherits such a property: "constructor".',
  );
});

test("generated files have the format of Biome", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = ["library", "traps"].map((name) => `tests/generate/__snapshots__/${name}.ts`);
  const { status, stderr } = spawnSync("node_modules/.bin/biome", ["format", ...files], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
});

test("the same document results in the same file, whatever its revision; only the first line differs", () => {
  const [a, b] = ["20270101", "20280202"].map((revision) => generate({ ...library, revision }, "*").text.split("\n"));
  expect(a?.slice(1)).toEqual(b?.slice(1));
  expect(a?.[0]).not.toBe(b?.[0]);
});

test("missing parts of a document are issues only if the chosen methods need them", () => {
  const broken = structuredClone(library) as { schemas: Record<string, unknown> };
  broken.schemas.Loop = { $ref: "Again" };
  broken.schemas.Again = { $ref: "Loop" };
  broken.schemas.BookList = {
    properties: { books: { type: "array", items: { $ref: "Bok" } }, loop: { $ref: "Loop" } },
  };
  expect(issuesOf(broken, "*.create")).toEqual([]);
  expect(issuesOf(broken, "*")).toEqual([
    "schemas.Loop: must not refer to itself only",
    'schemas.BookList.properties.books.items.$ref: must refer to a schema of the document, got "Bok"; did you mean "Book"?',
  ]);
});

type Schemas = Readonly<Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>>;

/** The schemas that a file exports. */
function schemasOf(text: string): Schemas {
  return loadModule({ "a.ts": text }, "a.ts") as Schemas; // and other constants
}
