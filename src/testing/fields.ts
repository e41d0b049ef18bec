import { isObject } from "../values/objects.js";
import { badParameter } from "./service-error.js";

const MAX_LENGTH = 8_192;

/** The names from an object to one of its fields; empty for the object itself. */
type FieldPath = readonly string[];

/**
 * Returns the part of a response that the parameter `fields` selects: names separated by commas, `a/b` or `a(b,c)` for fields
 * of `a`, `*` for any field.
 *
 * @throws {ServiceError} If the parameter is invalid or longer than 8 192 characters.
 */
export function selectFields(body: unknown, text: string): unknown {
  if (text.length > MAX_LENGTH) throw badFields();
  const tokens = text.match(/[^,/()\s]+|[,/()\s]/g) ?? [];
  const paths = readList(tokens);
  if (tokens.length > 0) throw badFields();
  return select(body, paths) ?? {};
}

/** Parses a list such as `a,b/c,d(e,f)`. */
function readList(tokens: string[]): FieldPath[] {
  const paths = readItem(tokens);
  if (tokens[0] !== ",") return paths;
  tokens.shift();
  return [...paths, ...readList(tokens)];
}

function readItem(tokens: string[]): FieldPath[] {
  const name = tokens.shift() ?? "";
  if (!/^[^,/()\s]/.test(name)) throw badFields();
  if (tokens[0] !== "/" && tokens[0] !== "(") return [[name]];
  const isGroup = tokens.shift() === "(";
  const inner = isGroup ? readList(tokens) : readItem(tokens);
  if (isGroup && tokens.shift() !== ")") throw badFields();
  return inner.map((path) => [name, ...path]);
}

function select(value: unknown, paths: readonly FieldPath[]): unknown {
  if (paths.some(({ length }) => length === 0)) return value;
  if (Array.isArray(value)) {
    const parts = value.map((element) => select(element, paths)).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : parts;
  }
  if (!isObject(value)) return undefined;
  const selected = Object.entries(value).flatMap(([name, member]) => {
    const inner = paths.filter(([first]) => first === name || first === "*").map((path) => path.slice(1));
    const part = inner.length === 0 ? undefined : select(member, inner);
    return part === undefined ? [] : [[name, part]];
  });
  return selected.length === 0 ? undefined : Object.fromEntries(selected);
}

function badFields() {
  return badParameter("fields", "must be names such as id,labels/team,tables(id,type)");
}
