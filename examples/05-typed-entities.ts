// Narrow entities to a type, and plug in the types of schema-dts where it is installed.
import { createClient, type EntityWith, isEntityOf, localized } from "fourfold";
import { createSandbox } from "fourfold/testing";
import type { City, Person } from "schema-dts";

const sandbox = createSandbox();
// Whatever else the service says about an entity is kept.
const birth = { birthDate: "1815-12-10", birthPlace: "London" };
sandbox.entities.add({ "@id": "/m/0f101", name: "Ada Lovelace", "@type": ["Thing", "Person"], ...birth });
const client = createClient(sandbox.clientOptions);

// The results of a search may be of many types: the guard narrows, and checks the name of the type.
const { itemListElement = [] } = await client.entities.search({ ids: ["/m/0f101", "/m/0f201"] });
for (const { result } of itemListElement) {
  const name = localized(result?.name, "en");
  if (isEntityOf<Person>(result, "Person")) console.log(`${name} was born on ${result.birthDate}`);
  else if (isEntityOf<City>(result, "City")) console.log(`${name} is a city, on the web at ${result.url}`);
}

// A search for one type can be typed as a whole. Nothing checks that, so members stay optional.
const people = await client.entities.search<EntityWith<Person>>({ query: "ada lovelace", types: ["Person"] });
const [ada] = people.itemListElement ?? [];
console.log(`Ada Lovelace was born in ${ada?.result?.birthPlace}`);
