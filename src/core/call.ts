import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import type { CallContext } from "./call-context.js";
import { assertCallOptions, CREDENTIALS, isScalar } from "./http/call-options.js";
import type { Query } from "./http/query-string.js";
import { deadlineOf, withinDeadline } from "./http/time-budget.js";
import type { CallOptions, SendOptions, WireRequest, WireResponse } from "./http/transport.js";
import { isObject } from "./is-object.js";
import {
  type EncodedInput,
  isMethod,
  type Method,
  type MethodInput,
  type MethodTypes,
  placeholdersOf,
  type RawInput,
} from "./method.js";
import { createPager, fieldOf, type Pager } from "./pagination.js";
import { buildPath, pathIssues } from "./path.js";
import { readResponse, readWith } from "./read-response.js";
import { fromWire } from "./rename.js";
import { kindOf, shown } from "./rules/describe.js";
import { formatPath, issuesBeside, isWithin, joinPath, prefixPath } from "./rules/issue-path.js";
import { isInteger, must, type OptionChecks } from "./rules/options.js";
import { encodeBody } from "./schema/codec.js";
import type { ShapeSchema } from "./schema/shape-issues.js";
import { declaredNames, issueSegments, type StandardSchema, validate } from "./schema/standard-schema.js";

/** Additions to a call by the client method that makes it. */
export interface CallDetails {
  /** Name of the client method in messages. Default: the name of the API method. */
  readonly operation?: string | undefined;
  /** Checks of the options that only this client method has. */
  readonly options?: OptionChecks | undefined;
  /** Path prefix of the path parameters in messages. Default: none. */
  readonly idPath?: string | undefined;
  /** Extra argument for the method's `encode`. */
  readonly extra?: unknown;
  /** Name of the page token field, which `fields` must include: without it, the list would end early. */
  readonly token?: string | undefined;
}

/** Options of a list. */
export interface ListOptions extends CallOptions {
  /** Maximum number of items per page; a positive integer. Default: the service's (50 for projects). */
  maxResults?: number | undefined;
  /** Page token to start at: the `nextPageToken` of a page that was fetched earlier. Default: the first page. */
  pageToken?: string | undefined;
  /** Number of pages to fetch ahead while one is consumed, from 0 to 100. Default: 0. */
  prefetch?: number | undefined;
}

/** Calls methods that are data: the package's own method tables, and methods created by {@link defineMethod}. */
export interface MethodCaller {
  /**
   * Calls a method. Auth, retries, deadlines, redaction, events and validation work for your own methods as they do for
   * built-in ones.
   *
   * @param method - Created by `defineMethod`, or a row of the package's method tables.
   * @param input - The path parameters by name, `body`, `query` and `ifMatch`.
   * @param options - Options of the call.
   * @returns The output of the response schema; without a schema, the parsed JSON. `undefined` if the body is empty.
   * @throws {RequestError} If the input is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error.
   */
  call<T extends MethodTypes>(method: Method<T>, input: MethodInput<T>, options?: CallOptions): Promise<T["result"]>;
  /**
   * Lists the items of a method that has `items` or `paging`, one page per request.
   *
   * @param method - Created by `defineMethod`, or a row of the package's method tables.
   * @param input - The path parameters by name, `body`, `query` and `ifMatch`.
   * @param options - `maxResults` is the page size, not a limit on the number of items.
   * @returns An async iterable of items, as parsed JSON; `.pages()` iterates over whole pages, as the output of the
   * response schema.
   * @throws {RequestError} If the input is invalid. Thrown synchronously unless a schema is asynchronous.
   */
  list<T extends MethodTypes>(
    method: Method<T> & ([T["item"]] extends [never] ? 'the method has neither "items" nor "paging"' : unknown),
    input: MethodInput<T>,
    options?: ListOptions,
  ): Pager<T["item"], T["result"]>;
}

/** Creates the `call` and `list` functions of a client. */
export function methodCaller(context: CallContext): MethodCaller {
  return {
    call: async (method, input, options) => call(context, method, input, options),
    list: (method, input, options) => list(context, method, input, options),
  };
}

/** Calls a method: checks the input, encodes it, sends it and reads the response. */
export async function call<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: SendOptions = {},
  details: CallDetails = {},
): Promise<T["result"]> {
  const { result } = await callForResponse(context, method, input, options, details);
  return result;
}

