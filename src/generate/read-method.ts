import { httpProblems, placeholdersOf } from "../call/template.js";
import { listed } from "../values/describe.js";
import { quoted } from "../values/source-text.js";
import { type Declaration, type Docs, docsOf, fieldsOf, type TypeNode } from "./declarations.js";
import type { MethodShape } from "./declare-types.js";
import { type DiscoveryDocument, type PlacedMethod, placeOf } from "./read-document.js";

/** How a list is paged. */
export interface DecidedPaging {
  /** Name of the array of items in a page, or of the map of items. */
  readonly items: string;
  /** Type of an item, or of a value of the map. */
  readonly item: TypeNode;
  readonly isMap: boolean;
  /** Field of a page that contains the token of the next page. */
  readonly token: string;
  /** Query parameter or body field for the page token. */
  readonly tokenParam: string;
  /** Query parameter or body field for the page size. */
  readonly sizeParam: string | false;
  /** Whether a POST sends page token and page size in the query or in the body; undefined for a GET. */
  readonly in: "query" | "body" | undefined;
}

/** A path parameter. */
export interface PathParameter {
  readonly name: string;
  readonly docs: Docs;
  /** Type of the parameter in TypeScript. */
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
  return placeholdersOf(path).map(({ name }) => {
    const parameter = parameters?.get(name) ?? {};
    const isInt64 = /^u?int64$/.test(parameter.format ?? "");
    const type = isInt64 ? "string | number | bigint" : parameter.type === "integer" ? "number" : "string";
    return { name, docs: docsOf(parameter), type };
  });
}

/** Returns the reason why no call can use a method; undefined if calls can use it. */
export function unsupportedReason(document: DiscoveryDocument, method: PlacedMethod): string | undefined {
  const { request, response, supportsMediaDownload, supportsMediaUpload } = method;
  if (supportsMediaDownload && response === undefined) return "it only downloads media";
  if (supportsMediaUpload && request === undefined) return "it only uploads media";
  const http = httpOf(document, method);
  const [problem] = httpProblems(http, "");
  return problem && `its verb and path ${JSON.stringify(http)}: ${problem.message}`;
}

/** Names of arrays that do not contain the items of a page. */
const SIDE_ARRAYS: readonly string[] = ["errors", "warnings", "unreachable", "unreachables"];

const TOKEN_PARAMS = ["pageToken", "page_token"];
const TOKENS = ["nextPageToken", "pageToken", "next_page_token"];
const SIZE_PARAMS = ["pageSize", "maxResults", "limit", "page_size", "max_results"];

/**
 * Returns how a method is paged, or why its items cannot be listed; neither for a method that has no pages.
 *
 * @param given - Name of the items field that the user chose.
 */
export function pagingOf(
  { method, body, response }: MethodShape,
  given: string | undefined,
): { readonly paging?: DecidedPaging; readonly problem?: string } {
  const fields = fieldsOf(response).filter(({ name }) => name !== "");
  const arrays = fields.filter(({ type }) => type.kind === "array");
  const maps = fields.filter(({ type }) => type.kind === "map" && type.of.kind === "ref");
  const lists = [...arrays, ...maps];
  const named = (name: string | undefined) => lists.find((field) => field.name === name);

  const request = pageRequestOf(method, body);
  const token = TOKENS.find((name) => fields.some((field) => field.name === name));
  if (request === undefined || token === undefined || lists.length === 0) {
    const needs = "it must be a GET or POST with a page token, and return an array or a map";
    return given === undefined ? {} : { problem: `its items cannot be listed: ${needs}` };
  }
  const beside = arrays.filter(({ name }) => !SIDE_ARRAYS.includes(name));
  // Maps are candidates only if the page has no arrays other than side arrays.
  const [first, second] = beside.length > 0 ? beside : maps;
  const only = second === undefined ? first : undefined;
  const field = given === undefined ? (only ?? named(method.place.at(-2)) ?? named("items")) : named(given);
  if (field === undefined || !("of" in field.type)) {
    const names = listed(lists.map(({ name }) => quoted(name)));
    return { problem: `its items must be chosen from ${names}; use --items ${placeOf(method)}=<field>` };
  }
  return {
    paging: { items: field.name, item: field.type.of, isMap: field.type.kind === "map", token, ...request },
  };
}

/** Returns where a request contains page token and page size; undefined if it has no page token. */
function pageRequestOf(
  { httpMethod, parameters }: PlacedMethod,
  body: Declaration | undefined,
): Pick<DecidedPaging, "tokenParam" | "sizeParam" | "in"> | undefined {
  const inQuery = [...(parameters?.keys() ?? [])];
  const isInQuery = TOKEN_PARAMS.some((name) => inQuery.includes(name));
  const sent = isInQuery ? inQuery : fieldsOf(body).map(({ name }) => name);
  const tokenParam = TOKEN_PARAMS.find((name) => sent.includes(name));
  if (tokenParam === undefined || !["GET", "POST"].includes(httpMethod)) return undefined;
  const sizeParam = SIZE_PARAMS.find((name) => sent.includes(name)) ?? false;
  return { tokenParam, sizeParam, in: httpMethod === "GET" ? undefined : isInQuery ? "query" : "body" };
}
