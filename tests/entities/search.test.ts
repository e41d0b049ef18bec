import {
  type ClientEvent,
  createEntities,
  type EntitiesOptions,
  type EntitySearchQuery,
  RequestError,
} from "fourfold/entities";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { realContext } from "./sample.js";

function scripted(body: unknown = {}, options: Partial<EntitiesOptions> = {}) {
  const fetch = scriptedFetch(json(body));
  const entities = createEntities({ baseUrl: "https://search.example", fetch, ...options } as EntitiesOptions);
  const sent = () => new URL(fetch.requests.at(-1)?.url ?? "");
  return { entities, fetch, sent };
}

test("sends a search without parameters unchanged, without defaults", async () => {
  const { entities, sent } = scripted();
  await entities.search({});
  expect(sent().search).toBe("");
  await entities.search({ query: undefined, limit: undefined, ids: undefined });
  expect(sent().search).toBe("");
});

const bad: [rule: string, path: string, query: unknown][] = [
  ["entity-limit-range", "limit", { limit: 0 }],
  ["entity-limit-range", "limit", { limit: 501 }],
  ["entity-limit-range", "limit", { limit: 1.5 }],
  ["entity-language-code", "languages[1]", { languages: ["de", "german"] }],
  ["entity-language-code", "languages[0]", { languages: ["de_AT"] }],
  ["entity-text-unicode", "query", { query: "half \ud83d of it" }],
  ["entity-text-unicode", "ids[0]", { ids: ["/m/\udc00"] }],
  ["member-type", "", null],
  ["member-type", "query", { query: 5 }],
  ["member-type", "ids[1]", { ids: ["/m/0x", null] }],
  ["member-type", "langauges", { langauges: ["de"] }],
  ["member-type", "constructor", { constructor: 1 }],
];

test.each(bad)("the rule %s rejects the value at %s: %j", async (rule, path, query) => {
  const { entities, fetch } = scripted();
  const error = await rejection(entities.search(query as EntitySearchQuery));
  expect(error).toBeInstanceOf(RequestError);
  expect((error as RequestError).issues).toEqual([{ path, rule, message: expect.any(String) }]);
  expect(fetch.requests).toHaveLength(0);
});

test.each<[rule: string, path: string, query: EntitySearchQuery]>([
  ["entity-type-name", "types[0]", { query: "ada", types: ["person"] }],
  ["entity-type-name", "types[0]", { query: "ada", types: ["http://schema.org/Person"] }],
  ["entity-type-name", "types[0]", { query: "ada", types: ["schema:Person"] }],
  ["entity-type-name", "types[0]", { query: "ada", types: ["Person,Place"] }],
  ["entity-query-or-ids", "query", {}],
  ["entity-query-or-ids", "query", { query: "", types: ["Person"] }],
  ["entity-empty-list", "ids", { ids: [] }],
  ["entity-id-form", "ids[0]", { ids: [""] }],
  ["entity-id-form", "ids[0]", { ids: ["kg:"] }],
  ["entity-id-form", "ids[0]", { ids: ["Q7259"] }],
  ["entity-id-form", "ids[0]", { ids: ["/m/0 x"] }],
  ["entity-id-form", "ids[0]", { ids: ["https://g.co/kg/m/0x"] }],
  ["entity-id-form", "ids", { ids: "/m/0a,/m/0b" }],
  ["entity-id-form", "ids[0]", { ids: ["kg:kg:/m/0x"] }],
  ...[
    "kg:g/11b5l_c1f6",
    "g/11b5l_c1f6",
    "11b5l_c1f6",
    "m.0f201",
    "/m/",
    "/m",
    "kg:/g/",
    "m.0f201",
    "/m/",
    "/m",
    "kg:/g/",
    "<http://rdf.freebase.com/ns/m.0f201>",
  ].map((id): [string, string, EntitySearchQuery] => ["entity-id-form", "ids[0]", { ids: [id] }]),
])("the rule %s causes a warning about the value at %s: %j", async (rule, path, query) => {
  const events: ClientEvent[] = [];
  const { entities, fetch } = scripted({}, { onEvent: (event) => events.push(event) });
  await entities.search(query);
  expect(events.flatMap((event) => (event.type === "warning" ? event.issue : []))).toEqual([
    { path, rule, message: expect.any(String) },
  ]);
  expect(fetch.requests).toHaveLength(1);
});

test.each([
  { languages: ["en", "deu", "zh-Hant", "pt-BR", "sr-Latn-RS", "es-419", "DE"] },
  { types: ["Person", "LakeBodyOfWater", "3DModel"] },
  { ids: ["/m/0dl567", "kg:/g/11b0x", "/m/0_x"] },
  { limit: 1 },
  { query: "" },
  { query: "東京 😀 نص" },
] as EntitySearchQuery[])("takes %j", async (query) => {
  const { entities, fetch } = scripted();
  await entities.search(query);
  expect(fetch.requests).toHaveLength(1);
});

test.each<[type: string, meant: string | undefined]>([
  ["city", "City"],
  ["Citty", "City"],
  ["organisation", "Organization"],
  ["TvSeries", "TVSeries"],
  ...["City", "Series", "Episode", "Store", "Play", "TVSeason", "MusicVenue", "WebPage", "Motel", "Zoo"].map(
    (type): [string, undefined] => [type, undefined],
  ),
])("the type %s is a typo of %s", async (type, meant) => {
  const events: ClientEvent[] = [];
  const { entities } = scripted({}, { onEvent: (event) => events.push(event) });
  await entities.search({ query: "x", types: [type] });
  const found = events.flatMap((event) => (event.type === "warning" ? event.issue.message : []));
  expect(found).toEqual(meant ? [`"${type}" is not known; did you mean "${meant}"?`] : []);
});

