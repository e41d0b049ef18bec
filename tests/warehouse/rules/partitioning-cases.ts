import type { Int64 } from "../../../src/schema/scalars.js";
import type { TableDraft } from "./check-rules.js";
import { COLUMNS, type RuleCase, withCsv, withExternal } from "./check-rules.js";

const time = (field: string, more = {}) => ({ schema: COLUMNS, timePartitioning: { type: "DAY", field, ...more } });
const span = (start: Int64, end: Int64, interval: Int64 = "1") => ({
  rangePartitioning: { field: "n", range: { start, end, interval } },
});
const range = (field: string) => ({
  schema: COLUMNS,
  rangePartitioning: { ...span("0", "9").rangePartitioning, field },
});
const cluster = (...fields: string[]) => ({
  schema: COLUMNS,
  timePartitioning: { type: "DAY" },
  clustering: { fields },
});
const clusteredBy = (type: string) => ({ ...cluster("c"), schema: { fields: [{ name: "c", type }] } });
const expiring = (time: bigint) => ({ timePartitioning: { type: "DAY", expirationMs: `${time}` as const } });
const privacy = (...privacyUnitColumns: string[]): TableDraft => ({
  schema: COLUMNS,
  view: { query: "q", privacyPolicy: { aggregationThresholdPolicy: { privacyUnitColumns, threshold: "50" } } },
});
const threshold = (least: Int64): TableDraft => ({
  view: { query: "q", privacyPolicy: { aggregationThresholdPolicy: { threshold: least } } },
});
const functions = (...userDefinedFunctionResources: object[]) => ({
  view: { query: "q", userDefinedFunctionResources },
});
const PARTITIONED = { partitionDefinition: { partitionedColumn: [{ field: "a" }, { field: "b" }] } };
const DAILY = { timePartitioning: { type: "DAY" } };

const TIME = "timePartitioning.field";
const RANGE = "rangePartitioning.field";
const FUNCTIONS = "view.userDefinedFunctionResources";
const UNITS = "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns";

const UNKNOWN_DAY = { timePartitioning: { type: "DAY", field: "nowhere" } };

