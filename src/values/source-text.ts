import { unicodeEscape } from "../errors/message-text.js";

/**
 * Names that a constant or type in a TypeScript module must not have: reserved words, and names that the compiler uses.
 */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abstract arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package private " +
    "protected public return static super switch this throw true try typeof var void while with yield undefined NaN " +
    "Infinity globalThis Object Promise exports module require then __esModule"
  ).split(" "),
);

/** Whether a word must not be the name of an exported constant. */
export function isReservedWord(word: string): boolean {
  return RESERVED.has(word);
}

/** Formats the name of a property in an object literal. */
export function propertyName(name: string): string {
  // Unlike any other name, `__proto__: x` would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

/** Formats a string as JSON does, with characters escaped that editors or compilers could mistake for others. */
export function quoted(text: string): string {
  return escaped(JSON.stringify(text));
}

/** Escapes line and bidirectional controls and lone surrogates, except line feeds and tabs. */
export function escaped(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu, unicodeEscape);
}
