/** Replaces secrets in texts. */
export const MASK = "[redacted]";

/** A credential, and the scheme, header, parameter or cookie that it was sent with. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Minimum length of a secret that is masked wherever it occurs. A shorter one may be an ordinary word. */
const LONG = 8;
/** Maximum number of times that a text is decoded: a service may escape what it received escaped. */
const MAX_LEVELS = 3;

/**
 * Returns a function that masks secrets in a text, and the query string where a text quotes the whole URL.
 *
 * A secret is found as it is, as URLs, HTML and JSON escape it, and in base64. One of fewer than 8 characters is masked only
 * behind its name, as in `Bearer test` and `sid=test`. A text with an escaped secret is returned decoded.
 */
export function createMask(secrets: readonly Secret[], query = ""): (text: string) => string {
  const long = [...new Set(secrets.map(({ value }) => value))]
    .filter((value) => value.length >= LONG)
    .sort(longestFirst);
  // A secret that contains others is masked before them, so that its rest does not remain if it is escaped.
  const containing = long.filter((value) => long.some((other) => other !== value && value.includes(other)));
  const groups = [...containing.map((value) => [value]), long];
  const short = new Set(
    secrets.filter(({ value }) => value.length < LONG).map(({ name, value }) => namedWord(name, value)),
  );
  const queries = query === "" ? [] : decodings(query);
  const masks = groups.map((group) => {
    const forms = [...new Set(group.flatMap(formsOf))].sort(longestFirst); // a secret is masked before a part of it
    return (text: string) => forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
  });
  masks.push((text) => withoutNamedWords(withoutQueries(text, queries), short));
  return (text) => masks.reduce(maskEscaped, text);
}

const longestFirst = (a: string, b: string) => b.length - a.length;

/** Masks a text, and what it contains when it is decoded. If only that has a secret, the decoded text is returned. */
function maskEscaped(text: string, mask: (text: string) => string): string {
  let shown = text;
  let current = text;
  for (let level = 0; level <= MAX_LEVELS; level += 1) {
    const masked = mask(current);
    if (masked !== current) shown = masked;
    current = decode(masked);
    if (current === masked) break;
  }
  return shown;
}

/** A secret as it is, without the escapes that it contains, in a form, and in base64. */
function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const start = base64.slice(0, Math.floor((bytes.length * 4) / 3)); // the next character depends on what follows
  const inBase64 = [base64, start, start.replaceAll("+", "-").replaceAll("/", "_")];
  return [...decodings(secret), secret.replaceAll(" ", "+"), secret.replaceAll("+", " "), ...inBase64];
}

/** A text, and what remains when it is decoded once and more often. */
function decodings(text: string): string[] {
  const texts = [text];
  for (let level = 0; level < MAX_LEVELS; level += 1) texts.push(decode(texts[level] ?? ""));
  return texts;
}

/** Masks the query strings that follow a `?`, in linear time: a service may have chosen the text and, as a page token, a part of the query. */
function withoutQueries(text: string, queries: readonly string[]): string {
  const [path = "", ...parts] = text.split("?");
  const masked = parts.map((part) => {
    const query = queries.find((each) => part.startsWith(each));
    return query === undefined ? part : MASK + part.slice(query.length);
  });
  return [path, ...masked].join("?");
}

/** Matches a short word behind a name: `Bearer test`, `sid=test`, `"token": "test"`. */
const NAMED_WORD = /(?<=(?<![\w-])([\w-]{1,64})["']?\s?[ :=]\s?["']?)[^\s"'&,;<>]{1,7}(?![^\s"'&,;<>])/g;

const namedWord = (name: string, word: string) => `${name.toLowerCase()}=${word}`;

function withoutNamedWords(text: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return text;
  return text.replace(NAMED_WORD, (word, name: string) => (words.has(namedWord(name, word)) ? MASK : word));
}

/** Matches characters as URLs, JSON and HTML escape them. */
const ESCAPED = /(?:%[\da-f]{2})+|\\(?:u[\da-f]{4}|["'/\\])|&(?:#\d{1,6}|#x[\da-f]{1,5}|amp|lt|gt|quot|apos);/gi;

const HTML_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes the escaped characters of a text once. */
function decode(text: string): string {
  return text.replace(ESCAPED, (escaped) => {
    if (escaped.startsWith("%")) {
      const bytes = escaped.slice(1).split("%");
      return new TextDecoder().decode(Uint8Array.from(bytes, (hex) => Number(`0x${hex}`)));
    }
    if (escaped.startsWith("\\"))
      return escaped.length === 2 ? escaped.slice(1) : String.fromCharCode(Number(`0x${escaped.slice(2)}`));
    const name = escaped.slice(1, -1).toLowerCase();
    return HTML_NAMES[name] ?? String.fromCodePoint(Number(name.replace("#x", "0x").replace("#", "")));
  });
}
