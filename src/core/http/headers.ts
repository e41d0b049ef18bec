import type { Issue } from "../../errors/issue.js";
import { RequestError } from "../../errors/request-error.js";
import { joinPath } from "../rules/issue-path.js";

/**
 * Lays headers over each other, the later over the earlier, with lower-case names.
 *
 * @throws {RequestError} when names or values cannot be headers, with all of them; the message never shows the value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  const issues = layers.flatMap(headerProblems);
  if (issues.length > 0) throw new RequestError({ operation: "headers", issues });
  const merged = new Map<string, string>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value !== undefined) merged.set(name.toLowerCase(), value.trim());
    }
  }
  return Object.fromEntries(merged);
}

/** The entries of a record that cannot be HTTP headers. */
export function headerProblems(headers: unknown): Issue[] {
  return Object.entries(headers ?? {}).flatMap(([name, value]) => {
    const problem = value === undefined ? undefined : headerProblem(name, value);
    return problem === undefined ? [] : [{ path: joinPath("headers", name), message: problem, rule: "header" }];
  });
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return "is no name of a header";
  if (typeof value !== "string") return "must be a string";
  // fetch itself would quote the value in its error.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())
    ? undefined
    : "holds a character that no header can carry, such as a line break (the value is not shown)";
}

const SECRET_NAME =
  /(^|[-_])(\w*auth|authorization|\w*token|\w*secret|\w*key|cookie|credentials?|pass|password|session|jwt|signature)([-_]|$)/i;

/** Whether a header carries a credential, by its name. */
export function isSecretHeader(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A value that long, in a header that nobody knows, is more likely a credential than a word of the answer. */
const LONG_VALUE = 8;
const PLAIN_HEADERS: readonly string[] = ["accept", "accept-language", "content-type", "if-match", "user-agent"];

/** What must not be shown of headers: values, with and without their scheme, and what Basic credentials unfold to. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (PLAIN_HEADERS.includes(name) || (!isSecretHeader(name) && value.length < LONG_VALUE)) return [];
    const [, scheme, rest] = /^(\w+)\s+(.+)$/.exec(value) ?? [];
    return [value, rest ?? value, ...(scheme?.toLowerCase() === "basic" ? basicParts(rest ?? "") : [])];
  });
}

function basicParts(encoded: string): string[] {
  try {
    const pair = atob(encoded);
    return [pair, pair.slice(pair.indexOf(":") + 1)];
  } catch {
    return [];
  }
}
