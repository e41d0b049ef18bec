/** A part of a string: from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Matches the escapes of URLs, JSON, string literals and HTML: UTF-8 bytes such as `%2F` and `\x2f`, `\u002f`, `\/`,
 * `&#47;`, `&#x2f;`, `&amp;`, and `+` for a space.
 */
const ESCAPES =
  /((?:%|\\x)[c-f][\da-f](?:(?:%|\\x)[89ab][\da-f]){1,3})|(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]{1,8});|&#(\d{1,9});|\\([^ux])|&(amp|lt|gt|quot|apos);|\+/gi;
const HTML_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const CONTROLS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** Decodes one level of escapes. */
export function unescaped(text: string): string {
  return text.replace(ESCAPES, (...match: (string | undefined)[]) => charactersOf(match));
}

/** Returns the parts of a string that parts of its {@link unescaped} form come from. They must be disjoint and sorted. */
export function sourcesOf(ranges: readonly Range[], text: string): Range[] {
  const wanted = ranges.flatMap(({ start, end }) => [start, end - 1]);
  const sources: Range[] = [];
  let shift = 0;
  const next = () => wanted[sources.length] ?? Number.POSITIVE_INFINITY;
  const takeUnescaped = (end: number) => {
    while (next() < end) sources.push({ start: next() + shift, end: next() + shift + 1 });
  };
  for (const match of text.matchAll(ESCAPES)) {
    const source = { start: match.index, end: match.index + match[0].length };
    const { length } = charactersOf(match);
    takeUnescaped(source.start - shift);
    while (next() < source.start - shift + length) sources.push(source);
    shift += match[0].length - length;
  }
  takeUnescaped(text.length - shift);
  return ranges.map((_, index) => ({ start: sources[2 * index]?.start ?? 0, end: sources[2 * index + 1]?.end ?? 0 }));
}

/** The characters that a match of {@link ESCAPES} represents. */
function charactersOf(match: readonly (string | undefined)[]): string {
  const [all = "", bytes, byte, unit, hexadecimal, decimal, character, name] = match;
  if (bytes !== undefined) return fromBytes(bytes.match(/[\da-f]{2}/gi) ?? []);
  const digits = byte ?? unit ?? hexadecimal;
  if (digits !== undefined || decimal !== undefined) {
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  }
  if (character !== undefined) return CONTROLS[character] ?? character;
  return name === undefined ? " " : (HTML_NAMES[name.toLowerCase()] ?? all);
}

/** Decodes hexadecimal bytes as UTF-8, or else as Latin-1. */
function fromBytes(bytes: readonly string[]): string {
  try {
    return decodeURIComponent(`%${bytes.join("%")}`);
  } catch {
    return String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16)));
  }
}
