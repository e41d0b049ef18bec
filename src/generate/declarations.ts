import type { Issue } from "../errors/request-error.js";
import type { JsonSchema, Parameter } from "./read-document.js";

/** The type of a value. */
export type TypeNode =
  | { readonly kind: "string" | "boolean" | "integer" | "double" | "int64" | "uint64" | "unknown" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "array" | "map"; readonly of: TypeNode }
  | { readonly kind: "ref"; readonly to: Declaration }
  /** A type that cannot be generated, because of the issue in its schema. */
  | { readonly kind: "broken"; readonly issue: Issue };

/** Documentation of a declaration. */
export interface Docs {
  readonly text: string | undefined;
  readonly deprecated: boolean;
  /** Values of an enumeration, each with its description. */
  readonly values: readonly { readonly value: string; readonly text: string; readonly deprecated: boolean }[];
}

/** A field of an object, or a parameter. */
export interface Field {
  readonly name: string;
  readonly type: TypeNode;
  readonly docs: Docs;
  readonly required: boolean;
  /** Whether only the service sets the field. */
  readonly readonly: boolean;
  /** Ids of the methods whose requests must have the field. */
  readonly requiredBy: readonly string[];
}

/** A type and its schema, which have the same name in the file. */
export interface Declaration {
  readonly name: string;
  readonly docs: Docs;
  /** The fields of an object; undefined for any other type. */
  fields: readonly Field[] | undefined;
  /** The type if it is not an object with fields. */
  type: TypeNode | undefined;
  /** Base declaration, whose fields this declaration also has. */
  readonly base: Declaration | undefined;
  /** Whether undeclared fields are rejected, as in query parameters. */
  readonly isClosed: boolean;
}

/** A type that is neither a list nor a map. */
type LeafType = Exclude<TypeNode, { readonly of: TypeNode }>;

/** Returns the type of the elements, however deep. */
export function leafOf(type: TypeNode): LeafType {
  return "of" in type ? leafOf(type.of) : type;
}

/** Returns the types of a declaration and of its fields, without lists and maps around them. */
export function leavesOf({ fields = [], type }: Declaration): LeafType[] {
  return [...fields.map((field) => field.type), type ?? []].flat().map(leafOf);
}

/** Returns the declarations that a declaration mentions. */
export function mentionsOf(declaration: Declaration): Declaration[] {
  const mentioned = leavesOf(declaration).map((leaf) => (leaf.kind === "ref" ? leaf.to : []));
  return [declaration.base ?? [], ...mentioned].flat();
}

/** Returns the declarations and all that they mention. */
export function reachableFrom(roots: Iterable<Declaration>): Set<Declaration> {
  const reached = new Set(roots);
  // The set grows during the iteration.
  for (const each of reached) for (const mentioned of mentionsOf(each)) reached.add(mentioned);
  return reached;
}

/** Returns a type in which references to types that are not objects are resolved. */
export function resolved(type: TypeNode): TypeNode {
  const passed: Declaration[] = [];
  let end = type;
  while (end.kind === "ref" && end.to.type !== undefined) {
    passed.push(end.to);
    end = aliased.get(end.to) ?? end.to.type; // a schema that only refers to itself is broken
  }
  for (const each of passed) aliased.set(each, end);
  return end;
}

/** Cache of the types that references resolve to, so that a chain of references is followed only once. */
const aliased = new WeakMap<Declaration, TypeNode>();

/** Returns the fields of an object, including those of its base. Follows declarations that only refer to another one. */
export function fieldsOf(declaration: Declaration | undefined): readonly Field[] {
  if (declaration === undefined) return [];
  const { base, fields, type } = declaration;
  const named = type && resolved(type);
  if (fields === undefined) return named?.kind === "ref" ? fieldsOf(named.to) : [];
  const own = new Set(fields.map(({ name }) => name));
  return [...fields, ...fieldsOf(base).filter(({ name }) => !own.has(name))];
}

/**
 * Sorts declarations so that each comes after the declarations that it mentions, except in cycles. The order depends on names
 * only.
 */
export function sorted(declarations: readonly Declaration[]): Declaration[] {
  const order = new Set<Declaration>();
  const entered = new Set<Declaration>();
  const roots = declarations.toSorted((a, b) => compare(a.name, b.name));
  for (const root of roots) {
    const stack = [{ declaration: root, next: mentionsOf(root).values() }];
    if (entered.has(root)) continue;
    entered.add(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const { done, value } = top.next.next();
      if (done) {
        order.add(top.declaration);
        stack.pop();
      } else if (!entered.has(value)) {
        entered.add(value);
        stack.push({ declaration: value, next: mentionsOf(value).values() });
      }
    }
  }
  return [...order];
}

/** Compares strings by UTF-16 code units: the same order on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the documentation of a schema or parameter. */
export function docsOf(schema: JsonSchema): Docs {
  const { description, deprecated = false, enum: values = [], enumDescriptions = [], enumDeprecated = [] } = schema;
  const isDescribed = enumDescriptions.some((text) => text !== "");
  return {
    text: description,
    deprecated,
    values: isDescribed
      ? values.map((value, index) => {
          return { value, text: enumDescriptions[index] ?? "", deprecated: enumDeprecated[index] ?? false };
        })
      : [],
  };
}

/** Whether a description begins with "Required", without a condition such as "Required if". */
export function saysRequired({ description = "" }: JsonSchema): boolean {
  return /^\s*\[?required\b(?!\s*(?:\]\s*)?(?:if|when|for|only|unless|in|on|by|with)\b)/i.test(description);
}

/** Whether a field is output only; 1 in 10 descriptions says so only in its text. */
export function isOutputOnly({ readOnly, description = "" }: JsonSchema): boolean {
  return readOnly === true || /^\s*\[?output[ -]only\b/i.test(description);
}

/** Returns whether a query parameter is required; 1 in 8 descriptions says so only in its text. */
export function isRequiredParameter(parameter: Parameter): boolean {
  return parameter.required === true || saysRequired(parameter);
}
