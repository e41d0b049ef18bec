import { exactInteger } from "../../schema/scalars.js";
import { elementOf, fieldOf, markOf, type Schema, shapeOf } from "../../schema/schema.js";
import { withoutNulls } from "../../values/merge-patch.js";
import { isObject, valueAt } from "../../values/objects.js";
import { canonicalMode, canonicalType, pairColumns } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { Table } from "../../warehouse/schemas/table.js";

/** Meaning of the values of a field of a table, or of an element of a list. */
export interface Meaning {
  /** Path without indices, such as `schema.fields[].mode`. Columns at every depth have the same path. */
  readonly path: string;
  /** Schema of the field. Undefined for unknown fields and for entries of string maps. */
  readonly schema: Schema | undefined;
  /** Whether the package knows the field. */
  readonly known: boolean;
  /** The values that absent fields mean, by path. Default: `false`. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Normalizes its strings. */
  readonly spelling: ((value: string) => string) | undefined;
}

const COLUMNS = "schema.fields";

/** Values that absent fields mean, in addition to false, null, and empty lists and objects. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  description: "",
  friendlyName: "",
  mode: "NULLABLE",
  collation: "",
  roundingMode: "ROUNDING_MODE_UNSPECIFIED",
  scale: "0",
  timestampPrecision: "6",
  "generatedColumn.generatedMode": "GENERATED_MODE_UNSPECIFIED",
  defaultCollation: "",
  defaultRoundingMode: "ROUNDING_MODE_UNSPECIFIED",
  managedTableType: "MANAGED_TABLE_TYPE_UNSPECIFIED",
  "view.useLegacySql": true,
  "view.privacyPolicy.joinRestrictionPolicy.joinCondition": "JOIN_CONDITION_UNSPECIFIED",
  "materializedView.enableRefresh": true,
  "materializedView.refreshIntervalMs": "1800000",
  "externalDataConfiguration.maxBadRecords": 0,
  "externalDataConfiguration.compression": "NONE",
  "externalDataConfiguration.jsonExtension": "JSON_EXTENSION_UNSPECIFIED",
  "externalDataConfiguration.objectMetadata": "OBJECT_METADATA_UNSPECIFIED",
  "externalDataConfiguration.metadataCacheMode": "METADATA_CACHE_MODE_UNSPECIFIED",
  "externalDataConfiguration.csvOptions.fieldDelimiter": ",",
  "externalDataConfiguration.csvOptions.quote": '"',
  "externalDataConfiguration.csvOptions.encoding": "UTF-8",
  "externalDataConfiguration.csvOptions.nullMarker": "",
  "externalDataConfiguration.jsonOptions.encoding": "UTF-8",
  "externalDataConfiguration.bigtableOptions.columnFamilies[].type": "BYTES",
  "externalDataConfiguration.parquetOptions.mapTargetType": "MAP_TARGET_TYPE_UNSPECIFIED",
  "externalDataConfiguration.googleSheetsOptions.range": "",
};

/** Returns the {@link DEFAULTS} that depend on the external data of a table. */
function externalDefaults({ sourceFormat, autodetect }: TableJson): typeof DEFAULTS {
  const rows = autodetect === true ? undefined : "0"; // if it is absent, the service detects a header
  return {
    "externalDataConfiguration.decimalTargetTypes": sourceFormat === "ORC" ? ["NUMERIC", "STRING"] : ["NUMERIC"],
    "externalDataConfiguration.csvOptions.skipLeadingRows": rows,
    "externalDataConfiguration.googleSheetsOptions.skipLeadingRows": rows,
  };
}

const lowerCase = (value: string) => value.toLowerCase();
/** Returns the id of a connection as the service does, `project.location.connection`; the case of its location is ignored. */
function connectionId(value: string): string {
  const [, project, location, id] =
    /^(?:projects\/)?(.+)(?:\/locations\/|\.)([^./;]+)(?:\/connections\/|[.;])([^./;]+)$/.exec(value) ?? [];
  return location === undefined ? value : `${project}.${location.toLowerCase()}.${id}`;
}
/** Returns the name of a KMS key without the version that the service adds. */
export function keyName(value: string): string {
  return value.replace(/\/cryptoKeyVersions\/\d+$/, "");
}

/** Properties of a table that are names of its columns, which are case-insensitive. */
export const COLUMN_NAMES = [
  "clustering.fields[]",
  "timePartitioning.field",
  "rangePartitioning.field",
  "partitionDefinition.partitionedColumn[].field",
  "tableConstraints.primaryKey.columns[]",
  "tableConstraints.foreignKeys[].columnReferences[].referencingColumn",
] as const;

/** Functions that normalize strings, in addition to {@link COLUMN_NAMES}. */
const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  name: lowerCase,
  type: canonicalType,
  mode: canonicalMode,
  "rangeElementType.type": canonicalType,
  "encryptionConfiguration.kmsKeyName": keyName,
  "biglakeConfiguration.connectionId": connectionId,
  "externalCatalogTableOptions.connectionId": connectionId,
  "externalDataConfiguration.connectionId": connectionId,
  "tableConstraints.foreignKeys[].columnReferences[].referencedColumn": lowerCase,
};

/** Properties that the service accepts and never returns. */
const NEVER_RETURNED: readonly string[] = [
  "materializedView.maxStaleness",
  "externalDataConfiguration.fileSetSpecType",
];

/** Lists whose order is ignored. */
const SETS: readonly string[] = [
  "externalDataConfiguration.decimalTargetTypes",
  "externalDataConfiguration.timestampTargetPrecision",
];

