import { googleNaming } from "fourfold";
import { expect, test } from "vitest";
import { column, tableOf } from "../raw-call.js";

const PREFIX = "gs://b/visits";
const uris = (prefix = PREFIX) => ({ sourceFormat: "CSV", sourceUris: [`${prefix}/day=*`] });
const data = (hive: object | null, more: object = {}) => ({
  externalDataConfiguration: { ...uris(), hivePartitioningOptions: hive, ...more },
});
const custom = (keys: string, prefix = PREFIX) => ({ mode: "CUSTOM", sourceUriPrefix: prefix + keys });
const auto = { mode: "AUTO", sourceUriPrefix: PREFIX };
const schemaOf = (...fields: readonly object[]) => ({ schema: { fields } });
const byDay = data(custom("/{day:DATE}"), schemaOf(column("id")));
const key = { name: "day", type: "DATE", mode: "NULLABLE" };
/** A table with detected keys, as the service returns it. */
const detected = { ...data({ ...auto, fields: ["day"] }), ...schemaOf(column("id"), key) };

test("the keys of files that the request lists are columns of the table", async () => {
  const { insert, get, patch } = tableOf(googleNaming);
  expect((await insert(byDay)).json).toMatchObject({
    externalDataConfiguration: { hivePartitioningOptions: { ...custom("/{day:DATE}"), fields: ["day"] } },
    ...schemaOf(column("id"), key),
  });
  const { json } = await get();
  expect(json.externalDataConfiguration).not.toHaveProperty("schema");
  const more = { externalDataConfiguration: schemaOf(column("id"), column("n")) };
  expect((await patch(more)).json).toMatchObject(schemaOf(column("id"), key, column("n")));
});

test("a table that was read keeps its keys, also when a request omits them", async () => {
  const { seed, get, patch, update } = tableOf(googleNaming);
  seed(detected);
  const before = (await get()).json;
  expect(before).toMatchObject(detected);
  expect((await update(before)).json).toMatchObject(detected);
  expect((await patch(schemaOf(column("id"), column("n")))).json).toMatchObject(
    schemaOf(column("id"), key, column("n")),
  );
});

test("files may move while the keys stay", async () => {
  const { insert, patch } = tableOf(googleNaming);
  await insert(byDay);
  const moved = { ...uris("gs://c/v"), hivePartitioningOptions: custom("/{day:DATE}", "gs://c/v") };
  expect(await patch({ externalDataConfiguration: moved })).toMatchObject({
    status: 200,
    json: { externalDataConfiguration: moved },
  });
});

const HIVE = "externalDataConfiguration.hivePartitioningOptions";

test.each<[what: string, live: object, change: object, at: string]>([
  ["a renamed key", byDay, data(custom("/{date:DATE}")), HIVE],
  ["another key", byDay, data(custom("/{day:DATE}/{hour:INTEGER}")), HIVE],
  ["another type of a key", byDay, data(custom("/{day:STRING}")), HIVE],
  ["detected keys as strings", detected, data({ ...auto, mode: "STRINGS" }), HIVE],
  ["another type in the schema", detected, schemaOf(column("id"), column("day")), "schema.fields[1].type"],
  ["no keys", detected, data(null), HIVE],
  ["the first keys", data(null, { autodetect: true }), data(auto, { autodetect: true }), HIVE],
])("a change to %s is refused", async (_, live, change, at) => {
  const { seed, get, patch } = tableOf(googleNaming);
  seed(live);
  const before = await get();
  const { status, json } = await patch(change);
  expect([status, json.error.errors]).toMatchObject([
    400,
    expect.arrayContaining([expect.objectContaining({ location: at })]),
  ]);
  expect((await get()).json).toEqual(before.json);
});

test("with a connection, a change must list the columns in the schema of the table", async () => {
  const { seed, patch, update } = tableOf(googleNaming);
  const connected = { externalDataConfiguration: { ...uris(), connectionId: "p.eu.c" } };
  seed({ ...connected, ...schemaOf(column("id")) });
  const columns = schemaOf(column("id"), column("n"));
  const inside = { externalDataConfiguration: { ...connected.externalDataConfiguration, ...columns } };
  const message =
    "Schema can be specified only on the Table.Schema field for external tables with an associated connection_id but schema was provided on Table.Externaldataconfig.Schema.";
  for (const { status, json } of [await patch(inside), await update(inside)]) {
    expect([status, json.error.message]).toEqual([400, message]);
  }
  expect((await patch(columns)).json).toMatchObject(columns);
});

test.each<[more: object, message: string]>([
  [
    { requirePartitionFilter: true },
    "require_partition_filter has been set for a hive-partitioned table without using the HivePartitioningOptions.",
  ],
  ...[
    { timePartitioning: { type: "DAY" } },
    { rangePartitioning: { field: "id", range: { start: "0", end: "9", interval: "1" } } },
    { clustering: { fields: ["id"] } },
  ].map((more): [object, string] => [
    more,
    "This table is an external, hive-partitioned table.  None of TimePartitioning, RangePartitioning or Clustering may be supplied for external tables; they only apply to managed tables.",
  ]),
])("beside keys of files, %o is refused in the words of the service", async (more, message) => {
  const { status, json } = await tableOf(googleNaming).insert({ ...byDay, ...more });
  expect([status, json.error.message, json.error.errors]).toEqual([
    400,
    message,
    [{ domain: "global", reason: "invalid", message, location: Object.keys(more)[0] }],
  ]);
});
