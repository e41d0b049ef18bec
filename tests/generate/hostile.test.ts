import * as fc from "fast-check";
import { isFourfoldError } from "fourfold";
import ts from "typescript";
import { expect, test } from "vitest";
import { generate as generateFile } from "../../src/generate/generate.js";
import { loadModule } from "../support/load-module.js";
import { propertyRuns } from "../support/property-runs.js";
import { library, traps } from "./documents.js";
import { mismatchesIn, namesIn } from "./prove.js";

/** The issues of a document that is rejected. */
function issuesOf(document: unknown): string[] {
  try {
    generateFile(document, { methods: ["*"] }, "fourfold generate");
  } catch (error) {
    if (isFourfoldError(error, "invalid_request"))
      return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

/** Generates a file of all methods; undefined if the document is rejected with the documented error. */
function generate(document: unknown): string | undefined {
  try {
    return generateFile(document, { methods: ["*"] }, "fourfold generate").text;
  } catch (error) {
    if (isFourfoldError(error, "invalid_request")) return undefined;
    throw error;
  }
}

/** Texts that would be code, or end a string, comment or template, if they were not printed as data. */
const TEXTS = [
  "*/ globalThis.hacked = true; /*",
  '"; globalThis.hacked = true; "',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it would be code in a template string
  "`${globalThis.hacked = true}`",
  "\\",
  "\n globalThis.hacked = true;\n",
  "\u2028globalThis.hacked = true;\u2029",
  "\r\n@deprecated",
  "__proto__",
  "constructor",
  "]: globalThis.hacked = true, [",
  "$&$`$'",
  "{servicePath}",
  "{+body}",
  "",
  "\ud800",
  "z",
  "default",
  "=>",
  "// #",
  "Thing",
  "a".repeat(5_000),
] as const;

const VALUES: readonly unknown[] = [
  ...TEXTS,
  null,
  0,
  -1,
  1e308,
  true,
  [],
  {},
  [[]],
  { $ref: "Thing" },
  { type: "any" },
];

/** Each path of a document to a value. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

type Change =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "move"; readonly from: number }
  | { readonly kind: "remove" };

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant("value" as const), value: fc.constantFrom(...VALUES) }),
  fc.record({ kind: fc.constant("rename" as const), name: fc.constantFrom(...TEXTS) }),
  fc.record({ kind: fc.constant("move" as const), from: fc.nat() }),
  fc.record({ kind: fc.constant("remove" as const) }),
);

/** Returns a document with one change at a path. */
function changed(document: unknown, paths: readonly (readonly string[])[], at: number, given: Change): unknown {
  const copy = structuredClone(document);
  const path = paths[at % paths.length] ?? [];
  let holder = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    const next = Object.getOwnPropertyDescriptor(holder, key)?.value;
    if (typeof next !== "object" || next === null) return copy; // an earlier change removed it
    holder = next;
  }
  const key = path.at(-1);
  if (key === undefined || !Object.hasOwn(holder, key)) return given.kind === "value" ? given.value : copy;
  const value = holder[key];
  const set = (name: string, to: unknown) =>
    Object.defineProperty(holder, name, { value: to, enumerable: true, configurable: true, writable: true });
  if (given.kind !== "value") delete holder[key];
  if (given.kind === "value") set(key, given.value);
  else if (given.kind === "rename") set(given.name, value);
  else if (given.kind === "move")
    set(key, at % 2 === 0 ? value : structuredClone(paths[given.from % paths.length]?.[0]));
  return copy;
}

test("mutated documents result in the documented error, or in a file of declarations that loads", () => {
  const runs = propertyRuns(40);
  const documents = [library, traps].map((document) => ({ document, paths: pathsIn(document) }));
  let generated = 0;
  let slowestMs = 0;
  fc.assert(
    fc.property(fc.nat(1), fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 4 }), (which, changes) => {
      const { document, paths } = documents[which] ?? { document: {}, paths: [] };
      const mutated = changes.reduce((result: unknown, [at, each]) => changed(result, paths, at, each), document);
      const start = performance.now();
      const text = generate(mutated);
      slowestMs = Math.max(slowestMs, performance.now() - start);
      if (text === undefined) return;
      generated += 1;
      const names = namesIn(text);
      expect(names.foreign).toEqual([]);
      expect(mismatchesIn(names)).toEqual([]);
      if (generated % 10 === 0) loadModule({ "a.ts": text }, "a.ts");
    }),
    runs,
  );
  expect(generated).toBeGreaterThan(runs.numRuns / 4);
  expect(slowestMs).toBeLessThan(5_000);
  expect("hacked" in globalThis).toBe(false);
});

test("hostile text anywhere in a document cannot add code to the file", () => {
  for (const hostile of TEXTS) {
    const replaced = (value: unknown, key = ""): unknown => {
      if (typeof value === "string")
        return /^(description|enum\w*|scopes|revision|name|version)$/.test(key) ? hostile : value;
      if (Array.isArray(value)) return value.map((each) => replaced(each, key));
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, name)]));
    };
    const text = generate(replaced(library)) ?? "";
    expect(namesIn(text).foreign).toEqual([]);
    expect(namesIn(text).methods).toHaveLength(4);
    loadModule({ "a.ts": text }, "a.ts");
  }
  expect("hacked" in globalThis).toBe(false);
});

test("all invalid values of a document are reported with their paths", () => {
  const document = {
    ...library,
    name: 5,
    schemas: JSON.parse('{ "A b": { "properties": { "__proto__": 1, "x": { "enum": [1] } } } }'),
  };
  expect(issuesOf(document)).toEqual([
    "name: must be a string, got 5",
    'schemas["A b"].properties.__proto__: must be an object, got 1',
    'schemas["A b"].properties.x.enum[0]: must be a string, got 1',
  ]);
  for (const other of [{ openapi: "3.1.0", paths: {} }, [], null, 5, { error: { code: 404 } }]) {
    expect(issuesOf(other)[0]).toMatch(/^kind: .*; download a discovery document/);
  }
  expect(issuesOf({ ...library, rootUrl: "javascript:alert(1)" })).toEqual([
    'rootUrl: must be the URL of a service, such as https://tasks.googleapis.com/, got "javascript:alert(1)"',
  ]);
});

test.each([{ type: "object", properties: { title: { type: "string" } } }, { type: "object" }])(
  "schemas may have the name of any word of TypeScript: %j",
  (schema) => {
    const words = Object.entries(ts.SyntaxKind).flatMap(([name, kind]) => {
      const text = name.endsWith("Keyword") ? ts.tokenToString(kind as ts.SyntaxKind) : undefined;
      return text === undefined ? [] : [text];
    });
    expect(words).toContain("keyof");
    const named = words.map((word): [string, object] => [word, { id: word, ...schema }]);
    const properties = Object.fromEntries(words.map((word, index) => [`property${index}`, { $ref: word }]));
    const schemas = { ...(library.schemas as object), ...Object.fromEntries(named) };
    const text = generate({ ...library, schemas: { ...schemas, Book: { id: "Book", type: "object", properties } } });
    expect(text).toContain("property0");
    const { diagnostics } = ts.transpileModule(text ?? "", { reportDiagnostics: true });
    expect(diagnostics?.map(({ messageText }) => messageText)).toEqual([]);
  },
);
