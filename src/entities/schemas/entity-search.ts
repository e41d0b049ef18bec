import * as z from "zod/mini";
import { readAs } from "../../core/schema/read-as.js";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { Entity } from "./entity.js";
import type { JsonLdContext } from "./json-ld-context.js";

/**
 * One match of a search. Output only.
 *
 * `E` says what is known of the entity: `EntityWith<Person>` adds the members of a vocabulary's type.
 *
 * Spec: entities, "(A) Search response".
 */
export interface EntitySearchResult<E extends Entity = Entity> {
  /** Names the sort of element: `EntitySearchResult`. */
  "@type"?: string | undefined;
  /** The entity that matches. */
  result?: E | undefined;
  /** How well it matches: the higher, the better. Compare it within one answer only. */
  resultScore?: number | undefined;
}

export const EntitySearchResult: SchemaOf<EntitySearchResult> = /* @__PURE__ */ openObject({
  "@type": opt(z.string()),
  result: opt(Entity),
  resultScore: opt(z.number()),
} satisfies ShapeOf<EntitySearchResult>);

/**
 * The answer of a search: a JSON-LD document. Output only; every member may be missing, and `{}` means that nothing
 * matches.
 *
 * `E` says what is known of the entities: `EntityWith<Person>` adds the members of a vocabulary's type.
 *
 * Spec: entities, "(A) Search response".
 */
export interface EntitySearchResponse<E extends Entity = Entity> {
  /** What the names in this document stand for; give it to `expandTerm` and `compactTerm`. */
  "@context"?: JsonLdContext | undefined;
  /** Names the sort of answer: `ItemList`. */
  "@type"?: string | undefined;
  /** The matches, the best first; absent when there are none. */
  itemListElement?: EntitySearchResult<E>[] | undefined;
}

const isContext = (value: unknown): value is JsonLdContext =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const EntitySearchResponse: SchemaOf<EntitySearchResponse> = /* @__PURE__ */ openObject({
  "@context": opt(
    readAs("an object", { type: "custom", json: { type: "object" } }, (value) =>
      isContext(value) ? value : undefined,
    ),
  ),
  "@type": opt(z.string()),
  itemListElement: opt(z.array(EntitySearchResult)),
} satisfies ShapeOf<EntitySearchResponse>);
