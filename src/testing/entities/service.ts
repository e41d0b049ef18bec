import { checkTree, serviceRules } from "../../checks/rules.js";
import { entityMethods } from "../../entities/methods.js";
import { searchRules, searchTree } from "../../entities/rules.js";
import { Entity, type EntitySearchQuery } from "../../entities/schemas/entity.js";
import { assertNoIssues, type Issue } from "../../errors/request-error.js";
import type { Naming } from "../../naming/naming.js";
import { wrongShape } from "../../schema/shape-issues.js";
import { kindOf } from "../../values/describe.js";
import { isObject } from "../../values/objects.js";
import {
  type FakeService,
  type JsonObject,
  type RouteResult,
  requireToken,
  type ServiceCall,
} from "../fake-service.js";
import { routeOf } from "../method-route.js";
import { seedIssues } from "../seed-issues.js";
import { brokenRules, detailedErrorBody, readFlag, ServiceError } from "../service-error.js";
import type { EntitySeed } from "./corpus.js";
import { EntityStore } from "./store.js";

/** Adds entities to the sandbox without a request. */
export interface EntitySeeds {
  /**
   * Adds an entity, or replaces the entity with the same id. Unknown properties are kept and returned in responses. For
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

const API_KEY = "sandbox-api-key";
const DEFAULT_LIMIT = 20;
const DEFAULT_LANGUAGE = "en";

/** Creates Knowledge Graph Search in memory, with the corpus. */
export function createEntitiesService({ naming }: { naming: Naming }): FakeService<EntitySeeds> {
  const store = new EntityStore();
  const context = contextOf(naming);

  const search = ({ query }: ServiceCall): RouteResult => {
    const search = readQuery(query, naming);
    const found = store.find(search).slice(0, search.limit);
    const itemListElement = found.map(({ body, score }) => ({
      "@type": "EntitySearchResult",
      result: { ...inLanguages(body, search.languages), resultScore: score },
      resultScore: score,
    }));
    const body = { "@context": context, "@type": "ItemList", itemListElement };
    return search.indent ? { text: JSON.stringify(body, null, 2) } : { body };
  };

  return {
    name: "entities",
    routes: [routeOf(entityMethods.search, naming, search)],
    seeds: {
      apiKey: API_KEY,
      add(seed) {
        assertNoIssues("sandbox.entities.add", entityIssues(seed));
        store.add(seed);
      },
    },
    errorBody: detailedErrorBody,
    authenticate,
    store,
  };
}

/** Lists the issues of an entity that is added. */
function entityIssues(seed: unknown): Issue[] {
  const issues = seedIssues(seed, Entity, ["aliases"]);
  if (!isObject(seed)) return issues;
  const { "@id": id, aliases } = seed;
  if (id == null || (typeof id === "string" && !/^(kg:)?(?!kg:)\S+$/.test(id))) {
    issues.push({ path: "@id", message: 'must be an id such as "/m/0x"', rule: "entity-id-form" });
  }
  if (aliases != null && !(Array.isArray(aliases) && aliases.every((alias) => typeof alias === "string"))) {
    issues.push(wrongShape("aliases", `must be a list of strings, got ${kindOf(aliases)}`));
  }
  return issues;
}

/** The `@context` of responses; the extension vocabulary depends on the naming profile. */
function contextOf({ searchVocabulary }: Naming): JsonObject {
  const { prefix, address } = searchVocabulary;
  return {
    "@vocab": "http://schema.org/",
    [prefix]: address,
    EntitySearchResult: `${prefix}:EntitySearchResult`,
    detailedDescription: `${prefix}:detailedDescription`,
    resultScore: `${prefix}:resultScore`,
    kg: "http://g.co/kg",
  };
}

/**
 * Requires an API key, in the query or a header, or the access token. @throws {ServiceError} If it is missing or
 * invalid.
 */
function authenticate(headers: Headers, query: URLSearchParams): void {
  const key = query.get("key") ?? headers.get("x-goog-api-key");
  if (key === API_KEY) return;
  if (key !== null) {
    const message = "API key not valid. Please pass a valid API key.";
    throw new ServiceError({ status: 400, reason: "API_KEY_INVALID", message });
  }
  if (headers.has("authorization") || query.has("access_token") || query.has("oauth_token")) {
    requireToken(headers, query);
    return;
  }
  const message = "The request has no credentials: send an API key or an access token";
  throw new ServiceError({ status: 403, reason: "CREDENTIALS_MISSING", message });
}

/** @throws {ServiceError} If a parameter is invalid. */
function readQuery(params: URLSearchParams, naming: Naming) {
  const query = {
    query: params.get("query") ?? undefined,
    ids: params.getAll("ids"),
    languages: params.getAll("languages"),
    types: params.getAll("types"),
    limit: Number(params.get("limit") || DEFAULT_LIMIT),
    prefix: readFlag(params, "prefix"),
    indent: readFlag(params, "indent"),
  } satisfies EntitySearchQuery;
  const { errors } = checkTree(searchTree, query, undefined, serviceRules(searchRules, naming.rules));
  if (errors.length > 0) throw brokenRules(errors);
  return query;
}

const LOCALIZED = ["name", "description", "detailedDescription"];

/** Returns an entity with its texts in the requested languages. */
function inLanguages(body: JsonObject, languages: readonly string[]): JsonObject {
  const members = Object.entries(body).map(([name, value]) => [
    name,
    LOCALIZED.includes(name) && Array.isArray(value) ? textIn(value, languages) : value,
  ]);
  return Object.fromEntries(members);
}

/**
 * Returns a list of strings with their languages if several are requested, otherwise one string. Falls back to the default
 * language; one string then to any language.
 */
function textIn(values: readonly unknown[], languages: readonly string[]): unknown {
  const requested = languages.flatMap((language) => values.filter((value) => isIn(value, language)));
  const texts = requested.length > 0 ? requested : values.filter((value) => isIn(value, DEFAULT_LANGUAGE));
  if (languages.length > 1) return texts.length > 0 ? [...new Set(texts)] : undefined;
  const [text = values[0]] = texts;
  if (!isObject(text)) return text;
  if ("@value" in text) return text["@value"];
  const { inLanguage: _, ...untagged } = text;
  return untagged;
}

/** `de` also matches `de-AT`. */
function isIn(value: unknown, language: string): boolean {
  const tag = isObject(value) ? (value["@language"] ?? value.inLanguage) : undefined;
  const primary = (text: string) => text.toLowerCase().split("-")[0];
  return typeof tag === "string" && primary(tag) === primary(language);
}
