import fc from "fast-check";
import { compactTerm, expandTerm, type JsonLdContext } from "fourfold/entities";
import { createSandbox } from "fourfold/testing";
import jsonld from "jsonld";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";
import { namesIn, realContext, sampleAnswer } from "./sample.js";

/** The expansion of a property name by the reference implementation. */
async function expandedByJsonld(name: string, context: JsonLdContext): Promise<string | undefined> {
  const document = { "@context": context, [name]: { "@id": "urn:value" } };
  const [node = {}] = await jsonld.expand(document as jsonld.JsonLdDocument);
  return Object.keys(node)[0];
}

async function compactedByJsonld(uri: string, context: JsonLdContext): Promise<string | undefined> {
  const document = [{ [uri]: [{ "@id": "urn:value" }] }];
  const compacted = await jsonld.compact(document, context as jsonld.ContextDefinition);
  return Object.keys(compacted).find((name) => name !== "@context");
}

async function sandboxContext(): Promise<JsonLdContext> {
  const response = await createSandbox().fetch("/v1/entities:search?query=ada&languages=en&languages=de");
  return ((await response.json()) as { "@context": JsonLdContext })["@context"];
}

test("expands the names in responses of the service", () => {
  expect(expandTerm("Person", realContext)).toBe("http://schema.org/Person");
  expect(expandTerm("resultScore", realContext)).toBe("http://schema.googleapis.com/resultScore");
  expect(expandTerm("goog:detailedDescription", realContext)).toBe("http://schema.googleapis.com/detailedDescription");
  expect(expandTerm("kg:/m/0x", realContext)).toBe("http://g.co/kg/m/0x");
});

test("compacting undoes expanding", () => {
  expect(compactTerm("http://schema.org/Person", realContext)).toBe("Person");
  expect(compactTerm("http://schema.googleapis.com/resultScore", realContext)).toBe("resultScore");
  expect(compactTerm("http://schema.googleapis.com/other", realContext)).toBe("goog:other");
  expect(compactTerm("http://g.co/kg/m/0x", realContext)).toBe("kg:/m/0x");
  expect(compactTerm("http://elsewhere.example/x", realContext)).toBe("http://elsewhere.example/x");
});

test("expands every name of the sample responses like jsonld", async () => {
  const names = [...namesIn(sampleAnswer)].filter((name) => !name.startsWith("@"));
  expect(names.length).toBeGreaterThan(15);
  for (const context of [realContext, await sandboxContext()]) {
    for (const name of [...names, ...Object.keys(context).filter((key) => !key.startsWith("@"))]) {
      const uri = expandTerm(name, context);
      expect(uri, name).toBe(await expandedByJsonld(name, context));
      expect(compactTerm(uri, context), uri).toBe(await compactedByJsonld(uri, context));
    }
  }
});

test("differs from jsonld only in entity ids", async () => {
  const [node = {}] = await jsonld.expand({
    "@context": realContext,
    "@id": "kg:/m/0x",
    name: "x",
  } as jsonld.JsonLdDocument);
  expect(node["@id"]).toBe("kg:/m/0x");
  expect(expandTerm("kg:/m/0x", realContext)).toBe("http://g.co/kg/m/0x");
});

const contexts: [what: string, context: JsonLdContext, names: string[]][] = [
  [
    "terms and prefixes",
    { p: "http://p.example/", a: "p:x", b: "http://b.example/y" },
    ["a", "b", "p", "p:z", "http://b"],
  ],
  ["names of methods", { "@vocab": "http://v.example/" }, ["constructor", "toString", "hasOwnProperty", "valueOf"]],
  [
    "vocab and prefix in one place",
    { "@vocab": "http://v.example/", v: "http://v.example/", w: "http://v.example/w/" },
    ["a", "v:a", "w:a", "v", "w"],
  ],
];

test.each(contexts)("agrees with jsonld on %s", async (_, context, names) => {
  for (const name of names) {
    const uri = expandTerm(name, context);
    expect(uri, name).toBe((await expandedByJsonld(name, context)) ?? name);
    expect(compactTerm(uri, context), uri).toBe((await compactedByJsonld(uri, context)) ?? uri);
  }
});

test("ignores definitions that are not strings", () => {
  const context = { "@vocab": "http://v.example/", gone: null, object: { "@id": "http://o.example/" } };
  for (const name of ["gone", "object"]) expect(expandTerm(name, context)).toBe(`http://v.example/${name}`);
});

test("expands nothing without a context", () => {
  for (const name of ["Person", "goog:x", "@type"]) {
    expect(expandTerm(name, undefined)).toBe(name);
    expect(compactTerm(name, undefined)).toBe(name);
  }
});

test("__proto__ in a context is an ordinary name", () => {
  const context = JSON.parse('{"@vocab":"http://v.example/","__proto__":"http://evil.example/"}');
  expect(expandTerm("__proto__", context)).toBe("http://evil.example/");
  expect(expandTerm("__proto__", { "@vocab": "http://v.example/" })).toBe("http://v.example/__proto__");
  expect(compactTerm("http://evil.example/", context)).toBe("__proto__");
  expect(({} as Record<string, unknown>).evil).toBeUndefined();
});

test("expanding undoes compacting, and compacting undoes expanding where the name is the shortest", () => {
  const local = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,12}$/);
  const uris = fc.oneof(
    local.map((name) => `http://schema.org/${name}`),
    local.map((name) => `http://schema.googleapis.com/${name}`),
    local.map((name) => `http://g.co/kg/m/${name}`),
    fc.webUrl(),
    fc.string().map((text) => `http://schema.org/${text}`),
    fc.string(),
  );
  fc.assert(
    fc.property(uris, (uri) => {
      const compact = compactTerm(uri, realContext);
      if (compact !== uri) expect(expandTerm(compact, realContext)).toBe(uri);
    }),
    propertyRuns(300),
  );
  fc.assert(
    fc.property(local, (name) => {
      fc.pre(!(name in realContext));
      expect(compactTerm(expandTerm(name, realContext), realContext)).toBe(name);
      expect(compactTerm(expandTerm(`kg:/m/${name}`, realContext), realContext)).toBe(`kg:/m/${name}`);
    }),
  );
});

test("never hangs or throws on any context", () => {
  const key = fc.constantFrom("a", "b", "c", "kg", "@vocab", "a:b", "__proto__", "constructor", "@id", "");
  const value = fc.oneof(
    fc.constantFrom("a", "b", "c", "a:", "b:c", "kg:/x", "http://x.example/", "@type", ":", "a:b:c", null),
    fc.anything(),
  );
  const context = fc.array(fc.tuple(key, value)).map((entries) => Object.fromEntries(entries));
  fc.assert(
    fc.property(context, fc.oneof(key, fc.string()), (anyContext, name) => {
      const uri = expandTerm(name, anyContext);
      expect(typeof uri).toBe("string");
      expect(typeof compactTerm(uri, anyContext)).toBe("string");
    }),
    propertyRuns(400),
  );
});
