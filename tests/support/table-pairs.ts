import * as fc from "fast-check";
import type { DesiredTable, Table } from "fourfold";

/** A column as JSON. */
export interface AnyColumn {
  readonly name: string;
  readonly type: string;
  readonly mode?: string | null;
  readonly fields?: readonly AnyColumn[];
  readonly [property: string]: unknown;
}

/** A live table and a desired one. */
export interface TablePair {
  readonly live: Table;
  readonly desired: DesiredTable;
  /** Changes in `desired` that the service cannot make, by the rule of their issue. */
  readonly impossible: readonly string[];
}

/** The reference of all tables. */
export const pairReference = { projectId: "p", datasetId: "d", tableId: "t" };

const SPELLINGS: readonly (readonly [standard: string, legacy: string])[] = [
  ["INT64", "INTEGER"],
  ["FLOAT64", "FLOAT"],
  ["BOOL", "BOOLEAN"],
  ["STRUCT", "RECORD"],
];
/** Returns the spelling of a type in responses of the service. */
export const legacyType = (type: string): string => SPELLINGS.find(([standard]) => standard === type)?.[1] ?? type;
const otherSpelling = (type: string) =>
  SPELLINGS.find((each) => each.includes(type))?.find((each) => each !== type) ?? type;

const tag = (n: number) => `projects/p/locations/eu/taxonomies/1/policyTags/${n}`;
const texts = fc.constantFrom("a", "b", "c");
const scalarTypes = fc.constantFrom("STRING", "INT64", "INTEGER", "FLOAT64", "BOOL", "BOOLEAN", "DATE", "JSON");
const modes = fc.constantFrom(undefined, "NULLABLE", "REQUIRED", "REPEATED");
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

const columnExtras = fc.record({
  description: optional(texts),
  policyTags: optional(fc.constantFrom({ names: [tag(1)] }, { names: [] })),
});

function columns(prefix: string, depth: number): fc.Arbitrary<AnyColumn[]> {
  const one: fc.Arbitrary<Omit<AnyColumn, "name">> = fc
    .tuple(
      scalarTypes,
      modes,
      columnExtras,
      depth > 1 ? optional(columns(`${prefix}n`, depth - 1)) : fc.constant(undefined),
    )
    .map(([type, mode, extras, fields]) =>
      withoutUndefined({
        type: fields === undefined || fields.length === 0 ? type : "STRUCT",
        mode,
        ...extras,
        fields: fields?.length === 0 ? undefined : fields,
      } as Omit<AnyColumn, "name">),
    );
  return fc
    .array(one, { maxLength: 4 })
    .map((list) => list.map((each, n) => ({ name: `${prefix}${n}`, ...each }) as AnyColumn));
}

/** Makes random choices from a list that fast-check can shrink. */
type Choose = (options: number) => number;

/** Returns a desired column for a live one, and records changes that are impossible. */
function desiredColumn(live: AnyColumn, choose: Choose, impossible: string[]): AnyColumn | undefined {
  const wanted: Record<string, unknown> = { ...live };
  switch (choose(40)) {
    case 0:
      impossible.push("column-missing");
      return undefined;
    case 1:
      impossible.push("column-type-fixed");
      return { name: live.name, type: legacyType(live.type) === "RECORD" ? "STRING" : "BYTES" };
    case 2:
      if (live.mode === "REPEATED") break;
      impossible.push("column-mode-fixed");
      wanted.mode = "REPEATED";
      break;
  }
  if (choose(2) === 0) wanted.type = otherSpelling(live.type);
  if (choose(4) === 0) wanted.name = live.name.toUpperCase();
  if (live.mode === "REQUIRED" && wanted.mode === "REQUIRED")
    wanted.mode = ["REQUIRED", "NULLABLE", undefined, null][choose(4)];
  else if (wanted.mode === live.mode && choose(3) === 0)
    wanted.mode = live.mode === "REPEATED" ? undefined : "NULLABLE";
  const description = choose(4);
  if (description < 3) wanted.description = [undefined, null, "new"][description];
  const tags = choose(6);
  if (tags < 3) wanted.policyTags = [undefined, null, { names: [tag(2)] }][tags];
  if (live.fields !== undefined) {
    wanted.fields = choose(4) === 0 ? undefined : desiredColumns(live.fields, choose, impossible, `${live.name}new`);
    if ((wanted.fields as unknown[] | undefined)?.length === 0) {
      // An empty list counts as none, so nothing is missing.
      for (let index = impossible.lastIndexOf("column-missing"); index !== -1 && live.fields.length > 0; index = -1) {
        impossible.splice(index, 1);
      }
      wanted.fields = undefined;
    }
  }
  return withoutUndefined(wanted) as unknown as AnyColumn;
}