/** Calls a method and returns its result together with the response. */
export async function callForResponse<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: SendOptions = {},
  details: CallDetails = {},
): Promise<CallOutcome<T>> {
  const prepared = prepare(context, method, input, options, details);
  if (!(prepared instanceof Promise)) return send(context, method, prepared, options);
  const bounds = { ...options, ...deadlineOf(context, options) };
  return send(context, method, await inTime(context, method, prepared, bounds), bounds);
}

/** Waits for an asynchronous schema, which is part of the call: an abort or the deadline ends the wait. */
async function inTime<T>(
  { clock }: CallContext,
  { verb, path }: Method,
  work: Promise<T>,
  options: SendOptions,
): Promise<T> {
  work.catch(() => undefined); // after an abort, a late rejection is ignored
  return withinDeadline(clock, () => work, options, { request: { method: verb, path }, attempts: 0 });
}

/** The result of a call and the response that contained it. */
export interface CallOutcome<T extends MethodTypes = MethodTypes> {
  readonly result: T["result"];
  readonly response: WireResponse;
}

async function send<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  { wire, warnings }: PreparedRequest,
  given: SendOptions,
): Promise<CallOutcome<T>> {
  const options = { ...given, ...deadlineOf(context, given) };
  const callId = options.callId ?? context.transport.newCallId();
  for (const issue of warnings) {
    context.emit?.({ type: "warning", callId, methodName: method.name, method: wire.method, path: wire.path, issue });
  }
  const response = await context.transport.send(wire, { ...options, callId });
  const read = readResult(context, method, response);
  // The types guarantee the schema's output.
  const result: T["result"] = read instanceof Promise ? await inTime(context, method, read, options) : read;
  return { result, response };
}

function readResult(context: CallContext, method: Method, response: WireResponse): unknown {
  const { response: schema, shipped } = method;
  // A 404 is successful only on a retried DELETE: an earlier attempt deleted the resource, but its response was lost.
  if (schema === undefined || response.status === 404) return response.body;
  if (shipped === undefined) return readWith(schema, method.name, response, context);
  const body = shipped.places === undefined ? response.body : fromWire(response.body, shipped.places, context.naming);
  shipped.normalize?.(body);
  const own = schema as StandardSchema & ShapeSchema; // schemas of this package are zod schemas
  return readResponse(own, shipped.resource ?? method.name, { ...response, body }, context);
}

/** A request that passed all checks. */
interface PreparedRequest {
  readonly wire: WireRequest;
  /** Broken rules of severity `warn`. */
  readonly warnings: readonly Issue[];
}

/**
 * Checks the input of a call and encodes it. Returns a promise only if a schema is asynchronous.
 *
 * @throws {RequestError} With all issues.
 */
function prepare<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  given: MethodInput<T>,
  options: SendOptions,
  details: CallDetails = {},
): PreparedRequest | Promise<PreparedRequest> {
  assertMethod(method);
  const { operation = method.name, idPath } = details;
  assertCallOptions(operation, options, details.options);
  const input = assertInput(operation, given);
  const placeholders = placeholdersOf(method.path);
  const ids = Object.fromEntries(placeholders.map(({ name }) => [name, input[name]]));
  const multiple = placeholders.filter(({ isMultiple }) => isMultiple).map(({ name }) => name);
  const finish = (encoded: EncodedInput): PreparedRequest => {
    const { body, query = {}, errors = [], warnings = [] } = encoded;
    const issues = [
      ...errors,
      ...issuesBeside(pathIssues(ids, idPath, multiple), errors),
      ...inputIssues(method, input, context),
      ...unknownParameters(method, input, context, errors),
      ...issuesBeside(queryIssues(query), errors),
      ...extraQueryIssues(method, query, options),
      ...fieldsIssues({ ...query, ...options.query }, details.token),
    ];
    if (issues.length > 0) throw new RequestError({ operation, issues });
    const { ifMatch } = input;
    const { idempotent } = method;
    const wire: WireRequest = {
      name: method.name,
      method: method.verb,
      path: buildPath(method.path, ids, context.servicePath),
      query,
      body,
      headers: ifMatch === undefined ? undefined : { "if-match": String(ifMatch) },
      // The definition types the input. A promise does not count as `true`.
      idempotent:
        typeof idempotent === "function"
          ? (idempotent(withEtag(input, options) as never) as unknown) === true
          : idempotent,
    };
    return { wire, warnings };
  };
  const { shipped } = method;
  if (shipped?.encode !== undefined) return finish(shipped.encode(input, context, details.extra));
  const encoded = encodeWith(method, input, context);
  return encoded instanceof Promise ? encoded.then(finish) : finish(encoded);
}

