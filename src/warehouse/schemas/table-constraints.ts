import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject, opt } from "../../core/schema/schema.js";
import { TableReference } from "./table-reference.js";

/**
 * Primary key of a table. The service does not enforce it.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface PrimaryKey extends Fields<typeof primaryKeyShape> {}

const primaryKeyShape = {
  /** Columns of the key. */
  columns: z.array(z.string()),
};

/** Schema of `PrimaryKey`, with `parse` and `safeParse`. */
export const PrimaryKey: SchemaOf<PrimaryKey> = /* @__PURE__ */ openObject(primaryKeyShape);

/**
 * A column of a foreign key and the column that it references.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface ColumnReference extends Fields<typeof columnReferenceShape> {}

const columnReferenceShape = {
  /** Column of this table. */
  referencingColumn: z.string(),
  /** Column of the referenced table's primary key. */
  referencedColumn: z.string(),
};

/** Schema of `ColumnReference`, with `parse` and `safeParse`. */
export const ColumnReference: SchemaOf<ColumnReference> = /* @__PURE__ */ openObject(columnReferenceShape);

/**
 * Columns that reference the primary key of another table. The service does not enforce it.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface ForeignKey extends Fields<typeof foreignKeyShape> {}

const foreignKeyShape = {
  /** Name of the constraint; absent if it has none. */
  name: opt(z.string()),
  /** Table whose primary key is referenced. */
  referencedTable: TableReference,
  /** Pairs of a referencing and a referenced column. */
  columnReferences: z.array(ColumnReference),
};

/** Schema of `ForeignKey`, with `parse` and `safeParse`. */
export const ForeignKey: SchemaOf<ForeignKey> = /* @__PURE__ */ openObject(foreignKeyShape);

/**
 * Primary and foreign keys of a table. The service stores them, but does not enforce them.
 *
 * @see Spec: warehouse, "TableConstraints"
 */
export interface TableConstraints extends Fields<typeof tableConstraintsShape> {}

const tableConstraintsShape = {
  /** Primary key; absent if the table has none. Not enforced. */
  primaryKey: opt(PrimaryKey),
  /** Foreign keys; absent if the table has none. Not enforced. */
  foreignKeys: opt(z.array(ForeignKey)),
};

/** Schema of `TableConstraints`, with `parse` and `safeParse`. */
export const TableConstraints: SchemaOf<TableConstraints> = /* @__PURE__ */ openObject(tableConstraintsShape);
