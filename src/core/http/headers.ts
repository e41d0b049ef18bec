import { assertNoIssues } from "../../errors/request-error.js";
import { headerProblems } from "./call-options.js";
import { isSecretName, MASK, type Redactor } from "./redact.js";

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
