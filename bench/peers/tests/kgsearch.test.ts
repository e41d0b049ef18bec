import { afterEach, beforeEach, expect, test } from "vitest";
import { type Reached, reach } from "./reach.js";

let reached: Reached;

beforeEach(async () => {
  reached = await reach();
});

afterEach(() => reached.close());

test("finds entities by text, type and language", async () => {
  const { data } = await reached.search.entities.search({
    query: "ada",
    types: ["Person"],
    languages: ["en", "de"],
    prefix: true,
    indent: true,
    limit: 5,
  });
  expect(data["@type"]).toBe("ItemList");
  expect(data["@context"]).toMatchObject({ "@vocab": "http://schema.org/", goog: "http://schema.googleapis.com/" });
  expect(data.itemListElement?.length).toBeGreaterThan(0);
  expect(data.itemListElement?.[0]).toMatchObject({ "@type": "EntitySearchResult", resultScore: expect.any(Number) });
});

test("finds entities by their ids", async () => {
  reached.sandbox.entities.add({ "@id": "/m/0zz1", name: "Acme", "@type": ["Organization"] });
  reached.sandbox.entities.add({ "@id": "/m/0zz2", name: "Bolt", "@type": ["Organization"] });
  const { data } = await reached.search.entities.search({ ids: ["/m/0zz1", "/m/0zz2"] });
  expect(data.itemListElement?.map(({ result }: { result: { "@id": string } }) => result["@id"])).toEqual([
    "kg:/m/0zz1",
    "kg:/m/0zz2",
  ]);
});

test("accepts the parameters that every method of these services has", async () => {
  const { data } = await reached.search.entities.search({
    query: "ada",
    alt: "json",
    prettyPrint: false,
    quotaUser: "me",
    "$.xgafv": "1",
    uploadType: "media",
    upload_protocol: "raw",
  });
  expect(data.itemListElement?.length).toBeGreaterThan(0);
});

test("a search with a different key is rejected", async () => {
  await expect(reached.search.entities.search({ query: "ada", key: "wrong" })).rejects.toMatchObject({
    status: 400,
    message: "API key not valid. Please pass a valid API key.",
  });
});
