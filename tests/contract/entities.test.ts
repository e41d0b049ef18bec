import { apiKey, compactTerm, type EntitySearchResponse, entityId, expandTerm, isEntityOf, localized } from "fourfold";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { ways } from "./ways.js";

const namesOf = ({ itemListElement = [] }: EntitySearchResponse) =>
  itemListElement.map(({ result }) => localized(result?.name, "en"));

describe.each(ways)("the entities through $way", ({ names: { vocabulary }, reach, isWhole }) => {
  test("one language results in strings, several in lists", async () => {
    const { client } = await reach();
    const read = async (languages: string[]) => {
      const { itemListElement = [] } = await client.entities.search({ ids: ["/m/0f204"], languages });
      return itemListElement[0]?.result;
    };
    expect((await read([]))?.name).toBe("Vienna");
    expect((await read(["de"]))?.name).toBe("Wien");
    expect((await read(["ja"]))?.name).toBe("Vienna");
    const several = await read(["fr", "de-AT"]);
    expect(several?.name).toEqual([
      { "@language": "fr", "@value": "Vienne" },
      { "@language": "de", "@value": "Wien" },
    ]);
    expect(localized(several?.name, "de")).toBe("Wien");
    expect(localized(several?.detailedDescription, "de")).toMatchObject({ inLanguage: "en" });
  });

  test("requires a key or a token with auth: true", async () => {
    const auth = { sandbox: { auth: true } };
    const withToken = await reach(auth);
    expect(namesOf(await withToken.client.entities.search({ query: "paris" }))).toEqual(["Paris"]);
    await withToken.close();
    const withKey = await reach({ ...auth, client: { auth: apiKey("sandbox-api-key") } });
    expect(withKey.sandbox.entities.apiKey).toBe("sandbox-api-key");
    expect(namesOf(await withKey.client.entities.search({ query: "paris" }))).toEqual(["Paris"]);
    await withKey.close();
    const badKey = await reach({ ...auth, client: { auth: apiKey("a-bad-key") } });
    const error = await rejection(badKey.client.entities.search({ query: "paris" }));
    expect(error).toMatchObject({ code: "bad_request", status: 400, reason: "API_KEY_INVALID" });
    expect((error as { details: unknown[] }).details).toEqual([
      expect.objectContaining({ "@type": expect.stringMatching(/ErrorInfo$/), reason: "API_KEY_INVALID" }),
    ]);
    expect(JSON.stringify(badKey.sandbox.requests)).not.toContain("a-bad-key");
    await badKey.close();
    const without = await reach({ ...auth, client: { auth: undefined } });
    expect(await rejection(without.client.entities.search({ query: "paris" }))).toMatchObject({
      code: "permission_denied",
      status: 403,
    });
  });

  if (!isWhole) return;

  test("finds whole words, and beginnings with prefix, in names and aliases", async () => {
    const { client, sandbox } = await reach();
    sandbox.entities.add({ "@id": "/m/0zz1", name: ["Zürich", "東京"].map((text) => ({ "@value": text })) });
    const search = async (query: string, prefix?: boolean) => namesOf(await client.entities.search({ query, prefix }));
    expect(await search("ber")).toEqual([]);
    expect(await search("ber", true)).toEqual(["Berlin", "Bern", "Berlin Philharmonic"]);
    expect(await search("BERLIN")).toEqual(["Berlin", "Berlin Philharmonic"]);
    expect(await search("köln")).toEqual(["Cologne"]);
    expect(await search("koln")).toEqual(["Cologne"]);
    for (const text of ["zurich", "東京"]) expect(await search(text)).toEqual(["Zürich"]);
    expect(await search("lovelace")).toEqual(["Ada Lovelace"]);
    expect(await search("countess of lov", true)).toEqual(["Ada Lovelace"]);
    expect(await search("erlin", true)).toEqual([]);
    expect(await search("!?")).toEqual([]);
    expect(await search("a&b=c#d%20+")).toEqual([]);
  });

  test("finds entities by id, with and without the prefix, and by type", async () => {
    const { client, sandbox } = await reach();
    const answer = await client.entities.search({ ids: ["kg:/m/0f201", "/m/0f101", "/m/unknown"] });
    expect(answer.itemListElement?.map(({ result }) => entityId(result?.["@id"]))).toEqual(["/m/0f201", "/m/0f101"]);
    expect(sandbox.requests.at(-1)?.query).toEqual({ ids: ["/m/0f201", "/m/0f101", "/m/unknown"] });
    const mixed = await client.entities.search({ types: ["Event", "MusicGroup"], limit: 500 });
    expect(mixed.itemListElement).toHaveLength(2);
    for (const { result } of mixed.itemListElement ?? []) {
      expect(isEntityOf(result, "Event") || isEntityOf(result, "MusicGroup")).toBe(true);
    }
  });

  test("returns 20 entities by default, the best first, and as many as the limit allows", async () => {
    const { client, sandbox } = await reach();
    for (let n = 0; n < 15; n += 1) sandbox.entities.add({ "@id": `/m/0zz${n}`, name: `Entity ${n}` });
    const sizes = await Promise.all(
      [undefined, 1, 22, 500].map(async (limit) => (await client.entities.search({ limit })).itemListElement?.length),
    );
    expect(sizes).toEqual([20, 1, 22, 25]);
    const { itemListElement = [] } = await client.entities.search({ query: "b", prefix: true, limit: 500 });
    const scores = itemListElement.map(({ resultScore = 0 }) => resultScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(itemListElement[0]?.result?.resultScore).toBe(scores[0]);
  });

  test("the names of a response expand and compact with its own context", async () => {
    const { client } = await reach();
    const response = await client.entities.search({ query: "paris", limit: 1 });
    const context = response["@context"];
    expect(expandTerm("City", context)).toBe("http://schema.org/City");
    expect(expandTerm("resultScore", context)).toBe(`${vocabulary}resultScore`);
    expect(compactTerm(`${vocabulary}resultScore`, context)).toBe("resultScore");
    expect(expandTerm(response.itemListElement?.[0]?.result?.["@id"] ?? "", context)).toBe("http://g.co/kg/m/0f203");
  });

  test("indents the raw body with indent", async () => {
    const { client, sandbox } = await reach();
    const flat = await sandbox.fetch("/v1/entities:search?query=paris");
    const indented = await sandbox.fetch("/v1/entities:search?query=paris&indent=true");
    expect(await flat.text()).not.toContain("\n");
    expect(await indented.text()).toContain('\n  "@context": {');
    expect(await client.entities.search({ query: "paris", indent: true })).toEqual(
      await client.entities.search({ query: "paris" }),
    );
  });

  test("finds added entities, and only the corpus after a reset", async () => {
    const { client, sandbox } = await reach();
    sandbox.entities.add({
      "@id": "kg:/m/0zz1",
      name: "Ärger & Söhne",
      "@type": "Organization",
      aliases: ["A&S"],
      future: { kept: [null, 0] },
    } as Parameters<typeof sandbox.entities.add>[0]);
    const { itemListElement = [] } = await client.entities.search({ query: "arger", prefix: true });
    expect(itemListElement[0]?.result).toMatchObject({
      "@id": "kg:/m/0zz1",
      "@type": ["Organization"],
      future: { kept: [null, 0] },
    });
    expect(itemListElement[0]?.result).not.toHaveProperty("aliases");
    const snapshot = sandbox.snapshot();
    sandbox.reset();
    expect(await client.entities.search({ query: "arger", prefix: true })).toMatchObject({ itemListElement: [] });
    expect(namesOf(await client.entities.search({ query: "paris" }))).toEqual(["Paris"]);
    sandbox.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(namesOf(await client.entities.search({ query: "a s" }))).toEqual(["Ärger & Söhne"]);
  });

  test("rejects invalid parameters of a client without validation", async () => {
    const { client } = await reach({ client: { validation: { requests: "off" } } });
    for (const query of [{ limit: 501 }, { limit: 0 }, { limit: 1.5 }, { languages: ["english"] }]) {
      expect(await rejection(client.entities.search(query))).toMatchObject({ code: "bad_request", status: 400 });
    }
    expect(namesOf(await client.entities.search({ types: ["person"] }))).toEqual([]);
  });

  test("retries after a fault, and reports the error if it persists", async () => {
    const { client, sandbox } = await reach({ client: { retry: { minDelayMs: 0, maxDelayMs: 0 } } });
    sandbox.faults.next({ status: 503 });
    expect(namesOf(await client.entities.search({ query: "paris" }))).toEqual(["Paris"]);
    sandbox.faults.next({ status: 403, reason: "rateLimitExceeded", times: 9 });
    expect(await rejection(client.entities.search({ query: "paris" }, { retry: false }))).toMatchObject({
      code: "rate_limited",
      reason: "rateLimitExceeded",
      message: expect.stringContaining("GET /v1/entities:search: "),
    });
  });

  test("suggests while a user types", async () => {
    const { client } = await reach();
    const suggest = client.entities.suggest({ limit: 2, types: ["City"] });
    const outcomes = await Promise.allSettled(["b", "be", "ber"].map((text) => suggest(text)));
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(namesOf(await suggest("ber"))).toEqual(["Berlin", "Bern"]);
    expect(await suggest("")).toEqual({});
  });
});
