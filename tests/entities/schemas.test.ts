import {
  compactTerm,
  DetailedDescription,
  Entity,
  EntityImage,
  EntitySearchResponse,
  EntitySearchResult,
  entityId,
  expandTerm,
  isEntityOf,
  LanguageTagged,
  localized,
} from "fourfold/entities";
import { expect, test } from "vitest";
import { sampleAnswer } from "./sample.js";

const schemas = { DetailedDescription, Entity, EntityImage, EntitySearchResponse, EntitySearchResult, LanguageTagged };

test.each(Object.entries(schemas))("%s accepts {}, unknown properties, and null for absent ones", (_, schema) => {
  expect(schema.parse({})).toEqual({});
  const nulls = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, null]));
  expect(schema.parse({ ...nulls, future: { x: 1 } })).toEqual({ ...nulls, future: { x: 1 } });
  expect(schema.safeParse("x").success).toBe(false);
});

test("parses a whole response and converts @type to a list", () => {
  const parsed = EntitySearchResponse.parse(sampleAnswer);
  expect(parsed.itemListElement?.map(({ result }) => result?.["@type"])).toEqual([["Thing", "Person"], ["Place"]]);
  expect(parsed.itemListElement?.[0]).toEqual(sampleAnswer.itemListElement[0]);
});

test.each([
  [{ "@type": 5 }, "@type"],
  [{ "@type": ["a", 1] }, "@type"],
  [{ name: 5 }, "name"],
  [{ name: [{ "@value": 5 }] }, "name"],
  [{ detailedDescription: "text" }, "detailedDescription"],
  [{ image: { url: 5 } }, "image"],
])("Entity rejects %j at %s", (value, path) => {
  expect(Entity.safeParse(value).error?.issues[0]?.path[0]).toBe(path);
});

const names = [
  { "@language": "en", "@value": "Vienna" },
  { "@language": "de", "@value": "Wien" },
  { "@language": "pt-BR", "@value": "Viena" },
];

test.each([
  ["Vienna", "de", "Vienna"],
  [names, "de", "Wien"],
  [names, "DE", "Wien"],
  [names, "de-AT", "Wien"],
  [names, "de_AT", "Wien"],
  [names, "pt", "Viena"],
  [names, "pt-PT", "Viena"],
  [names, "ja", "Vienna"],
  [names, ["ja", "de"], "Wien"],
  [names, [], "Vienna"],
  [[...names, { "@value": "Wean" }], "ja", "Wean"],
  [[], "de", undefined],
  [undefined, "de", undefined],
  [null, "de", undefined],
  [[{ "@language": "de" }], "de", undefined],
])("localized(%j, %j) is %j", (value, language, expected) => {
  expect(localized(value, language)).toBe(expected);
});

test("localized picks a detailed description too", () => {
  const list = [
    { inLanguage: "en", articleBody: "A" },
    { inLanguage: "fr", articleBody: "B" },
  ];
  expect(localized(list, "fr")?.articleBody).toBe("B");
  expect(localized({ articleBody: "A" }, "fr")?.articleBody).toBe("A");
});

test("localized accepts values of another shape", () => {
  expect(localized([null, "plain"] as never, "de")).toBe("plain");
  expect(localized({ "@language": "de", "@value": "Wien" } as never, "en")).toBe("Wien");
});

test("entityId strips only the prefix", () => {
  expect(entityId("kg:/m/0x")).toBe("/m/0x");
  expect(entityId("/m/0x")).toBe("/m/0x");
  expect(entityId(undefined)).toBeUndefined();
  expect(() => entityId({ "@id": "kg:/m/0x" } as never)).toThrow('must be the "@id" of an entity, got an object');
});

test("isEntityOf compares exact names", () => {
  expect(isEntityOf({ "@type": ["Thing", "Person"] }, "Person")).toBe(true);
  expect(isEntityOf({ "@type": ["Thing", "Person"] }, "Place")).toBe(false);
  expect(isEntityOf({ "@type": "Person" } as unknown as Entity, "Person")).toBe(true);
  expect(isEntityOf({ "@type": "Personality" } as unknown as Entity, "Person")).toBe(false);
  for (const nothing of [{}, undefined, null]) expect(isEntityOf(nothing, "Person")).toBe(false);
});

test("arguments in the wrong order are rejected", () => {
  expect(() => isEntityOf("Person" as never, {} as never)).toThrow(
    'type: must be the name of a type, such as "Person"',
  );
  expect(() => localized("de", [{ "@language": "de", "@value": "Wien" }] as never)).toThrow("language: must be");
  expect(() => expandTerm({} as never, "Person" as never)).toThrow("term: must be a string");
  expect(() => compactTerm(undefined as never, {})).toThrow("uri: is required");
});
