import { assertNoIssues, throwIssue } from "../errors/request-error.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isObject, valueAt, withoutUndefined } from "../values/objects.js";
import { checked, isInteger, must, type OptionChecks } from "../values/options.js";
import { startCall } from "./clock.js";
import { type CallDetails, prepareRequest } from "./input.js";
import {
  type CallContext,
  type Method,
  type MethodInput,
  type MethodTypes,
  methodIssue,
  methodIssues,
  type ResponsePolicy,
} from "./method.js";
import type { CallOptions, CallScope, WireRequest, WireResponse } from "./options.js";
import { createPager, PAGE_TOKEN_RULE, type Pager, type PagerSource, pageTokenIn } from "./pages.js";
import { invalidResponse, readResponse, report } from "./response.js";

/** Calls a method: checks the input, encodes it, sends it and reads the response. */
export async function call<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options?: CallOptions,
  details?: CallDetails,
): Promise<T["result"]> {
  const { result } = await callForResponse(context, method, input, options, details);
  return result;
}

/** Calls a method and returns its result together with the response. */
export async function callForResponse<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: CallOptions = {},
  details: CallDetails = {},
): Promise<Answer<T>> {
  const request = prepareRequest(context, method, input, options, details);
  return sendAndRead(context, method, request, { ...(details.scope ?? startCall(context, options)), ...options });
}

/** A response with the result that was read from it. */
type Answer<T extends MethodTypes> = WireResponse & { readonly result: T["result"] };

/** Sends a request that passed all checks, and reads the response. */
async function sendAndRead<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  request: WireRequest,
  scope: CallScope,
): Promise<Answer<T>> {
  const response = await context.send(onWire(context, method, request), scope);
  const isPartial = { ...request.query, ...scope.query }.fields !== undefined;
  return { ...response, result: readResponse(method, response, { ...context, isPartial }) };
}

/** Returns a request with the names on the wire. */
function onWire({ translation }: CallContext, { own }: Method, request: WireRequest): WireRequest {
  const resource = own?.bodyResource;
  if (translation === undefined || resource === undefined) return request;
  const body = translation.toWire(resource, request.body);
  const { updateMask, ...query } = request.query ?? {};
  if (typeof updateMask !== "string") return { ...request, body };
  const paths = updateMask.split(",").map((path) => translation.pathToWire(resource, path));
  return { ...request, body, query: { updateMask: paths.join(","), ...query } };
}

/** Options of a list. */
export interface ListOptions extends CallOptions {
  /** Maximum number of items per page; a positive integer. Default: the service's (50 for projects). */
  maxResults?: number | undefined;
  /** Page token to start at: the `nextPageToken` of a page that was fetched earlier. Default: the first page. */
  pageToken?: string | undefined;
}

const listChecks: OptionChecks<Exclude<keyof ListOptions, keyof CallOptions>> = {
  maxResults: must((value) => isInteger(value, 1), "a positive integer"),
  pageToken: must(
    (value) => typeof value === "string" && value !== "",
    "the nextPageToken of a page (omit it to start with the first)",
  ),
};

/** Lists the items of a method. Throws nothing: a pager of invalid input rejects at its first request. */
export function list<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  inputOf: () => MethodInput<T>,
  options?: ListOptions,
  details?: CallDetails,
): Pager<T["item"], T["result"]> {
  try {
    const source = pagesOf(context, method, inputOf(), options, details);
    return createPager(() => source);
  } catch (error) {
    return createPager(() => {
      throw error;
    });
  }
}

/**
 * Prepares the requests of a list. Items and page tokens are read from the parsed JSON, not from the schema's output: a schema
 * may strip the token, which would end the list.
 *
 * @throws {RequestError} If the input is invalid.
 */
function pagesOf<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: ListOptions = {},
  details: CallDetails = {},
): PagerSource<T["item"], T["result"]> {
  const { paging } = method;
  if (paging === undefined) {
    const message = 'cannot be listed: its definition has neither "items" nor "paging"';
    throwIssue(method.name, methodIssue("method", message));
  }
  const hasNoSize = { maxResults: checked(() => `is not allowed: ${method.name} has no page size`) };
  const request = prepareRequest(context, method, input, options, {
    ...details,
    options: { ...listChecks, ...(paging.sizeParam === false ? hasNoSize : {}), ...details.options },
    token: paging.token,
  });
  const { maxResults, pageToken } = options;
  const { in: place = "query" } = paging;
  if (place === "body" && !isObject(request.body)) {
    throwIssue(
      method.name,
      methodIssue("body", `must be an object, because it contains the page token, got ${kindOf(request.body)}`),
    );
  }
  return {
    startCall: () => startCall(context, options),
    fetchPage: async (token, scope) => {
      const page = withoutUndefined({ [paging.sizeParam || "maxResults"]: maxResults, [paging.tokenParam]: token });
      const paged = { ...request, [place]: { ...Object(request[place]), ...page } };
      const response = await sendAndRead(context, method, paged, scope);
      reportUnreadTokens(response, method, paging.token, context);
      const items = itemsIn(method, paging.items, response);
      const nextPageToken = pageTokenIn(response, paging.token);
      return { page: response.result, items, nextPageToken, redact: response.redact };
    },
    pageToken,
  };
}

