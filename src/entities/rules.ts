import { shown } from "../core/rules/describe.js";
import { joinPath } from "../core/rules/issue-path.js";
import { type Rule, type RuleCheck, type RuleSettings, ruleTable } from "../core/rules/rules.js";
import type { EntitySearchQuery } from "./search-query.js";

const MAX_LIMIT = 500;
const PARAMETERS = 'entities, "(A) Search entities", ';
const LANGUAGE = /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i;
const TYPE_NAME = /^[A-Z0-9][A-Za-z0-9]*$/;
const HALF_A_PAIR = /\p{Surrogate}/u;

type ListName = "ids" | "languages" | "types";

/**
 * The strings of a parameter that may be one or several, each with its place. Rules see a search as it was given: what is
 * of a wrong type has been reported, and is passed over.
 */
function stringsOf(query: EntitySearchQuery, name: ListName | "query"): [text: string, path: string][] {
  const value: unknown = query[name];
  if (typeof value === "string") return [[value, name]];
  const elements: unknown[] = Array.isArray(value) ? value : [];
  return elements.flatMap((text, index) => (typeof text === "string" ? [[text, joinPath(name, index)]] : []));
}

const rules = [
  {
    id: "entity-limit-range",
    severity: "error",
    text: `A search returns 1 to ${MAX_LIMIT} entities at most, a whole number.`,
    spec: `${PARAMETERS}limit`,
    check({ limit }, report) {
      if (typeof limit === "number" && !(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) {
        report("limit", `must be an integer from 1 to ${MAX_LIMIT}, got ${limit}`);
      }
    },
  },
  {
    id: "entity-language-code",
    severity: "error",
    text: "A language is an ISO 639 code of two or three letters, with a script or a region where wanted.",
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
    text: "A type is the name of a schema.org type alone: without an address or a prefix, and with its capital letter.",
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
    text: "An entity id is not empty and holds no white space; it may stand with or without its prefix kg:.",
    spec: `${PARAMETERS}ids`,
    implied: true,
    check(query, report) {
      for (const [id, path] of stringsOf(query, "ids")) {
        if (!/^(kg:)?(?!kg:)\S+$/.test(id)) report(path, `should be an id such as "/m/0x", got ${shown(id)}`);
      }
    },
  },
  {
    id: "entity-text-unicode",
    severity: "error",
    text: "The text and the ids are whole characters, for no URL carries half a surrogate pair.",
    spec: `${PARAMETERS}query`,
    implied: true,
    check(query, report) {
      for (const [text, path] of [...stringsOf(query, "query"), ...stringsOf(query, "ids")]) {
        if (HALF_A_PAIR.test(text)) report(path, "holds half a surrogate pair, which no URL can carry");
      }
    },
  },
  {
    id: "entity-empty-list",
    severity: "warn",
    text: "A list is not empty: it would be left out, and restrict nothing.",
    spec: `${PARAMETERS}ids, languages, types`,
    implied: true,
    check(query, report) {
      for (const name of ["ids", "languages", "types"] as const) {
        if (Array.isArray(query[name]) && query[name].length === 0)
          report(name, "is empty, so it is left out and restricts nothing");
      }
    },
  },
] as const satisfies readonly RuleCheck<EntitySearchQuery, void>[];

/** Id of a rule about entity searches: a key of the `rules` option. */
export type EntityRuleId = (typeof rules)[number]["id"];

/** Severities of rules about searches for entities, by rule id. */
export type EntityRuleSettings = RuleSettings<EntityRuleId>;

/** Every rule about entity searches that a request can break, with the function that checks it. */
export const searchRules: readonly RuleCheck<EntitySearchQuery, void>[] = rules;

/** Every rule about entity searches that a request can break, as data: id, severity, text and place in the spec. */
export const entityRules: readonly Rule<EntityRuleId>[] = /* @__PURE__ */ ruleTable<EntityRuleId>(rules);
