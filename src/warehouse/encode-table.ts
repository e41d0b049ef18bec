import { kindOf } from "../core/describe.js";
import { isObject, valueAt } from "../core/objects.js";
import { bothNames, fromWire, type Names, pathToWire, type RenamedPlaces, textToWire } from "../core/rename.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { Table } from "./schemas/table.js";

/** Paths of a table with names that differ from the code, such as `biglakeConfiguration` in Google's profile. */
export const tablePlaces: RenamedPlaces = {
  members: [
    "vendorLakeConfiguration",
    "externalDataConfiguration.vendorTableOptions",
    "externalDataConfiguration.vendorSheetsOptions",
  ],
  values: ["externalDataConfiguration.sourceFormat"],
};

/** Properties of tables that are not native tables. */
export const OTHER_KINDS = [
  "view",
  "materializedView",
  "externalDataConfiguration",
  "vendorLakeConfiguration",
] as const;

/** A table as JSON. */
export type TableJson = Readonly<Record<string, unknown>>;

/** A table or a patch as input, in neutral names. */
export interface NeutralInput {
  readonly table: unknown;
  /** Issues of fields that the input has in both names. */
  readonly twice: readonly Issue[];
  /** Returns an issue with the path that the value has in the input, and a message in the names of the profile. */
  named(issue: Issue): Issue;
}

/** Translates the naming profile's names in an input to neutral names. */
export function neutralInput(input: unknown, naming: Names): NeutralInput {
  const isOwn = (place: string) => {
    const own = pathToWire(place, tablePlaces, naming);
    return valueAt(input, own.split(".")) !== undefined;
  };
  let members: typeof tablePlaces.members | undefined;
  const table = fromWire(input, tablePlaces, naming);
  const textOf = (message: string) => (table === input ? message : textToWire(message, naming));
  return {
    table,
    twice: bothNames(input, tablePlaces, naming),
    named: (issue) => {
      members ??= tablePlaces.members.filter(isOwn); // most inputs have no issues
      return { ...issue, path: pathToWire(issue.path, { members }, naming), message: textOf(issue.message) };
    },
  };
}

/** A table or a patch in wire form, before it is checked: without output-only fields, INT64 as strings. */
export interface EncodedTable extends Omit<NeutralInput, "table"> {
  /** Empty if the input is not an object. */
  readonly body: TableJson;
  /** Issues of values that JSON cannot represent. */
  readonly issues: readonly Issue[];
  /** Paths of known fields that are null. */
  readonly nulls: readonly string[];
}

/** Encodes a table or a patch, which may have the names of a profile. The result shares no objects with the input. */
export function encodeTable(input: unknown, naming: Names = {}, checksInt64 = true, form = "an object"): EncodedTable {
  const { table, ...names } = neutralInput(input, naming);
  if (isObject(table)) return { ...names, ...encodeBody(Table, table, checksInt64) } as EncodedTable; // of an object
  const message = `must be ${form}, got ${kindOf(input)}`;
  return { ...names, body: {}, issues: [{ path: "", message, rule: SHAPE_RULE }], nulls: [] };
}

/**
 * Whether BigQuery itself partitions a table. A table that a metastore partitions has neither kind of
 * partitioning.
 */
export function isPartitionedNatively(table: TableJson): boolean {
  return (
    (table.timePartitioning ?? table.rangePartitioning) != null && !OTHER_KINDS.some((kind) => table[kind] != null)
  );
}

/** Whether the service itself sets the partition columns of a table: those of a view, and where it partitions the table. */
export function derivesPartitionColumns(table: TableJson): boolean {
  return isPartitionedNatively(table) || (table.view ?? table.materializedView) != null;
}

/** Omits partition columns that BigQuery sets itself. */
export function withoutDerived(table: TableJson): TableJson {
  if (!derivesPartitionColumns(table)) return table;
  const { partitionDefinition: _, ...others } = table;
  return others;
}
