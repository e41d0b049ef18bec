import type { DocumentText } from "./document-text.js";
import { Failure } from "./failure.js";

/** Strings, so that nothing inside one is taken for a number, and numbers. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MARKED = /"\\u0000number (-?[\d.eE+-]+)"/g;

/**
 * Reads a document in JSON. Written again, it keeps its indentation and its numbers: those that JavaScript would
 * round or write in another way stand in `data` as marked texts.
 *
 * @throws {Failure} when it is none.
 */
export function readJson(text: string, name: string): DocumentText {
  return {
    data: parse(text, name),
    rewrite(changed) {
      const [, indent] = /\n([ \t]+)\S/.exec(text) ?? [];
      const written = JSON.stringify(changed, null, indent).replace(MARKED, "$1");
      return text.endsWith("\n") ? `${written}\n` : written;
    },
  };
}

function parse(text: string, name: string): object {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new Failure(`${name} is no JSON: ${(error as SyntaxError).message}`); // JSON.parse throws nothing else
  }
  const isFragile = (token: string) => !token.startsWith('"') && JSON.stringify(Number(token)) !== token;
  return JSON.parse(text.replace(TOKENS, (token) => (isFragile(token) ? `"\\u0000number ${token}"` : token)));
}
