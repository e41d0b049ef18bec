import { createClient, createService, defineMethod, OperationError, Table } from "fourfold";
import { applyTables, defineTable, planTables } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "../../src/errors/call-errors.js";
import { rejection, thrown } from "../support/rejection.js";

test("an error of a stale plan shows no response that no service sent", async () => {
  const { warehouse } = createClient(createSandbox().clientOptions);
  await warehouse.datasets.insert({ datasetReference: { projectId: "shop", datasetId: "sales" } });
  const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
  const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
  const plan = await planTables(warehouse, [orders], { projectId: "shop" });
  await warehouse.tables.insert({ tableReference, schema: { fields: [{ name: "b", type: "STRING" }] } });
  const error = (await rejection(applyTables(warehouse, plan))) as { failed: { error: ApiError }[] };
  const failure = error.failed[0]?.error;
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ code: "precondition_failed", status: undefined });
  expect(failure?.message).toMatch(/^\[precondition_failed\] sales\.orders has changed since the plan/);
});

test("the message of a failed operation is one line", () => {
  const text = `no capacity\u001b[2J\n[ok] done ${"x".repeat(5_000)}`;
  const { message } = new OperationError({ operation: { name: "operations/a", done: true, error: { message: text } } });
  expect(message).not.toMatch(/\p{Cc}/u);
  expect(message.length).toBeLessThan(1_200);
});

test("a name with control characters cannot forge a line of a message", () => {
  const body = defineMethod({ name: "a", http: "POST /a" });
  const service = createService({ baseUrl: "https://a.test" });
  for (const name of ["a\nforged", "a\u2028forged", "a\u009bforged", "a\u202eforged"]) {
    const error = thrown(() => service.list({ ...body, items: name } as never, { [name]: 1 } as never));
    expect(String(error)).not.toContain(name);
  }
  const client = createClient({});
  const error = thrown(() => client.warehouse.tables.list({ projectId: "p\u2028q", "x\u202ey": 1 } as never));
  expect(String(error)).toContain('["x\\u202ey"]');
});

test("Table.parse says which value is invalid, and why", () => {
  const { localeError } = z.config();
  z.config({ localeError: undefined }); // the import of "zod" in another file sets one
  onTestFinished(() => void z.config({ localeError }));
  const error = Table.safeParse({ tableReference: { projectId: 5, datasetId: "d" }, schema: [], labels: 3 }).error;
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([
    "tableReference.projectId: must be a string, got a number",
    "tableReference.tableId: is required",
    "labels: an object",
    "schema: must be an object, got a list",
  ]);
  expect(Table.safeParse("garbage").error?.issues[0]?.message).toBe("must be an object, got a string");
});

test("a network error names the host and the path, without the query", async () => {
  const fetch = async () => {
    throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND api.test") });
  };
  const service = createService({ baseUrl: "https://api.test:444/v1", fetch, retry: false });
  const error = await rejection(
    service.call(defineMethod({ name: "a", http: "GET /a" }), {}, { query: { q: "hush" } }),
  );
  expect(String(error)).toBe(
    "NetworkError: [network] GET /v1/a: no complete response from api.test:444: getaddrinfo ENOTFOUND api.test",
  );
});
