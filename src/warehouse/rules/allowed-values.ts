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
import { ADVICE, oneOf } from "./rule.js";
import type { TableRule } from "./table-rule.js";

const EXTERNAL = "externalDataConfiguration";
const FAMILY = `${EXTERNAL}.vendorTableOptions.columnFamilies[]`;
const DECIMAL_TARGETS = DECIMAL_TARGET_TYPES.filter((type) => type !== "DECIMAL_TARGET_TYPE_UNSPECIFIED");

const PROTO = { beyondSpec: ["PROTO_BINARY"] };

/** Rules about fields with enumerated values, one per field. */
export const allowedValueRules = [
  oneOf("default-collation", "defaultCollation", COLLATIONS),
  oneOf("default-rounding-mode", "defaultRoundingMode", ROUNDING_MODES, ADVICE),
  oneOf("field-type", "fields[].type", FIELD_TYPES, { beyondSpec: ["INTERVAL", "FOREIGN"] }),
  oneOf("field-mode", "fields[].mode", FIELD_MODES),
  oneOf("field-rounding-mode", "fields[].roundingMode", ROUNDING_MODES, ADVICE),
  oneOf("field-collation", "fields[].collation", COLLATIONS),
  oneOf("range-element-type", "fields[].rangeElementType.type", RANGE_ELEMENT_TYPES),
  oneOf("time-partitioning-type", "timePartitioning.type", TIME_PARTITIONING_TYPES),
  oneOf("source-format", `${EXTERNAL}.sourceFormat`, SOURCE_FORMATS),
  oneOf("file-set-spec-type", `${EXTERNAL}.fileSetSpecType`, FILE_SET_SPEC_TYPES),
  oneOf("source-compression", `${EXTERNAL}.compression`, SOURCE_COMPRESSIONS),
  oneOf("decimal-target-type", `${EXTERNAL}.decimalTargetTypes[]`, DECIMAL_TARGETS),
  oneOf("json-extension", `${EXTERNAL}.jsonExtension`, JSON_EXTENSIONS),
  oneOf("metadata-cache-mode", `${EXTERNAL}.metadataCacheMode`, METADATA_CACHE_MODES),
  oneOf("object-metadata", `${EXTERNAL}.objectMetadata`, OBJECT_METADATA, { beyondSpec: ["DIRECTORY"] }),
  oneOf("csv-encoding", `${EXTERNAL}.csvOptions.encoding`, CSV_ENCODINGS),
  oneOf("json-encoding", `${EXTERNAL}.jsonOptions.encoding`, JSON_ENCODINGS),
  oneOf("map-target-type", `${EXTERNAL}.parquetOptions.mapTargetType`, MAP_TARGET_TYPES),
  oneOf("hive-mode", `${EXTERNAL}.hivePartitioningOptions.mode`, HIVE_PARTITIONING_MODES),
  oneOf("column-family-type", `${FAMILY}.type`, VENDOR_TABLE_VALUE_TYPES),
  oneOf("column-family-encoding", `${FAMILY}.encoding`, VENDOR_TABLE_ENCODINGS, PROTO),
  oneOf("column-type", `${FAMILY}.columns[].type`, VENDOR_TABLE_VALUE_TYPES),
  oneOf("column-encoding", `${FAMILY}.columns[].encoding`, VENDOR_TABLE_ENCODINGS, PROTO),
  oneOf("lake-file-format", "vendorLakeConfiguration.fileFormat", FILE_FORMATS),
  oneOf("lake-table-format", "vendorLakeConfiguration.tableFormat", TABLE_FORMATS),
] as const satisfies readonly TableRule[];
