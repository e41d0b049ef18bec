import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { readAs } from "../../core/schema/read-as.js";
import { openObject, opt } from "../../core/schema/schema.js";
import { Entity } from "./entity.js";
import type { JsonLdContext } from "./json-ld-context.js";

/**
 * One match of a search. Output only.
 *
 * @typeParam E - Type of the entity: `EntityWith<Person>` adds the properties of a vocabulary's type.
 * @see Spec: entities, "(A) Search response"
 */
export interface EntitySearchResult<E extends Entity = Entity> extends Fields<typeof entitySearchResultShape> {
  /** The matching entity. */
  result?: E | undefined;
}

const entitySearchResultShape = {
  /** Type of the element: `EntitySearchResult`. */
  "@type": opt(z.string()),
  result: opt(Entity),
  /** Score of the match; higher is better. Comparable only within one response. */
  resultScore: opt(z.number()),
};

/** Schema of `EntitySearchResult`, with `parse` and `safeParse`. */
export const EntitySearchResult: SchemaOf<EntitySearchResult> = /* @__PURE__ */ openObject(entitySearchResultShape);

/**
 * Response of Knowledge Graph Search: a JSON-LD document. Output only; every property can be absent, and `{}` means no match.
 *
 * @typeParam E - Type of the entities: `EntityWith<Person>` adds the properties of a vocabulary's type.
 * @see Spec: entities, "(A) Search response"
 */
export interface EntitySearchResponse<E extends Entity = Entity> extends Fields<typeof entitySearchResponseShape> {
  /** The matches, best first; absent if there are none. */
  itemListElement?: EntitySearchResult<E>[] | undefined;
}

const entitySearchResponseShape = {
  /** JSON-LD context of the names in this document, for `expandTerm` and `compactTerm`. */
  "@context": opt(
    readAs("an object", { type: "custom", json: { type: "object" } }, (value) =>
      isContext(value) ? value : undefined,
    ),
  ),
  /** Type of the response: `ItemList`. */
  "@type": opt(z.string()),
  itemListElement: opt(z.array(EntitySearchResult)),
};

const isContext = (value: unknown): value is JsonLdContext =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Schema of `EntitySearchResponse`, with `parse` and `safeParse`. */
export const EntitySearchResponse: SchemaOf<EntitySearchResponse> =
  /* @__PURE__ */ openObject(entitySearchResponseShape);
