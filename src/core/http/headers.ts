import type { Issue } from "../../errors/request-error.js";
import { assertNoIssues } from "../../errors/request-error.js";
import { classOf } from "../describe.js";
import { joinPath } from "../issue-path.js";
import { isRecord } from "../objects.js";
import { MASK, type Redactor } from "./redact.js";
import { isSecretName } from "./secrets.js";

/**
 * Merges headers, with lower-case names; later ones override earlier ones.
 *
 * @throws {RequestError} If names or values are invalid, with all issues. Messages never contain a value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  assertNoIssues("headers", layers.flatMap(headerProblems));
  const merged = new Map<string, string>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged.set(name.toLowerCase(), value.trim());
    }
  }
  return Object.fromEntries(merged);
}

/** Issues of the entries of a record that are not valid HTTP headers. */
export function headerProblems(headers: unknown): Issue[] {
  if (headers === undefined) return [];
  if (!isRecord(headers)) {
    const message = `must be an object such as { "x-name": "value" }, got ${classOf(headers)}`;
    return [{ path: "headers", message, rule: "header" }];
  }
  return Object.entries(headers).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : headerProblem(name, value);
    return problem === undefined ? [] : [{ path: joinPath("headers", name), message: problem, rule: "header" }];
  });
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return "is not a valid header name";
  if (typeof value !== "string") return "must be a string";
  // fetch itself would quote the value in its error.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())
    ? undefined
    : "contains a character that is not allowed in a header, such as a line break (the value is not shown)";
}

/** Headers by lower-case name, without `set-cookie`. */
export function headerRecord(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
}

/** Response headers for errors and callbacks: secrets are masked, also in the URLs of their values. */
export function shownHeaders(headers: Headers, redact: Redactor): Record<string, string> {
  const entries = Object.entries(headerRecord(headers)).map(([name, value]) => {
    if (isSecretName(name)) return [name, MASK];
    const isUrl = URL_HEADERS.includes(name) || value.startsWith("/") || value.includes("://");
    return [name, redact.text(isUrl ? shownUrls(value) : value)];
  });
  return Object.fromEntries(entries);
}

/** Headers whose value may be a relative URL. */
const URL_HEADERS: readonly string[] = ["location", "content-location", "link", "refresh"];

/** Masks user info, queries and fragments of the URLs in a value. */
function shownUrls(value: string): string {
  return value
    .replace(/\/\/[^\s"'<>/?#]*@/g, `//${MASK}@`)
    .replace(/[?#][^\s"'<>]*/g, (found) => `${found.charAt(0)}${MASK}`);
}
