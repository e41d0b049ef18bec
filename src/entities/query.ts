import type { CallContext } from "../core/call-context.js";
import type { Query } from "../core/http/query-string.js";
import type { EncodedInput } from "../core/method.js";
import { kindOf } from "../core/rules/describe.js";
import { joinPath } from "../core/rules/issue-path.js";
import { unknownAmong } from "../core/rules/options.js";
import { runRules } from "../core/rules/rules.js";
import type { Issue } from "../errors/issue.js";
import { entityId } from "./entity-id.js";
import { searchRules } from "./rules.js";
import type { EntitySearchQuery } from "./search-query.js";

/** Id of the rule that a value of the wrong type breaks. */
const SHAPE_RULE = "member-type";

const isString = (value: unknown): value is string => typeof value === "string";

/** What each member must be, in words and in code. */
const MEMBERS: { readonly [K in keyof Required<EntitySearchQuery>]: "string" | "strings" | "number" | "boolean" } = {
  query: "string",
  ids: "strings",
  languages: "strings",
  types: "strings",
  prefix: "boolean",
  limit: "number",
  indent: "boolean",
};

/** Checks a search and encodes it as query parameters. */
export function encodeSearch(
  input: unknown,
  { checksRequests, rules }: Pick<CallContext, "checksRequests" | "rules">,
): EncodedInput {
  const { errors, warnings } = runRules(searchRules, Object(input), undefined, rules);
  const issues = checksRequests ? { errors: [...shapeIssuesOf(input), ...errors], warnings } : {};
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

function shapeIssuesOf(input: unknown): Issue[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return [{ path: "", message: `must be an object, got ${kindOf(input)}`, rule: SHAPE_RULE }];
  }
  return Object.entries(input).flatMap(([name, value]): Issue[] => {
    const issue = (path: string, message: string): Issue => ({ path, message, rule: SHAPE_RULE });
    if (!Object.hasOwn(MEMBERS, name)) {
      return [issue(joinPath("", name), unknownAmong(MEMBERS))];
    }
    const expected = MEMBERS[name as keyof typeof MEMBERS]; // just found there
    if (value == null || typeof value === expected) return [];
    if (expected !== "strings") return [issue(name, `must be a ${expected}, got ${kindOf(value)}`)];
    if (isString(value)) return [];
    if (!Array.isArray(value)) return [issue(name, `must be a list of strings, got ${kindOf(value)}`)];
    return Array.from(value, (element, index) =>
      isString(element) ? [] : [issue(joinPath(name, index), `must be a string, got ${kindOf(element)}`)],
    ).flat();
  });
}
