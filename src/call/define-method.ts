import type { SchemaInput, SchemaOutput, StandardSchema } from "../schema/standard-schema.js";
import {
  isText,
  must,
  nonEmptyString,
  type OptionProblem,
  oneOf,
  optionsOf,
  required,
  schemaOption,
  strictOptions,
} from "../values/options.js";
import { type LooseDefinition, type Method, type MethodInput, methodOf, type PagingNames, pagingOf } from "./method.js";
import type { Verb } from "./options.js";
import { type HttpProblem, httpProblems, type PathParams } from "./template.js";

type Maybe = StandardSchema | undefined;
type InputOf<S, Without = undefined> = S extends StandardSchema ? SchemaInput<S> : Without;
type ResultOf<S> = S extends StandardSchema ? SchemaOutput<S> : unknown;
// A loose object's index signature would hide its declared keys.
type Declared<R> = { [K in keyof R as string extends K ? never : K]: R[K] };
type IsMap<V> = string extends keyof V ? (keyof Declared<V> extends never ? true : false) : false;
/** An element of a list, or an entry of a map; `never` for any other value. */
type ItemIn<V> = [V] extends [readonly (infer Element)[]]
  ? Element
  : IsMap<V> extends true
    ? [key: string, value: V[keyof V]]
    : never;
type ItemOf<R, K> = K extends keyof R ? ItemIn<NonNullable<R[K]>> : never;
// Items are read from the parsed JSON, so their type is the schema's input type.
type ItemKeys<S, R = InputOf<S>> = {
  [K in keyof Declared<R>]-?: [ItemOf<R, K>] extends [never] ? never : K;
}[keyof Declared<R>] &
  string;

/** A definition of a method, for {@link defineMethod}. */
export interface MethodDefinition<
  Http extends string,
  B extends Maybe,
  Q extends Maybe,
  R extends Maybe,
  I extends string,
  P extends object = PathParams<Http>,
> {
  /** Name for messages and events, such as `jobs.query`. */
  name: string;
  /**
   * HTTP method and path template. `{name}` matches one segment, `{+name}` several. `{servicePath}` comes from the naming
   * profile; only some services have it.
   */
  http: Http & HttpProblem<Http>;
  /**
   * How a slash in a `{name}` is sent: `"encode"` percent-encodes it, so that an id such as a URL is one segment. Default: a
   * slash is rejected. Empty ids, `.` and `..` are always rejected.
   */
  slashes?: "encode" | undefined;
  /**
   * Whether sending the request twice has the same effect as sending it once. Only then is the request retried after a
   * failure that leaves open whether the service processed the request. Default: `true` for GET, PUT, DELETE, and PATCH with
   * `ifMatch`.
   */
  idempotent?:
    | boolean
    | ((
        input: MethodInput<{
          params: NoInfer<P>;
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
  items?: (I & (Http extends `GET ${string}` ? unknown : 'a POST needs "paging" with "in"')) | undefined;
  /** Names of paging fields and parameters. Requires `response`, and GET or POST; for POST, `in` is required. */
  paging?: PagingNames<I> | undefined;
  /** OAuth scopes, any one of which is enough. Documentation only. */
  scopes?: readonly string[] | undefined;
}

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
  P extends PathParams<Http, string | number | bigint> = PathParams<Http>,
>(
  definition: MethodDefinition<Http, B, Q, R, I, P>,
): Method<{
  params: P;
  body: InputOf<B>;
  query: InputOf<Q>;
  result: ResultOf<R>;
  item: ItemOf<InputOf<R>, I>;
  json: InputOf<R, unknown>;
}> {
  const check = (value: unknown, path: string) => [...definitionCheck(value, path), ...combinationProblems(value)];
  strictOptions("defineMethod", definition ?? null, check, "method-definition");
  return methodOf(definition as LooseDefinition); // checked above
}

const definitionCheck = optionsOf(
  {
    name: required(nonEmptyString),
    http: required(httpProblems),
    slashes: oneOf("encode"),
    idempotent: must(
      (value) => typeof value === "boolean" || typeof value === "function",
      "true, false or a function of the input",
    ),
    body: schemaOption,
    query: schemaOption,
    response: schemaOption,
    items: nonEmptyString,
    paging: optionsOf(
      {
        items: required(nonEmptyString),
        token: nonEmptyString,
        tokenParam: nonEmptyString,
        sizeParam: must((value) => value === false || isText(value), "a non-empty string or false"),
        in: oneOf("query", "body"),
      },
      'an object such as { items: "rows" }',
    ),
    scopes: must((value) => Array.isArray(value) && value.every(isText), "a list of strings"),
  },
  'an object such as { name: "jobs.list", http: "GET /…" }',
);

function combinationProblems(definition: unknown): OptionProblem[] {
  const { http, body, response, items, paging } = Object(definition) as Readonly<Record<string, unknown>>;
  const [verb] = String(http).split(" ");
  const { in: place } = Object(paging) as Partial<PagingNames>;
  const list = paging !== undefined ? "paging" : items !== undefined ? "items" : undefined;
  const names = pagingOf(Object(paging) as PagingNames);
  const problems: OptionProblem[] = [];
  const check = (isInvalid: boolean, path: string, message: string) => isInvalid && problems.push({ path, message });
  check(verb === "GET" && body !== undefined, "body", "is not allowed: a GET request has no body");
  if (list !== undefined) {
    const isListed = verb === "GET" || (verb === "POST" && place !== undefined);
    check(response === undefined, list, 'needs "response", the schema of a page');
    check(!isListed, list, 'is only allowed for GET, and for POST with "paging.in"');
  }
  check(place === "body" && body === undefined, "paging.in", 'needs "body"');
  check(names?.tokenParam === names?.sizeParam, "paging.sizeParam", 'must not equal "tokenParam"');
  check(items !== undefined && paging !== undefined, "items", 'is not allowed together with "paging"');
  return problems;
}