/**
 * Returns the items of a page, or the entries of a map: of the result of a built-in method, which has the names in code;
 * otherwise of the JSON, because a schema may drop them.
 *
 * @throws {ResponseError} If the items are neither a list nor a map.
 */
function itemsIn({ own }: Method, name: string, response: Answer<MethodTypes>): readonly unknown[] {
  const items = valueAt(own === undefined ? response.body : response.result, [name]) ?? [];
  if (Array.isArray(items)) return items;
  if (own === undefined) return isObject(items) ? Object.entries(items) : []; // an invalid page is reported as drift
  throw invalidResponse(response, [wrongShape(name, `must be a list, got ${kindOf(items)}`)]);
}

/** Matches the name of a field that contains the token of the next page. */
const TOKEN_NAME = /^(next_?)?((pag(e|ing|ination)|continu(e|ation))_?)?(token|cursor)$/i;

/** A list that does not read its page token would end after the first page. @throws {ResponseError} If the policy is strict. */
function reportUnreadTokens(response: WireResponse, method: Method, token: string, policy: ResponsePolicy): void {
  const unread = Object.entries(isObject(response.body) ? response.body : {}).filter(
    ([name, value]) => name !== token && TOKEN_NAME.test(name) && typeof value === "string" && value !== "",
  );
  const mismatches = unread.map(([name]) => ({
    path: name,
    publicPath: name,
    message: `looks like a page token, but the list uses "${token}"; set the name in "paging", such as { items: "${method.paging?.items}", token: "${name}" }`,
    rule: PAGE_TOKEN_RULE,
  }));
  report(mismatches, method.own?.resource ?? method.name, response, policy);
}

/** A method that has `items` or `paging`. */
export type ListedMethod<T extends MethodTypes> = Method<T> &
  ([T["item"]] extends [never] ? 'the method has neither "items" nor "paging"' : unknown);

/** Calls methods that are data: the rows of the package's method tables, and methods from {@link defineMethod}. */
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
   *
   * @example
   * // "area" is one of the clients that createClient returns.
   * const getRoutine = defineMethod({
   *   name: "routines.get",
   *   http: "GET /{servicePath}/v2/projects/{projectId}/datasets/{datasetId}/routines/{routineId}",
   * });
   * const routine = await area.call(getRoutine, { projectId, datasetId, routineId: "clean" });
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
   * @throws {RequestError} At the first request, if the input is invalid.
   *
   * @example
   * // "area" is one of the clients that createClient returns.
   * const listModels = defineMethod({
   *   name: "models.list",
   *   http: "GET /{servicePath}/v2/projects/{projectId}/datasets/{datasetId}/models",
   *   response: z.looseObject({ models: z.array(z.looseObject({ modelType: z.string() })).optional() }),
   *   items: "models",
   * });
   * for await (const { modelType } of area.list(listModels, { projectId, datasetId })) console.log(modelType);
   */
  list<T extends MethodTypes>(
    method: ListedMethod<T>,
    input: MethodInput<T>,
    options?: ListOptions,
  ): Pager<T["item"], T["result"]>;
}

/** Returns the input of a user's call. @throws {RequestError} If method or input cannot be checked further. */
function foreignInput<Input>(caller: string, method: Method, input: Input): Input {
  assertNoIssues(caller, methodIssues(method));
  if (isObject(input)) return input;
  const message = `must be an object of path parameters, "body" and "query", got ${kindOf(input)}`;
  throwIssue(method.name, methodIssue("input", message));
}

/** Creates the `call` and `list` functions of a client. */
export function methodCaller(context: CallContext): MethodCaller {
  return {
    call: async (method, input, options) => call(context, method, foreignInput("call", method, input), options),
    list: (method, input, options) => list(context, method, () => foreignInput("list", method, input), options),
  };
}
