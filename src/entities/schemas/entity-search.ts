import * as z from "zod/mini";
import { readAs } from "../../core/schema/read-as.js";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { Entity } from "./entity.js";
import type { JsonLdContext } from "./json-ld-context.js";

/**
 * One match of a search. Output only.
 *
 * @typeParam E - Type of the entity: `EntityWith<Person>` adds the properties of a vocabulary's type.
 * @see Spec: entities, "(A) Search response"
 */
export interface EntitySearchResult<E extends Entity = Entity> {
  /** Type of the element: `EntitySearchResult`. */
  "@type"?: string | undefined;
  /** The matching entity. */
  result?: E | undefined;
  /** Score of the match; higher is better. Comparable only within one response. */
  resultScore?: number | undefined;
}

/** Schema of `EntitySearchResult`, with `parse` and `safeParse`. */
export const EntitySearchResult: SchemaOf<EntitySearchResult> = /* @__PURE__ */ openObject({
  "@type": opt(z.string()),
  result: opt(Entity),
  resultScore: opt(z.number()),
} satisfies ShapeOf<EntitySearchResult>);

/**
 * Response of Knowledge Graph Search: a JSON-LD document. Output only; every property can be absent, and `{}` means no match.
 *
 * @typeParam E - Type of the entities: `EntityWith<Person>` adds the properties of a vocabulary's type.
 * @see Spec: entities, "(A) Search response"
 */
export interface EntitySearchResponse<E extends Entity = Entity> {
  /** JSON-LD context of the names in this document, for `expandTerm` and `compactTerm`. */
  "@context"?: JsonLdContext | undefined;
  /** Type of the response: `ItemList`. */
  "@type"?: string | undefined;
  /** The matches, best first; absent if there are none. */
  itemListElement?: EntitySearchResult<E>[] | undefined;
}

const isContext = (value: unknown): value is JsonLdContext =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Schema of `EntitySearchResponse`, with `parse` and `safeParse`. */
export const EntitySearchResponse: SchemaOf<EntitySearchResponse> = /* @__PURE__ */ openObject({
  "@context": opt(
    readAs("an object", { type: "custom", json: { type: "object" } }, (value) =>
      isContext(value) ? value : undefined,
    ),
  ),
  "@type": opt(z.string()),
  itemListElement: opt(z.array(EntitySearchResult)),
} satisfies ShapeOf<EntitySearchResponse>);
