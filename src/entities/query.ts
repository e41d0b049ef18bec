import type { CallContext } from "../core/call-context.js";
import type { Query } from "../core/http/query-string.js";
import type { EncodedInput } from "../core/method.js";
import { kindOf } from "../core/rules/describe.js";
import {
  isString,
  listOf,
  must,
  type OptionCheck,
  type OptionChecks,
  optionIssues,
  optionsOf,
  required,
} from "../core/rules/options.js";
import { runRules } from "../core/rules/rules.js";
import { entityId } from "./entity-id.js";
import { searchRules } from "./rules.js";
import type { EntitySearchQuery } from "./search-query.js";

/** Id of the rule that a value of the wrong type breaks. */
const SHAPE_RULE = "member-type";

const ofType = (type: string) => must((value) => typeof value === type, `a ${type}`, kindOf);
const strings: OptionCheck = (value, path) =>
  isString(value) ? [] : listOf(ofType("string"), "a list of strings")(value, path);

/** A null counts as absent. */
const nullable =
  (check: OptionCheck): OptionCheck =>
  (value, path) =>
    check(value ?? undefined, path);

const searchChecks = (): OptionChecks<keyof EntitySearchQuery> => ({
  query: nullable(ofType("string")),
  ids: nullable(strings),
  languages: nullable(strings),
  types: nullable(strings),
  prefix: nullable(ofType("boolean")),
  limit: nullable(ofType("number")),
  indent: nullable(ofType("boolean")),
});

/** Checks a search and encodes it as query parameters. */
export function encodeSearch(
  input: unknown,
  { checksRequests, rules }: Pick<CallContext, "checksRequests" | "rules">,
): EncodedInput {
  const { errors, warnings } = runRules(searchRules, Object(input), undefined, rules);
  const issues = checksRequests
    ? { errors: [...optionIssues(required(optionsOf(searchChecks())), input, SHAPE_RULE), ...errors], warnings }
    : {};
  if (issues.errors !== undefined && issues.errors.length > 0) return issues;
  const { query, ids, languages, types, prefix, limit, indent } = (input ?? {}) as EntitySearchQuery; // checked above
  const parameters = present({
    query,
    ids: isString(ids) ? entityId(ids) : ids?.map((id) => entityId(id)),
    languages,
    types,
    prefix,
    limit,
    indent,
  });
  return { query: parameters, ...issues };
}

/** A null counts as absent. */
function present(query: Readonly<Record<string, Query[string] | null>>): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value ?? undefined]));
}
