import { createClient } from "fourfold";
import { applyTables, defineTable, ensureTable, getTables, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { pickDecimalTarget } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";

const client = createClient(createSandbox().clientOptions);
const reference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
const plan = planTables(client.warehouse, [], { projectId: "shop" });

const columnWith = (more: object) =>
  defineTable("d.t", { schema: [{ name: "id", type: "INTEGER", ...more }] } as never);

/** Calls that do not compile, as in JavaScript, with the message of each. */
const mistakes: readonly (readonly [call: () => unknown, message: string])[] = [
  [
    () => client.warehouse.tables.setIamPolicy(reference, { policy: { bindings: [] } } as never),
    "policy.policy: is not a field of a policy; pass the policy itself",
  ],
  [() => defineTable(`${process.env.NO_SUCH_VARIABLE}.orders`, {}), 'got "undefined": is a variable not set?'],
  [
    () =>
      planTables(client.warehouse, [defineTable("d.v", { view: { query: (table) => `SELECT * FROM ${table}` } })], {
        projectId: "p",
      }),
    "must return SQL, got [object Object] in it; destructure the argument: ({ table, dataset, projectId }) => …",
  ],
  [
    () => pickDecimalTarget("NUMERIC" as never, { precision: 5 }),
    'targets: must list NUMERIC, BIGNUMERIC or STRING, got "NUMERIC"',
  ],
  [
    () => planTables(client as never, [orders], { projectId: "shop" }),
    "client: must be client.warehouse, got an object",
  ],
  [() => ensureTable(client as never, { tableReference: reference }), "client: must be client.warehouse"],
  [async () => applyTables((await plan) as never, await plan), "client: must be client.warehouse"],
  [
    () =>
      getTables(undefined as never, [])
        [Symbol.asyncIterator]()
        .next(),
    "client: must be client.warehouse, got nothing",
  ],
  [
    () => defineTable({ table: "sales.orders" } as never, undefined as never),
    "must be an object with the properties of a table",
  ],
  [
    () => defineTable("d.t", { partition: "DAY" } as never),
    'partition: is not known; did you mean "timePartitioning"?',
  ],
  [() => columnWith({ required: true }), 'schema[0].required: is not known; use mode: "REQUIRED", in d.t'],
  [() => columnWith({ nullable: false }), 'schema[0].nullable: is not known; use mode: "NULLABLE" or "REQUIRED"'],
  [() => columnWith({ default: 0 }), "schema[0].default: is not known; use defaultValueExpression"],
  [() => columnWith({ mode: "OPTIONAL" }), 'schema[0].mode: "OPTIONAL" is not known; did you mean "NULLABLE"?'],
  [
    () => defineTable("d.t", { timePartitioning: { type: "DAY", expirationDays: 30 } } as never),
    "timePartitioning.expirationDays: is not known; use expirationMs, in milliseconds",
  ],
  [
    () => ensureTable(client.warehouse, "d.t" as never, {}),
    "desired: must be an object, got a string (member-type); ensureTable takes (client: client.warehouse, desired: { tableReference, … }, options)",
  ],
  [() => defineTable(5 as never, {}), 'table: must have the form dataset.table, such as "sales.orders", got 5'],
  [() => ensureTable(client.warehouse, orders as never), "tableReference: is required; pass definitions to planTables"],
  [
    () => planTables(client.warehouse, { orders } as never, { projectId: "shop" }),
    "definitions: must be a list of definitions, got an object; pass a list: [orders]",
  ],
  [
    () => defineTable("d.t", { deletionProtection: true } as never),
    "deletionProtection: is not known; use resourceTags and an IAM condition",
  ],
];

test.each(mistakes.map(([call, message]) => [message, call] as const))("%s", async (message, call) => {
  const error = await rejection((async () => call())());
  expect(error).toMatchObject({ code: "invalid_request", message: expect.stringContaining(message) });
});
