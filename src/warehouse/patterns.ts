/** Returns whether a text matches one of the patterns, in which `*` is any text, also none. */
export function matcherOf(patterns: readonly string[]): (text: string) => boolean {
  const parsed = patterns.map((pattern) => pattern.split("*"));
  return (text) => parsed.some((parts) => matchesParts(text, parts));
}

/** Compares the parts between the stars from left to right, which takes linear time per part, unlike a regular expression. */
function matchesParts(text: string, [first = "", ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let position = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, position);
    if (found === -1 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}
