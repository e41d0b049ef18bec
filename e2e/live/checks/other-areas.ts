import type { EntitySearchResponse } from "fourfold";
import { outcome, typesOf } from "../observe.js";
import { ENTITY } from "../prepare-sandbox.js";
import type { Check } from "../run-checks.js";

/**
 * The two sides contain different entities, so only the structure of the response and the id of its first entity are
 * compared.
 */
function formOf({ itemListElement = [], ...response }: EntitySearchResponse) {
  const [first] = itemListElement;
  const result = first?.result ?? {};
  return {
    ...response,
    count: itemListElement.length,
    "type of an element": first?.["@type"],
    id: result["@id"],
    "fields of an entity": typesOf(result),
  };
}

/** Checks of the entity search. */
export const entityChecks: readonly Check[] = [
  {
    name: "entities: search by text",
    run: async ({ client: { entities }, unchecked }) => ({
      search: await outcome(entities.search({ query: ENTITY.name, types: ["Person"], limit: 1 }), formOf),
      "no match": await outcome(entities.search({ query: "qzxjvk wqpfgh", limit: 1 }), formOf),
      "invalid limit": await outcome(unchecked.entities.search({ query: ENTITY.name, limit: -1 }), formOf),
    }),
  },
  {
    name: "entities: search by id",
    run: async ({ client: { entities } }) => ({
      search: await outcome(entities.search({ ids: [ENTITY["@id"]] }), formOf),
      "several languages": await outcome(
        entities.search({ ids: [ENTITY["@id"]], languages: ["en", "de"] }),
        ({ itemListElement }) => typesOf(itemListElement?.[0]?.result?.description),
      ),
    }),
  },
  {
    name: "entities: invalid API key",
    run: async ({ withInvalidKey: { entities } }) => ({
      search: await outcome(entities.search({ query: ENTITY.name, limit: 1 }), formOf),
    }),
  },
];

/**
 * Checks of the named environment, which is only read. The sandbox contains a copy of it. Values may be private, so only
 * the names and the types of fields are compared.
 */
export const environmentChecks: readonly Check[] = [
  {
    name: "environments: get",
    run: async ({ client: { environments }, names: { environment = "" } }) => ({
      get: await outcome(environments.get(environment), typesOf),
      "get, missing environment": await outcome(environments.get(`${environment}-missing`), typesOf),
    }),
  },
];
