import { type Place, type Rule, rule, ruleTable, ruleTree, unlike } from "../checks/rules.js";
import { shown } from "../values/describe.js";
import { isNotKnown, nearMiss } from "../values/nearest.js";
import { type EntitySearchQuery, SCHEMA_ORG_TYPES } from "./schemas/entity.js";

const MAX_LIMIT = 500;
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;
const TYPE_NAME = /^[A-Z0-9][A-Za-z0-9]*$/;
const ID = /^(kg:)?\/[^\s,/]+\/[^\s,]+$/;
const HALF_A_PAIR = /\p{Surrogate}/u;

/** Paths of a parameter that is a string or a list of strings. */
const eachOf = (name: string) => [name, `${name}[]`];

/** Every rule about entity searches that a request can break. */
export const searchRules = [
  rule(
    "entity-limit-range",
    "https://developers.google.com/knowledge-graph/reference/rest/v1",
    "limit",
    `must be an integer from 1 to ${MAX_LIMIT}`,
    ({ value }: Place) =>
      typeof value === "number" && !(Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT) && value,
  ),
  rule(
    "entity-language-code",
    "https://developers.google.com/knowledge-graph/reference/rest/v1; kgsearch.v1#entities.search",
    eachOf("languages"),
    'must be a code such as "de", "zh-Hant" or "pt-BR"',
    unlike(LANGUAGE),
  ),
  rule(
    "entity-type-name",
    "https://developers.google.com/knowledge-graph/reference/rest/v1; kgsearch.v1#entities.search",
    eachOf("types"),
    'should be the name of a schema.org type such as "Person"',
    ({ value }: Place) => {
      if (typeof value !== "string") return undefined;
      const meant = nearMiss(value, SCHEMA_ORG_TYPES);
      if (meant !== undefined) return { message: `${shown(value)} ${isNotKnown(meant)}` };
      return !TYPE_NAME.test(value) && value;
    },
    "advice",
  ),
  rule(
    "entity-id-form",
    "https://developers.google.com/knowledge-graph/reference/rest/v1; googleapis/google-api-nodejs-client#764",
    eachOf("ids"),
    'should be an id such as "/m/0x"',
    unlike(ID),
    "warn",
  ),
  rule(
    "entity-query-or-ids",
    "https://developers.google.com/knowledge-graph/reference/rest/v1; kgsearch.v1#entities.search",
    "",
    'should have a non-empty "query" if "ids" is omitted',
    ({ value: { query, ids } }: Place<EntitySearchQuery>) => {
      const isEmpty = !query && !ids; // an empty list is reported elsewhere
      return isEmpty && { path: "query", message: 'should be a non-empty string if "ids" is omitted' };
    },
    "advice",
  ),
  rule(
    "entity-text-unicode",
    "https://protobuf.dev/programming-guides/proto3/#scalar; https://developers.google.com/knowledge-graph/reference/rest/v1",
    ["query", ...eachOf("ids")],
    "must not contain an unpaired surrogate, which a URL cannot contain",
    ({ value }: Place) => typeof value === "string" && HALF_A_PAIR.test(value),
  ),
  rule(
    "entity-empty-list",
    "kgsearch.v1#entities.search; https://developers.google.com/knowledge-graph/reference/rest/v1",
    ["ids", "languages", "types"],
    "must not be empty: it would be omitted and restrict nothing",
    ({ value }: Place) => Array.isArray(value) && value.length === 0,
    "advice",
  ),
];

/** The rules, arranged by path. */
export const searchTree = ruleTree(searchRules);

/** Id of a rule about entity searches: a key of the option `rules`. */
export type EntityRuleId = (typeof searchRules)[number]["id"];

/** All rules about entity searches, as data: id, severity, text and source. */
export const entityRules: readonly Rule<EntityRuleId>[] = ruleTable(searchRules);
