import { RequestError } from "./errors.js";

/**
 * Lays headers over each other, the later over the earlier, with lower-case names.
 *
 * @throws {RequestError} when a name or a value cannot be a header; the message never shows the value.
 */
export function mergeHeaders(
  ...layers: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer ?? {})) {
      if (value === undefined) continue;
      const problem = headerProblem(name, value);
      if (problem !== undefined) {
        const issue = { path: `headers[${JSON.stringify(name)}]`, message: problem, rule: "header" };
        throw new RequestError({ operation: "headers", issues: [issue] });
      }
      merged[name.toLowerCase()] = value.trim();
    }
  }
  return merged;
}

function headerProblem(name: string, value: unknown): string | undefined {
  if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return "is no name of a header";
  if (typeof value !== "string") return "must be a string";
  // fetch itself would quote the value in its error.
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value.trim())
    ? undefined
    : "holds a character that no header can carry, such as a line break (the value is not shown)";
}

/** Whether a header carries a credential, by its name. */
export function isSecretHeader(name: string): boolean {
  return /auth|token|secret|key|cookie|credential/i.test(name);
}
