import * as fc from "fast-check";
import type { DesiredTable } from "fourfold";
import type { Fault, TableSeed } from "fourfold/testing";
import { pairReference } from "./table-pairs.js";

/** A table of any kind and a desired table; both are unchecked. */
export interface AnyPair {
  readonly live: TableSeed;
  readonly desired: DesiredTable;
}

const optional = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: undefined, freq });
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
/** A record in which any property may be missing. */
const some = (properties: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc
    .record(Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, optional(value)])))
    .map(withoutUndefined);

const words = fc.constantFrom("a", "b", "", "x y");
const names = fc.constantFrom("id", "ID", "at", "tags", "r", "note", "_x");
const modes = fc.constantFrom("NULLABLE", "nullable", "REQUIRED", "REPEATED");
const typed = fc.constantFrom<object>(
  { type: "STRING" },
  { type: "string", maxLength: 5 },
  { type: "INTEGER" },
  { type: "INT64" },
  { type: "TIMESTAMP" },
  { type: "DATE" },
  { type: "NUMERIC", precision: 10, scale: "2" },
  { type: "range", rangeElementType: { type: "date" } },
);
const extras = some({
  mode: modes,
  description: words,
  policyTags: fc.constantFrom({ names: ["projects/p/locations/eu/taxonomies/1/policyTags/1"] }, { names: [] }),
  collation: fc.constantFrom("", "und:ci"),
  roundingMode: fc.constantFrom("ROUND_HALF_EVEN", "ROUNDING_MODE_UNSPECIFIED"),
});
const leaf = fc.tuple(names, typed, extras).map(([name, type, more]) => ({ name, ...type, ...more }));
const uniqueColumns = <T extends { name: string }>(column: fc.Arbitrary<T>, minLength = 1) =>
  fc.uniqueArray(column, { minLength, maxLength: 4, selector: ({ name }) => name.toLowerCase() });
const nested = fc
  .tuple(names, extras, uniqueColumns(leaf))
  .map(([name, more, fields]) => ({ name, type: "RECORD", ...more, fields }));
const columns = uniqueColumns(fc.oneof({ weight: 4, arbitrary: leaf }, { weight: 1, arbitrary: nested }));
const schema = columns.map((fields) => ({ fields }));

const maps = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "1", "2"), { maxKeys: 3 });
const partitionDefinition = fc
  .uniqueArray(names, { maxLength: 2 })
  .map((list) => ({ partitionedColumn: list.map((field) => ({ field })) }));
const timePartitioning = fc
  .tuple(
    fc.constantFrom("DAY", "HOUR", "MONTH"),
    some({ field: names, expirationMs: fc.constantFrom("3600000", 3_600_001), requirePartitionFilter: fc.boolean() }),
  )
  .map(([type, more]) => ({ type, ...more }));
const rangePartitioning = fc
  .tuple(names, fc.constantFrom(1, "10"))
  .map(([field, interval]) => ({ field, range: { start: 0, end: "100", interval } }));
const clustering = fc.uniqueArray(names, { maxLength: 3 }).map((fields) => ({ fields }));
const tableConstraints = some({
  primaryKey: fc.uniqueArray(names, { minLength: 1, maxLength: 2 }).map((list) => ({ columns: list })),
  foreignKeys: fc.array(
    fc.tuple(optional(words), names).map(([name, referencingColumn]) =>
      withoutUndefined({
        name,
        referencedTable: { ...pairReference, projectId: "q" },
        columnReferences: [{ referencingColumn, referencedColumn: "id" }],
      }),
    ),
    { maxLength: 2 },
  ),
});

/** Properties of tables of every kind. */
const general = {
  description: words,
  friendlyName: words,
  labels: maps,
  expirationTime: fc.constantFrom("4102444800000", 4_102_444_800_001n),
  maxStaleness: fc.constantFrom("0-0 0 4:0:0", "0-0 0 5:0:0"),
  encryptionConfiguration: fc
    .constantFrom("k1", "k2")
    .map((key) => ({ kmsKeyName: `projects/p/locations/eu/keyRings/r/cryptoKeys/${key}` })),
  defaultCollation: fc.constantFrom("", "und:ci"),
  defaultRoundingMode: fc.constantFrom("ROUND_HALF_EVEN", "ROUNDING_MODE_UNSPECIFIED"),
  partitionDefinition,
  clustering,
  requirePartitionFilter: fc.boolean(),
};
const native = { schema, timePartitioning, rangePartitioning, clustering, tableConstraints };
const functions = fc.array(fc.constantFrom({ inlineCode: "f" }, { resourceUri: "gs://b/f.js" }), { maxLength: 2 });
const privacyPolicy = fc.constantFrom<object>(
  { aggregationThresholdPolicy: { threshold: "5", privacyUnitColumns: ["id"] } },
  { aggregationThresholdPolicy: { threshold: 6 } },
);
const view = fc
  .tuple(
    fc.constantFrom("SELECT 1", "SELECT 2"),
    some({ useLegacySql: fc.boolean(), userDefinedFunctionResources: functions, privacyPolicy }),
  )
  .map(([query, more]) => ({ query, ...more }));
