import type { AreaContext } from "../client-options.js";
import type { Query } from "../core/http/query-string.js";
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
import { RequestError } from "../errors/request-error.js";
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

/** Where the request goes, as warnings name it. */
export interface SearchCall {
  /** The method of the client, as messages name it. */
  readonly operation: string;
  /** Path of the request. */
  readonly path: string;
}

/**
 * Validates a search and returns its query parameters. A broken rule whose severity is `warn` goes to `onEvent`.
 *
 * @throws {RequestError} If the search is invalid, with all issues.
 */
export function writeQuery(input: EntitySearchQuery, call: SearchCall, context: AreaContext): Query {
  if (context.checksRequests) {
    const misfits = optionIssues(required(optionsOf(searchChecks())), input, SHAPE_RULE);
    const { errors, warnings } = runRules(searchRules, Object(input), undefined, context.rules);
    const issues = [...misfits, ...errors];
    if (issues.length > 0) throw new RequestError({ operation: call.operation, issues });
    for (const issue of warnings) context.emit?.({ type: "warning", method: "GET", path: call.path, issue });
  }
  const { query, ids, languages, types, prefix, limit, indent } = input ?? {};
  return present({
    query,
    ids: isString(ids) ? entityId(ids) : ids?.map((id) => entityId(id)),
    languages,
    types,
    prefix,
    limit,
    indent,
  });
}

/** A null counts as absent. */
function present(query: Readonly<Record<string, Query[string] | null>>): Query {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value ?? undefined]));
}
