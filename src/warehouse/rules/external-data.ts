import type { ExternalDataConfiguration } from "../schemas/external-data.js";
import { below, isDuplicate } from "./conditions.js";
import { lacksColumns } from "./places.js";
import { IMPLIED, listed, rule } from "./rule.js";
import type { Draft, NamedTableRule, TableRule } from "./table-rule.js";

const EXTERNAL = "externalDataConfiguration";

/** Formats whose files contain their schema and cannot have bad records. */
const SELF_DESCRIBING = ["VENDOR_TABLE", "VENDOR_DATASTORE_BACKUP", "AVRO", "ORC", "PARQUET"];
const SELF_DESCRIBED = listed(SELF_DESCRIBING);

type External = Draft<ExternalDataConfiguration>;

function isObjectTable({ objectMetadata }: External): boolean {
  return objectMetadata != null && objectMetadata !== "OBJECT_METADATA_UNSPECIFIED";
}

const isSelfDescribing = ({ sourceFormat }: External) => sourceFormat != null && SELF_DESCRIBING.includes(sourceFormat);

/** Creates a rule that a field is allowed only with certain formats. */
function onlyWith<const Id extends string>(
  id: Id,
  member: keyof ExternalDataConfiguration,
  ...formats: string[]
): NamedTableRule<Id> {
  return rule(id, `${EXTERNAL}.${member}`, `is only allowed for the format ${listed(formats)}`, (value, external) => {
    const { sourceFormat: format } = external;
    if (value === "JSON_EXTENSION_UNSPECIFIED" || (format == null && !isObjectTable(external))) return undefined;
    return !formats.includes(format ?? "") && (format ?? "an object table");
  });
}

/** Creates a rule that a setting has no effect with a format that does not support it. */
function ignoredWith<const Id extends string>(
  id: Id,
  member: "maxBadRecords" | "ignoreUnknownValues" | "compression",
  isDefault: (value: unknown) => boolean,
): NamedTableRule<Id> {
  return rule(
    id,
    `${EXTERNAL}.${member}`,
    `is ignored for the format ${SELF_DESCRIBED}`,
    (value, external) => isSelfDescribing(external) && !isDefault(value),
    { severity: "warn" },
  );
}

/** Rules about external data, except for its URIs and the contents of its options. */
export const externalDataRules = [
  rule(
    "external-schema-disallowed",
    `${EXTERNAL}.schema`,
    `must be omitted for ${SELF_DESCRIBED}`,
    (schema, external) => isSelfDescribing(external) && !lacksColumns(schema),
  ),
  rule(
    "object-table-without-source-format",
    `${EXTERNAL}.sourceFormat`,
    'should be omitted for an object table ("objectMetadata")',
    (_, external) => isObjectTable(external),
    { severity: "warn" },
  ),
  rule(
    "decimal-target-types-distinct",
    `${EXTERNAL}.decimalTargetTypes[]`,
    "must not be listed twice",
    (type, { decimalTargetTypes }, _, index) => isDuplicate(decimalTargetTypes, type, index) && type,
  ),
  onlyWith("csv-options-only-csv", "csvOptions", "CSV"),
  onlyWith("json-options-only-json", "jsonOptions", "NEWLINE_DELIMITED_JSON"),
  onlyWith("json-extension-only-json", "jsonExtension", "NEWLINE_DELIMITED_JSON"),
  onlyWith("wide-column-options-only-wide-column", "vendorTableOptions", "VENDOR_TABLE"),
  onlyWith("sheets-options-only-sheets", "vendorSheetsOptions", "VENDOR_SHEETS"),
  onlyWith("avro-options-only-avro", "avroOptions", "AVRO"),
  onlyWith("parquet-options-only-parquet", "parquetOptions", "PARQUET"),
  onlyWith("reference-schema-only-self-describing", "referenceFileSchemaUri", "AVRO", "PARQUET", "ORC"),
  onlyWith("hive-format", "hivePartitioningOptions", "NEWLINE_DELIMITED_JSON", "CSV", "ORC", "AVRO", "PARQUET"),
  rule("max-bad-records-not-negative", `${EXTERNAL}.maxBadRecords`, "must be 0 or more", below(0n), IMPLIED),
  ignoredWith("max-bad-records-ignored", "maxBadRecords", (count) => count === 0),
  ignoredWith("unknown-values-ignored", "ignoreUnknownValues", (isIgnored) => isIgnored === false),
  ignoredWith("compression-ignored", "compression", (compression) => compression !== "GZIP"),
] as const satisfies readonly TableRule[];
