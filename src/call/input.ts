import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { encodeBody } from "../schema/codec.js";
import { declaredNames, type StandardSchema, validate } from "../schema/standard-schema.js";
import { shown } from "../values/describe.js";
import { formatPath, issuesAt, issuesBeside, joinPath, prefixPath } from "../values/issue-path.js";
import { anyValue, type OptionChecks, optionIssues } from "../values/options.js";
import {
  type CallContext,
  type EncodedInput,
  METHOD_INPUT,
  type Method,
  type MethodInput,
  type MethodTypes,
  methodIssue,
  type RawInput,
} from "./method.js";
import {
  assertCallOptions,
  type CallOptions,
  type CallScope,
  headerProblem,
  parametersCheck,
  type Query,
  type WireRequest,
} from "./options.js";
import { buildPath, pathIssues, placeholdersOf } from "./template.js";

/** Details that the client method adds to a call. */
export interface CallDetails {
  /** Name of the client method in messages. Default: the name of the API method. */
  readonly operation?: string | undefined;
  /** Checks of the options that only this client method has. */
  readonly options?: OptionChecks | undefined;
  /** Prefix of the path parameters in the paths of issues, such as `tableReference`. Default: none. */
  readonly idPath?: string | undefined;
  /** The call that the request is part of. Default: a new one. */
  readonly scope?: CallScope | undefined;
  /** Extra argument for the method's `encode`. */
  readonly extra?: unknown;
  /** Name of the page token field, which `fields` must include: without it, the list would end early. */
  readonly token?: string | undefined;
}

/**
 * Checks the input of a call and encodes it.
 *
 * @throws {RequestError} With all issues.
 */
export function prepareRequest<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: RawInput & MethodInput<T>,
  options: CallOptions,
  details: CallDetails = {},
): WireRequest {
  const { operation = method.name, idPath } = details;
  assertCallOptions(operation, options, details.options);
  const placeholders = placeholdersOf(method.path);
  const ids = Object.fromEntries(placeholders.map(({ name }) => [name, input[name]]));
  const idRules = {
    multiple: placeholders.filter(({ isMultiple }) => isMultiple).map(({ name }) => name),
    slashes: method.slashes,
    integers: method.own === undefined,
  };
  const encode = method.own?.encode ?? encodeInput;
  const { body, query = {}, errors = [], warnings } = encode(method, input, context, details.extra);
  assertNoIssues(operation, [
    ...errors,
    ...issuesBeside(pathIssues(ids, idPath, idRules), errors),
    ...inputIssues(method, input, Object.keys(ids), context),
    ...issuesBeside(optionIssues(parametersCheck, query, METHOD_INPUT, "query"), errors),
    ...extraQueryIssues(method, query, options),
    ...fieldsIssues({ ...query, ...options.query }, details.token),
  ]);
  const { ifMatch } = input;
  const { idempotent } = method;
  const [, etag] = Object.entries(options.headers ?? {}).find(([name]) => name.toLowerCase() === "if-match") ?? [];
  const versioned = { ifMatch: etag?.trim() || undefined, ...input }; // the etag may be in a header
  return {
    name: method.name,
    method: method.verb,
    path: buildPath(method.path, ids, context.servicePath),
    query,
    body,
    ifMatch: ifMatch as string | undefined, // checked above
    // The types of the definition guarantee the input. Compares with `true`, because a function may return a promise.
    idempotent: typeof idempotent === "function" ? (idempotent(versioned as never) as unknown) === true : idempotent,
    smallQuota: method.own?.smallQuota,
    warnings,
  };
}

/** Validates body and query with the schemas of a method. */
function encodeInput(method: Method, input: RawInput, context: CallContext): EncodedInput {
  const body = validated(method.body, input.body, "body", context);
  const { body: encoded, issues } = encodeBody(undefined, body.value);
  const { query, errors } = encodeQuery(method, input, context);
  return { body: encoded, query, errors: [...body.issues, ...issuesAt("body", issues), ...errors] };
}

/** Validates the query of a call with the schema of its method. */
export function encodeQuery(
  { query: schema }: Method,
  { query: given }: RawInput,
  context: CallContext,
): { readonly query: Query; readonly errors: readonly Issue[] } {
  const query = validated(schema, given ?? {}, "query", context); // the query may be omitted
  const errors = [...query.issues, ...undeclaredParameters(schema, given, query)];
  return { query: (query.value ?? {}) as Query, errors }; // the call checks it
}

interface Validated {
  readonly value: unknown;
  readonly issues: readonly Issue[];
}

function validated(
  schema: StandardSchema | undefined,
  value: unknown,
  path: string,
  { checksRequests }: CallContext,
): Validated {
  const result = schema === undefined ? { value } : validate(schema, value);
  if (result.issues === undefined) return { value: result.value, issues: [] };
  if (!checksRequests) return { value, issues: [] };
  const issues = result.issues.map((issue) => ({
    path: prefixPath(path, formatPath(issue.path)),
    message: issue.message,
    rule: `${path}-schema`,
  }));
  return { value: undefined, issues };
}

/** Issues of query parameters that the schema dropped because it does not declare them. */
function undeclaredParameters(
  schema: StandardSchema | undefined,
  given: unknown,
  { value, issues }: { readonly value: unknown; readonly issues: readonly Issue[] },
): Issue[] {
  const declared = issues.length > 0 || schema === undefined ? undefined : declaredNames(schema);
  if (declared === undefined) return [];
  const names = [...declared, ...Object.keys(Object(value))];
  return optionIssues(Object.fromEntries(names.map((name) => [name, anyValue])), given, METHOD_INPUT, "query");
}

/** Returns the issues that neither the path check nor a schema reports. */
function inputIssues(
  method: Method,
  input: RawInput,
  params: readonly string[],
  { servicePath }: CallContext,
): Issue[] {
  const known = [...params, ...(["body", "query"] as const).filter((name) => method[name] !== undefined), "ifMatch"];
  const issues = optionIssues(Object.fromEntries(known.map((name) => [name, anyValue])), input, METHOD_INPUT);
  const { ifMatch } = input;
  const isEtag = typeof ifMatch === "string" && ifMatch.trim() !== "";
  const problem = isEtag
    ? headerProblem("if-match", ifMatch)
    : `must be the etag of the resource, got ${shown(ifMatch)}; omit it to change any version`;
  if ("ifMatch" in input && problem !== undefined) issues.push(methodIssue("ifMatch", problem, "if-match"));
  if (servicePath === undefined && method.path.includes("{servicePath}")) {
    const message = "the template contains {servicePath}, but this client's service has no service path";
    issues.push(methodIssue("", message));
  }
  return issues;
}

/** Names of the known query parameters of a method. */
function parametersOf({ query, paging }: Method): readonly string[] {
  const paged = paging === undefined || paging.in === "body" ? [] : [paging.sizeParam || [], paging.tokenParam].flat();
  return [...((query && declaredNames(query)) ?? []), ...paged];
}

/** Issues of `options.query`: parameters of the method itself must be passed as input. */
function extraQueryIssues(method: Method, query: Query, options: CallOptions): Issue[] {
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
