import * as z from "zod/mini";
import { openObject } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Reference to a table: its project, its dataset and its id.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface TableReference {
  /** Id of the project that contains the dataset. */
  projectId: string;
  /** Id of the dataset that contains the table. */
  datasetId: string;
  /** Id of the table within its dataset. May contain spaces, `$` and letters of any script. */
  tableId: string;
}

/** Schema of `TableReference`, with `parse` and `safeParse`. */
export const TableReference: SchemaOf<TableReference> = /* @__PURE__ */ openObject({
  projectId: z.string(),
  datasetId: z.string(),
  tableId: z.string(),
} satisfies ShapeOf<TableReference>);
