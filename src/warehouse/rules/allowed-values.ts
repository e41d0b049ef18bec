import {
  COLLATIONS,
  CSV_ENCODINGS,
  DECIMAL_TARGET_TYPES,
  FIELD_MODES,
  FIELD_TYPES,
  FILE_FORMATS,
  FILE_SET_SPEC_TYPES,
  GENERATED_MODES,
  HIVE_PARTITIONING_MODES,
  JOIN_CONDITIONS,
  JSON_ENCODINGS,
  JSON_EXTENSIONS,
  MANAGED_TABLE_TYPES,
  MAP_TARGET_TYPES,
  METADATA_CACHE_MODES,
  OBJECT_METADATA,
  RANGE_ELEMENT_TYPES,
  ROUNDING_MODES,
  SOURCE_COLUMN_MATCHES,
  SOURCE_COMPRESSIONS,
  SOURCE_FORMATS,
  TABLE_FORMATS,
  TIME_PARTITIONING_TYPES,
  VENDOR_TABLE_ENCODINGS,
  VENDOR_TABLE_VALUE_TYPES,
} from "../schemas/enums.js";
import type { TableRule } from "./rule.js";
import { ADVICE, knownValue, oneOf } from "./rule.js";

const EXTERNAL = "externalDataConfiguration";
const FAMILY = `${EXTERNAL}.vendorTableOptions.columnFamilies[]`;
const DECIMAL_TARGETS = DECIMAL_TARGET_TYPES.filter((type) => type !== "DECIMAL_TARGET_TYPE_UNSPECIFIED");

const PROTO = { beyondSpec: ["PROTO_BINARY"], isOpen: true };

/** Rules about fields of which the real service accepts more values than are known, one per field. */
export const openValueRules: readonly TableRule[] = [
  oneOf("default-rounding-mode", "defaultRoundingMode", ROUNDING_MODES, { ...ADVICE, isOpen: true }),
  oneOf("field-type", "fields[].type", FIELD_TYPES, {
    beyondSpec: ["INTERVAL", "FOREIGN"],
    isOpen: true,
  }),
  oneOf("field-mode", "fields[].mode", FIELD_MODES, { isOpen: true }),
  oneOf("field-rounding-mode", "fields[].roundingMode", ROUNDING_MODES, { ...ADVICE, isOpen: true }),
  oneOf("source-format", `${EXTERNAL}.sourceFormat`, SOURCE_FORMATS, { isOpen: true }),
  oneOf("source-compression", `${EXTERNAL}.compression`, SOURCE_COMPRESSIONS, { isOpen: true }),
  oneOf("object-metadata", `${EXTERNAL}.objectMetadata`, OBJECT_METADATA, { beyondSpec: ["DIRECTORY"], isOpen: true }),
  oneOf("column-family-encoding", `${FAMILY}.encoding`, VENDOR_TABLE_ENCODINGS, PROTO),
  oneOf("column-encoding", `${FAMILY}.columns[].encoding`, VENDOR_TABLE_ENCODINGS, PROTO),
  knownValue("managed-table-type", "managedTableType", MANAGED_TABLE_TYPES),
  knownValue("generated-mode", "fields[].generatedColumn.generatedMode", GENERATED_MODES),
  knownValue("join-condition", "view.privacyPolicy.joinRestrictionPolicy.joinCondition", JOIN_CONDITIONS),
  knownValue("source-column-match", `${EXTERNAL}.csvOptions.sourceColumnMatch`, SOURCE_COLUMN_MATCHES),
];

/** Rules about fields with enumerated values, one per field. */
export const allowedValueRules: readonly TableRule[] = [
  ...openValueRules,
  oneOf("default-collation", "defaultCollation", COLLATIONS),
  oneOf("field-collation", "fields[].collation", COLLATIONS),
  oneOf("range-element-type", "fields[].rangeElementType.type", RANGE_ELEMENT_TYPES),
  oneOf("time-partitioning-type", "timePartitioning.type", TIME_PARTITIONING_TYPES),
  oneOf("file-set-spec-type", `${EXTERNAL}.fileSetSpecType`, FILE_SET_SPEC_TYPES),
  oneOf("decimal-target-type", `${EXTERNAL}.decimalTargetTypes[]`, DECIMAL_TARGETS),
  oneOf("json-extension", `${EXTERNAL}.jsonExtension`, JSON_EXTENSIONS),
  oneOf("metadata-cache-mode", `${EXTERNAL}.metadataCacheMode`, METADATA_CACHE_MODES),
  oneOf("csv-encoding", `${EXTERNAL}.csvOptions.encoding`, CSV_ENCODINGS),
  oneOf("json-encoding", `${EXTERNAL}.jsonOptions.encoding`, JSON_ENCODINGS),
  oneOf("map-target-type", `${EXTERNAL}.parquetOptions.mapTargetType`, MAP_TARGET_TYPES),
  oneOf("hive-mode", `${EXTERNAL}.hivePartitioningOptions.mode`, HIVE_PARTITIONING_MODES),
  oneOf("column-family-type", `${FAMILY}.type`, VENDOR_TABLE_VALUE_TYPES),
  oneOf("column-type", `${FAMILY}.columns[].type`, VENDOR_TABLE_VALUE_TYPES),
  oneOf("lake-file-format", "vendorLakeConfiguration.fileFormat", FILE_FORMATS),
  oneOf("lake-table-format", "vendorLakeConfiguration.tableFormat", TABLE_FORMATS),
];
