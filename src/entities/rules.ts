import { type Rule, type RuleCheck, ruleTable } from "../schema/rules.js";
import { shown } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import type { EntitySearchQuery } from "./schemas/entity.js";

const MAX_LIMIT = 500;
const PARAMETERS = 'entities, "(A) Search entities", ';
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;
const TYPE_NAME = /^[A-Z0-9][A-Za-z0-9]*$/;
const HALF_A_PAIR = /\p{Surrogate}/u;

type ListName = "ids" | "languages" | "types";

/**
 * Returns the strings of a parameter that is a string or a list, each with its path. Values of a wrong type are skipped:
 * they are reported elsewhere.
 */
function stringsOf(query: EntitySearchQuery, name: ListName | "query"): [text: string, path: string][] {
  const value: unknown = query[name];
  if (typeof value === "string") return [[value, name]];
  const elements: unknown[] = Array.isArray(value) ? value : [];
  return elements.flatMap((text, index) => (typeof text === "string" ? [[text, joinPath(name, index)]] : []));
}

/** Every rule about entity searches that a request can break, with the function that checks it. */
export const searchRules = [
  {
    id: "entity-limit-range",
    text: `The limit of a search must be an integer from 1 to ${MAX_LIMIT}.`,
    spec: `${PARAMETERS}limit`,
    check({ limit }, report) {
      if (typeof limit === "number" && !(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
        report("limit", `must be an integer from 1 to ${MAX_LIMIT}, got ${limit}`);
      }
    },
  },
  {
    id: "entity-language-code",
    text: "A language must be an ISO 639 code of two or three letters, with an optional script or region.",
    spec: `${PARAMETERS}languages`,
    check(query, report) {
      for (const [tag, path] of stringsOf(query, "languages")) {
        if (!LANGUAGE.test(tag)) report(path, `must be a code such as "de", "zh-Hant" or "pt-BR", got ${shown(tag)}`);
      }
    },
  },
  {
    id: "entity-type-name",
    severity: "warn",
    text: "A type must be the name of a schema.org type, which starts with a capital letter, without a URL or prefix.",
    spec: `${PARAMETERS}types`,
    implied: true,
    check(query, report) {
      for (const [name, path] of stringsOf(query, "types")) {
        if (!TYPE_NAME.test(name)) {
          report(path, `should be the name of a schema.org type such as "Person", got ${shown(name)}`);
        }
      }
    },
  },
  {
    id: "entity-id-form",
    severity: "warn",
    text: "An entity id must be one id, not a URL, a Wikidata id or a comma-separated list; the prefix kg: is optional.",
    spec: `${PARAMETERS}ids`,
    implied: true,
    check(query, report) {
      for (const [id, path] of stringsOf(query, "ids")) {
        if (!/^(kg:)?(?!kg:|https?:|Q\d+$)[^\s,]+$/.test(id))
          report(path, `should be an id such as "/m/0x", got ${shown(id)}`);
      }
    },
  },
  {
    id: "entity-query-or-ids",
    severity: "warn",
    text: "A search should have a query or ids.",
    spec: `${PARAMETERS}query, ids`,
    implied: true,
    check({ query, ids }, report) {
      // Another rule reports an empty list of ids.
      if (!query && !ids) report("query", 'should be a non-empty string if "ids" is omitted');
    },
  },
  {
    id: "entity-text-unicode",
    text: "The text and the ids must not contain unpaired surrogates, which a URL cannot contain.",
    spec: `${PARAMETERS}query`,
    implied: true,
    check(query, report) {
      for (const [text, path] of [...stringsOf(query, "query"), ...stringsOf(query, "ids")]) {
        if (HALF_A_PAIR.test(text)) report(path, "contains an unpaired surrogate, which a URL cannot contain");
      }
    },
  },
  {
    id: "entity-empty-list",
    severity: "warn",
    text: "A list must not be empty: an empty list would be omitted and have no effect.",
    spec: `${PARAMETERS}ids, languages, types`,
    implied: true,
    check(query, report) {
      for (const name of ["ids", "languages", "types"] as const) {
        if (Array.isArray(query[name]) && query[name].length === 0)
          report(name, "is empty, so it is omitted and restricts nothing");
      }
    },
  },
] as const satisfies readonly RuleCheck<EntitySearchQuery, void>[];

/** Id of a rule about entity searches: a key of the option `rules`. */
export type EntityRuleId = (typeof searchRules)[number]["id"];

/** All rules about entity searches, as data: id, severity, text and section of the specification. */
export const entityRules: readonly Rule<EntityRuleId>[] = ruleTable(searchRules);
