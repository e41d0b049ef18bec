import {
  createEntities,
  DetailedDescription,
  Entity,
  EntitySearchResponse,
  type EntityWith,
  expandTerm,
  isEntityOf,
  localized,
} from "fourfold/entities";
import { expectTypeOf } from "vitest";
import type { Client, CreateClientOptions } from "../../src/index.js";

// Parsing gives the interface by name.
expectTypeOf(EntitySearchResponse.parse({})).toEqualTypeOf<EntitySearchResponse>();
expectTypeOf(Entity.parse({})).toEqualTypeOf<Entity>();
expectTypeOf(DetailedDescription.parse({})).toEqualTypeOf<DetailedDescription>();

declare const client: Client;
const response = await client.entities.search({ query: "x" });
expectTypeOf(response).toEqualTypeOf<EntitySearchResponse>();
const entity = response.itemListElement?.[0]?.result;
expectTypeOf(entity).toEqualTypeOf<Entity | undefined>();
expectTypeOf(entity?.["@type"]).toEqualTypeOf<string[] | undefined>();
expectTypeOf(localized(entity?.name, "de")).toEqualTypeOf<string | undefined>();
expectTypeOf(localized(entity?.detailedDescription, "de")).toEqualTypeOf<DetailedDescription | undefined>();

// @ts-expect-error a typo
client.entities.search({ langauges: ["de"] });
// @ts-expect-error no string
client.entities.search({ limit: "5" });
createEntities({});
const rules: CreateClientOptions["rules"] = { "entity-limit-range": "off", "label-key-start": "warn" };
void rules;
// @ts-expect-error no such rule
const noRules: CreateClientOptions["rules"] = { "entity-limit-rang": "off" };
void noRules;

// The guard narrows, and leaves the other branch usable.
if (isEntityOf(entity, "Person")) {
  expectTypeOf(entity["@type"]).toEqualTypeOf<string[]>();
  expectTypeOf(entity).toExtend<Entity>();
} else if (isEntityOf(entity, "Place")) {
  expectTypeOf(entity["@type"]).toEqualTypeOf<string[]>();
} else {
  expectTypeOf(entity).toEqualTypeOf<Entity | undefined>();
}
if (isEntityOf(entity, "Person")) {
  if (isEntityOf(entity, "Patient")) expectTypeOf(entity.name).toEqualTypeOf<Entity["name"]>();
  else expectTypeOf(entity).not.toBeNever();
}

// Types of another vocabulary can be used.
type PersonLike =
  | { "@type": "Person"; name: number; birthDate?: string }
  | { "@type": "Patient"; drug?: string }
  | string;
const people = await client.entities.search<EntityWith<PersonLike>>({ types: ["Person"] });
const person = people.itemListElement?.[0]?.result;
expectTypeOf(person?.name).toEqualTypeOf<Entity["name"]>();
if (isEntityOf<PersonLike>(entity, "Person")) {
  expectTypeOf(entity["@type"]).toEqualTypeOf<string[]>();
  if ("birthDate" in entity) expectTypeOf(entity.birthDate).toEqualTypeOf<string>();
}
// @ts-expect-error not a name of that type
isEntityOf<PersonLike>(entity, "Place");
// @ts-expect-error no entity
client.entities.search<{ other: 1; name: 5 }>({});
expandTerm("Person", response["@context"]);
// @ts-expect-error a response in place of its context
expandTerm("Person", response);
