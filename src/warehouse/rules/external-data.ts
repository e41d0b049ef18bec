import { clip } from "../../core/scalars.js";
import type { ExternalDataConfiguration } from "../schemas/external-data-configuration.js";
import type { Draft, NamedTableRule, TableRule } from "./table-rule.js";

type External = Draft<ExternalDataConfiguration>;

const EXTERNAL = "externalDataConfiguration";
const SPEC = 'warehouse, "ExternalDataConfiguration"';

/** Formats whose sources bring their own schema and have no bad records. */
const SELF_DESCRIBING = ["VENDOR_TABLE", "VENDOR_DATASTORE_BACKUP", "AVRO", "ORC", "PARQUET"];

const listed = (formats: readonly string[]) => formats.join(", ").replace(/, ([^,]*)$/, " or $1");

function isObjectTable({ objectMetadata }: External): boolean {
  return objectMetadata != null && objectMetadata !== "OBJECT_METADATA_UNSPECIFIED";
}

/** Makes the rule that a member stands only beside certain formats; one that says "unspecified" is as good as absent. */
function onlyWith<const Id extends string>(
  id: Id,
  member: keyof ExternalDataConfiguration,
  formats: readonly string[],
  spec = SPEC,
): NamedTableRule<Id> {
  return {
    id,
    severity: "error",
    text: `"${member}" belongs to the format ${listed(formats)}.`,
    spec,
    check({ externalDataConfiguration: external }, report) {
      const value = external?.[member];
      if (external == null || value == null || value === "JSON_EXTENSION_UNSPECIFIED") return;
      const { sourceFormat: format } = external;
      if (format == null ? !isObjectTable(external) : formats.includes(format)) return;
      const got = format == null ? "this is an object table" : `the format is ${clip(format)}`;
      report(`${EXTERNAL}.${member}`, `belongs to the format ${listed(formats)} only, ${got}: leave it out`);
    },
  };
}

/** Makes the rule that a setting is of no use where the source cannot have what it is about. */
function ignoredWith<const Id extends string>(
  id: Id,
  member: keyof ExternalDataConfiguration,
  hasEffect: (external: External) => boolean,
): NamedTableRule<Id> {
  return {
    id,
    severity: "warn",
    text: `"${member}" is ignored for the format ${listed(SELF_DESCRIBING)}.`,
    spec: SPEC,
    check({ externalDataConfiguration: external }, report) {
      const format = external?.sourceFormat;
      if (external == null || format == null || !SELF_DESCRIBING.includes(format) || !hasEffect(external)) return;
      report(`${EXTERNAL}.${member}`, `is ignored for the format ${format}`);
    },
  };
}

/** Rules about data that is stored outside, but for its URIs, its connection and the options of each format. */
export const externalDataRules = [
  {
    id: "external-schema-required",
    severity: "error",
    text: "CSV and JSON need a schema unless it is detected.",
    spec: SPEC,
    check({ externalDataConfiguration: external, schema }, report, { complete }) {
      const format = external?.sourceFormat;
      if (external == null || (format !== "CSV" && format !== "NEWLINE_DELIMITED_JSON")) return;
      if (!complete && (external.autodetect === undefined || external.schema === undefined || schema === undefined))
        return;
      if (external.autodetect || (external.schema?.fields?.length ?? schema?.fields?.length ?? 0) > 0) return;
      report(`${EXTERNAL}.schema`, `${format} needs a schema: give its fields, or set "autodetect"`);
    },
  },
  {
    id: "external-schema-disallowed",
    severity: "error",
    text: "The wide-column store, datastore backups, Avro, ORC and Parquet bring their own schema, so none is given.",
    spec: SPEC,
    check({ externalDataConfiguration: external }, report) {
      const format = external?.sourceFormat;
      if (external?.schema == null || format == null || !SELF_DESCRIBING.includes(format)) return;
      report(`${EXTERNAL}.schema`, `must be left out: ${format} brings its own schema`);
    },
  },
  {
    id: "object-table-without-source-format",
    severity: "error",
    text: "An object table has no source format.",
    spec: SPEC,
    check({ externalDataConfiguration: external }, report) {
      if (external?.sourceFormat == null || !isObjectTable(external)) return;
      report(`${EXTERNAL}.sourceFormat`, 'must be left out of an object table, which "objectMetadata" makes it');
    },
  },
  {
    id: "decimal-target-types-distinct",
    severity: "error",
    text: "No decimal target type is listed twice.",
    spec: SPEC,
    check({ externalDataConfiguration: external }, report) {
      const seen = new Set<string>();
      for (const [index, type] of (external?.decimalTargetTypes ?? []).entries()) {
        if (type == null) continue;
        if (seen.has(type)) report(`${EXTERNAL}.decimalTargetTypes[${index}]`, `lists ${clip(type)} a second time`);
        seen.add(type);
      }
    },
  },
  onlyWith("csv-options-only-csv", "csvOptions", ["CSV"]),
  onlyWith("json-options-only-json", "jsonOptions", ["NEWLINE_DELIMITED_JSON"]),
  onlyWith("json-extension-only-json", "jsonExtension", ["NEWLINE_DELIMITED_JSON"]),
  onlyWith("wide-column-options-only-wide-column", "vendorTableOptions", ["VENDOR_TABLE"]),
  onlyWith("sheets-options-only-sheets", "vendorSheetsOptions", ["VENDOR_SHEETS"]),
  onlyWith("avro-options-only-avro", "avroOptions", ["AVRO"]),
  onlyWith("parquet-options-only-parquet", "parquetOptions", ["PARQUET"]),
  onlyWith("reference-schema-only-self-describing", "referenceFileSchemaUri", ["AVRO", "PARQUET", "ORC"]),
  onlyWith(
    "hive-format-supported",
    "hivePartitioningOptions",
    ["NEWLINE_DELIMITED_JSON", "CSV", "ORC", "AVRO", "PARQUET"],
    'warehouse, "HivePartitioningOptions"',
  ),
  ignoredWith("max-bad-records-ignored", "maxBadRecords", ({ maxBadRecords }) => (maxBadRecords ?? 0) > 0),
  ignoredWith(
    "unknown-values-ignored",
    "ignoreUnknownValues",
    ({ ignoreUnknownValues }) => ignoreUnknownValues === true,
  ),
  ignoredWith("compression-ignored", "compression", ({ compression }) => compression === "GZIP"),
] as const satisfies readonly TableRule[];