function desiredColumns(live: readonly AnyColumn[], choose: Choose, impossible: string[], prefix: string): AnyColumn[] {
  const kept = live.flatMap((column) => desiredColumn(column, choose, impossible) ?? []);
  // At least one live column is kept: an empty list would mean that the columns are not changed.
  const list = kept.length === 0 && live.length > 0 ? [...live] : kept;
  if (list.length !== kept.length) {
    for (let n = 0; n < live.length; n += 1) {
      const index = impossible.lastIndexOf("column-missing");
      if (index !== -1) impossible.splice(index, 1);
    }
  }
  for (let n = choose(3); n > 0; n -= 1) {
    const isRequired = choose(12) === 0;
    if (isRequired) impossible.push("column-required-new");
    const column = { name: `${prefix}${n}`, type: "DATE", ...(isRequired ? { mode: "REQUIRED" } : {}) };
    list.splice(choose(list.length + 1), 0, column);
  }
  return list;
}

const tagged = <T>(map: Record<string, T> | undefined) =>
  map && Object.fromEntries(Object.entries(map).map(([key, value]) => [`1/${key}`, value]));
const maps = optional(
  fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("", "1", "2"), { maxKeys: 4 }),
);
const edits = optional(
  fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom("", "1", "2", null), { maxKeys: 4 }),
);
const day = { type: "DAY" } as const;
const livePartitioning = optional(
  fc.constantFrom(day, { ...day, expirationMs: "3600000" }, { ...day, requirePartitionFilter: true }),
);

const tables = fc.record({
  description: optional(texts),
  friendlyName: optional(texts),
  labels: maps,
  resourceTags: maps.map(tagged),
  requirePartitionFilter: optional(fc.boolean()),
  maxStaleness: optional(fc.constantFrom("0-0 0 4:0:0", "0-0 0 5:0:0")),
  defaultCollation: optional(fc.constantFrom("", "und:ci")),
  tableConstraints: optional(fc.constant({ primaryKey: { columns: ["c0"] } })),
  timePartitioning: livePartitioning,
});
const wishes = fc.record({
  description: optional(fc.option(texts)),
  friendlyName: optional(fc.option(texts)),
  labels: fc.option(edits, { nil: null, freq: 6 }),
  resourceTags: edits.map(tagged),
  requirePartitionFilter: optional(fc.constantFrom(true, false, null)),
  maxStaleness: optional(fc.constantFrom("0-0 0 4:0:0", "0-0 0 6:0:0", null)),
  expirationTime: optional(fc.constantFrom(4_102_444_800_000, "4102444800001", 4_102_444_800_000n)),
  defaultCollation: optional(fc.constantFrom("", "und:ci", null)),
  tableConstraints: optional(fc.constantFrom(null, { primaryKey: { columns: ["C0"] } })),
  partition: optional(
    fc.constantFrom(
      { ...day, expirationMs: 3_600_000 },
      { ...day, expirationMs: null },
      { ...day, expirationMs: 3_600_001n },
    ),
  ),
});

/** Pairs of a live table and a desired one. About half of them have changes that are impossible. */
export const tablePairs: fc.Arbitrary<TablePair> = fc
  .tuple(tables, fc.option(columns("c", 3), { nil: undefined, freq: 8 }), wishes, fc.infiniteStream(fc.nat(1_000_000)))
  .map(([table, fields, { partition, ...wish }, numbers]) => {
    const choose: Choose = (options) => Number(numbers.next().value) % options;
    const impossible: string[] = [];
    const isPartitioned = table.timePartitioning !== undefined;
    const live = withoutUndefined({
      ...table,
      // The service copies the partition filter.
      requirePartitionFilter:
        table.timePartitioning && "requirePartitionFilter" in table.timePartitioning
          ? true
          : isPartitioned && table.requirePartitionFilter,
      tableReference: pairReference,
      schema: fields === undefined || fields.length === 0 ? undefined : { fields },
    });
    const desired: Record<string, unknown> = { ...wish, tableReference: pairReference };
    if (partition !== undefined && (isPartitioned || choose(8) === 0)) {
      desired.timePartitioning = partition;
      if (!isPartitioned) impossible.push("partitioning-fixed");
    }
    if (desired.requirePartitionFilter === true && !isPartitioned && desired.timePartitioning === undefined) {
      impossible.push("partition-filter-needs-partitions");
    }
    if (live.schema !== undefined && choose(5) > 0) {
      desired.schema = { fields: desiredColumns(live.schema.fields, choose, impossible, "new") };
    }
    return {
      live: live as unknown as Table,
      desired: withoutUndefined(desired) as unknown as DesiredTable,
      impossible,
    };
  });

/** A table as the service returns it: types in the legacy spelling, defaults filled in, keys in another order. */
export function readBack(table: Table): Table {
  const column = ({ fields, ...others }: AnyColumn): AnyColumn => ({
    ...Object.fromEntries(Object.entries({ mode: "NULLABLE", ...others }).reverse()),
    name: others.name,
    type: legacyType(others.type),
    ...(fields === undefined ? {} : { fields: fields.map(column) }),
  });
  const { schema } = table as unknown as { schema?: { fields: AnyColumn[] } };
  return {
    numRows: "0",
    requirePartitionFilter: false,
    labels: {},
    ...table,
    ...(schema === undefined ? {} : { schema: { fields: schema.fields.map(column) } }),
  } as unknown as Table;
}
