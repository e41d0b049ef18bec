import fc from "fast-check";
import { googleNaming, type Naming, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { KINDS } from "../../../src/tables/compare/change-kinds.js";
import { compareTables } from "../../../src/tables/compare/compare-tables.js";
import { propertyRuns } from "../../support/property-runs.js";
import { type AnyColumn, pairReference, tablePairs } from "../../support/table-pairs.js";
import { call, START, tableOf } from "../raw-call.js";

type Json = Readonly<Record<string, unknown>>;
type Mode = "NULLABLE" | "REQUIRED" | "REPEATED";

/** A column as the service returns it. */
interface Field {
  readonly name: string;
  readonly type: string;
  readonly mode?: Mode;
  readonly maxLength?: string;
  readonly description?: string;
  readonly fields?: readonly Field[];
}

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  INTEGER: ["INTEGER", "INT64", "int64"],
  FLOAT: ["FLOAT", "FLOAT64", "float"],
  BOOLEAN: ["BOOLEAN", "bool"],
  RECORD: ["RECORD", "STRUCT", "struct"],
  STRING: ["STRING", "string"],
  DATE: ["DATE"],
};
const SCALARS = ["INTEGER", "FLOAT", "BOOLEAN", "STRING", "DATE"];

const mode = fc.constantFrom<Mode | undefined>("NULLABLE", "REQUIRED", "REPEATED", undefined);
const fieldsOf = (depth: number): fc.Arbitrary<Field[]> =>
  fc.uniqueArray(field(depth), { selector: ({ name }) => name.toLowerCase(), minLength: 1, maxLength: 5 });
const field = (depth: number): fc.Arbitrary<Field> => {
  const base = { name: fc.constantFrom("a", "b", "Cc", "d", "e", "f", "g"), mode };
  const scalar = fc.record(
    { ...base, type: fc.constantFrom(...SCALARS), description: fc.constantFrom("x", "y") },
    { requiredKeys: ["name", "type"] },
  );
  const text = fc.record({ ...base, type: fc.constant("STRING"), maxLength: fc.constantFrom("5", "9") });
  const record = fc.record({ ...base, type: fc.constant("RECORD"), fields: fc.nat().chain(() => fieldsOf(depth - 1)) });
  const choices: fc.Arbitrary<object>[] = depth > 1 ? [scalar, text, record] : [scalar, text];
  return fc.oneof(...choices).map((each) => JSON.parse(JSON.stringify(each)) as Field);
};

/** The schema of a request, created by editing a live schema. */
interface Edited {
  readonly fields: readonly Json[];
  /** The schema that the service returns if it accepts the request. */
  readonly expected: readonly Field[];
  /** The service's message for each forbidden edit, in the order in which the service reports them. */
  readonly forbidden: readonly (readonly string[])[];
}

