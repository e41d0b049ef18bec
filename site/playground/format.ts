/** Formats a duration; empty if it is not known yet. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Maximum depth of a body that is indented: the indentation of a deeper one can be much longer than its text. */
const MAX_DEPTH = 40;

/** Indents a body that is JSON. */
export function formatBody(body: string): string {
  let depth = 0;
  for (const character of body) {
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > MAX_DEPTH) return body;
  }
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** The number of entries of an object or array. */
export function sizeOf(value: object): number {
  return Object.keys(value).length;
}
