const EXTERNAL = "externalDataConfiguration";
const FAMILIES = `${EXTERNAL}.vendorTableOptions.columnFamilies[]`;

/** Sections of the spec by prefix of a pattern. A longer prefix precedes a shorter one that it starts with. */
const SECTIONS: readonly (readonly [start: string, section: string])[] = [
  ["fields[].rangeElementType.", "FieldElementType"],
  ["fields[]", "TableFieldSchema"],
  ["timePartitioning.", "TimePartitioning"],
  ["rangePartitioning.", "RangePartitioning"],
  ["clustering.", "Clustering"],
  ["partitionDefinition.", "PartitioningDefinition and PartitionedColumn"],
  ["view.privacyPolicy.", "AggregationThresholdPolicy"],
  ["view.privacyPolicy", "PrivacyPolicy"],
  ["view.userDefinedFunctionResources[]", "UserDefinedFunctionResource"],
  ["view.", "ViewDefinition"],
  ["materializedView.", "MaterializedViewDefinition"],
  [`${EXTERNAL}.csvOptions.`, "CsvOptions"],
  [`${EXTERNAL}.jsonOptions.`, "JsonOptions"],
  [`${FAMILIES}.columns[]`, "VendorTableColumn"],
  [FAMILIES, "VendorTableColumnFamily"],
  [`${EXTERNAL}.vendorSheetsOptions.`, "VendorSheetsOptions"],
  [`${EXTERNAL}.hivePartitioningOptions`, "HivePartitioningOptions"],
  [`${EXTERNAL}.parquetOptions.`, "ParquetOptions"],
  [`${EXTERNAL}.`, "ExternalDataConfiguration"],
  ["vendorLakeConfiguration.", "VendorLakeConfiguration"],
  ["tableConstraints.", "TableConstraints"],
];

/** Returns the section of the spec for the pattern of a field. */
export function sectionOf(pattern: string): string {
  return SECTIONS.find(([start]) => pattern.startsWith(start))?.[1] ?? "Table";
}
