import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject } from "../../core/schema/schema.js";

/**
 * Reference to a table: its project, its dataset and its id.
 *
 * @see Spec: warehouse, "Table" (fields of the real service)
 */
export interface TableReference extends Fields<typeof tableReferenceShape> {}

const tableReferenceShape = {
  /** Id of the project that contains the dataset. */
  projectId: z.string(),
  /** Id of the dataset that contains the table. */
  datasetId: z.string(),
  /** Id of the table within its dataset. May contain spaces, `$` and letters of any script. */
  tableId: z.string(),
};

/** Schema of `TableReference`, with `parse` and `safeParse`. */
export const TableReference: SchemaOf<TableReference> = /* @__PURE__ */ openObject(tableReferenceShape);