/** Edits a schema according to decisions, each of which is a number. */
function edited(live: readonly Field[], decide: (choices: number) => number): Edited {
  const forbidden: string[][] = [[], [], [], []];
  const object = (order: number, words: string) => void forbidden[order]?.push(words);
  const editFields = (fields: readonly Field[], outer: string): { sent: Json[]; returned: Field[] } => {
    const sent: Json[] = [];
    const returned: Field[] = [];
    for (const old of fields) {
      const name = outer + old.name;
      const oldMode = old.mode ?? "NULLABLE";
      const { mode: _, fields: inner, maxLength, ...withoutLength } = old;
      const spellings = SPELLINGS[old.type] ?? [];
      const type = spellings[decide(spellings.length)] ?? old.type;
      const change = decide(16);
      if (change === 0) {
        object(0, `Field ${name} is missing in new schema`);
        continue;
      }
      if (change === 1) {
        const other = old.type === "DATE" ? "BOOLEAN" : "DATE";
        object(1, `Field ${name} has changed type from ${old.type} to ${other}`);
        sent.push({ ...withoutLength, type: other });
        continue;
      }
      const nested = inner && editFields(inner, `${name}.`);
      let next: Json = { ...old, type, ...(nested && { fields: nested.sent }) };
      let result: Field = { ...old, ...(nested && { fields: nested.returned }) };
      if (change === 2 && oldMode !== "REQUIRED") {
        object(2, `Field ${name} has changed mode from ${oldMode} to REQUIRED`);
        next = { ...next, mode: "REQUIRED" };
      } else if (change === 3 && oldMode !== "REPEATED") {
        object(2, `Field ${name} has changed mode from ${oldMode} to REPEATED`);
        next = { ...next, mode: "repeated" };
      } else if (change === 4 && oldMode === "REQUIRED") {
        next = { ...next, mode: "NULLABLE" };
        result = { ...result, mode: "NULLABLE" };
      } else if (change === 5) {
        next = { ...next, description: "edited" };
        result = { ...result, description: "edited" };
      } else if (change === 6 && old.type === "STRING") {
        next = { ...next, maxLength: "77" };
      } else if (change === 7 && old.type === "STRING") {
        const { maxLength: gone, ...others } = next;
        next = others;
      }
      sent.splice(decide(sent.length + 1), 0, next);
      returned.push(result);
    }
    for (let count = decide(3); count > 0; count -= 1) {
      const added: Field = {
        name: `new${count}`,
        type: "RECORD",
        fields: [{ name: "x", type: "DATE", mode: "REQUIRED" }],
      };
      if (decide(8) === 0) {
        object(3, `Cannot add required fields to an existing schema. (field: ${outer}${added.name})`);
        sent.unshift({ ...added, mode: "REQUIRED" });
      } else {
        sent.unshift({ ...added });
        returned.push(added);
      }
    }
    // New columns come in the order of the request.
    const isNew = ({ name }: { readonly name?: unknown }) => String(name).startsWith("new");
    const inOrder = sent.filter(isNew).map(({ name }) => name);
    const fresh = returned.filter(isNew).sort((a, b) => inOrder.indexOf(a.name) - inOrder.indexOf(b.name));
    return { sent, returned: [...returned.filter((each) => !isNew(each)), ...fresh] };
  };
  const { sent, returned } = editFields(live, "");
  return { fields: sent, expected: returned, forbidden };
}

test("a schema is rejected exactly if an edit of it is forbidden", async () => {
  await fc.assert(
    fc.asyncProperty(fieldsOf(3), fc.array(fc.nat(), { minLength: 60, maxLength: 60 }), async (live, decisions) => {
      let index = 0;
      const decide = (choices: number) => (decisions[index++ % decisions.length] ?? 0) % choices;
      const { fields, expected, forbidden } = edited(live, decide);
      const { seed, get, patch } = tableOf(googleNaming);
      seed({ schema: { fields: live } });
      const before = await get();
      const { status, json } = await patch({ schema: { fields } });
      if (forbidden.every((words) => words.length === 0)) {
        expect(status).toBe(200);
        expect(json.schema).toEqual({ fields: expected });
      } else {
        expect(status).toBe(400);
        expect((await get()).json).toEqual(before.json);
      }
    }),
    propertyRuns(40),
  );
});

const naming = fc.constantFrom<Naming>(vendorNaming, googleNaming);

test("any two schemas: a patch is rejected exactly if the comparison lists a change that the service does not make", async () => {
  await fc.assert(
    fc.asyncProperty(naming, fieldsOf(2), fieldsOf(2), async (names, live, proposed) => {
      const { seed, patch } = tableOf(names);
      seed({ schema: { fields: live } });
      const { status } = await patch({ schema: { fields: proposed } });
      // A plan does not change what it omits, a request does.
      const complete = (fields: readonly Field[]): Field[] =>
        fields.map((each) => ({ mode: "NULLABLE", ...each, ...(each.fields && { fields: complete(each.fields) }) }));
      const changes = compareTables({ schema: { fields: live } }, { schema: { fields: complete(proposed) } });
      const isRefused = changes.some(({ kind }) => kind !== "column-parameter" && KINDS[kind] !== undefined);
      expect(status).toBe(isRefused ? 400 : 200);
    }),
    propertyRuns(40),
  );
});

/** The columns of a patch: the desired columns, with the properties of the live columns that they omit. */
function completed(live: readonly AnyColumn[], desired: readonly AnyColumn[]): object[] {
  return desired.map((wanted) => {
    const old = live.find(({ name }) => name.toLowerCase() === wanted.name.toLowerCase());
    if (old === undefined) return wanted;
    const fields = old.fields && { fields: wanted.fields ? completed(old.fields, wanted.fields) : old.fields };
    const properties = Object.entries({ ...old, ...wanted, name: old.name, ...fields });
    return Object.fromEntries(properties.filter(([, value]) => value !== null));
  });
}

