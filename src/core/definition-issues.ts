import type { Issue } from "../errors/issue.js";
import { type PagingNames, pagingOf } from "./paging-names.js";
import { httpProblems } from "./path-template.js";
import {
  isText,
  must,
  nonEmptyString,
  type OptionProblem,
  optionIssues,
  optionsOf,
  required,
  schemaOption,
} from "./rules/options.js";

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
