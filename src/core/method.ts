import type { Issue } from "../errors/issue.js";
import { assertNoIssues } from "../errors/request-error.js";
import type { CallContext } from "./call-context.js";
import { kindOf } from "./describe.js";
import type { Query } from "./http/transport.js";
import { prefixPath } from "./issue-path.js";
import { definitionIssues, type Paging, type PagingNames, pagingOf } from "./method-definition.js";
import { isText } from "./options.js";
import type { HttpProblem, PathParams, Verb } from "./path.js";
import type { RenamedPlaces } from "./rename.js";
import { closed, type SchemaInput, type SchemaOutput, type StandardSchema } from "./schema/standard-schema.js";

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
}

/** The types of a built-in method. */
export interface RowTypes<Params extends object, Result, Body = undefined, Query = undefined, Item = never> {
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

/** A method of a service, as data. Created by {@link defineMethod}. */
export interface Method<T extends MethodTypes = MethodTypes> {
  /** Name for messages and events, such as `jobs.query`. */
  readonly name: string;
  /** HTTP method. */
  readonly verb: Verb;
  /** Path template, such as `/{servicePath}/v2/projects/{projectId}/queries`. */
  readonly path: string;
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
  readonly shipped?: Shipped | undefined;
  /** Type information only; absent at run time. */
  readonly "~types"?: T | undefined;
}

/** The types of a method. */
export type TypesOf<M> = M extends Method<infer T> ? T : never;

/** Additional properties of this package's own methods. */
export interface Shipped {
  /** Name of the response resource, for messages and events. */
  readonly resource: string | undefined;
  /** Query parameters that the method has. */
  readonly parameters?: readonly string[] | undefined;
  /** Permissions that a call needs; `{product}` is a placeholder for the product of the naming profile. */
  readonly permissions?: readonly string[] | undefined;
  /** Paths in the response that a naming profile may rename. */
  readonly places?: RenamedPlaces | undefined;
  /** Checks the input with schema and rules, and encodes it. */
  encode?(input: RawInput, context: CallContext, extra?: unknown): EncodedInput | Promise<EncodedInput>;
  /** Changes a response body in place before it is validated. */
  normalize?(body: unknown): void;
}

/** The unchecked input of a call. */
export interface RawInput {
  readonly body?: unknown;
  readonly query?: unknown;
  readonly ifMatch?: unknown;
  readonly [param: string]: unknown;
}

/** Encoded body and query of a request, with the issues of the input. */
export interface EncodedInput {
  readonly body?: unknown;
  readonly query?: Query | undefined;
  readonly errors?: readonly Issue[] | undefined;
  readonly warnings?: readonly Issue[] | undefined;
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
    readonly ifMatch?: string | undefined;
  };

type Checked<Value, Problem> = [Problem] extends [never] ? Value : Problem;

// A loose object's index signature would hide its declared keys.
type Declared<R> = { [K in keyof R as string extends K ? never : K]: R[K] };
type ArrayKeys<R> = {
  [K in keyof Declared<R>]-?: NonNullable<Declared<R>[K]> extends readonly unknown[] ? K : never;
}[keyof Declared<R>] &
  string;
type Maybe = StandardSchema | undefined;
type InputOf<S> = S extends StandardSchema ? SchemaInput<S> : undefined;
type ResultOf<S> = S extends StandardSchema ? SchemaOutput<S> : unknown;
// Items are read from the parsed JSON, so their type is the schema's input type.
type ItemKeys<S> = S extends StandardSchema ? ArrayKeys<SchemaInput<S>> : string;
type ItemOf<R, I> = I extends keyof R ? (NonNullable<R[I]> extends readonly (infer Item)[] ? Item : never) : never;

/** A definition of a method, for {@link defineMethod}. */
export interface MethodDefinition<Http extends string, B extends Maybe, Q extends Maybe, R extends Maybe, I> {
  /** Name for messages and events, such as `jobs.query`. */
  name: string;
  /**
   * HTTP method and path template. `{name}` takes one segment, `{+name}` several. `{servicePath}` comes from the naming
   * profile; only some services have it.
   */
  http: Checked<Http, HttpProblem<Http>>;
  /**
   * Whether sending the request twice has the same effect as sending it once. Only then is it retried after a failure
   * that leaves open whether the service processed it. Default: `true` for GET, PUT, DELETE, and PATCH with `ifMatch`.
   */
  idempotent?:
    | boolean
    | ((
        input: MethodInput<{
          params: PathParams<Http>;
          body: InputOf<B>;
          query: InputOf<Q>;
          result: unknown;
          item: unknown;
        }>,
      ) => boolean)
    | undefined;
  /** Schema of the JSON body: any Standard Schema. Its output is sent. Not allowed for GET. */
  body?: (B & (Http extends `GET ${string}` ? "a GET request has no body" : unknown)) | undefined;
  /** Schema of the query parameters: any Standard Schema of an object. A list adds the parameter once per element. */
  query?: Q | undefined;
  /** Schema of the response body: any Standard Schema. Its output is the result. Default: the result is `unknown`. */
  response?: R | undefined;
  /** Name of the array of items in a page; short for `paging` with default names. Requires `response` and GET. */
  items?: Checked<I, PagingProblem<Http, R>> | undefined;
  /** Names of paging fields and parameters. Requires `response` and GET. */
  paging?: Checked<PagingNames<I>, PagingProblem<Http, R>> | undefined;
  /** OAuth scopes, any one of which is enough. Documentation only. */
  scopes?: readonly string[] | undefined;
}

type PagingProblem<Http extends string, R> = Http extends `GET ${string}`
  ? [R] extends [undefined]
    ? 'a list needs "response", the schema of a page'
    : never
  : "only a GET can be listed";

/**
 * Defines a method that this package does not ship, for `client.<area>.call`, `client.<area>.list` and `sandbox.route`.
 *
 * @param definition - Plain data. Schemas may be of zod, valibot, arktype or any other Standard Schema library.
 * @returns The method, as data.
 * @throws {RequestError} If the definition is invalid, with all issues. TypeScript reports most of them, too.
 *
 * @example
 * const runQuery = defineMethod({
 *   name: "jobs.query",
 *   http: "POST /{servicePath}/v2/projects/{projectId}/queries",
 *   body: z.object({ query: z.string(), useLegacySql: z.boolean() }),
 *   response: z.looseObject({ rows: z.optional(z.array(Row)) }),
 * });
 * // "area" is one of the clients that createClient returns.
 * await area.call(runQuery, { projectId: "shop", body: { query: "SELECT 1", useLegacySql: false } });
 */
export function defineMethod<
  const Http extends `${Verb} /${string}`,
  B extends Maybe = undefined,
  Q extends Maybe = undefined,
  R extends Maybe = undefined,
  const I extends ItemKeys<R> = never,
>(
  definition: MethodDefinition<Http, B, Q, R, I>,
): Method<{
  params: PathParams<Http>;
  body: InputOf<B>;
  query: InputOf<Q>;
  result: ResultOf<R>;
  item: ItemOf<InputOf<R>, I>;
}> {
  issuesOfCopy = definitionIssues;
  assertNoIssues("defineMethod", definitionIssues(definition));
  return methodOf(definition as LooseDefinition); // checked above
}

interface LooseDefinition {
  readonly name: string;
  readonly http: string;
  readonly idempotent?: boolean | ((input: never) => boolean) | undefined;
  readonly body?: StandardSchema | undefined;
  readonly query?: StandardSchema | undefined;
  readonly response?: StandardSchema | undefined;
  readonly items?: string | undefined;
  readonly paging?: PagingNames | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** Creates a row of the package's method tables. The caller gives its types; `shipped` contains its rules. */
export function shippedMethod<T extends MethodTypes>(definition: LooseDefinition, shipped: Shipped): Method<T> {
  const row = method({ ...methodOf<T>(definition), shipped });
  created.set(shipped, row);
  return row;
}

function methodOf<T extends MethodTypes>(definition: LooseDefinition): Method<T> {
  const { name, http, body, query, response, items, scopes = [] } = definition;
  const [verb, path] = http.split(" ") as [Verb, string]; // every template has this form
  const { idempotent = verb === "PATCH" ? hasEtag : verb !== "POST" } = definition;
  const paging = Object.freeze(pagingOf(definition.paging ?? (items === undefined ? undefined : { items })));
  const fixed = Object.freeze([...scopes]);
  return method({ name, verb, path, idempotent, body, query: query && closed(query), response, paging, scopes: fixed });
}

/** Methods that were checked and cannot change, by themselves and by their `shipped`. */
const created = /* @__PURE__ */ new WeakMap<object, Method>();
/** Set by `defineMethod`, so that clients without methods of the user do not bundle the checks of definitions. */
let issuesOfCopy: typeof definitionIssues | undefined;

function method<T extends MethodTypes>(method: Method<T>): Method<T> {
  created.set(method, method);
  return Object.freeze(method);
}

const FIXED = ["verb", "path", "body", "query", "response", "paging"] as const;

/**
 * Returns why a value is not a method. A copy, whose properties may differ, is checked as a definition is; a copy of a
 * built-in method must have the same request and response.
 */
export function methodIssues(value: unknown): Issue[] {
  const copy = Object(value) as Partial<Method>;
  if (created.get(copy) === copy) return [];
  const row = created.get(Object(copy.shipped));
  const issue = (path: string, message: string): Issue => ({ path, message, rule: "method-input" });
  if (row !== undefined) {
    const changed = FIXED.filter((name) => copy[name] !== row[name]);
    return changed.map((name) => issue(`method.${name}`, `must be that of ${row.name}; use defineMethod to change it`));
  }
  const { verb, path, ...others } = copy;
  if (issuesOfCopy === undefined || !isText(verb) || !isText(path)) {
    return [issue("method", `must be created by defineMethod, got ${kindOf(value)}`)];
  }
  return issuesOfCopy({ ...others, http: `${verb} ${path}` }).map((found) => ({
    ...found,
    path: prefixPath("method", found.path === "http" ? "path" : found.path),
  }));
}

/** With an etag a PATCH is idempotent: if the first attempt succeeded, the service rejects the second. `*` does not count. */
const hasEtag = ({ ifMatch }: RawInput) => ifMatch !== undefined && ifMatch !== "*";