test("a patch is rejected exactly if a plan reports its change as impossible", async () => {
  await fc.assert(
    fc.asyncProperty(tablePairs, async ({ live, desired, impossible }) => {
      const sandbox = createSandbox({ naming: googleNaming });
      sandbox.warehouse.tables.add(live);
      const columnsOf = ({ schema }: object & { schema?: unknown }) =>
        ((schema as { fields?: AnyColumn[] } | undefined)?.fields ?? []) as AnyColumn[];
      const schema = desired.schema && { schema: { fields: completed(columnsOf(live), columnsOf(desired)) } };
      const { projectId, datasetId, tableId } = pairReference;
      const path = `/bigquery/v2/projects/${projectId}/datasets/${datasetId}/tables/${tableId}`;
      const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
      const { status, text } = await call(sandbox, "PATCH", path, {
        body: JSON.stringify({ ...desired, ...schema }, bigints),
      });
      expect([status, text]).toEqual([impossible.length > 0 ? 400 : 200, text]);
    }),
    propertyRuns(40),
  );
});

const day = { name: "day", type: "date" };
const id = { name: "id", type: "int64", mode: "required" };
const range = { start: "0", end: "10", interval: "1" };
const partitioning = fc.oneof(
  fc.record({
    timePartitioning: fc.record(
      {
        type: fc.constantFrom("DAY", "MONTH"),
        field: fc.constant("day"),
        expirationMs: fc.constantFrom<unknown>("3600000", 86_400_000),
        requirePartitionFilter: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    ),
  }),
  fc.constant({ rangePartitioning: { field: "id", range } }),
  fc.constant({}),
);
const settings = fc.record(
  {
    description: fc.constantFrom("", "x", "y"),
    friendlyName: fc.constantFrom("", "Orders"),
    labels: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("", "1", "2")),
    requirePartitionFilter: fc.constant(false),
    expirationTime: fc.constantFrom(START + 60_000, String(START + 90_000)),
    maxStaleness: fc.constant("0-0 0 4:0:0"),
    tableConstraints: fc.constant({ primaryKey: { columns: ["id"] } }),
    partitionDefinition: fc.constant({ partitionedColumn: [{ field: "sent" }] }),
  },
  { requiredKeys: [] },
);
const native = fc
  .tuple(fieldsOf(3), partitioning, settings, fc.boolean())
  .map(([fields, parts, rest, clustered]): Json => {
    const isClustered = clustered && "timePartitioning" in parts;
    const schema = { fields: [id, ...fields, day] };
    // The request contains the filter only once.
    const { requirePartitionFilter: _, ...settings } = rest as Json;
    return {
      schema,
      ...parts,
      ...("timePartitioning" in parts ? settings : rest),
      ...("rangePartitioning" in parts ? { requirePartitionFilter: clustered } : {}),
      ...(isClustered ? { clustering: { fields: ["id"] } } : {}),
    };
  });
const view = settings.map((rest): Json => ({ view: { query: "select 1", useLegacySql: false }, ...rest }));
const materialized = settings.map((rest): Json => ({ materializedView: { query: "select 1" }, ...rest }));

/** The properties of a table that do not change with its version. */
function unversioned(table: Json): Json {
  const { etag, lastModifiedTime, ...others } = table;
  return others;
}

test("a table that was returned, sent back as a patch or as a whole, changes nothing", async () => {
  const anyTable = fc.oneof({ weight: 3, arbitrary: native }, view, materialized);
  await fc.assert(
    fc.asyncProperty(naming, anyTable, settings, async (names, table, change) => {
      const { insert, patch, update, get } = tableOf(names);
      const inserted = await insert(table);
      expect([inserted.status, inserted.text]).toEqual([200, inserted.text]);
      const changed = await patch(change);
      expect([changed.status, changed.text]).toEqual([200, changed.text]);
      for (const send of [patch, update]) {
        const before = (await get()).json;
        const { status, text, json } = await send(before);
        expect([status, text]).toEqual([200, text]);
        expect(unversioned({ ...json })).toEqual(unversioned({ ...before }));
        expect(json.etag).not.toBe(before.etag);
      }
    }),
    propertyRuns(25),
  );
});
