/** Formats a duration; empty if it is not known yet. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}

/** Indents a body that is JSON. */
export function formatBody(body: string): string {
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
