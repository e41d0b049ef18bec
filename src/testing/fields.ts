import { type CompiledSchema, compiled, type Schema } from "../schema/compile.js";
import { isObject } from "../values/objects.js";
import { badParameter } from "./service-error.js";

/** The selected fields of an object, each with the selection in its value; empty for a whole value. */
interface Selection extends Map<string, Selection> {}

/** Adjacent tokens that the syntax does not allow. */
const MISPLACED = /^[,/()]|[,/(][,/()]|\)[^,)]|[,/(]$|\s/;

/**
 * Returns the part of a response that the parameter `fields` selects: names separated by commas, `a/b` or `a(b,c)` for fields
 * of `a`, `*` for any field.
 *
 * @param schema - Schema of the response. Without it, unknown names select nothing.
 * @throws {ServiceError} If the parameter is invalid, or names a field that neither the response nor its schema has.
 */
export function selectFields(body: unknown, text: string, schema: Schema | undefined): unknown {
  return select(body, readFields(text), schema && compiled(schema));
}

function readFields(text: string): Selection {
  const invalid = badParameter("fields", "must be names such as id,labels/team,tables(id,type)");
  if (MISPLACED.test(text)) throw invalid;
  const root: Selection = new Map();
  const groups = [root]; // the selections of open parentheses
  let [holder, last] = [root, root];
  const tokens = text.match(/[,/()]|[^,/()]+/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token === "/") {
      holder = last;
    } else if (token === "(") {
      groups.push(last);
    } else if (token === ")") {
      groups.pop();
    } else if (token !== ",") {
      const earlier = holder.get(token);
      const isWhole = !"/(".includes(tokens[index + 1] ?? ",");
      last = isWhole || earlier?.size === 0 ? new Map() : (earlier ?? new Map());
      if (earlier?.size !== 0) holder.set(token, last);
    }
    const group = groups.at(-1);
    if (group === undefined) throw invalid;
    if (",()".includes(token)) holder = group;
  }
  if (groups.length > 1) throw invalid;
  return root;
}

function select(value: unknown, selection: Selection, schema: CompiledSchema | undefined): unknown {
  if (selection.size === 0) return value;
  if (Array.isArray(value)) return value.map((element) => select(element, selection, schema?.element));
  if (!isObject(value)) return undefined;
  const fields = schema?.fields?.();
  for (const name of selection.keys()) {
    const isKnown = name === "*" || fields === undefined || fields.has(name) || Object.hasOwn(value, name);
    if (!isKnown) throw badParameter("fields", `unknown field ${JSON.stringify(name)}`);
  }
  const selected = Object.entries(value).flatMap(([name, member]) => {
    const inner = selection.get(name) ?? selection.get("*");
    return inner === undefined ? [] : [[name, select(member, inner, fields?.get(name))]];
  });
  return Object.fromEntries(selected);
}
