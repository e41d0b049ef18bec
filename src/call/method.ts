import type { RuleSettings } from "../checks/rules.js";
import type { Issue } from "../errors/request-error.js";
import type { StandardSchema } from "../schema/standard-schema.js";
import { kindOf } from "../values/describe.js";
import { isText } from "../values/options.js";
import type { Clock } from "./clock.js";
import type { Emit } from "./events.js";
import type { RetryPolicy, Send, Verb, WireRequest } from "./options.js";

/** How a list method is paged. */
export interface Paging {
  /** Name of the array of items in a page, or of the map of items. */
  readonly items: string;
  /** Name of the page field with the token of the next page. Default: `nextPageToken`. */
  readonly token: string;
  /** Query parameter or body field for the page token. Default: `pageToken`. */
  readonly tokenParam: string;
  /** Query parameter or body field for the page size, or `false` if the method has none. Default: `maxResults`. */
  readonly sizeParam: string | false;
  /** Where the page token and the page size are sent. Default: `query`. */
  readonly in?: "query" | "body" | undefined;
}

/** Names of the paging fields and parameters of a list method. Only `items` is required. */
export interface PagingNames<Items = string> {
  /** Name of the array of items in a page, or of the map of items, whose entries are listed as `[key, value]`. */
  items: Items;
  /** Name of the page field with the token of the next page. Default: `nextPageToken`. */
  token?: string | undefined;
  /** Query parameter or body field for the page token. Default: `pageToken`. */
  tokenParam?: string | undefined;
  /** Query parameter or body field for the page size, or `false` if the method has none. Default: `maxResults`. */
  sizeParam?: string | false | undefined;
  /** Where the page token and the page size are sent. Required for POST; a GET sends them in the query. */
  in?: "query" | "body" | undefined;
}

/** The types of a method. */
export interface MethodTypes {
  /** Path parameters. */
  params: object;
  /** Request body; `undefined` if the method has none. */
  body: unknown;
  /** Query parameters; `undefined` if the method has none. */
  query: unknown;
  /** Result of a call, or a page of a list. */
  result: unknown;
  /** Item of a page; `never` if the method is not a list. */
  item: unknown;
  /** Response body as JSON, if a response schema changes it to the result. Default: the result. */
  json?: unknown;
}

/** The types of a built-in method. */
export interface BuiltInTypes<Params extends object, Result, Body = undefined, Query = undefined, Item = never> {
  /** Path parameters. */
  params: Params;
  /** Request body; `undefined` if the method has none. */
  body: Body;
  /** Query parameters; `undefined` if the method has none. */
  query: Query;
  /** Result of a call, or a page of a list. */
  result: Result;
  /** Item of a page; `never` if the method is not a list. */
  item: Item;
}

/** A method of a service, as data. Created by `defineMethod`. */
export interface Method<T extends MethodTypes = MethodTypes> {
  /** Name for messages and events, such as `jobs.query`. */
  readonly name: string;
  /** HTTP method. */
  readonly verb: Verb;
  /** Path template, such as `/{servicePath}/v2/projects/{projectId}/queries`. */
  readonly path: string;
  /** `"encode"` if a `{name}` of the path may contain slashes, which are percent-encoded; otherwise they are rejected. */
  readonly slashes?: "encode" | undefined;
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly idempotent: boolean | ((input: never) => boolean);
  /** Schema of the request body. */
  readonly body: StandardSchema | undefined;
  /** Schema of the query parameters. */
  readonly query: StandardSchema | undefined;
  /** Schema of the response body. */
  readonly response: StandardSchema | undefined;
  /** How the method is paged; undefined if it is not a list. */
  readonly paging: Paging | undefined;
  /** OAuth scopes, any one of which is enough. */
  readonly scopes: readonly string[];
  /** @internal Set for the methods of this package only. */
  readonly own?: OwnFacts | undefined;
  /** Type information only; absent at run time. */
  readonly "~types"?: T | undefined;
}

/** The types of a method. */
export type TypesOf<M> = M extends Method<infer T> ? T : never;

/** Properties of a built-in method besides its definition. */
export interface OwnFacts {
  /** Name of the resource that a response must be; undefined if the method has no response. */
  readonly resource?: string | undefined;
  /** Name of the resource in the request body, whose fields `updateMask` lists. Default: none. */
  readonly bodyResource?: string | undefined;
  /** Permissions that a call needs; `{product}` and `{servicePath}` are placeholders for those of the naming profile. */
  readonly permissions?: readonly string[] | undefined;
  /** Whether the service limits the method to a few calls in some seconds, which needs longer waits after a rate limit. */
  readonly smallQuota?: boolean | undefined;
  /** Checks the input with schema and rules, and encodes it. Default: its schemas validate body and query. */
  encode?(method: Method, input: RawInput, context: CallContext, extra?: unknown): EncodedInput;
}