/** Returns the {@link Meaning} of a whole table. Some defaults depend on the external data of the tables; later ones win. */
export function meaningOfTable(...tables: readonly TableJson[]): Meaning {
  const external: TableJson = Object.assign({}, ...tables.map((table) => table.externalDataConfiguration));
  const defaults = external.sourceFormat === undefined ? DEFAULTS : { ...DEFAULTS, ...externalDefaults(external) };
  return meaningAt("", Table, true, defaults);
}

/** Returns the {@link Meaning} of a field, or of the elements of a list (`[]`). */
export function meaningIn(outer: Meaning, name: string): Meaning {
  const { path, schema, defaults } = outer;
  const inner = name === "[]" ? elementOf(schema) : fieldOf(schema, name);
  const isMap = schema !== undefined && shapeOf(schema) === undefined && elementOf(schema) === undefined;
  // A column within a column is a column.
  if (name === "fields" && path.endsWith(`${COLUMNS}[]`))
    return meaningAt(path.slice(0, -"[]".length), inner, true, defaults);
  const joined = name === "[]" ? `${path}[]` : path === "" ? name : `${path}.${name}`;
  return meaningAt(joined, inner, outer.known && (inner !== undefined || isMap), defaults);
}

function meaningAt(path: string, schema: Schema | undefined, known: boolean, defaults: Meaning["defaults"]): Meaning {
  const isColumnName = COLUMN_NAMES.some((each) => each === path);
  const spelling = isColumnName ? lowerCase : entryOf(SPELLINGS, path);
  return { path, schema, known, defaults, spelling };
}

/** Returns the entry of a table for a path: columns have the same meaning in every schema. */
function entryOf<T>(table: Readonly<Record<string, T>>, path: string): T | undefined {
  const column = path.lastIndexOf(`${COLUMNS}[].`);
  const key = column === -1 ? path : path.slice(column + `${COLUMNS}[].`.length);
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Whether a value means the same as an absent one. */
export function isDefault(value: unknown, meaning: Meaning): boolean {
  if (value === undefined || value === null) return true;
  if (!meaning.known) return false;
  const standard = entryOf(meaning.defaults, meaning.path);
  if (Array.isArray(value)) {
    return value.length === 0 || (Array.isArray(standard) && matchesList(value, standard, meaning));
  }
  if (isObject(value))
    return Object.entries(value).every(([name, inner]) => isDefault(inner, meaningIn(meaning, name)));
  return standard === undefined ? value === false : isSameScalar(value, standard, meaning);
}

/**
 * Whether a value of a live table equals the wanted value. Ignores spellings, defaults, the order of properties and the
 * format of 64-bit integers. A property that an object omits can have any value.
 */
export function matches(live: unknown, wanted: unknown, meaning: Meaning): boolean {
  if (wanted === undefined || NEVER_RETURNED.includes(meaning.path)) return true;
  if (live === undefined || live === null || wanted === null)
    return isDefault(live, meaning) && isDefault(wanted, meaning);
  if (Array.isArray(live) && Array.isArray(wanted)) return matchesList(live, wanted, meaning);
  if (!isObject(live) || !isObject(wanted)) return isSameScalar(live, wanted, meaning);
  return Object.entries(wanted).every(([name, inner]) =>
    matches(valueAt(live, [name]), inner, meaningIn(meaning, name)),
  );
}

/** A value that differs from the wanted one. */
interface Difference {
  /** Names on the way to the value. */
  readonly at: readonly string[];
  /** The live value; null if there is none. */
  readonly before: unknown;
  /** The wanted value; null if it is cleared. */
  readonly after: unknown;
}

/** Lists the values inside objects, at every depth, that differ from the wanted ones. */
export function differences(
  live: unknown,
  wanted: unknown,
  meaning: Meaning,
  at: readonly string[] = [],
): readonly Difference[] {
  if (isObject(live) && isObject(wanted)) {
    return Object.entries(wanted).flatMap(([name, inner]) =>
      differences(valueAt(live, [name]), inner, meaningIn(meaning, name), [...at, name]),
    );
  }
  return matches(live, wanted, meaning) ? [] : [{ at, before: live ?? null, after: withoutNulls(wanted) ?? null }];
}

function matchesList(live: readonly unknown[], wanted: readonly unknown[], meaning: Meaning): boolean {
  const element = meaningIn(meaning, "[]");
  if (meaning.path === COLUMNS) {
    const { pairs, duplicates } = pairColumns(live, wanted);
    if (duplicates.length > 0 || pairColumns([], live).duplicates.length > 0) return false;
    return pairs.every(({ live: column, proposed }) => column !== undefined && matches(column, proposed, element));
  }
  if (SETS.includes(meaning.path)) {
    const [has, wants] = [new Set(live), new Set(wanted)];
    return has.size === wants.size && [...wants].every((each) => has.has(each));
  }
  return live.length === wanted.length && wanted.every((each, index) => matches(live[index], each, element));
}

function isSameScalar(a: unknown, b: unknown, meaning: Meaning): boolean {
  if (a === b) return true;
  if (markOf(meaning.schema).int64 !== undefined) return isSameInteger(a, b);
  const { spelling } = meaning;
  return spelling !== undefined && typeof a === "string" && typeof b === "string" && spelling(a) === spelling(b);
}

function isSameInteger(a: unknown, b: unknown): boolean {
  const exact = exactInteger(a);
  return exact !== undefined && exact === exactInteger(b);
}
