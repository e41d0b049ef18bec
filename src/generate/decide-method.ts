import { listed } from "../core/describe.js";
import { httpProblems } from "../core/path.js";
import { type Declaration, type Docs, docsOf, type Field, fieldsOf, resolved, type TypeNode } from "./declarations.js";
import type { MethodShape } from "./declare-types.js";
import { type DiscoveryDocument, type JsonSchema, type PlacedMethod, placeOf } from "./read-document.js";

/** How a list is paged. */
export interface DecidedPaging {
  /** Name of the array of items in a page. */
  readonly items: string;
  /** Type of an item. */
  readonly item: TypeNode;
  /** Field of a page with the token of the next one. */
  readonly token: string;
  /** Query parameter for the page size. */
  readonly sizeParam: string | false;
}

/** Returns verb and path template: `GET /bigquery/v2/projects/{projectId}/datasets`. */
export function httpOf({ servicePath }: DiscoveryDocument, { httpMethod, path, parameters }: PlacedMethod): string {
  const template = path.replace(/\{\+([^{}]*)\}/g, (placeholder, name: string) => {
    return parameters?.get(name)?.pattern === "^[^/]+$" ? `{${name}}` : placeholder;
  });
  return `${httpMethod} ${servicePath}${template.replace(/^\//, "")}`;
}

/** Returns the path parameters of a template, with their comments. */
export function pathParametersOf({ path, parameters }: PlacedMethod): { readonly name: string; readonly docs: Docs }[] {
  return [...path.matchAll(/\{\+?([^{}]*)\}/g)].map(([, name = ""]) => {
    return { name, docs: docsOf(parameters?.get(name) ?? {}) };
  });
}

/** Returns why no call can use a method; undefined if one can. */
export function unsupportedReason(document: DiscoveryDocument, method: PlacedMethod): string | undefined {
  const { request, response, supportsMediaDownload, supportsMediaUpload } = method;
  if (isRaw(document, response)) return "its response is raw bytes, not JSON";
  if (isRaw(document, request)) return "its request is raw bytes, not JSON";
  if (supportsMediaDownload && response === undefined) return "it only downloads media";
  if (supportsMediaUpload && request === undefined) return "it only uploads media";
  if (placeOf(method) === "") return "it has no name";
  const http = httpOf(document, method);
  const [problem] = httpProblems(http, "");
  if (problem !== undefined) return `its verb and path ${JSON.stringify(http)}: ${problem.message}`;
  return http.includes("{servicePath}") ? "its path has a parameter that is called servicePath" : undefined;
}

/** Whether a body is not JSON, but the bytes of an `HttpBody`. */
function isRaw({ schemas }: DiscoveryDocument, body: JsonSchema | undefined): boolean {
  const { $ref = "" } = body ?? {};
  const properties = /HttpBody$/.test($ref) ? schemas.get($ref)?.properties : undefined;
  return properties?.has("contentType") === true && properties.has("data");
}

/** Arrays of a page that are not its items if there is another one. */
const SIDE_ARRAYS: readonly string[] = ["errors", "warnings", "unreachable"];

/**
 * Returns how a method is paged; undefined if it has no pages, and a sentence if its items are ambiguous.
 *
 * @param given - The array of items that was chosen.
 */
export function pagingOf(
  { httpMethod, parameters, place }: PlacedMethod,
  { response }: MethodShape,
  given: string | undefined,
): DecidedPaging | string | undefined {
  const fields = fieldsOf(response);
  const token = ["nextPageToken", "pageToken"].find((name) => fields.some((field) => field.name === name));
  const isList = httpMethod === "GET" && parameters?.has("pageToken") === true && token !== undefined;
  const arrays = fields.filter(({ name, type }) => name !== "" && resolved(type).kind === "array");
  if (!isList) return given === undefined ? undefined : "it has no pages";
  if (arrays.length === 0 && given === undefined) return undefined;
  const objects = arrays.filter((field) => isObject(itemOf(field)));
  const beside = arrays.filter(({ name }) => !SIDE_ARRAYS.includes(name));
  const named = (name = "") => arrays.find((field) => field.name === name);
  const field =
    given === undefined
      ? (only(arrays) ?? only(objects) ?? named(place.at(-2)) ?? only(beside) ?? named("items"))
      : named(given);
  if (field === undefined) {
    const wrong = given === undefined ? "" : `, got ${JSON.stringify(given)}`;
    return `its items must be chosen from ${listed(arrays.map(({ name }) => JSON.stringify(name)))}${wrong}; use --items ${placeOf({ place })}=<field>`;
  }
  const sizeParam = ["pageSize", "maxResults", "limit"].find((name) => parameters.has(name)) ?? false;
  return { items: field.name, item: itemOf(field), token, sizeParam };
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function itemOf({ type }: Field): TypeNode {
  const array = resolved(type);
  return array.kind === "array" ? array.of : array;
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

/** Whether the pages of a method are requested by its body, which `list` does not do. */
export function hasPagesInBody({ httpMethod }: PlacedMethod, { body, response }: MethodShape): boolean {
  const has = (type: Declaration | undefined, name: string) => fieldsOf(type).some((field) => field.name === name);
  return httpMethod === "POST" && has(body, "pageToken") && has(response, "nextPageToken");
}
