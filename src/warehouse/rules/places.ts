import { joinPath } from "../../core/rules.js";
import type { Table } from "../schemas/table.js";
import type { TableFieldSchema } from "../schemas/table-schema.js";
import type { Draft } from "./table-rule.js";

/** A field of a schema as rules see it. */
export type FieldDraft = Draft<TableFieldSchema>;

/** An object whose members are looked up by a name that is data. */
export type AnyNode = Readonly<Record<string, unknown>>;

/** Writes the path of a member of the object that is visited; valid during the visit only. */
export type PathOf = (member: string) => string;

type List<Node> = readonly (Node | null | undefined)[];

/** Visits every field of a table at every depth, the one that holds others first. */
export function eachField(table: Draft<Table>, visit: (field: FieldDraft, at: PathOf) => void): void {
  const deep = (fields: List<FieldDraft> | null | undefined, path: string): void => {
    eachElement(fields ?? [], path, (field, at) => {
      visit(field, at);
      if (field.fields != null) deep(field.fields, at("fields"));
    });
  };
  deep(table.schema?.fields, "schema.fields");
  deep(table.externalDataConfiguration?.schema?.fields, "externalDataConfiguration.schema.fields");
}

/** Visits the objects of a list. Paths are only written when asked for, since most objects break no rule. */
function eachElement<Node>(list: List<Node>, path: string, visit: (node: Node, at: PathOf) => void): void {
  let index = 0;
  const at: PathOf = (member) => joinPath(joinPath(path, index), member);
  for (; index < list.length; index++) {
    const node = list[index];
    if (node != null) visit(node, at);
  }
}

/** What {@link eachPlace} calls: an object, how to write the path of its members, and whether it lies in a list. */
export type VisitPlace = (node: AnyNode, at: PathOf, inList: boolean) => void;

/**
 * Visits the objects that a pattern such as `tableConstraints.foreignKeys[].columnReferences[]` names; the empty one
 * names the table itself. A pattern that starts with `fields[]` is about every field of every schema.
 */
export function eachPlace(table: Draft<Table>, pattern: string, visit: VisitPlace): void {
  const steps = pattern === "" ? [] : pattern.split(".");
  if (steps[0] === "fields[]") eachField(table, (field, at) => descend(field, at, true, steps, 1, visit));
  else descend(table, (member) => member, false, steps, 0, visit);
}

function descend(
  node: AnyNode,
  at: PathOf,
  inList: boolean,
  steps: readonly string[],
  depth: number,
  visit: VisitPlace,
): void {
  const step = steps[depth];
  if (step === undefined) return visit(node, at, inList);
  const isList = step.endsWith("[]");
  const member = isList ? step.slice(0, -2) : step;
  const value = node[member];
  if (typeof value !== "object" || value === null) return;
  if (isList) {
    const list = value as List<AnyNode>; // the shape is checked
    eachElement(list, at(member), (element, inner) => descend(element, inner, true, steps, depth + 1, visit));
  } else {
    const inner: PathOf = (name) => joinPath(at(member), name);
    descend(value as AnyNode, inner, inList, steps, depth + 1, visit); // no list, as above
  }
}

/** The top-level columns that a table is given with, by name; undefined when it is given without a schema. */
export function columnsOf(table: Draft<Table>): ReadonlyMap<string, FieldDraft> | undefined {
  const fields: List<FieldDraft> | null | undefined =
    table.schema?.fields ?? table.externalDataConfiguration?.schema?.fields;
  if (fields == null) return undefined;
  const columns = new Map<string, FieldDraft>();
  for (const field of fields) if (field?.name != null) columns.set(field.name, field);
  return columns;
}
