import { isObject, isSame, valueAt, withoutUndefined } from "../../values/objects.js";
import {
  type Column,
  canonicalMode,
  canonicalType,
  columnsIn,
  hiveKeys,
  PARAMETERS,
  pairColumns,
} from "../../warehouse/columns.js";
import { withOneFilter } from "../../warehouse/partitioning.js";
import type { JsonObject } from "../fake-service.js";

/**
 * Returns a proposed table with the columns of the live table, if the proposed table has no columns and the service derives
 * them, as for views and for external tables that are read with `autodetect`. Columns for the keys of files are added.
 */
export function withDerivedColumns(live: JsonObject, next: JsonObject, autodetect = false): JsonObject {
  const { view, materializedView, externalDataConfiguration: external } = live;
  const isView = view !== undefined || materializedView !== undefined;
  const isDerived = isView || (isObject(external) && (autodetect || external.autodetect === true));
  const isGiven = columnsIn(next.schema).length > 0;
  const isKept = isDerived && !isGiven && live.schema !== undefined;
  return withHiveKeys(live, isKept ? { ...next, schema: live.schema } : next);
}

/** Adds the keys that a request lists, or that the live table has. The columns of files become those of the table, as in the service. */
function withHiveKeys(live: JsonObject, next: JsonObject): JsonObject {
  const { schema = next.schema, hivePartitioningOptions: hive, ...external } = Object(next.externalDataConfiguration);
  const keys = hiveKeys(hive?.mode === "CUSTOM" ? next : live);
  if (hive == null || isSame(keys, {})) return next;
  const added = Object.entries(keys).map(([name, type]) => ({ name, type, mode: "NULLABLE" }));
  const fields = pairColumns(columnsIn(schema), added).pairs.map((pair) => pair.live ?? pair.proposed);
  const hivePartitioningOptions = { ...hive, fields: Object.keys(keys) };
  return { ...next, schema: { fields }, externalDataConfiguration: { ...external, hivePartitioningOptions } };
}

/** Whether a view has known columns and its query does not change. */
export function keepsQuery(live: JsonObject, next: JsonObject): boolean {
  const query = valueAt(live.view, ["query"]);
  return query !== undefined && query === valueAt(next.view, ["query"]) && live.schema !== undefined;
}

/**
 * Returns a validated table as it is stored: without the kind, which the service sets, and with the defaults of views and
 * columns.
 *
 * @param live - The stored table that is changed; empty for a new table.
 */
export function storedForm(body: JsonObject, live: JsonObject): JsonObject {
  const { kind: _, ...stored }: Record<string, unknown> = withOneFilter(structuredClone(body));
  const { schema, view, materializedView, externalDataConfiguration: external } = stored;
  if (isObject(view)) stored.view = { useLegacySql: true, ...view };
  // The service never returns the staleness of a definition, nor the kind of a set of files.
  if (isObject(external)) stored.externalDataConfiguration = { ...external, fileSetSpecType: undefined };
  if (isObject(materializedView)) {
    stored.materializedView = {
      enableRefresh: true,
      refreshIntervalMs: "1800000",
      ...materializedView,
      maxStaleness: undefined,
    };
  }
  if (isObject(schema) && schema.fields !== undefined && (live.view === undefined || keepsQuery(live, stored))) {
    stored.schema = mergedColumns(live.schema, schema, stored);
  }
  return stored;
}

/**
 * The live columns with the properties of the proposed ones, then new columns with the table's defaults, at every depth.
 * Types and modes are written as in responses of the service: `int64` is `INTEGER`.
 */
function mergedColumns(live: unknown, proposed: JsonObject, table: JsonObject): JsonObject {
  const { pairs } = pairColumns(columnsIn(live), columnsIn(proposed));
  const fields = pairs.flatMap(({ live: from, proposed }) => {
    if (proposed === undefined) return table.view === undefined ? [] : (from ?? []);
    const { type, mode } = proposed;
    const to = { ...proposed, type: canonicalType(type), ...(mode == null ? {} : { mode: canonicalMode(mode) }) };
    return [from === undefined ? newColumn(to, table) : mergedColumn(from, to, table)];
  });
  return { ...proposed, fields };
}

function newColumn(proposed: Column, table: JsonObject): Column {
  const { type } = proposed;
  const usual =
    type === "STRING"
      ? { collation: table.defaultCollation }
      : type === "NUMERIC" || type === "BIGNUMERIC"
        ? { roundingMode: table.defaultRoundingMode }
        : {};
  const column = { ...withoutUndefined(usual), ...withoutEmptyTags(proposed) };
  return columnsIn(column).length === 0 ? column : mergedColumns(undefined, column, table);
}

/** Empty policy tags mean none. */
function withoutEmptyTags(column: Column): Column {
  const { policyTags, ...others } = column;
  return isSame(policyTags, {}) ? others : column;
}

/** Tags of a column that the service keeps if a request omits them. */
const TAGS = ["policyTags", "dataGovernanceTagsInfo"];

function mergedColumn(live: Column, proposed: Column, table: JsonObject): Column {
  // The service ignores changes to parameters.
  const names = [...PARAMETERS, ...TAGS.filter((name) => proposed[name] == null)];
  const kept = names.filter((name) => live[name] !== undefined).map((name) => [name, live[name]]);
  const others = Object.entries(withoutEmptyTags(proposed)).filter(([name]) => !PARAMETERS.includes(name));
  const column = Object.fromEntries([...others, ...kept]);
  return columnsIn(live).length === 0 ? column : mergedColumns(live, column, table);
}