/** How responses are validated. */
export interface ResponsePolicy {
  /** Whether a mismatch with the schema is an error. If not, it is a `drift` event, and the response is returned. */
  readonly strict: boolean;
  /** Whether the request selected fields, so that others may be absent. */
  readonly isPartial?: boolean;
  readonly emit: Emit;
}

/** The parts of a client that its calls use. */
export interface CallContext extends ResponsePolicy {
  /** Sends a request. Not imported, so that `fourfold/tables` and `fourfold/testing`, which use the methods, do not load ky. */
  readonly send: Send;
  readonly clock: Clock;
  /** Translates resources to the names on the wire; undefined if they are the same as the names in code. */
  readonly translation: Translation | undefined;
  /** Replaces `{servicePath}` in path templates; undefined if the client's service has no service path. */
  readonly servicePath: string | undefined;
  /** Rule severities that override the rule tables: the naming profile's severities, then the severities in the options. */
  readonly rules: RuleSettings;
  /** Whether the services accept more enum values than those that are known. */
  readonly openValues: boolean;
  /** Whether requests are validated. */
  readonly checksRequests: boolean;
  /** The client's default `deadlineMs`. */
  readonly deadlineMs: number | undefined;
  /** The client's retry policy. */
  readonly retry: RetryPolicy;
}

/** Translates resources from the names in code to the names on the wire, and back. A field with both names keeps them. */
export interface Translation {
  /** Returns a body with the names on the wire. */
  toWire(resource: string, body: unknown): unknown;
  /** Returns a body with the names in code. */
  fromWire(resource: string, body: unknown): unknown;
  /** Returns a path of a resource, such as a path in a mask, with the name on the wire. */
  pathToWire(resource: string, path: string): string;
  /** Returns a path of a resource with the name in code. */
  pathFromWire(resource: string, path: string): string;
}

/** The unchecked input of a call. */
export interface RawInput {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly ifMatch?: unknown;
  readonly [param: string]: unknown;
}

/** Encoded body and query of a request, with the issues of the input. */
export interface EncodedInput extends Pick<WireRequest, "body" | "query" | "warnings"> {
  readonly errors?: readonly Issue[] | undefined;
}

/** The input of a call: path parameters, `body`, `query` and `ifMatch`. */
export type MethodInput<T extends MethodTypes> = T["params"] &
  (undefined extends T["body"] ? { readonly body?: T["body"] | undefined } : { readonly body: T["body"] }) &
  (undefined extends T["query"]
    ? { readonly query?: T["query"] | undefined }
    : Record<never, never> extends T["query"]
      ? { readonly query?: T["query"] | undefined }
      : { readonly query: T["query"] }) & {
    /** The etag that the resource must still have. Makes a PATCH idempotent. */
    readonly ifMatch?: string;
  };

/** Fills in the default names; undefined if a method is not a list. */
export function pagingOf(given: PagingNames | undefined): Paging | undefined {
  if (given === undefined) return undefined;
  const { items, token = "nextPageToken", tokenParam = "pageToken", sizeParam = "maxResults" } = given;
  return { items, token, tokenParam, sizeParam, in: given.in };
}

/** A definition of a method without the types of its schemas. */
export interface LooseDefinition extends Partial<Omit<Method, "verb" | "path" | "paging">> {
  readonly name: string;
  readonly http: string;
  readonly items?: string | undefined;
  readonly paging?: PagingNames | undefined;
}

/** Creates a method from a valid definition; `own` for the methods of this package. The caller gives its types. */
export function methodOf<T extends MethodTypes>(definition: LooseDefinition, own?: OwnFacts): Method<T> {
  const { name, http, slashes, body, query, response, items, scopes = [] } = definition;
  const [verb, path] = http.split(" ") as [Verb, string]; // every template has this form
  const { idempotent = verb === "PATCH" ? hasEtag : verb !== "POST" } = definition;
  const paging = Object.freeze(pagingOf(definition.paging ?? (items === undefined ? undefined : { items })));
  const fixed = Object.freeze([...scopes]);
  const method = { name, verb, path, slashes, idempotent, body, query, response, paging, scopes: fixed };
  return Object.freeze(own === undefined ? method : { ...method, own: Object.freeze(own) });
}

/** Returns an issue if a value is not a method. */
export function methodIssues(value: unknown): Issue[] {
  const { verb, path } = Object(value) as Partial<Method>;
  if (isText(verb) && isText(path) && path.startsWith("/")) return [];
  return [methodIssue("method", `must be created by defineMethod, got ${kindOf(value)}`)];
}

/** Rule id of issues about the input of a call. */
export const METHOD_INPUT = "method-input";

/** Creates an issue of the input of a call. */
export const methodIssue = (path: string, message: string, rule = METHOD_INPUT): Issue => ({ path, message, rule });

/** With an etag a PATCH is idempotent: if the first attempt succeeded, the service rejects the second. `*` does not count. */
const hasEtag = ({ ifMatch }: RawInput) => ifMatch !== undefined && ifMatch !== "*";