test("reports all issues together", async () => {
  const { entities } = scripted();
  const query = { limit: 0, languages: ["x", "de", 5], query: "\ud83d", prefix: 1 } as unknown as EntitySearchQuery;
  const { issues, message } = (await rejection(entities.search(query))) as RequestError;
  expect(issues.map(({ path }) => path).sort()).toEqual(["languages[0]", "languages[2]", "limit", "prefix", "query"]);
  expect(message).toContain("entities.search: 5 problems");
});

test("rules can be turned off or be warnings, and validation can be disabled", async () => {
  const events: ClientEvent[] = [];
  const rules = { "entity-limit-range": "off", "entity-type-name": "warn" } as const;
  const { entities, sent } = scripted({}, { rules, onEvent: (event) => events.push(event) });
  await entities.search({ limit: 1_000, types: ["person"], ids: [] });
  expect(sent().search).toBe("?types=person&limit=1000");
  expect(events.filter(({ type }) => type === "warning")).toMatchObject([
    { path: "/v1/entities:search", issue: { rule: "entity-type-name" } },
    { path: "/v1/entities:search", issue: { rule: "entity-empty-list", path: "ids" } },
  ]);
  const unchecked = scripted({}, { validation: { requests: "off" } });
  await unchecked.entities.search({ limit: 0, prefix: null, ids: ["kg:/m/0x"] } as unknown as EntitySearchQuery);
  expect(unchecked.sent().search).toBe("?ids=%2Fm%2F0x&limit=0");
  await unchecked.entities.search(undefined as unknown as EntitySearchQuery);
  expect(unchecked.sent().search).toBe("");
});

test("returns every field of a response, with @type as a list", async () => {
  const body = {
    "@context": realContext,
    "@type": "ItemList",
    future: { deep: [null, 0, ""] },
    itemListElement: [
      { result: { "@type": "Person", name: "Ada", extra: { "@type": "Kept" } }, resultScore: 1.5 },
      { result: { "@type": ["Thing", "Place"] } },
      { result: { name: null } },
      {},
    ],
  };
  const { entities } = scripted(body, { validation: { responses: "strict" } });
  const answer = await entities.search({ query: "x" });
  const expected = structuredClone(body);
  Object.assign(expected.itemListElement[0]?.result ?? {}, { "@type": ["Person"] });
  expect(answer).toEqual(expected);
});

test("a result that does not match is returned as it is, and the others are converted", async () => {
  const broken = { result: { "@type": "Place", name: 5 }, resultScore: "high" };
  const body = { itemListElement: [broken, { result: { "@type": "Person", name: "Ada" } }] };
  const events: ClientEvent[] = [];
  const { entities } = scripted(body, { onEvent: (event) => events.push(event) });
  expect(await entities.search({ query: "x" })).toEqual({
    itemListElement: [broken, { result: { "@type": ["Person"], name: "Ada" } }],
  });
  expect(events.filter(({ type }) => type === "drift")).toMatchObject([
    { issues: [{ path: "itemListElement[0].result.name" }, { path: "itemListElement[0].resultScore" }] },
  ]);
});

test("accepts {} as an empty result", async () => {
  const { entities } = scripted({}, { validation: { responses: "strict" } });
  expect(await entities.search({ query: "nothing" })).toEqual({});
});

test.each([
  [{ itemListElement: {} }, "itemListElement"],
  [{ itemListElement: [null, 5] }, "itemListElement[1]"],
  [{ itemListElement: [{ result: "x" }] }, "itemListElement[0].result"],
  [{ itemListElement: [{ result: { "@type": 5 } }] }, "itemListElement[0].result.@type"],
  [{ itemListElement: [{ result: { "@type": ["Person", 5] } }] }, "itemListElement[0].result.@type"],
  [{ itemListElement: [{ result: { name: ["Ada"] } }] }, "itemListElement[0].result.name"],
  [{ itemListElement: [{ resultScore: "high" }] }, "itemListElement[0].resultScore"],
  [{ "@context": "http://schema.org" }, "@context"],
])("a response of a different shape (%j) is drift, or an error with strict validation", async (body, path) => {
  const events: ClientEvent[] = [];
  const tolerant = scripted(body, { onEvent: (event) => events.push(event) });
  expect(await tolerant.entities.search({ query: "x" })).toEqual(body);
  const [drift] = events.filter((event) => event.type === "drift");
  expect(drift).toMatchObject({ type: "drift", resource: "EntitySearchResponse" });
  expect(drift?.issues.map((issue) => issue.path)).toContain(path);
  const strict = scripted(body, { validation: { responses: "strict" } });
  expect(await rejection(strict.entities.search({ query: "x" }))).toMatchObject({ code: "invalid_response" });
});

test("the text of suggest counts as its query", async () => {
  const { entities, fetch } = scripted({}, { rules: { "entity-query-or-ids": "error" } });
  expect(await rejection(entities.search({}))).toMatchObject({ issues: [{ rule: "entity-query-or-ids" }] });
  await entities.suggest({ types: "Person", debounceMs: 0 })("ada");
  expect(fetch.requests).toHaveLength(1);
});

test("suggest checks its constraints immediately, without a request or a warning", () => {
  const events: ClientEvent[] = [];
  const { entities, fetch } = scripted({}, { onEvent: (event) => events.push(event) });
  expect(thrown(() => entities.suggest({ limit: 0, languages: ["x"] }))).toMatchObject({
    message: expect.stringContaining("entities.suggest: 2 problems"),
  });
  entities.suggest({ types: [] });
  expect(fetch.requests).toHaveLength(0);
  expect(events).toEqual([]);
});
