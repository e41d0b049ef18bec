import type { Report } from "../../core/rules.js";
import { type AnyNode, eachPlace } from "./places.js";
import type { NamedTableRule, TableRule, TableRuleContext } from "./table-rule.js";

/** Which objects must have a member, and what does not count as one. */
interface RequiredOptions {
  /** Whether an empty string is as good as nothing. Where it is not said, another rule judges the form of the value. */
  readonly nonEmpty?: boolean;
  /** Whether this object must have the member; all must where it is not said. */
  readonly needed?: (holder: AnyNode) => boolean;
}

/**
 * Makes the rule that a member is given wherever the object around it is. `at` is the path of the member as
 * {@link eachPlace} reads it; a structure that the spec uses twice has two.
 */
function required<const Id extends string>(
  id: Id,
  at: string | readonly string[],
  give: string,
  section: string,
  options: RequiredOptions = {},
): NamedTableRule<Id> {
  const paths = [at].flat();
  return {
    id,
    severity: "error",
    text: `${paths.map((path) => JSON.stringify(path)).join(" and ")} must be given: ${give}.`,
    spec: `warehouse, "${section}"`,
    check(table, report, context) {
      for (const path of paths) {
        const dot = path.lastIndexOf(".");
        const member = path.slice(dot + 1);
        eachPlace(table, path.slice(0, Math.max(dot, 0)), (holder, at, inList) => {
          if (options.needed?.(holder) === false) return;
          const problem = problemOf(holder[member], context.complete || inList, options.nonEmpty);
          if (problem !== undefined) report(at(member), `${problem}: give ${give}`);
        });
      }
    },
  };
}

/** A patch merges objects and replaces lists: outside of lists, what it does not mention stays as it is. */
function problemOf(value: unknown, isWhole: boolean, nonEmpty: boolean | undefined): string | undefined {
  if (value === undefined) return isWhole ? "is required" : undefined;
  if (value === null) return isWhole ? "is required" : "is required and cannot be cleared";
  const isEmpty = (nonEmpty && value === "") || (Array.isArray(value) && value.length === 0);
  return isEmpty ? "must not be empty" : undefined;
}

const TEXT = { nonEmpty: true };
const EXTERNAL = "externalDataConfiguration";
const FOREIGN_KEY = "tableConstraints.foreignKeys[]";
const REFERENCES = ["tableReference", `${FOREIGN_KEY}.referencedTable`] as const;

const isRange: RequiredOptions = { needed: ({ type }) => type === "RANGE" };
const isNoObjectTable: RequiredOptions = {
  needed: ({ objectMetadata }) => objectMetadata == null || objectMetadata === "OBJECT_METADATA_UNSPECIFIED",
};

/** Rules about members that must be given, one a member. */
export const requiredRules = [
  required("table-reference-required", "tableReference", "project, dataset and table id", "Table"),
  ...(["project", "dataset", "table"] as const).map(referenceMember),
  required("field-name-required", "fields[].name", "the name of the column", "TableFieldSchema"),
  required("field-type-required", "fields[].type", "a type such as STRING or INTEGER", "TableFieldSchema"),
  required(
    "range-element-type-required",
    "fields[].rangeElementType",
    'what a RANGE is made of, such as { type: "DATE" }',
    "TableFieldSchema",
    isRange,
  ),
  required(
    "range-element-type-type-required",
    "fields[].rangeElementType.type",
    "DATE, DATETIME or TIMESTAMP",
    "FieldElementType",
  ),
  required("time-partitioning-type-required", "timePartitioning.type", "DAY, HOUR, MONTH or YEAR", "TimePartitioning"),
  required(
    "range-partitioning-field-required",
    "rangePartitioning.field",
    "an INT64 column",
    "RangePartitioning",
    TEXT,
  ),
  required(
    "range-partitioning-range-required",
    "rangePartitioning.range",
    "start, end and interval",
    "RangePartitioning",
  ),
  required("range-start-required", "rangePartitioning.range.start", "the first value", "RangePartitioning"),
  required("range-end-required", "rangePartitioning.range.end", "the value after the last", "RangePartitioning"),
  required(
    "range-interval-required",
    "rangePartitioning.range.interval",
    "the width of a partition",
    "RangePartitioning",
  ),
  required(
    "partitioned-column-field-required",
    "partitionDefinition.partitionedColumn[].field",
    "the name of the partition column",
    "PartitioningDefinition and PartitionedColumn",
    TEXT,
  ),
  required("view-query-required", "view.query", "the query that the view stands for", "ViewDefinition", TEXT),
  required(
    "materialized-view-query-required",
    "materializedView.query",
    "the query whose results are kept",
    "MaterializedViewDefinition",
    TEXT,
  ),
  required("source-uris-required", `${EXTERNAL}.sourceUris`, "at least one URI", "ExternalDataConfiguration"),
  required(
    "source-format-required",
    `${EXTERNAL}.sourceFormat`,
    "a format such as CSV, or objectMetadata for an object table",
    "ExternalDataConfiguration",
    isNoObjectTable,
  ),
  required(
    "column-qualifier-required",
    `${EXTERNAL}.vendorTableOptions.columnFamilies[].columns[].qualifierEncoded`,
    "the qualifier of the column in base64",
    "VendorTableColumn",
  ),
  lakeMember("lake-connection-required", "connectionId", "the connection to the storage"),
  lakeMember("lake-storage-uri-required", "storageUri", 'the place of the data, ending in "/"'),
  lakeMember("lake-file-format-required", "fileFormat", "PARQUET"),
  lakeMember("lake-table-format-required", "tableFormat", "ICEBERG"),
  required(
    "primary-key-columns-required",
    "tableConstraints.primaryKey.columns",
    "at least one column",
    "TableConstraints",
  ),
  required(
    "foreign-key-table-required",
    `${FOREIGN_KEY}.referencedTable`,
    "the table that it points to",
    "TableConstraints",
  ),
  required(
    "foreign-key-columns-required",
    `${FOREIGN_KEY}.columnReferences`,
    "at least one pair of columns",
    "TableConstraints",
  ),
  foreignKeyColumn("referencing-column-required", "referencingColumn", "a column of this table"),
  foreignKeyColumn("referenced-column-required", "referencedColumn", "a column of the other table's primary key"),
] as const satisfies readonly TableRule[];

function referenceMember<const Part extends string>(part: Part): NamedTableRule<`${Part}-id-required`> {
  const paths = REFERENCES.map((reference) => `${reference}.${part}Id`);
  return required(`${part}-id-required`, paths, `the id of the ${part}`, "Table", TEXT);
}

function lakeMember<const Id extends string>(id: Id, member: string, give: string): NamedTableRule<Id> {
  return required(id, `vendorLakeConfiguration.${member}`, give, "VendorLakeConfiguration");
}

function foreignKeyColumn<const Id extends string>(id: Id, member: string, give: string): NamedTableRule<Id> {
  return required(id, `${FOREIGN_KEY}.columnReferences[].${member}`, give, "TableConstraints", TEXT);
}
