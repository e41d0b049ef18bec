import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { TableReference } from "./table-reference.js";

/**
 * Primary key of a table. The service does not enforce it.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface PrimaryKey {
  /** Columns of the key. */
  columns: string[];
}

/** Schema of `PrimaryKey`, with `parse` and `safeParse`. */
export const PrimaryKey: SchemaOf<PrimaryKey> = /* @__PURE__ */ openObject({
  columns: z.array(z.string()),
} satisfies ShapeOf<PrimaryKey>);

/**
 * A column of a foreign key and the column that it references.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface ColumnReference {
  /** Column of this table. */
  referencingColumn: string;
  /** Column of the referenced table's primary key. */
  referencedColumn: string;
}

/** Schema of `ColumnReference`, with `parse` and `safeParse`. */
export const ColumnReference: SchemaOf<ColumnReference> = /* @__PURE__ */ openObject({
  referencingColumn: z.string(),
  referencedColumn: z.string(),
} satisfies ShapeOf<ColumnReference>);

/**
 * Columns that reference the primary key of another table. The service does not enforce it.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface ForeignKey {
  /** Name of the constraint; absent if it has none. */
  name?: string | undefined;
  /** Table whose primary key is referenced. */
  referencedTable: TableReference;
  /** Pairs of a referencing and a referenced column. */
  columnReferences: ColumnReference[];
}

/** Schema of `ForeignKey`, with `parse` and `safeParse`. */
export const ForeignKey: SchemaOf<ForeignKey> = /* @__PURE__ */ openObject({
  name: opt(z.string()),
  referencedTable: TableReference,
  columnReferences: z.array(ColumnReference),
} satisfies ShapeOf<ForeignKey>);

/**
 * Primary and foreign keys of a table. The service stores them, but does not enforce them.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface TableConstraints {
  /** Primary key; absent if the table has none. Not enforced. */
  primaryKey?: PrimaryKey | undefined;
  /** Foreign keys; absent if the table has none. Not enforced. */
  foreignKeys?: ForeignKey[] | undefined;
}

/** Schema of `TableConstraints`, with `parse` and `safeParse`. */
export const TableConstraints: SchemaOf<TableConstraints> = /* @__PURE__ */ openObject({
  primaryKey: opt(PrimaryKey),
  foreignKeys: opt(z.array(ForeignKey)),
} satisfies ShapeOf<TableConstraints>);
