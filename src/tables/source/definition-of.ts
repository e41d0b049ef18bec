import { isRequired, markOf, shapeOf } from "../../schema/schema.js";
import { isObject } from "../../values/objects.js";
import { columnsIn, hiveKeys, withoutKeys } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { isView, withOneFilter, withoutDerived } from "../../warehouse/partitioning.js";
import { isSelfDescribing } from "../../warehouse/rules/external-data.js";
import { isDescribed } from "../compare/compare-tables.js";
import { isDefault, keyName, type Meaning, meaningIn, meaningOfTable } from "../compare/meaning.js";

/** Properties of a table that are not part of a definition, in addition to those that only the service sets. */
const NOT_DEFINABLE: readonly string[] = ["kind", "tableReference", "expirationTime"];

/**
 * Returns the properties of a live table that a user can set, in a fixed order, without defaults and output-only
 * fields, and without those that the package does not know. The columns of a view follow from its query, partition keys of files
 * from their folders; they are omitted, unless columns of a view have descriptions or policy tags.
 */
export function definitionOf(table: TableJson): TableJson {
  const { schema, ...others } = withPlacedSchema(withoutDerived(withOneFilter(table)));
  const isDerived = isView(table) && !(table.view != null && columnsIn(schema).some(isDescribed));
  const own = { ...others, schema: isDerived ? undefined : withoutKeyColumns(schema, table) };
  const kept = Object.entries(own).filter(([name]) => !NOT_DEFINABLE.includes(name));
  const definition = settableIn(Object.fromEntries(kept), meaningOfTable(table));
  const { view } = definition;
  // The default of `defineTable` differs from the service's default.
  return isObject(view) ? { ...definition, view: { ...view, useLegacySql: view.useLegacySql ?? true } } : definition;
}

/** Returns a schema without the partition keys of files. */
function withoutKeyColumns(schema: unknown, table: TableJson): TableJson {
  return { ...Object(schema), fields: withoutKeys(columnsIn(schema), hiveKeys(table)) };
}

/**
 * Returns a live table whose schema is where a request must set it: on the table if its external data has a connection; on the
 * external data if its files are partitioned, unless the files contain it.
 */
function withPlacedSchema(table: TableJson): TableJson {
  const { schema, externalDataConfiguration: external } = table;
  if (!isObject(external)) return table;
  const { schema: inner, ...others } = external;
  if (external.connectionId != null) return { ...table, schema: schema ?? inner, externalDataConfiguration: others };
  if (external.hivePartitioningOptions == null && inner == null) return table;
  const placed = isSelfDescribing(external) ? undefined : withoutKeyColumns(inner ?? schema, table);
  return { ...table, schema: undefined, externalDataConfiguration: { ...others, schema: placed } };
}

function settableIn(holder: TableJson, meaning: Meaning): TableJson {
  const entries = namesIn(holder, meaning).flatMap((name) => {
    const inner = meaningIn(meaning, name);
    if (!inner.known || markOf(inner.schema).outputOnly) return [];
    const value = settableValue(holder[name], inner);
    return isDefault(value, inner) && !isRequired(inner.schema) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function settableValue(value: unknown, meaning: Meaning): unknown {
  if (typeof value === "string" && meaning.path === "encryptionConfiguration.kmsKeyName") return keyName(value);
  if (Array.isArray(value)) return value.map((element) => settableValue(element, meaningIn(meaning, "[]")));
  return isObject(value) ? settableIn(value, meaning) : value;
}

/** The names of an object's properties in the order of the schema; nested columns are last, names of maps are sorted. */
function namesIn(holder: TableJson, { schema, path }: Meaning): readonly string[] {
  const known = Object.keys(shapeOf(schema) ?? {}).filter((name) => Object.hasOwn(holder, name));
  const others = Object.keys(holder).filter((name) => !known.includes(name));
  const first = path === "column" ? known.filter((name) => name !== "fields") : known;
  return [...first, ...others.sort(), ...(first.length < known.length ? ["fields"] : [])];
}
