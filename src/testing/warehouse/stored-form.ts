import { connectionId } from "../../tables/compare/meaning.js";
import { isObject, isSame, valueAt, withoutUndefined } from "../../values/objects.js";
import { type Column, canonicalMode, canonicalType, columnsIn, pairColumns } from "../../warehouse/columns.js";
import { hasPartitionColumns } from "../../warehouse/encode-table.js";
import type { JsonObject } from "../fake-service.js";

/** Properties whose keys are chosen by the user. */
const MAPS: readonly string[] = ["labels", "resourceTags"];

/** Returns a table with types and modes of columns written as in responses of the service: `int64` is `INTEGER`. */
export function withServiceSpelling(input: unknown): unknown {
  if (!isObject(input)) return input;
  const { externalDataConfiguration: external } = input;
  const spelled = withSpelledSchema(input);
  return isObject(external) ? { ...spelled, externalDataConfiguration: withSpelledSchema(external) } : spelled;
}

function withSpelledSchema(holder: JsonObject): JsonObject {
  return isObject(holder.schema) ? { ...holder, schema: spelledColumns(holder.schema) } : holder;
}

function spelledColumns(holder: JsonObject): JsonObject {
  if (!Array.isArray(holder.fields)) return holder;
  const spelled = (column: unknown) => {
    if (!isObject(column)) return column;
    const { type, mode, rangeElementType } = column;
    return {
      ...spelledColumns(column),
      ...(typeof type === "string" ? { type: canonicalType(type) } : {}),
      ...(typeof mode === "string" ? { mode: canonicalMode(mode) } : {}),
      ...(isObject(rangeElementType) ? { rangeElementType: spelledType(rangeElementType) } : {}),
    };
  };
  return { ...holder, fields: holder.fields.map(spelled) };
}

function spelledType(holder: JsonObject): JsonObject {
  return typeof holder.type === "string" ? { ...holder, type: canonicalType(holder.type) } : holder;
}

/**
 * Returns a proposed table with the columns of the live table, if the proposed table has no columns and the service derives
 * them, as for views and for external tables that are read with `autodetect`.
 */
export function withDerivedColumns(live: JsonObject, next: JsonObject, autodetect: boolean): JsonObject {
  const { view, materializedView, externalDataConfiguration: external } = live;
  const isView = view !== undefined || materializedView !== undefined;
  const isDerived = isView || (isObject(external) && (autodetect || external.autodetect === true));
  const isGiven = columnsIn(next.schema).length > 0;
  return isDerived && !isGiven && live.schema !== undefined ? { ...next, schema: live.schema } : next;
}

/**
 * Returns a validated table as it is stored: without null properties and labels, which count as absent, without the kind,
 * which the service sets, and without values that the service ignores. Nested nulls and unknown fields are kept.
 *
 * @param live - The stored table that is changed; empty for a new table.
 */
export function storedForm(body: JsonObject, live: JsonObject): JsonObject {
  const members = givenEntries(body).filter(([name]) => name !== "kind");
  const stored: Record<string, unknown> = Object.fromEntries(
    members.map(([name, value]) => [
      name,
      MAPS.includes(name) && isObject(value) ? Object.fromEntries(givenEntries(value)) : structuredClone(value),
    ]),
  );
  const { clustering, requirePartitionFilter, timePartitioning, schema, view, materializedView } = stored;
  if (!hasPartitionColumns(stored, live)) delete stored.partitionDefinition;
  if (isObject(clustering) && columnsIn(clustering).length === 0) {
    if (live.clustering === undefined) delete stored.clustering;
    else stored.clustering = live.clustering;
  }
  if (requirePartitionFilter !== undefined && isObject(timePartitioning)) {
    const { requirePartitionFilter: _, ...others } = timePartitioning; // a copy of the schema in the response
    stored.timePartitioning = others;
  }
  if (isObject(view)) stored.view = { ...view, useLegacySql: view.useLegacySql ?? true };
  if (isObject(materializedView)) {
    const { enableRefresh, refreshIntervalMs } = materializedView;
    stored.materializedView = {
      ...materializedView,
      enableRefresh: enableRefresh ?? true,
      refreshIntervalMs: refreshIntervalMs ?? "1800000",
    };
  }
  const isView = live.view !== undefined; // its columns follow from its query
  if (isObject(schema) && !isView) stored.schema = mergedColumns(live.schema, schema, stored);
  return stored;
}

/** The names that BigQuery returns in another form than a request may use. */
const RETURNED_NAMES: readonly (readonly [holder: string, property: string, form: (name: string) => string])[] = [
  ["encryptionConfiguration", "kmsKeyName", (key) => key.replace(/\/cryptoKeys\/[^/]+$/, "$&/cryptoKeyVersions/1")],
  ["externalDataConfiguration", "connectionId", connectionId],
  ["biglakeConfiguration", "connectionId", connectionId],
];

/** Returns a table with the names of its key and its connection as BigQuery returns them: a key has a version. */
export function withReturnedNames(table: JsonObject): JsonObject {
  const renamed = RETURNED_NAMES.flatMap(([holder, property, form]) => {
    const name = valueAt(table, [holder, property]);
    return typeof name === "string" ? [[holder, { ...Object(table[holder]), [property]: form(name) }]] : [];
  });
  return { ...table, ...Object.fromEntries(renamed) };
}

/** The live columns with the properties of the proposed ones, then new columns with the table's defaults, at every depth. */
function mergedColumns(live: unknown, proposed: JsonObject, table: JsonObject): JsonObject {
  const { pairs } = pairColumns(columnsIn(live), columnsIn(proposed));
  const fields = pairs.flatMap(({ live: from, proposed: to }) => {
    if (to === undefined) return [];
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

/** Properties of a column whose changes the service ignores. */
const PARAMETERS: readonly string[] = ["maxLength", "precision", "scale"];
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

function givenEntries(value: JsonObject): [name: string, member: unknown][] {
  return Object.entries(value).filter(([, member]) => member !== null);
}