const materializedView = fc
  .tuple(
    fc.constantFrom("SELECT 1", "SELECT 2"),
    some({
      enableRefresh: fc.boolean(),
      refreshIntervalMs: fc.constantFrom("1800000", 5, "0"),
      allowNonIncrementalDefinition: fc.boolean(),
    }),
  )
  .map(([query, more]) => ({ query, ...more }));
const formats = fc.constantFrom<object>(
  { sourceFormat: "CSV", autodetect: true },
  { sourceFormat: "CSV", schema: { fields: [{ name: "id", type: "STRING" }] } },
  { sourceFormat: "CSV", autodetect: true, csvOptions: { skipLeadingRows: 1, quote: "" } },
  { sourceFormat: "NEWLINE_DELIMITED_JSON", autodetect: true, jsonOptions: { encoding: "UTF-8" } },
  { sourceFormat: "PARQUET", parquetOptions: { enumAsString: true } },
  { sourceFormat: "GOOGLE_SHEETS", autodetect: true, googleSheetsOptions: { range: "s!A1:B2", skipLeadingRows: 1 } },
  { sourceFormat: "AVRO", avroOptions: { useAvroLogicalTypes: true } },
);
const externalDataConfiguration = fc
  .tuple(
    formats,
    some({
      maxBadRecords: fc.constantFrom(0, 5),
      ignoreUnknownValues: fc.boolean(),
      compression: fc.constantFrom("NONE", "GZIP"),
      decimalTargetTypes: fc.constantFrom(["NUMERIC", "STRING"], ["STRING", "NUMERIC"]),
      hivePartitioningOptions: fc.constantFrom({ mode: "AUTO", sourceUriPrefix: "gs://b/x" }),
      connectionId: fc.constantFrom("p.eu.c", "projects/p/locations/eu/connections/c"),
    }),
  )
  .map(([format, more]) => ({ sourceUris: ["gs://b/x"], ...format, ...more }));
const lake = fc
  .constantFrom("gs://b/t/", "gs://b/u/")
  .map((storageUri) => ({ connectionId: "p.eu.c", storageUri, fileFormat: "PARQUET", tableFormat: "ICEBERG" }));

const kinds: readonly Readonly<Record<string, fc.Arbitrary<unknown>>>[] = [
  native,
  native,
  { view, schema },
  { materializedView, schema, timePartitioning },
  { externalDataConfiguration, schema },
  { biglakeConfiguration: lake, schema },
];

/** A change to a value: null, another value, or a part of an object with changes. */
function edited(value: unknown, other: unknown, choose: (options: number) => number): unknown {
  const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
  switch (choose(5)) {
    case 0:
      return null;
    case 1:
      return other;
    case 2:
      return value;
    default:
      if (!isPlain) return value;
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, inner]) => {
          const next = (other as Record<string, unknown> | undefined)?.[name];
          return choose(3) === 0 ? [] : [[name, choose(3) === 0 ? edited(inner, next, choose) : inner]];
        }),
      );
  }
}

/** Pairs of tables of all kinds. Many live tables, and many of the changes, break rules. */
export const anyPairs: fc.Arbitrary<AnyPair> = fc
  .constantFrom(...kinds)
  .chain((kind) => {
    const [[first] = []] = [Object.keys(kind).filter((name) => name !== "schema")];
    const isKind = !Object.hasOwn(kind, "tableConstraints");
    const properties = { ...general, ...kind };
    const required = isKind && first !== undefined ? { [first]: kind[first] as fc.Arbitrary<unknown> } : {};
    const table = fc.tuple(some(properties), fc.record(required)).map(([more, own]) => ({ ...more, ...own }));
    return fc.tuple(table, some(properties), fc.infiniteStream(fc.nat(1_000_000)));
  })
  .map(([table, other, numbers]) => {
    const choose = (options: number) => Number(numbers.next().value) % options;
    const live: Record<string, unknown> = { ...table };
    const desired: Record<string, unknown> = {};
    for (const name of new Set([...Object.keys(live), ...Object.keys(other)])) {
      if (choose(2) === 0) continue;
      const value = edited(live[name], (other as Record<string, unknown>)[name], choose);
      if (value !== undefined) desired[name] = value;
    }
    const tableReference = pairReference;
    return { live: { tableReference, ...live }, desired: { tableReference, ...desired } } as unknown as AnyPair;
  });

/** Faults of requests that write tables. */
export const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom<Fault>(
        { drop: true },
        { drop: true, after: true },
        { status: 503 },
        { status: 503, after: true },
        { status: 429 },
        { status: 403, reason: "rateLimitExceeded" },
        { status: 412 },
        { status: 409 },
        { status: 200, body: '{"kind":', after: true },
      ),
      fc.constantFrom("POST", "PATCH", "PATCH"),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([fault, method, times]) => ({ ...fault, times, match: { method } })),
  { maxLength: 5 },
);
