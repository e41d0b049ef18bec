import * as z from "zod";
import {
  type BuiltInTypes,
  type CallContext,
  type EncodedInput,
  type Method,
  methodOf,
  type RawInput,
} from "../call/method.js";
import { CALL_OPTION_RULE } from "../call/options.js";
import { checkTree } from "../checks/rules.js";
import type { Issue } from "../errors/request-error.js";
import { encodeBody } from "../schema/codec.js";
import { SHAPE_RULE } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { issuesBeside } from "../values/issue-path.js";
import {
  isNonNegative,
  isString,
  listOf,
  must,
  type OptionCheck,
  type OptionChecks,
  optionIssues,
  optionsOf,
  required,
  withRule,
} from "../values/options.js";
import { entityId } from "./entity.js";
import { searchTree } from "./rules.js";
import { type EntityConstraints, type EntitySearchQuery, EntitySearchResponse } from "./schemas/entity.js";

const ofType = (type: string) => must((value) => typeof value === type, `a ${type}`, kindOf);
const strings: OptionCheck = (value, path) =>
  isString(value) ? [] : listOf(ofType("string"), "a list of strings")(value, path);

/** A null counts as absent. */
const nullable =
  (check: OptionCheck): OptionCheck =>
  (value, path) =>
    check(value ?? undefined, path);

const constraintChecks: OptionChecks<keyof EntityConstraints> = {
  languages: nullable(strings),
  types: nullable(strings),
  limit: nullable(ofType("number")),
};

const { limit, ...textChecks } = constraintChecks;
const searchChecks: OptionChecks<keyof EntitySearchQuery> = {
  query: nullable(ofType("string")),
  ids: nullable(strings),
  ...textChecks,
  prefix: nullable(ofType("boolean")),
  limit,
  indent: nullable(ofType("boolean")),
};

const debounceCheck = must(
  (value) => Number.isFinite(value) && isNonNegative(value),
  "a non-negative number of milliseconds",
);

/** Returns the issues of the options of `entities.suggest`. */
export function suggestIssues(
  options: unknown,
  { checksRequests, rules }: Pick<CallContext, "checksRequests" | "rules">,
): Issue[] {
  const check = optionsOf({ ...constraintChecks, debounceMs: withRule(CALL_OPTION_RULE, debounceCheck) });
  const issues = optionIssues(check, options, SHAPE_RULE);
  const query = { ...Object(options), query: "text" }; // a search has the text as its query
  return checksRequests ? [...issues, ...checkTree(searchTree, query, undefined, rules).errors] : issues;
}

/** Checks a search and encodes it as query parameters. */
function encodeSearch(
  _: Method,
  { query: input = {} }: RawInput,
  { checksRequests, rules }: CallContext,
): EncodedInput {
  const result = checksRequests ? checkTree(searchTree, Object(input), undefined, rules) : { errors: [], warnings: [] };
  const shape = checksRequests
    ? optionIssues(required(optionsOf(searchChecks, 'an object, such as { query: "Ada Lovelace" }')), input, SHAPE_RULE)
    : [];
  const known = [...shape, ...result.errors];
  const { warnings } = result;
  const unencodable = encodeBody(undefined, input).issues;
  const errors = [...known, ...issuesBeside(unencodable, known)];
  if (errors.length > 0) return { errors, warnings };
  const given = Object(input) as EntitySearchQuery; // checked above
  const entries = Object.keys(searchChecks).map((name) => [name, given[name as keyof EntitySearchQuery] ?? undefined]);
  const ids = Array.isArray(given.ids) ? given.ids.map(withoutPrefix) : withoutPrefix(given.ids ?? undefined);
  return { query: { ...Object.fromEntries(entries), ids }, warnings };
}

/** A value that is not a string is rejected together with the query. */
const withoutPrefix = <T>(id: T) => (isString(id) ? entityId(id) : id);

/**
 * The methods of Knowledge Graph Search, as data. `client.entities.call(entityMethods.search, …)` is equivalent to
 * `client.entities.search`.
 */
export const entityMethods = {
  /** Searches for entities by text, by id, or both. */
  search: methodOf<BuiltInTypes<Record<never, string>, EntitySearchResponse, undefined, EntitySearchQuery | undefined>>(
    {
      name: "entities.search",
      http: "GET /v1/entities:search",
      query: z.looseObject({}),
      response: EntitySearchResponse,
    },
    {
      resource: "EntitySearchResponse",
      encode: encodeSearch,
    },
  ),
} as const;