export const partitioningCases = {
  "time-partitioning-expiration-positive": {
    breaks: [
      [{ timePartitioning: { type: "DAY", expirationMs: "0" } }, "timePartitioning.expirationMs"],
      [{ timePartitioning: { type: "DAY", expirationMs: "-1" } }, "timePartitioning.expirationMs"],
    ],
    holds: [{ timePartitioning: { type: "DAY", expirationMs: "3600000" } }, { timePartitioning: { type: "DAY" } }],
  },
  "time-partitioning-field-not-empty": {
    breaks: [[{ timePartitioning: { type: "DAY", field: "" } }, TIME]],
    holds: [{ timePartitioning: { type: "DAY", field: "at" } }, { timePartitioning: { type: "DAY" } }],
  },
  "time-partitioning-field-exists": {
    breaks: [
      [time("nowhere"), TIME],
      [time("place.at"), TIME],
      [{ ...withCsv({ autodetect: false, schema: COLUMNS }), ...UNKNOWN_DAY }, TIME],
    ],
    holds: [
      time("at"),
      time("At"),
      UNKNOWN_DAY,
      // The service derives the columns.
      { view: { query: "SELECT 1" }, schema: COLUMNS, ...UNKNOWN_DAY },
      { materializedView: { query: "SELECT 1" }, schema: COLUMNS, ...UNKNOWN_DAY },
    ],
  },
  "time-partitioning-not-external": {
    breaks: [[{ ...DAILY, ...withExternal({}) }, "timePartitioning"]],
    holds: [DAILY, withExternal({}), { ...DAILY, view: { query: "SELECT 1" } }],
  },
  "time-partitioning-field-type": {
    breaks: [
      [time("id"), TIME],
      [time("ID"), TIME],
      [time("moment"), TIME],
    ],
    holds: [time("at"), time("day")],
  },
  "time-partitioning-field-mode": { breaks: [[time("days"), TIME]], holds: [time("day")] },
  "time-partitioning-hour": {
    breaks: [
      [{ schema: COLUMNS, timePartitioning: { type: "HOUR", field: "Day" } }, "timePartitioning.type"],
      [{ schema: COLUMNS, timePartitioning: { type: "hour", field: "day" } }, "timePartitioning.type"],
    ],
    holds: [
      { schema: COLUMNS, timePartitioning: { type: "HOUR", field: "at" } },
      { schema: COLUMNS, timePartitioning: { type: "MONTH", field: "day" } },
      { schema: COLUMNS, timePartitioning: { type: "HOUR" } },
      { timePartitioning: { type: "HOUR", field: "day" } },
      { schema: COLUMNS, materializedView: { query: "q" }, timePartitioning: { type: "HOUR", field: "day" } },
    ],
  },
  "time-partitioning-expiration-short": {
    breaks: [1n, 86_400n, 3_599_999n].map((time) => [expiring(time), "timePartitioning.expirationMs"]),
    holds: [expiring(3_600_000n), expiring(9_007_199_254_740_993n)],
  },
  "time-partitioning-expiration-unit": {
    breaks: [7_776_000n, 31_536_000n].map((time) => [expiring(time), "timePartitioning.expirationMs"]),
    // Three and six hours are 125 and 250 days in seconds.
    holds: [3_600_000n, 10_800_000n, 21_600_000n, 5_000_000n, 86_400_000n, 31_536_000_000n].map(expiring),
  },
  "partition-filter-needs-partitions": {
    breaks: [
      [{ requirePartitionFilter: true }, "requirePartitionFilter"],
      [{ requirePartitionFilter: true, timePartitioning: null }, "requirePartitionFilter"],
      [
        { requirePartitionFilter: true, partitionDefinition: { partitionedColumn: [{ field: "a" }] } },
        "requirePartitionFilter",
      ],
    ],
    holds: [
      { requirePartitionFilter: true, ...DAILY },
      { requirePartitionFilter: true, ...span("0", "9") },
      { requirePartitionFilter: true, ...withExternal({}) },
      { requirePartitionFilter: true, externalCatalogTableOptions: {} },
      { requirePartitionFilter: false },
    ],
  },
  "partition-filter-once": {
    breaks: [
      [
        { requirePartitionFilter: true, timePartitioning: { type: "DAY", requirePartitionFilter: false } },
        "timePartitioning.requirePartitionFilter",
      ],
      [
        { requirePartitionFilter: false, timePartitioning: { type: "DAY", requirePartitionFilter: true } },
        "timePartitioning.requirePartitionFilter",
      ],
    ],
    holds: [
      { requirePartitionFilter: true, timePartitioning: { type: "DAY", requirePartitionFilter: true } },
      { requirePartitionFilter: true, timePartitioning: { type: "DAY" } },
    ],
  },
  "time-partitioning-filter-deprecated": {
    breaks: [
      [time("at", { requirePartitionFilter: true }), "timePartitioning.requirePartitionFilter"],
      [time("at", { requirePartitionFilter: false }), "timePartitioning.requirePartitionFilter"],
    ],
    holds: [
      { ...time("at"), requirePartitionFilter: true },
      { ...time("at", { requirePartitionFilter: true }), requirePartitionFilter: true },
    ],
  },
  "range-partitioning-field-exists": { breaks: [[range("x"), RANGE]], holds: [range("n"), span("0", "9")] },
  "range-partitioning-field-type": { breaks: [[range("day"), RANGE]], holds: [range("n"), range("id")] },
  "range-partitioning-field-mode": { breaks: [[range("counts"), RANGE]], holds: [range("n"), range("id")] },
  "range-start-before-end": {
    breaks: [
      [span("5", "5"), "rangePartitioning.range.end"],
      [span("9223372036854775807", "9223372036854775806"), "rangePartitioning.range.end"],
    ],
    holds: [span("9223372036854775806", "9223372036854775807"), span("-5", "-4")],
  },
  "range-interval-positive": {
    breaks: [
      [span("0", "9", "0"), "rangePartitioning.range.interval"],
      [span("0", "9", "-3"), "rangePartitioning.range.interval"],
    ],
    holds: [span("0", "9", "100")],
  },
  "one-partitioning": {
    breaks: [[{ ...DAILY, ...span("0", "9") }, "rangePartitioning"]],
    holds: [
      { timePartitioning: null, ...span("0", "9") },
      { ...DAILY, ...span("0", "9"), view: { query: "SELECT 1" } },
    ],
  },
  "native-table-partition-columns": {
    breaks: [
      [{ ...PARTITIONED, ...DAILY }, "partitionDefinition.partitionedColumn"],
      [{ ...PARTITIONED, ...span("0", "9") }, "partitionDefinition.partitionedColumn"],
    ],
    holds: [
      PARTITIONED, // a metastore may partition it
      { ...PARTITIONED, ...withExternal({}) },
      { ...PARTITIONED, ...DAILY, view: { query: "SELECT 1" } },
      { ...DAILY, partitionDefinition: { partitionedColumn: [{ field: "a" }] } },
    ],
  },
  "clustering-needs-time-partitioning": {
    breaks: [
      [{ clustering: { fields: ["a"] } }, "clustering"],
      [{ clustering: { fields: ["n"] }, ...range("n") }, "clustering"],
    ],
    holds: [
      { clustering: { fields: ["a"] }, timePartitioning: { type: "DAY" } },
      { timePartitioning: { type: "DAY" } },
    ],
  },
  "clustering-field-exists": {
    breaks: [
      [cluster("id", "x"), "clustering.fields[1]"],
      [cluster("place.town"), "clustering.fields[0]"],
    ],
    holds: [cluster("id", "day"), cluster("ID")],
  },
  "clustering-field-not-repeated": { breaks: [[cluster("Tags"), "clustering.fields[0]"]], holds: [cluster("id")] },
  "clustering-field-type": {
    breaks: ["FLOAT", "float64", "JSON", "TIME"].map((type) => [clusteredBy(type), "clustering.fields[0]"]),
    holds: ["STRING", "GEOGRAPHY", "BOOL", "DATETIME", "BIGNUMERIC"].map(clusteredBy),
  },
  "clustering-field-type-listed": {
    breaks: ["BYTES", "INTERVAL"].map((type) => [clusteredBy(type), "clustering.fields[0]"]),
    holds: [clusteredBy("STRING")],
  },
  "clustering-field-count": {
    breaks: [[cluster("id", "n", "at", "day", "moment"), "clustering.fields"]],
    holds: [cluster("id", "n", "at", "day")],
  },
  "clustering-field-simple": { breaks: [[cluster("id", "Place"), "clustering.fields[1]"]], holds: [cluster("id")] },
  "udf-only-legacy-sql": {
    breaks: [[{ view: { ...functions({ inlineCode: "x" }).view, useLegacySql: false } }, FUNCTIONS]],
    holds: [
      functions({ inlineCode: "x" }),
      { view: { query: "q", useLegacySql: false, userDefinedFunctionResources: [] } },
    ],
  },
  "udf-exactly-one": {
    breaks: [
      [functions({ inlineCode: "x" }, {}), `${FUNCTIONS}[1]`],
      [functions({ inlineCode: "x", resourceUri: "store://b/f.js" }), `${FUNCTIONS}[0]`],
    ],
    holds: [functions({ inlineCode: "x", resourceUri: null }, { resourceUri: "store://b/f.js" })],
  },
  "udf-resource-uri-form": {
    breaks: [
      [functions({ resourceUri: "f.js" }), `${FUNCTIONS}[0].resourceUri`],
      [functions({ resourceUri: "https://b/f.js" }), `${FUNCTIONS}[0].resourceUri`],
    ],
    holds: [functions({ resourceUri: "gs://bucket/f.js" })],
  },
  "privacy-policy-one-member": {
    breaks: [
      [
        { view: { query: "q", privacyPolicy: { aggregationThresholdPolicy: {}, otherPolicy: {} } as object } },
        "view.privacyPolicy",
      ],
    ],
    holds: [
      privacy("id"),
      { view: { query: "q", privacyPolicy: { aggregationThresholdPolicy: null, other: {} } as object } },
    ],
  },
  "privacy-threshold-not-negative": {
    breaks: [[threshold("-1"), "view.privacyPolicy.aggregationThresholdPolicy.threshold"]],
    holds: [threshold("0"), threshold("50")],
  },
  "privacy-unit-column-count": { breaks: [[privacy("id", "n"), UNITS]], holds: [privacy("id"), privacy()] },
  "privacy-unit-columns-distinct": { breaks: [[privacy("id", "n", "id"), UNITS]], holds: [privacy("id")] },
  "privacy-unit-column-form": {
    breaks: ["", "a..b", ".a", "a b"].map((name) => [privacy(name), `${UNITS}[0]`]),
    holds: [privacy("place.town")],
  },
  "privacy-unit-column-not-repeated": {
    breaks: [
      [privacy("tags"), `${UNITS}[0]`],
      [privacy("visits.user"), `${UNITS}[0]`],
      [privacy("Visits.User"), `${UNITS}[0]`],
    ],
    holds: [privacy("place.town"), privacy("elsewhere.x")],
  },
  "view-dialect": {
    breaks: [
      [{ view: { query: "SELECT 1 FROM `p.d.t`" } }, "view.query"],
      [{ view: { query: "SELECT `a`", useLegacySql: true } }, "view.query"],
    ],
    holds: [
      { view: { query: "SELECT 1 FROM `p.d.t`", useLegacySql: false } },
      { view: { query: "SELECT 1 FROM [p:d.t]" } },
      { materializedView: { query: "SELECT 1 FROM `p.d.t`" } },
    ],
  },
  "materialized-view-staleness-required": {
    breaks: [
      [{ materializedView: { query: "q", allowNonIncrementalDefinition: true } }, "maxStaleness"],
      [{ materializedView: { query: "q", allowNonIncrementalDefinition: true }, maxStaleness: "" }, "maxStaleness"],
    ],
    holds: [
      { materializedView: { query: "q", allowNonIncrementalDefinition: true }, maxStaleness: "0-0 0 4:0:0" },
      { materializedView: { query: "q", allowNonIncrementalDefinition: false } },
      { materializedView: { query: "q" } },
    ],
  },
  "materialized-view-staleness-place": {
    breaks: [[{ materializedView: { query: "q", maxStaleness: "0-0 0 4:0:0" } }, "materializedView.maxStaleness"]],
    holds: [{ materializedView: { query: "q" }, maxStaleness: "4:0:0" }],
  },
  "refresh-interval-positive": {
    breaks: [[{ materializedView: { query: "q", refreshIntervalMs: "0" } }, "materializedView.refreshIntervalMs"]],
    holds: [{ materializedView: { query: "q", refreshIntervalMs: "1800000" } }],
  },
} as const satisfies Record<string, RuleCase>;
