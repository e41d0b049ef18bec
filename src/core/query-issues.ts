import type { Issue } from "../errors/issue.js";
import type { CallContext } from "./call-context.js";
import { CREDENTIALS, isScalar } from "./http/call-options.js";
import type { Query, SendOptions } from "./http/transport.js";
import { isObject } from "./is-object.js";
import type { Method, RawInput } from "./method.js";
import { kindOf, shown } from "./rules/describe.js";
import { issuesBeside, joinPath, prefixPath } from "./rules/issue-path.js";
import { declaredNames, type StandardSchema } from "./schema/standard-schema.js";

/** Creates an issue of the input of a call. */
export const methodIssue = (path: string, message: string, rule = "method-input"): Issue => ({ path, message, rule });

/** What the query parameters of a call are checked against. */
interface QueryContext {
  readonly context: CallContext;
  readonly options: SendOptions;
  /** Name of the page token field, which `fields` must include. */
  readonly token: string | undefined;
  /** Issues that the method's own checks reported. */
  readonly known: readonly Issue[];
}

/** Returns the issues of the encoded query parameters of a call, and of the option `query`. */
export function queryIssues(
  method: Method,
  input: RawInput,
  query: Query,
  { context, options, token, known }: QueryContext,
): Issue[] {
  return [
    ...unknownParameters(method, input, context, known),
    ...issuesBeside(valueIssues(query), known),
    ...extraQueryIssues(method, query, options),
    ...fieldsIssues({ ...query, ...options.query }, token),
  ];
}

/** Issues of query parameters that a built-in method does not have, unless its own checks reported them. */
function unknownParameters(
  method: Method,
  { query }: RawInput,
  { checksRequests }: CallContext,
  errors: readonly Issue[],
): Issue[] {
  if (method.shipped === undefined || !checksRequests) return [];
  const own = parametersOf(method);
  const known = own.length === 0 ? `${method.name} has none` : `known names are ${own.join(", ")}`;
  const unknown = givenNames(query)
    .filter((name) => !own.includes(name))
    .map((name) => methodIssue(joinPath("", name), `is unknown; ${known}`));
  // The method's own checks report paths without "query".
  return issuesBeside(unknown, errors).map((issue) => ({ ...issue, path: prefixPath("query", issue.path) }));
}

function givenNames(query: unknown): string[] {
  const entries: [string, unknown][] = Object.entries(Object(query));
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Names of the query parameters of a method, as far as they are known. */
function parametersOf({ query, paging, shipped }: Method): readonly string[] {
  const paged = paging === undefined ? [] : [paging.sizeParam || [], paging.tokenParam].flat();
  return [...((query && declaredNames(query)) ?? []), ...(shipped?.parameters ?? []), ...paged];
}

/** Issues of `options.query`: parameters of the method itself must be passed as input. */
function extraQueryIssues(method: Method, query: Query, options: SendOptions): Issue[] {
  const own = [...Object.keys(query), ...parametersOf(method)];
  const conflicting = Object.keys(options.query ?? {}).filter((name) => own.includes(name));
  const message = `is a parameter of ${method.name}; pass it as an argument of the call`;
  return conflicting.map((name) => methodIssue(joinPath("query", name), message, "call-option"));
}

/** Issue of `fields` without the page token: the list would end after the first page. */
function fieldsIssues({ fields }: Query, token: string | undefined): Issue[] {
  if (fields === undefined || token === undefined) return [];
  let names = "";
  let depth = 0;
  for (const character of String(fields)) {
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (depth === 0) names += character;
  }
  if (names.split(",").some((name) => ["*", token].includes(name.trim()))) return [];
  const message = `must include "${token}", or the list would end after its first page`;
  return [methodIssue("query.fields", message, "call-option")];
}

/** Issues of query parameters in wire form. */
function valueIssues(query: unknown): Issue[] {
  if (!isObject(query)) {
    return [methodIssue("query", `must be an object of query parameters, got ${kindOf(query)}`)];
  }
  return Object.entries(query).flatMap(([name, value]) => {
    const path = joinPath("query", name);
    if (CREDENTIALS.includes(name)) {
      return [methodIssue(path, 'must not contain a credential; use the client option "auth"')];
    }
    // Array.from also visits holes.
    const isValid =
      value === undefined || isScalar(value) || (Array.isArray(value) && Array.from(value).every(isScalar));
    return isValid
      ? []
      : [methodIssue(path, `must be a string, a finite number, a boolean or a list of them, got ${shown(value)}`)];
  });
}

/** Issues of query parameters that the schema dropped because it does not declare them. */
export function undeclaredParameters(
  schema: StandardSchema | undefined,
  given: unknown,
  { value, issues }: { readonly value: unknown; readonly issues: readonly Issue[] },
): Issue[] {
  if (schema === undefined || issues.length > 0) return [];
  const declared = [...(declaredNames(schema) ?? []), ...Object.keys(Object(value))];
  return givenNames(given)
    .filter((name) => !declared.includes(name))
    .map((name) => methodIssue(joinPath("query", name), "is not declared by the query schema"));
}
