import { listed } from "../core/describe.js";
import { httpProblems } from "../core/path.js";
import { quoted } from "../core/source-text.js";
import { type Docs, docsOf, type Field, fieldsOf, resolved, type TypeNode } from "./declarations.js";
import type { MethodShape } from "./declare-types.js";
import { type DiscoveryDocument, type JsonSchema, type PlacedMethod, placeOf } from "./read-document.js";

/** How a list is paged. */
export interface DecidedPaging {
  /** Name of the array of items in a page, or of the map of items. */
  readonly items: string;
  /** Type of an item, or of a value of the map. */
  readonly item: TypeNode;
  readonly isMap: boolean;
  /** Field of a page with the token of the next one. */
  readonly token: string;
  /** Query parameter or body field for the page token. */
  readonly tokenParam: string;
  /** Query parameter or body field for the page size. */
  readonly sizeParam: string | false;
  /** Where a POST has them; undefined for a GET. */
  readonly in: "query" | "body" | undefined;
}

/** The names with which the next page is requested. */
type PageTokens = Omit<DecidedPaging, "items" | "item" | "isMap">;

/** A path parameter. */
export interface PathParameter {
  readonly name: string;
  readonly docs: Docs;
  /** Its type in TypeScript. */
  readonly type: string;
}

/** Returns verb and path template: `GET /bigquery/v2/projects/{projectId}/datasets`. */
export function httpOf({ servicePath }: DiscoveryDocument, { httpMethod, path, parameters }: PlacedMethod): string {
  const template = path.replace(/\{\+([^{}]*)\}/g, (placeholder, name: string) => {
    return parameters?.get(name)?.pattern === "^[^/]+$" ? `{${name}}` : placeholder;
  });
  return `${httpMethod} ${servicePath}${template.replace(/^\//, "")}`;
}

/** Returns the path parameters of a template, with their comments. */
export function pathParametersOf({ path, parameters }: PlacedMethod): PathParameter[] {
  return [...path.matchAll(/\{\+?([^{}]*)\}/g)].map(([, name = ""]) => {
    const parameter = parameters?.get(name) ?? {};
    const isInt64 = parameter.format === "int64" || parameter.format === "uint64";
    const type = isInt64 ? "string | number | bigint" : parameter.type === "integer" ? "number" : "string";
    return { name, docs: docsOf(parameter), type };
  });
}

/** Returns why no call can use a method; undefined if one can. */
export function unsupportedReason(document: DiscoveryDocument, method: PlacedMethod): string | undefined {
  const { request, response, supportsMediaDownload, supportsMediaUpload } = method;
  if (supportsMediaDownload && response === undefined) return "it only downloads media";
  if (supportsMediaUpload && request === undefined) return "it only uploads media";
  if (placeOf(method) === "") return "it has no name";
  const http = httpOf(document, method);
  const [problem] = httpProblems(http, "");
  if (problem !== undefined) return `its verb and path ${JSON.stringify(http)}: ${problem.message}`;
  return http.includes("{servicePath}") ? "its path has a parameter that is called servicePath" : undefined;
}

/** Returns why a pattern omits a method that a call may use all the same; undefined if it does not. */
export function doubtOf(document: DiscoveryDocument, method: PlacedMethod): string | undefined {
  if (isRaw(document, method.request)) return "its request may be bytes instead of JSON";
  if (isRaw(document, method.response)) return "its response may be bytes instead of JSON";
  return method.supportsMediaUpload ? "it uploads media" : undefined;
}

/** Whether a body is an `HttpBody`: JSON of any form, or bytes. */
export function isRaw({ schemas }: DiscoveryDocument, body: JsonSchema | undefined): boolean {
  const { $ref = "" } = body ?? {};
  const properties = /HttpBody$/.test($ref) ? schemas.get($ref)?.properties : undefined;
  return properties?.has("contentType") === true && properties.has("data");
}

/** Arrays of a page that are not its items if there is another one. */
const SIDE_ARRAYS: readonly string[] = ["errors", "warnings", "unreachable", "unreachables"];

const TOKEN_PARAMS = ["pageToken", "page_token"];
const TOKENS = ["nextPageToken", "pageToken", "next_page_token"];
const SIZE_PARAMS = ["pageSize", "maxResults", "limit", "page_size", "max_results"];

