import { isDeepStrictEqual } from "node:util";
import { type Document, parseDocument } from "yaml";
import type { DocumentText } from "./document-text.js";
import { Failure } from "./failure.js";
import { changeNode } from "./yaml-change.js";
import { changeText, styleOf } from "./yaml-text.js";

/**
 * Reads a document in YAML, merge keys included. Written again, only the entries that change are written anew;
 * everything else stays to the letter, with its comments.
 *
 * @throws {Failure} when it is none, with everything that is wrong.
 */
export function readYaml(source: string, name: string): DocumentText {
  const text = source.endsWith("\n") ? source : `${source}\n`;
  const document = parse(text);
  if (document.errors.length > 0) {
    throw new Failure(...document.errors.map(({ message }) => `${name} is no YAML: ${message.split(":\n")[0]}`));
  }
  const data = resolve(document, name);
  return {
    data,
    rewrite(changed) {
      const changedText = changeText(text, parse(text), data, changed);
      if (isDeepStrictEqual(dataOf(parse(changedText)), changed)) return changedText;
      // What changes is shared by aliases, or laid out in an odd way: the document as a whole is written anew.
      const whole: Document = parse(text);
      const style = styleOf(text, whole);
      whole.contents = changeNode(whole, whole.contents, data, changed);
      return whole.toString(style);
    },
  };
}

function parse(text: string): Document.Parsed {
  return parseDocument(text, { merge: true, intAsBigInt: true, compat: "yaml-1.1" });
}

/** @throws {Failure} when an alias leads nowhere, into itself, or to more than anybody means. */
function resolve(document: Document, name: string): object {
  try {
    return dataOf(document);
  } catch (error) {
    const [sentence] = (error as Error).message.split("\n"); // both parts of it throw errors alone
    throw new Failure(`${name} is no YAML: ${sentence}`);
  }
}

/** What a document says. A copy by way of JSON, in which nothing is shared that aliases share in YAML. */
function dataOf(document: Document): object {
  const asNumber = (_: string, value: unknown) => (typeof value === "bigint" ? Number(value) : value);
  return JSON.parse(JSON.stringify(document.toJS(), asNumber));
}
