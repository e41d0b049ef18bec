import { joinPath } from "../../core/issue-path.js";
import { cached } from "../../core/objects.js";
import type { Policy } from "../schemas/policy.js";
import type { Table } from "../schemas/table.js";
import type { TableFieldSchema, TableSchema } from "../schemas/table-schema.js";

/**
 * A resource for rules: in wire form (INT64 as strings, without output-only fields). Any field can be missing, and in a
 * patch `null` clears. Fields of a wrong type are omitted, because the shape check reports them.
 */
export type Draft<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer E)[]
    ? readonly Draft<E>[]
    : T extends object
      ? string extends keyof T
        ? Readonly<Record<string, string | null>>
        : { readonly [K in keyof T]?: Draft<Exclude<T[K], undefined>> | null | undefined }
      : T;

/** A field of a schema, for rules. */
export type FieldDraft = Draft<TableFieldSchema>;

type Inside<T> = T extends readonly (infer E)[] ? E : T extends Readonly<Record<string, infer V>> ? V : never;
type Get<T, M> = M extends keyof T ? NonNullable<T[M]> : never;
type Step<T, S> = S extends `${infer M}[]` | `${infer M}{}` ? NonNullable<Inside<Get<T, M>>> : Get<T, S>;
type End<T, P> = P extends `${infer S}.${infer Rest}` ? End<Step<T, S>, Rest> : Step<T, P>;
type Last<T, P> = P extends `${infer S}.${infer Rest}` ? Last<Step<T, S>, Rest> : T;

/** The object in which patterns start: a table or a policy. The policy fields that rules check do not share names with table fields. */
type Root = Draft<Table> & Draft<Pick<Policy, "bindings" | "auditConfigs">>;

/** Type of a value that a pattern of {@link eachValue} names, if it is present. */
export type ValueAt<P> = P extends `fields[].${infer Rest}` ? End<FieldDraft, Rest> : End<Root, P>;

/** Type of the object that contains a value that a pattern of {@link eachValue} names. */
export type HolderAt<P> = P extends `fields[].${infer Rest}` ? Last<FieldDraft, Rest> : Last<Root, P>;

/** Formats the path of a field or an element. Call it only while the value is visited. */
type PathOf = (key: string | number) => string;

/** One value that a pattern names. */
export type Visit = (value: unknown, holder: AnyNode, key: string | number, at: PathOf, inList: boolean) => void;

/** An object whose fields are looked up by name. */
type AnyNode = Readonly<Record<string, unknown>>;

type List<E> = readonly (E | null | undefined)[];

/** One step of a pattern: a field, or the elements or entries of it. */
interface PatternStep {
  readonly member: string;
  readonly inside: "list" | "map" | undefined;
}

/** A parsed pattern. */
type Pattern = readonly PatternStep[];

/**
 * Cache of parsed patterns, whose number is limited by the rules. Parsing all when the module is loaded would slow down
 * the import.
 */
const parsedPatterns = new Map<string, Pattern>();

function parsePattern(pattern: string): Pattern {
  let parsed = parsedPatterns.get(pattern);
  if (parsed === undefined) {
    parsed = pattern.split(".").map((step) => ({
      member: step.replace(/\W+$/, ""),
      inside: step.endsWith("[]") ? "list" : step.endsWith("{}") ? "map" : undefined,
    }));
    parsedPatterns.set(pattern, parsed);
  }
  return parsed;
}

/**
 * Visits every value that a pattern names: `view.query` is a field, `clustering.fields[]` each element of a list, `labels{}`
 * each entry of a map, and `fields[].mode` a field of every column of every schema, at every depth. A field that is missing
 * in an existing object is also visited. `inList` is whether the value is inside a list: a patch replaces whole lists, so
 * their contents are complete even in a patch.
 */
export function eachValue(table: Draft<Table>, path: string, visit: Visit): void {
  const pattern = parsePattern(path);
  const [first, second] = pattern;
  if (first?.member === "fields" && second !== undefined) {
    const isMember = pattern.length === 2 && second.inside === undefined;
    const { member } = second;
    eachField(table, (field, at) => {
      // Fast path: nearly every rule about fields runs this once per field.
      if (isMember) visit((field as AnyNode)[member], field, member, at, true);
      else descend(field, at, true, pattern, 1, visit);
    });
  } else {
    descend(table, (member) => joinPath("", member), false, pattern, 0, visit);
  }
}

function descend(holder: AnyNode, at: PathOf, inList: boolean, pattern: Pattern, depth: number, visit: Visit): void {
  const step = pattern[depth];
  if (step === undefined) return;
  const { member, inside } = step;
  const value = holder[member];
  const isLast = depth === pattern.length - 1;
  if (isLast && inside === undefined) {
    visit(value, holder, member, at, inList);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const node = value as AnyNode;
  const inner: PathOf = (key) => joinPath(at(member), key);
  if (isLast) {
    for (const key of Object.keys(node)) visit(node[key], holder, inside === "list" ? Number(key) : key, inner, true);
  } else if (inside === "list") {
    const list = value as List<AnyNode>; // the shape is checked: a list of objects
    eachElement(list, inner, (element, path) => descend(element, path, true, pattern, depth + 1, visit));
  } else {
    descend(node, inner, inList, pattern, depth + 1, visit);
  }
}

/** Paths are formatted only when needed, because most values break no rule. */
function eachElement<E>(list: List<E>, of: PathOf, visit: (element: E, at: PathOf) => void): void {
  let index = 0;
  const at: PathOf = (member) => joinPath(of(index), member);
  for (; index < list.length; index++) {
    const element = list[index];
    if (element != null) visit(element, at);
  }
}

function eachField(table: Draft<Table>, visit: (field: FieldDraft, at: PathOf) => void): void {
  const deep = (fields: List<FieldDraft> | null | undefined, path: string): void => {
    const of: PathOf = (index) => joinPath(path, index);
    eachElement(fields ?? [], of, (field, at) => {
      visit(field, at);
      if (field.fields != null) deep(field.fields, at("fields"));
    });
  };
  deep(table.schema?.fields, "schema.fields");
  deep(table.externalDataConfiguration?.schema?.fields, "externalDataConfiguration.schema.fields");
}

/** Returns the top-level columns of a table by name in lower case; undefined if the table has no schema. */
export function columnsOf(table: Draft<Table>): ReadonlyMap<string, FieldDraft> | undefined {
  const schema = [table.schema, table.externalDataConfiguration?.schema].find((each) => !lacksColumns(each));
  return schema == null ? undefined : fieldsByName(schema.fields ?? []);
}

/** Returns fields by name in lower case. */
export const fieldsByName: (fields: List<FieldDraft>) => ReadonlyMap<string, FieldDraft> = cached((fields) => {
  const byName = new Map<string, FieldDraft>();
  for (const field of fields) if (field?.name != null) byName.set(field.name.toLowerCase(), field);
  return byName;
});

/**
 * Whether a schema has no columns, which is the same as no schema. In a patch, which is not `complete`, a schema
 * without `fields` leaves the columns as they are.
 */
export function lacksColumns(schema: Draft<TableSchema> | null | undefined, complete = true): boolean {
  const fields = schema === null ? null : schema?.fields;
  return fields === undefined ? complete : fields === null || fields.length === 0;
}
