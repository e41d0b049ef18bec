import * as z from "zod/mini";
import { openObject } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Names one table: its project, its dataset and the table itself.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface TableReference {
  /** Id of the project that the dataset belongs to. */
  projectId: string;
  /** Id of the dataset that the table belongs to. */
  datasetId: string;
  /** Id of the table within its dataset. Spaces, `$` and letters of any script may occur. */
  tableId: string;
}

export const TableReference: SchemaOf<TableReference> = /* @__PURE__ */ openObject({
  projectId: z.string(),
  datasetId: z.string(),
  tableId: z.string(),
} satisfies ShapeOf<TableReference>);
