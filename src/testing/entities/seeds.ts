import { isObject } from "../../core/is-object.js";
import { kindOf } from "../../core/rules/describe.js";
import { plainIssue } from "../../core/rules/issue-path.js";
import { encodeBody } from "../../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues } from "../../core/schema/shape-issues.js";
import { Entity } from "../../entities/schemas/entity.js";
import type { Issue } from "../../errors/issue.js";
import { assertNoIssues } from "../../errors/request-error.js";
import type { EntitySeed } from "./corpus.js";
import type { EntityStore } from "./store.js";

/** Adds entities to the sandbox without a request. */
export interface EntitySeeds {
  /**
   * Adds an entity, or replaces the one with the same id. Unknown properties are kept and returned in responses. For
   * several languages, set `name`, `description` and `detailedDescription` to lists.
   *
   * @param entity - The entity.
   * @throws {RequestError} If it is invalid, with all issues.
   * @example sandbox.entities.add({ "@id": "/m/0zz1", name: "Acme", "@type": ["Organization"], aliases: ["Acme Corp."]
   * });
   */
  add(entity: EntitySeed): void;
  /**
   * The API key that searches require if the sandbox requires credentials; `clientOptions` contains a token instead.
   */
  readonly apiKey: string;
}

/** Creates the seed functions of a store. */
export function createEntitySeeds(store: EntityStore, apiKey: string): EntitySeeds {
  return {
    apiKey,
    add(seed) {
      assertNoIssues("sandbox.entities.add", seedIssues(seed));
      store.add(seed);
    },
  };
}

/** Lists the issues of an entity that is added. */
export function seedIssues(seed: unknown): Issue[] {
  if (!isObject(seed)) return [{ path: "", message: `must be an object, got ${kindOf(seed)}`, rule: SHAPE_RULE }];
  const issues: Issue[] = [...encodeBody(undefined, seed).issues, ...shapeIssues(Entity, seed).map(plainIssue)];
  const id = seed["@id"];
  if (id == null || (typeof id === "string" && !/^(kg:)?(?!kg:)\S+$/.test(id))) {
    issues.push({ path: "@id", message: 'must be an id such as "/m/0x"', rule: "entity-id-form" });
  }
  const { aliases } = seed;
  if (aliases != null && !(Array.isArray(aliases) && aliases.every((alias) => typeof alias === "string"))) {
    issues.push({ path: "aliases", message: `must be a list of strings, got ${kindOf(aliases)}`, rule: SHAPE_RULE });
  }
  return issues;
}
