import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { TableReference } from "./table-reference.js";

/**
 * The columns that identify a row. The service does not check that they do.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface PrimaryKey {
  /** Columns that make up the key. */
  columns: string[];
}

export const PrimaryKey: SchemaOf<PrimaryKey> = /* @__PURE__ */ openObject({
  columns: z.array(z.string()),
} satisfies ShapeOf<PrimaryKey>);

/**
 * One column of a foreign key and the column that it points to.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface ColumnReference {
  /** Column of this table. */
  referencingColumn: string;
  /** Column of the other table's primary key. */
  referencedColumn: string;
}

export const ColumnReference: SchemaOf<ColumnReference> = /* @__PURE__ */ openObject({
  referencingColumn: z.string(),
  referencedColumn: z.string(),
} satisfies ShapeOf<ColumnReference>);

/**
 * Columns that point to the primary key of another table. The service does not check that the rows exist.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface ForeignKey {
  /** Name of the constraint; absent when it has none. */
  name?: string | undefined;
  /** Table whose primary key is pointed to. */
  referencedTable: TableReference;
  /** Which column points to which. */
  columnReferences: ColumnReference[];
}

export const ForeignKey: SchemaOf<ForeignKey> = /* @__PURE__ */ openObject({
  name: opt(z.string()),
  referencedTable: TableReference,
  columnReferences: z.array(ColumnReference),
} satisfies ShapeOf<ForeignKey>);

/**
 * Primary and foreign keys of a table. The service records them and enforces none.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface TableConstraints {
  /** The primary key; absent when the table has none. Not enforced. */
  primaryKey?: PrimaryKey | undefined;
  /** The foreign keys; absent when the table has none. Not enforced. */
  foreignKeys?: ForeignKey[] | undefined;
}

export const TableConstraints: SchemaOf<TableConstraints> = /* @__PURE__ */ openObject({
  primaryKey: opt(PrimaryKey),
  foreignKeys: opt(z.array(ForeignKey)),
} satisfies ShapeOf<TableConstraints>);
