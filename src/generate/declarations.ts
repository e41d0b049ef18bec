import type { JsonSchema } from "./read-document.js";

/** The type of a value. */
export type TypeNode =
  | { readonly kind: "string" | "boolean" | "integer" | "double" | "int64" | "unknown" }
  | { readonly kind: "enum"; readonly values: readonly string[] }
  | { readonly kind: "array" | "map"; readonly of: TypeNode }
  | { readonly kind: "ref"; readonly to: Declaration };

/** Documentation of a declaration. */
export interface Docs {
  readonly text: string;
  readonly deprecated: boolean;
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
  /** The fields of an object, without those of its base. */
  fields: readonly Field[];
  /** The type if it is not an object with fields. */
  type: TypeNode | undefined;
  /** Base declaration, whose fields this declaration also has. */
  readonly base: Declaration | undefined;
  /** Whether undeclared fields are rejected, as in query parameters. */
  readonly isClosed: boolean;
}

/** A type that is neither a list nor a map. */
type LeafType = Exclude<TypeNode, { readonly of: TypeNode }>;

/** Returns the type inside all lists and maps. */
export function leafOf(type: TypeNode): LeafType {
  return "of" in type ? leafOf(type.of) : type;
}

/** Returns the types of a declaration and of its fields, without lists and maps around them. */
export function leavesOf({ fields, type }: Declaration): LeafType[] {
  return [...fields.map((field) => field.type), type ?? []].flat().map(leafOf);
}

/** Returns the declarations and all that they mention. */
export function reachableFrom(roots: Iterable<Declaration>): Set<Declaration> {
  const reached = new Set(roots);
  // The set grows during the iteration.
  for (const declaration of reached) {
    if (declaration.base !== undefined) reached.add(declaration.base);
    for (const leaf of leavesOf(declaration)) if (leaf.kind === "ref") reached.add(leaf.to);
  }
  return reached;
}

/** Returns the fields of an object, including those of its base. */
export function fieldsOf(declaration: Declaration | undefined): readonly Field[] {
  return declaration === undefined ? [] : [...declaration.fields, ...fieldsOf(declaration.base)];
}

/** Compares strings by UTF-16 code units: the same order on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the documentation of a schema or parameter, with the values of an enumeration as a list. */
export function docsOf({
  description = "",
  deprecated = false,
  enum: values = [],
  enumDescriptions,
}: JsonSchema): Docs {
  const meanings = values.map((value, index) => {
    const line = `- \`${value}\`: ${enumDescriptions?.[index] ?? ""}`;
    return `\n${line.replace(/\s+/g, " ")}`;
  });
  return {
    text: description + (enumDescriptions?.some((meaning) => meaning !== "") ? meanings.join("") : ""),
    deprecated,
  };
}
