import type { Issue } from "../errors/issue.js";
import {
  isText,
  must,
  nonEmptyString,
  type OptionProblem,
  optionIssues,
  optionsOf,
  required,
  schemaOption,
} from "./options.js";
import { httpProblems } from "./path.js";

/** How a list method is paged. */
export interface Paging {
  /** Name of the array of items in a page. */
  readonly items: string;
  /** Name of the page field with the token of the next page. Default: `nextPageToken`. */
  readonly token: string;
  /** Query parameter for the page token. Default: `pageToken`. */
  readonly tokenParam: string;
  /** Query parameter for the page size, or `false` if the method has none. Default: `maxResults`. */
  readonly sizeParam: string | false;
}

/** Names of the paging fields and parameters of a list method. Only `items` is required. */
export interface PagingNames<Items = string> {
  /** Name of the array of items in a page. */
  items: Items;
  /** Name of the page field with the token of the next page. Default: `nextPageToken`. */
  token?: string | undefined;
  /** Query parameter for the page token. Default: `pageToken`. */
  tokenParam?: string | undefined;
  /** Query parameter for the page size, or `false` if the method has none. Default: `maxResults`. */
  sizeParam?: string | false | undefined;
}

/** Fills in the default names; undefined if a method is not a list. */
export function pagingOf(given: PagingNames | undefined): Paging | undefined {
  if (given === undefined) return undefined;
  const { items, token = "nextPageToken", tokenParam = "pageToken", sizeParam = "maxResults" } = given;
  return { items, token, tokenParam, sizeParam };
}

const definitionCheck = /* @__PURE__ */ optionsOf(
  {
    name: /* @__PURE__ */ required(nonEmptyString),
    http: /* @__PURE__ */ required(httpProblems),
    idempotent: /* @__PURE__ */ must(
      (value) => typeof value === "boolean" || typeof value === "function",
      "true, false or a function of the input",
    ),
    body: schemaOption,
    query: schemaOption,
    response: schemaOption,
    items: nonEmptyString,
    paging: /* @__PURE__ */ optionsOf(
      {
        items: /* @__PURE__ */ required(nonEmptyString),
        token: nonEmptyString,
        tokenParam: nonEmptyString,
        sizeParam: /* @__PURE__ */ must((value) => value === false || isText(value), "a non-empty string or false"),
      },
      'an object such as { items: "rows" }',
    ),
    scopes: /* @__PURE__ */ must((value) => Array.isArray(value) && value.every(isText), "a list of strings"),
  },
  'an object such as { name: "jobs.list", http: "GET /…" }',
);

/** Returns the issues of a definition of a method. */
export function definitionIssues(definition: unknown): Issue[] {
  const check = (value: unknown, path: string) => [...definitionCheck(value, path), ...combinationProblems(value)];
  return optionIssues(check, definition ?? null, "method-definition");
}

function combinationProblems(definition: unknown): OptionProblem[] {
  const { http, body, response, items, paging } = Object(definition) as Readonly<Record<string, unknown>>;
  const isGet = String(http).startsWith("GET ");
  const problems: OptionProblem[] = [];
  if (isGet && body !== undefined)
    problems.push({ path: "body", message: "is not allowed: a GET request has no body" });
  for (const [path, value] of Object.entries({ items, paging })) {
    if (value === undefined) continue;
    if (response === undefined) problems.push({ path, message: 'needs "response", the schema of a page' });
    if (!isGet) problems.push({ path, message: "is only allowed for GET" });
  }
  const names = pagingOf(Object(paging) as PagingNames);
  if (names?.tokenParam === names?.sizeParam) {
    problems.push({ path: "paging.sizeParam", message: 'must not equal "tokenParam"' });
  }
  if (items !== undefined && paging !== undefined) {
    problems.push({ path: "items", message: 'is not allowed together with "paging"' });
  }
  return problems;
}
