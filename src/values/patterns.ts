/** Patterns in which `*` is any text. */
export interface Patterns {
  /** Whether a string matches a pattern. */
  matches(text: string): boolean;
}

/** Parses patterns. Matching takes linear time, whatever the pattern. */
export function parsePatterns(patterns: readonly string[] = [], ignoresCase = false): Patterns {
  const inCase = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const parsed = patterns.map((pattern) => inCase(pattern).split("*"));
  return { matches: (text) => parsed.some((parts) => matchesParts(inCase(text), parts)) };
}

/** Whether a string has these parts in order, with any text in between. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  let at = first.length;
  if (end < at || !text.startsWith(first) || !text.endsWith(last)) return false;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
