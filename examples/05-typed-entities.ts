// Narrow Knowledge Graph entities to a type, and use the types of schema-dts if it is installed.
import { createClient, type EntityWith, isEntityOf, localized } from "fourfold";
import { createSandbox } from "fourfold/testing";
import type { City, Person } from "schema-dts";

const sandbox = createSandbox();
// All other properties of an entity are kept.
const birth = { birthDate: "1815-12-10", birthPlace: "London" };
sandbox.entities.add({ "@id": "/m/0f101", name: "Ada Lovelace", "@type": ["Thing", "Person"], ...birth });
const client = createClient(sandbox.clientOptions);

// The results of a search can have many types: the guard narrows them, and type names are checked.
const { itemListElement = [] } = await client.entities.search({ ids: ["/m/0f101", "/m/0f201"] });
for (const { result } of itemListElement) {
  const name = localized(result?.name, "en");
  if (isEntityOf<Person>(result, "Person")) console.log(`${name} was born on ${result.birthDate}`);
  else if (isEntityOf<City>(result, "City")) console.log(`${name} is a city, on the web at ${result.url}`);
}

// The results of a search for one type can be typed together. This is not validated, so properties stay optional.
const people = await client.entities.search<EntityWith<Person>>({ query: "ada lovelace", types: ["Person"] });
const [ada] = people.itemListElement ?? [];
console.log(`Ada Lovelace was born in ${ada?.result?.birthPlace}`);
