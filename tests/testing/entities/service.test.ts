import { EntitySearchResponse } from "fourfold/entities";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { corpus } from "../../../src/testing/entities/corpus.js";
import { call } from "../raw-call.js";

const PATH = "/v1/entities:search";

test("the corpus has entities of several types, in several languages, each with a unique id", () => {
  expect(new Set(corpus.map((entity) => entity["@id"])).size).toBe(corpus.length);
  const types = new Set(corpus.flatMap((entity) => entity["@type"] ?? []));
  for (const type of ["Person", "City", "Organization", "Event"]) {
    expect(types).toContain(type);
  }
  for (const { "@id": id, name, description, detailedDescription } of corpus) {
    expect(id).toMatch(/^\/m\/0[0-9a-z_]+$/);
    for (const texts of [name, description]) {
      const languages = Array.isArray(texts) ? texts.map((text) => text["@language"]) : [];
      expect(languages, id).toEqual(expect.arrayContaining(["en", "de", "fr"]));
    }
    expect(detailedDescription, id).not.toHaveLength(0);
  }
});

test("the whole corpus has the form of the spec, in responses to every kind of search", async () => {
  const sandbox = createSandbox();
  for (const languages of ["", "&languages=de", "&languages=de&languages=fr", "&languages=xx&languages=yy"]) {
    const { json } = await call(sandbox, "GET", `${PATH}?limit=500${languages}`);
    expect(EntitySearchResponse.safeParse(json).success).toBe(true);
    expect(EntitySearchResponse.parse(json).itemListElement).toHaveLength(corpus.length);
  }
});

test.each(["limit=501", "limit=0", "limit=-1", "limit=ten", "prefix=yes", "indent=1", "languages=english"])(
  "rejects ?%s and names the parameter",
  async (query) => {
    const { status, json } = await call(createSandbox(), "GET", `${PATH}?${query}`);
    expect(status).toBe(400);
    const { error } = json as unknown as {
      error: { status: string; details: { fieldViolations: { field: string }[] }[] };
    };
    expect(error.status).toBe("INVALID_ARGUMENT");
    expect(error.details[1]?.fieldViolations[0]?.field).toContain(query.split("=")[0]);
  },
);

test("accepts the key in a header too, and an access token in the query", async () => {
  const sandbox = createSandbox({ auth: true });
  const ask = (headers: Record<string, string>, query = "") => call(sandbox, "GET", `${PATH}${query}`, { headers });
  const token = await sandbox.clientOptions.auth?.getAccessToken();
  expect((await ask({}, `?access_token=${token}`)).status).toBe(200);
  expect((await ask({}, "?oauth_token=wrong")).status).toBe(401);
  expect((await ask({ "x-goog-api-key": sandbox.entities.apiKey })).status).toBe(200);
  expect((await ask({ "x-goog-api-key": "wrong" })).status).toBe(400);
  expect((await ask({ authorization: "Bearer wrong" })).status).toBe(401);
  expect((await ask({})).status).toBe(403);
});

test("adding an entity again replaces it, and copies its data", async () => {
  const sandbox = createSandbox();
  const seed = { "@id": "/m/0f201", name: "Another Berlin", description: "x" };
  sandbox.entities.add(seed);
  seed.description = "changed";
  const { json } = await call(sandbox, "GET", `${PATH}?ids=/m/0f201`);
  const [match] = (json as unknown as EntitySearchResponse).itemListElement ?? [];
  expect(match?.result).toMatchObject({ name: "Another Berlin", description: "x", "@type": ["Thing"] });
  const other = await call(createSandbox(), "GET", `${PATH}?ids=/m/0f201`);
  expect(JSON.stringify(other.json)).toContain("Capital of Germany");
});

test("an entity may have any number of names and aliases", async () => {
  const sandbox = createSandbox();
  const aliases = Array.from({ length: 200_000 }, (_, index) => `alias${index}`);
  sandbox.entities.add({ "@id": "/m/0many", name: "Many", aliases });
  const response = await sandbox.fetch("/v1/entities:search?query=alias199999");
  expect(await response.json()).toMatchObject({ itemListElement: [{ result: { "@id": "kg:/m/0many" } }] });
});