/** Adds `ifMatch` to the input if the etag was given as a header. */
function withEtag(input: RawInput, { headers = {} }: SendOptions): RawInput {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === "if-match");
  // An empty header has no effect.
  const etag = name === undefined ? undefined : headers[name]?.trim() || undefined;
  return { ...input, ifMatch: input.ifMatch ?? etag };
}

function assertMethod(method: unknown): void {
  if (isMethod(method)) return;
  const message = `must be created by defineMethod, got ${kindOf(method)}`;
  throw new RequestError({ operation: "call", issues: [{ path: "method", message, rule: "method-input" }] });
}

function assertInput(operation: string, input: unknown): RawInput {
  if (isObject(input)) return input;
  const message = `must be an object of path parameters, "body" and "query", got ${kindOf(input)}`;
  throw new RequestError({ operation, issues: [{ path: "input", message, rule: "method-input" }] });
}

const methodIssue = (path: string, message: string, rule = "method-input"): Issue => ({ path, message, rule });

/** Returns the issues that neither the path check nor a schema reports. */
function inputIssues(method: Method, input: RawInput, { servicePath }: CallContext): Issue[] {
  const { shipped, verb } = method;
  const known = [...placeholdersOf(method.path).map(({ name }) => name), "body", "query", "ifMatch"];
  const unknown = Object.keys(input).filter((name) => input[name] !== undefined && !known.includes(name));
  const { body, query, ifMatch } = input;
  const isEtag = typeof ifMatch === "string" && ifMatch.trim() !== "";
  const hasBody = shipped === undefined ? method.body !== undefined : verb !== "GET" && verb !== "DELETE";
  const hasQuery = method.query !== undefined || shipped !== undefined;
  return [
    ...unknown.map((name) => methodIssue(joinPath("", name), `is unknown; known names are ${known.join(", ")}`)),
    ...(body !== undefined && !hasBody ? [methodIssue("body", `is not allowed: ${method.name} has no body`)] : []),
    ...(query !== undefined && !hasQuery
      ? [methodIssue("query", `is not allowed: ${method.name} has no query parameters`)]
      : []),
    ...(ifMatch !== undefined && !isEtag
      ? [methodIssue("ifMatch", "must be the etag of the resource; omit it to overwrite any version", "if-match")]
      : []),
    ...(servicePath === undefined && method.path.includes("{servicePath}")
      ? [methodIssue("", "the template contains {servicePath}, but this client's service has no service path")]
      : []),
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
  return givenNames(query)
    .filter((name) => !own.includes(name) && !errors.some(({ path }) => isWithin(joinPath("", name), path)))
    .map((name) => methodIssue(joinPath("query", name), `is unknown; ${known}`));
}

function givenNames(query: unknown): string[] {
  const entries: [string, unknown][] = Object.entries(Object(query));
  return entries.flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Names of the query parameters of a method, as far as they are known. */
function parametersOf({ query, paging, shipped }: Method): readonly string[] {
  const paged = paging === undefined ? [] : [paging.sizeParam, paging.tokenParam];
  return [...((query && declaredNames(query)) ?? []), ...(shipped?.parameters ?? []), ...paged];
}

/** Issues of `options.query`: parameters of the method itself must be passed as input. */
function extraQueryIssues(method: Method, query: Query, options: SendOptions): Issue[] {
  const own = [...Object.keys(query), ...parametersOf(method)];
  const taken = Object.keys(options.query ?? {}).filter((name) => own.includes(name));
  const message = `is a parameter of ${method.name}; pass it as an argument of the call`;
  return taken.map((name) => methodIssue(joinPath("query", name), message, "call-option"));
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

/** Validates body and query with the schemas of a method. */
function encodeWith(method: Method, input: RawInput, context: CallContext): EncodedInput | Promise<EncodedInput> {
  const body = validated(method.body, input.body, "body", context);
  const query = validated(method.query, input.query, "query", context);
  const join = (b: Validated, q: Validated): EncodedInput => {
    const { body: encoded, issues } = encodeBody(undefined, b.value);
    const unencodable = issues.map((issue) => ({ ...issue, path: prefixPath("body", issue.path) }));
    return {
      body: encoded,
      query: (q.value ?? {}) as Query, // checked below
      errors: [...b.issues, ...unencodable, ...q.issues, ...undeclared(method.query, input.query, q)],
    };
  };
  if (body instanceof Promise || query instanceof Promise) {
    return Promise.all([body, query]).then(([b, q]) => join(b, q));
  }
  return join(body, query);
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
): Validated | Promise<Validated> {
  if (schema === undefined) return { value, issues: [] };
  // The query may be omitted.
  const result = validate(schema, path === "query" ? (value ?? {}) : value);
  const finish = (outcome: Awaited<typeof result>): Validated => {
    if (outcome.issues === undefined) return { value: outcome.value, issues: [] };
    const issues = outcome.issues.map((issue) => ({
      path: prefixPath(path, formatPath(issueSegments(issue))),
      message: issue.message,
      rule: `${path}-schema`,
    }));
    return checksRequests ? { value: undefined, issues } : { value, issues: [] };
  };
  return result instanceof Promise ? result.then(finish) : finish(result);
}

/** Issues of query parameters in wire form. */
function queryIssues(query: unknown): Issue[] {
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
function undeclared(schema: StandardSchema | undefined, given: unknown, { value, issues }: Validated): Issue[] {
  if (schema === undefined || issues.length > 0) return [];
  const declared = [...(declaredNames(schema) ?? []), ...Object.keys(Object(value))];
  return givenNames(given)
    .filter((name) => !declared.includes(name))
    .map((name) => methodIssue(joinPath("query", name), "is not declared by the query schema"));
}

/** Maximum of `prefetch`: each prefetched page may be as large as `maxResponseBytes`. */
const MAX_PREFETCH = 100;

const listChecks: OptionChecks<Exclude<keyof ListOptions, keyof CallOptions>> = {
  maxResults: /* @__PURE__ */ must((value) => isInteger(value, 1), "a positive integer"),
  pageToken: /* @__PURE__ */ must(
    (value) => typeof value === "string" && value !== "",
    "the nextPageToken of a page (omit it to start with the first)",
  ),
  prefetch: /* @__PURE__ */ must(
    (value) => isInteger(value, 0) && Number(value) <= MAX_PREFETCH,
    `an integer from 0 to ${MAX_PREFETCH}`,
  ),
};

/**
 * Lists the items of a method. Items and page tokens are read from the parsed JSON, not from the schema's output: a
 * schema may strip the token, which would end the list.
 *
 * @throws {RequestError} If the input is invalid.
 */
export function list<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: ListOptions = {},
  details: CallDetails = {},
): Pager<T["item"], T["result"]> {
  assertMethod(method);
  const { paging } = method;
  if (paging === undefined) {
    const message = 'cannot be listed: its definition has neither "items" nor "paging"';
    throw new RequestError({ operation: method.name, issues: [{ path: "method", message, rule: "method-input" }] });
  }
  const prepared = prepare(context, method, input, options, { ...details, options: listChecks, token: paging.token });
  // Reported when the first page is requested.
  if (prepared instanceof Promise) prepared.catch(() => undefined);
  const { maxResults } = options;
  return createPager<unknown, CallOutcome, unknown>({
    options,
    deadlineMs: context.deadlineMs,
    clock: context.clock,
    newCallId: context.transport.newCallId,
    fetchPage: async (token, given) => {
      const sendOptions = { ...given, ...deadlineOf(context, given) };
      const { wire, warnings } =
        prepared instanceof Promise ? await inTime(context, method, prepared, sendOptions) : prepared;
      const page = { [paging.sizeParam]: maxResults, [paging.tokenParam]: token };
      const query = {
        ...wire.query,
        ...Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined)),
      };
      return send(context, method, { wire: { ...wire, query }, warnings }, sendOptions);
    },
    itemsOf: ({ response }) => {
      // A page that does not match its schema does not end the list.
      const items = fieldOf(response.body, paging.items);
      return Array.isArray(items) ? items : [];
    },
    responseOf: ({ response }) => response,
    tokenField: paging.token,
    pageOf: ({ result }) => result,
  });
}
