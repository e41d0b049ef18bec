import { joinPath, type Report } from "../../core/rules.js";
import { clip } from "../../core/scalars.js";
import {
  COLLATIONS,
  CSV_ENCODINGS,
  DECIMAL_TARGET_TYPES,
  FIELD_MODES,
  FIELD_TYPES,
  FILE_FORMATS,
  FILE_SET_SPEC_TYPES,
  HIVE_PARTITIONING_MODES,
  JSON_ENCODINGS,
  JSON_EXTENSIONS,
  MAP_TARGET_TYPES,
  METADATA_CACHE_MODES,
  OBJECT_METADATA,
  RANGE_ELEMENT_TYPES,
  ROUNDING_MODES,
  SOURCE_COMPRESSIONS,
  SOURCE_FORMATS,
  TABLE_FORMATS,
  TIME_PARTITIONING_TYPES,
  VENDOR_TABLE_ENCODINGS,
  VENDOR_TABLE_VALUE_TYPES,
} from "../schemas/enums.js";
import { eachPlace } from "./places.js";
import type { NamedTableRule, TableRule } from "./table-rule.js";

/** Makes the rule that a member, or each element of a member that is a list, has one of the values that the spec lists. */
function oneOf<const Id extends string>(
  id: Id,
  path: string,
  values: readonly string[],
  section: string,
): NamedTableRule<Id> {
  const dot = path.lastIndexOf(".");
  const holder = path.slice(0, Math.max(dot, 0));
  const member = path.slice(dot + 1);
  const choice = listed(values);
  const judge = (value: unknown, at: () => string, report: Report) => {
    if (typeof value !== "string" || values.includes(value)) return;
    if (value === "") report(at(), `must not be empty: leave it out, or give ${choice}`);
    else report(at(), `must be ${choice}, got ${JSON.stringify(clip(value))}`);
  };
  return {
    id,
    severity: "error",
    text: `"${path}" must be ${choice}.`,
    spec: `warehouse, "${section}"`,
    check(table, report) {
      eachPlace(table, holder, (node, at) => {
        const value = node[member];
        if (!Array.isArray(value)) judge(value, () => at(member), report);
        else for (const [index, element] of value.entries()) judge(element, () => joinPath(at(member), index), report);
      });
    },
  };
}

function listed(values: readonly string[]): string {
  const shown = values.map((value) => (value === "" ? '""' : value));
  return shown.length === 1 ? `${shown[0]}` : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

const EXTERNAL = "externalDataConfiguration";
const FAMILY = `${EXTERNAL}.vendorTableOptions.columnFamilies[]`;
const DECIMAL_TARGETS = DECIMAL_TARGET_TYPES.filter((type) => type !== "DECIMAL_TARGET_TYPE_UNSPECIFIED");

/** Rules about members with enumerated values, one a member. */
export const allowedValueRules = [
  oneOf("default-collation", "defaultCollation", COLLATIONS, "Table"),
  oneOf("default-rounding-mode", "defaultRoundingMode", ROUNDING_MODES, "Table"),
  oneOf("field-type", "fields[].type", FIELD_TYPES, "TableFieldSchema"),
  oneOf("field-mode", "fields[].mode", FIELD_MODES, "TableFieldSchema"),
  oneOf("field-rounding-mode", "fields[].roundingMode", ROUNDING_MODES, "TableFieldSchema"),
  oneOf("field-collation", "fields[].collation", COLLATIONS, "TableFieldSchema"),
  oneOf("range-element-type", "fields[].rangeElementType.type", RANGE_ELEMENT_TYPES, "FieldElementType"),
  oneOf("time-partitioning-type", "timePartitioning.type", TIME_PARTITIONING_TYPES, "TimePartitioning"),
  oneOf("source-format", `${EXTERNAL}.sourceFormat`, SOURCE_FORMATS, "ExternalDataConfiguration"),
  oneOf("file-set-spec-type", `${EXTERNAL}.fileSetSpecType`, FILE_SET_SPEC_TYPES, "ExternalDataConfiguration"),
  oneOf("source-compression", `${EXTERNAL}.compression`, SOURCE_COMPRESSIONS, "ExternalDataConfiguration"),
  oneOf("decimal-target-type", `${EXTERNAL}.decimalTargetTypes`, DECIMAL_TARGETS, "ExternalDataConfiguration"),
  oneOf("json-extension", `${EXTERNAL}.jsonExtension`, JSON_EXTENSIONS, "ExternalDataConfiguration"),
  oneOf("metadata-cache-mode", `${EXTERNAL}.metadataCacheMode`, METADATA_CACHE_MODES, "ExternalDataConfiguration"),
  oneOf("object-metadata", `${EXTERNAL}.objectMetadata`, OBJECT_METADATA, "ExternalDataConfiguration"),
  oneOf("csv-encoding", `${EXTERNAL}.csvOptions.encoding`, CSV_ENCODINGS, "CsvOptions"),
  oneOf("json-encoding", `${EXTERNAL}.jsonOptions.encoding`, JSON_ENCODINGS, "JsonOptions"),
  oneOf("map-target-type", `${EXTERNAL}.parquetOptions.mapTargetType`, MAP_TARGET_TYPES, "ParquetOptions"),
  oneOf("hive-mode", `${EXTERNAL}.hivePartitioningOptions.mode`, HIVE_PARTITIONING_MODES, "HivePartitioningOptions"),
  oneOf("column-family-type", `${FAMILY}.type`, VENDOR_TABLE_VALUE_TYPES, "VendorTableColumnFamily"),
  oneOf("column-family-encoding", `${FAMILY}.encoding`, VENDOR_TABLE_ENCODINGS, "VendorTableColumnFamily"),
  oneOf("column-type", `${FAMILY}.columns[].type`, VENDOR_TABLE_VALUE_TYPES, "VendorTableColumn"),
  oneOf("column-encoding", `${FAMILY}.columns[].encoding`, VENDOR_TABLE_ENCODINGS, "VendorTableColumn"),
  oneOf("lake-file-format", "vendorLakeConfiguration.fileFormat", FILE_FORMATS, "VendorLakeConfiguration"),
  oneOf("lake-table-format", "vendorLakeConfiguration.tableFormat", TABLE_FORMATS, "VendorLakeConfiguration"),
] as const satisfies readonly TableRule[];
