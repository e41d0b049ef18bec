import { isObject } from "../../values/objects.js";
import { type TableJson, withoutDerived } from "../../warehouse/encode-table.js";
import { isDefault, keyName, type Meaning, meaningIn, meaningOfTable } from "../compare/meaning.js";

/** Properties of a column that this version of the package does not know; a definition must not have them. */
export class UnknownProperties {
  /** The properties. */
  readonly values: TableJson;

  constructor(values: TableJson) {
    this.values = values;
  }
}

/** Key of {@link UnknownProperties} in an object of a definition. */
const UNKNOWN_KEY = "//";

/** Properties of a table that are not part of a definition, in addition to those that only the service sets. */
const NOT_DEFINABLE: readonly string[] = ["kind", "tableReference", "expirationTime"];

/**
 * Returns the properties of a live table that a user can set, in a fixed order, without defaults and output-only
 * fields. The columns of a view follow from its query and are omitted.
 *
 * @param keepsUnknown - Whether objects keep properties that the package does not know, as {@link UnknownProperties}.
 */
export function definitionOf(table: TableJson, keepsUnknown = true): TableJson {
  const { schema, timePartitioning, ...others } = withoutDerived(table);
  const isView = (table.view ?? table.materializedView) != null;
  const own = {
    ...others,
    // The service keeps both filters equal; the filter of the time partitioning is deprecated.
    timePartitioning: table.requirePartitionFilter == null ? timePartitioning : withoutFilter(timePartitioning),
    schema: isView ? undefined : schema,
  };
  const kept = Object.entries(own).filter(([name]) => !NOT_DEFINABLE.includes(name));
  const known = settableIn(Object.fromEntries(kept), meaningOfTable(table), keepsUnknown);
  // Unknown properties of the table itself can be statistics that change with every read.
  const { [UNKNOWN_KEY]: _, ...definition } = known;
  const { view } = definition;
  // The default of `defineTable` differs from the service's default.
  return isObject(view) ? { ...definition, view: { ...view, useLegacySql: view.useLegacySql ?? true } } : definition;
}

function withoutFilter(timePartitioning: unknown): unknown {
  if (!isObject(timePartitioning)) return timePartitioning;
  const { requirePartitionFilter: _, ...others } = timePartitioning;
  return others;
}

function settableIn(holder: TableJson, meaning: Meaning, keepsUnknown: boolean): TableJson {
  const result: [string, unknown][] = [];
  const unknown: [string, unknown][] = [];
  for (const name of namesIn(holder, meaning)) {
    const value = holder[name];
    const inner = meaningIn(meaning, name);
    if (inner.schema?.outputOnly === true) continue;
    const settable = inner.known ? settableValue(value, inner, keepsUnknown) : value;
    if (!inner.known) unknown.push([name, value]);
    else if (!isDefault(settable, inner) || inner.schema?.optional === false) result.push([name, settable]);
  }
  if (keepsUnknown && unknown.length > 0) {
    result.push([UNKNOWN_KEY, new UnknownProperties(Object.fromEntries(unknown))]);
  }
  return Object.fromEntries(result);
}

function settableValue(value: unknown, meaning: Meaning, keepsUnknown: boolean): unknown {
  if (typeof value === "string" && meaning.path === "encryptionConfiguration.kmsKeyName") return keyName(value);
  if (!Array.isArray(value)) return isObject(value) ? settableIn(value, meaning, keepsUnknown) : value;
  const element = meaningIn(meaning, "[]");
  return value.map((each: unknown) => (isObject(each) ? settableIn(each, element, keepsUnknown) : each));
}

/** The names of an object's properties in the order of the schema; nested columns are last, names of maps are sorted. */
function namesIn(holder: TableJson, { schema, path }: Meaning): readonly string[] {
  const known = [...(schema?.fields?.().keys() ?? [])].filter((name) => Object.hasOwn(holder, name));
  const others = Object.keys(holder).filter((name) => !known.includes(name));
  const isColumn = path.endsWith("fields[]");
  const first = isColumn ? known.filter((name) => name !== "fields") : known;
  return [...first, ...others.sort(), ...(first.length < known.length ? ["fields"] : [])];
}
