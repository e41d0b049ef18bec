import { exactInteger } from "../../schema/scalars.js";
import { elementOf, fieldOf, markOf, type Schema, shapeOf } from "../../schema/schema.js";
import { withoutNulls } from "../../values/merge-patch.js";
import { isObject, valueAt } from "../../values/objects.js";
import { canonicalMode, canonicalType, pairColumns } from "../../warehouse/columns.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import { Table } from "../../warehouse/schemas/table.js";

/** Meaning of the values of a field of a table, or of an element of a list. */
export interface Meaning {
  /** Path without indices, such as `clustering.fields[]`; in a column, at every depth and in every schema: `column.mode`. */
  readonly path: string;
  /** Schema of the field. Undefined for unknown fields and for entries of string maps. */
  readonly schema: Schema | undefined;
  /** Whether the package knows the field. */
  readonly known: boolean;
  /** The values that absent fields mean, by path. Default: `false`. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** Path of the columns of a table, and of the columns in a column. */
const COLUMNS = "schema.fields";
/** Path of a column. */
const COLUMN = "column";

/** Values that absent fields mean, in addition to false, null, and empty lists and objects. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  description: "",
  friendlyName: "",
  "column.description": "",
  "column.mode": "NULLABLE",
  "column.collation": "",
  "column.roundingMode": "ROUNDING_MODE_UNSPECIFIED",
  "column.scale": "0",
  "column.timestampPrecision": "6",
  "column.generatedColumn.generatedMode": "GENERATED_MODE_UNSPECIFIED",
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

/** Functions that normalize strings, by path. */
const SPELLINGS: Readonly<Record<string, (value: string) => string>> = {
  ...Object.fromEntries(COLUMN_NAMES.map((path) => [path, lowerCase])),
  "column.name": lowerCase,
  "column.type": canonicalType,
  "column.mode": canonicalMode,
  "column.rangeElementType.type": canonicalType,
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

/** Returns the {@link Meaning} of a whole table. Some defaults depend on the external data of the tables; later tables win. */
export function meaningOfTable(...tables: readonly TableJson[]): Meaning {
  const external: TableJson = Object.assign({}, ...tables.map((table) => table.externalDataConfiguration));
  const defaults = external.sourceFormat === undefined ? DEFAULTS : { ...DEFAULTS, ...externalDefaults(external) };
  return { path: "", schema: Table, known: true, defaults };
}

/** Returns the {@link Meaning} of a field, or of the elements of a list (`[]`). */
export function meaningIn(outer: Meaning, name: string): Meaning {
  const { schema, known, defaults } = outer;
  const inner = name === "[]" ? elementOf(schema) : fieldOf(schema, name);
  const isMap = schema !== undefined && shapeOf(schema) === undefined && elementOf(schema) === undefined;
  return { path: pathIn(outer.path, name), schema: inner, known: known && (inner !== undefined || isMap), defaults };
}

function pathIn(outer: string, name: string): string {
  if (name === "[]") return outer.endsWith(COLUMNS) ? COLUMN : `${outer}[]`;
  if (name === "fields" && outer === COLUMN) return COLUMNS;
  return outer === "" ? name : `${outer}.${name}`;
}

function entryOf<T>(table: Readonly<Record<string, T>>, path: string): T | undefined {
  return Object.hasOwn(table, path) ? table[path] : undefined;
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
  const spelling = entryOf(SPELLINGS, meaning.path);
  return spelling !== undefined && typeof a === "string" && typeof b === "string" && spelling(a) === spelling(b);
}

function isSameInteger(a: unknown, b: unknown): boolean {
  const exact = exactInteger(a);
  return exact !== undefined && exact === exactInteger(b);
}