/** Returns how the next page is requested, or why it cannot be. */
export function pageTokensOf(
  { httpMethod, parameters }: PlacedMethod,
  { body, response }: MethodShape,
): PageTokens | string {
  if (httpMethod !== "GET" && httpMethod !== "POST") return `it is a ${httpMethod}; lists are GET or POST`;
  const inQuery = [...(parameters?.keys() ?? [])];
  const inBody = httpMethod === "POST" ? fieldsOf(body).map(({ name }) => name) : [];
  const isInQuery = TOKEN_PARAMS.some((name) => inQuery.includes(name));
  const sent = isInQuery ? inQuery : inBody;
  const tokenParam = TOKEN_PARAMS.find((name) => sent.includes(name));
  if (tokenParam === undefined) return `its request has none of the fields ${listed(TOKEN_PARAMS.map(quoted))}`;
  const token = TOKENS.find((name) => fieldsOf(response).some((field) => field.name === name));
  if (token === undefined) return `its response has none of the fields ${listed(TOKENS.map(quoted))}`;
  const sizeParam = SIZE_PARAMS.find((name) => sent.includes(name)) ?? false;
  return { token, tokenParam, sizeParam, in: httpMethod === "GET" ? undefined : isInQuery ? "query" : "body" };
}

/**
 * Returns how a method is paged; undefined if it has no pages with items, and a sentence if its items are ambiguous.
 *
 * @param given - The items that were chosen.
 */
export function pagingOf(
  method: PlacedMethod,
  shape: MethodShape,
  given: string | undefined,
): DecidedPaging | string | undefined {
  const { place } = method;
  const tokens = pageTokensOf(method, shape);
  if (typeof tokens === "string") return given === undefined ? undefined : `its items cannot be listed: ${tokens}`;
  const fields = fieldsOf(shape.response).filter(({ name }) => name !== "");
  const arrays = fields.filter(({ type }) => resolved(type).kind === "array");
  const objects = arrays.filter((field) => isObject(itemOf(field)));
  const beside = arrays.filter(({ name }) => !SIDE_ARRAYS.includes(name));
  const maps = fields.filter(({ type }) => resolved(type).kind === "map" && isObject(itemOf({ type })));
  // The values of a map are items only where no array could be.
  const candidates = beside.length === 0 && maps.length > 0 ? maps : arrays;
  if (candidates.length === 0 && given === undefined) return undefined;
  const named = (name = "", among = candidates) => among.find((field) => field.name === name);
  const field =
    given !== undefined
      ? named(given, [...arrays, ...maps])
      : (only(candidates) ??
        (candidates === arrays ? only(objects) : undefined) ??
        named(place.at(-2)) ??
        only(beside) ??
        named("items"));
  if (field === undefined) {
    const wrong = given === undefined ? "" : `, got ${JSON.stringify(given)}`;
    const choice = listed([...arrays, ...maps].map(({ name }) => quoted(name)));
    if (choice === "") return `its items cannot be listed: its response has neither an array nor a map of objects`;
    return `its items must be chosen from ${choice}${wrong}; use --items ${placeOf(method)}=<field>`;
  }
  return { items: field.name, item: itemOf(field), isMap: resolved(field.type).kind === "map", ...tokens };
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/** Returns the type of the elements of an array or of the values of a map. */
function itemOf({ type }: Pick<Field, "type">): TypeNode {
  const list = resolved(type);
  return "of" in list ? list.of : list;
}

function isObject(type: TypeNode): boolean {
  const { kind } = resolved(type);
  return kind === "ref" || kind === "map";
}

/** A field or parameter whose description promises that a repeated request has no further effect. */
const PROMISE = /idempoten|retry your request|duplicate/i;

/**
 * Returns when a POST is idempotent: always, or if its query or body has a request id whose description promises it.
 * Undefined for other methods, and if nothing is known.
 */
export function idempotencyOf(
  { httpMethod, place, parameters }: PlacedMethod,
  { body }: MethodShape,
): "always" | "query" | "body" | undefined {
  if (httpMethod !== "POST") return undefined;
  if (["getIamPolicy", "testIamPermissions"].includes(place.at(-1) ?? "")) return "always";
  if (PROMISE.test(parameters?.get("requestId")?.description ?? "")) return "query";
  const field = fieldsOf(body).find(({ name }) => name === "requestId");
  return PROMISE.test(field?.docs.text ?? "") ? "body" : undefined;
}
