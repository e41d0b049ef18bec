// Search the Knowledge Graph: by text, by id, in several languages, and as the user types.
import { createClient, entityId, expandTerm, localized } from "fourfold";
import { createSandbox } from "fourfold/testing";

const sandbox = createSandbox();
const client = createClient(sandbox.clientOptions);

// Cities whose names start with "ber".
const cities = await client.entities.search({ query: "ber", prefix: true, types: ["City"], limit: 5 });
for (const { result } of cities.itemListElement ?? []) {
  console.log(`${localized(result?.name, "en")}: ${localized(result?.description, "en")}`);
}

// The same entity by its id; in several languages, texts are lists.
const id = entityId(cities.itemListElement?.[0]?.result?.["@id"]) ?? "";
const again = await client.entities.search({ ids: [id], languages: ["de", "it"] });
const [match] = again.itemListElement ?? [];
console.log(
  `${id} is ${localized(match?.result?.name, "it")} in Italian, ${localized(match?.result?.description, "de")}`,
);

// Expand the names in the response with its own context.
const context = again["@context"];
console.log(match?.result?.["@type"]?.map((type) => expandTerm(type, context)).join(" "));

// Search as you type: a newer call aborts the previous one.
const suggest = client.entities.suggest({ limit: 3 });
const typed = ["m", "ma", "mari"].map((text) => suggest(text));
const outcomes = await Promise.allSettled(typed);
console.log(outcomes.map((outcome) => (outcome.status === "fulfilled" ? "arrived" : outcome.reason.name)).join(", "));
