import { nameIssues } from "../naming/translate.js";
import { type EncodedBody, encodeBody } from "../schema/codec.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { isObject } from "../values/objects.js";
import { Table } from "./schemas/table.js";

/** A table as JSON. */
export type TableJson = Readonly<Record<string, unknown>>;

/** A table or a patch in wire form, before it is checked: without output-only fields, INT64 as strings. */
export interface EncodedTable extends EncodedBody {
  /** Empty if the input is not an object. */
  readonly body: TableJson;
}

/** Encodes a table or a patch. The result shares no objects with the input. */
export function encodeTable(input: unknown, isChecked = true): EncodedTable {
  if (!isObject(input)) {
    const issues = [wrongShape("", `must be an object, got ${kindOf(input)}`)];
    return { body: {}, issues, nulls: [], undefineds: [], strangers: [] };
  }
  const encoded = encodeBody(Table, input, isChecked);
  const misnamed = isChecked ? nameIssues("Table", input) : [];
  return { ...encoded, body: Object(encoded.body), issues: [...misnamed, ...encoded.issues] };
}
