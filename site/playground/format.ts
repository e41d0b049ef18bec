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

/** Parses the JSON text of a state; undefined if it is not an object. */
export function parseState(text: string): object | undefined {
  try {
    const state: unknown = JSON.parse(text);
    return typeof state === "object" && state !== null ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Levels of a state: services, projects, datasets, tables. */
const LEVELS = 7;
/** Maximum number of entries in the levels that are open at first. */
const MAX_OPEN = 1_000;

/** Returns how many levels of a state are open at first. */
export function openLevels(state: object): number {
  let level = [state];
  let entries = 0;
  for (let levels = 0; levels < LEVELS; levels += 1) {
    const inside: unknown[] = level.flatMap(Object.values);
    entries += inside.length;
    if (entries > MAX_OPEN) return levels;
    level = inside.filter((each) => typeof each === "object" && each !== null);
  }
  return LEVELS;
}

/** The number of entries of an object or array. */
export function sizeOf(value: object): number {
  return Object.keys(value).length;
}
