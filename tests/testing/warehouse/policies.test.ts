import { vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { beforeEach, expect, test } from "vitest";
import { call } from "../raw-call.js";

const ORDERS = "/warehouse/v2/projects/shop/datasets/sales/tables/orders";
const viewer = { role: "roles/viewer", members: ["user:ada@example.com"] };
const conditional = { ...viewer, condition: { title: "soon", expression: "request.time < timestamp('2030-01-01')" } };

let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ naming: vendorNaming });
  sandbox.warehouse.tables.add({ tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" } });
});

const read = async (options?: object) =>
  (await call(sandbox, "POST", `${ORDERS}:getIamPolicy`, { body: options && { options } })).json;
const set = (body: unknown) => call(sandbox, "POST", `${ORDERS}:setIamPolicy`, { body });
const check = (body: unknown) => call(sandbox, "POST", `${ORDERS}:testIamPermissions`, { body });

test("a policy that has never been set contains only its etag", async () => {
  expect(await read()).toEqual({ etag: expect.any(String) });
});

test("a policy that was set is returned with a version and a new etag", async () => {
  const { etag } = await read();
  const { status, json } = await set({ policy: { etag, bindings: [viewer] } });
  expect(status).toBe(200);
  expect(json).toEqual({ version: 1, etag: expect.any(String), bindings: [viewer] });
  expect(json.etag).not.toBe(etag);
  expect(await read()).toEqual(json);
  const again = await set({ policy: { etag: json.etag, bindings: [viewer] } });
  expect(again.json.etag).not.toBe(json.etag);
});

test("a stale etag is a conflict, no etag overwrites", async () => {
  const { etag } = await read();
  await set({ policy: { bindings: [viewer] } });
  const { status, json } = await set({ policy: { etag, bindings: [] } });
  expect(status).toBe(409);
  expect(json.error).toMatchObject({ code: 409, status: "ABORTED", errors: [{ reason: "aborted" }] });
  expect((await read()).bindings).toEqual([viewer]);
  expect((await set({ policy: { bindings: [] } })).status).toBe(200);
});

test("the mask selects what is set; without one, the bindings are", async () => {
  const auditConfigs = [{ service: "allServices", auditLogConfigs: [{ logType: "DATA_READ" }] }];
  await set({ policy: { bindings: [viewer], auditConfigs } });
  expect(await read()).not.toHaveProperty("auditConfigs");
  await set({ policy: { bindings: [], auditConfigs }, updateMask: "auditConfigs" });
  expect(await read()).toMatchObject({ bindings: [viewer], auditConfigs });
  await set({ policy: {}, updateMask: "bindings,etag" });
  expect(await read()).toEqual({ version: 1, etag: expect.any(String), auditConfigs });
});

test("a condition is stored and returned as it is", async () => {
  const { json } = await set({ policy: { version: 3, bindings: [conditional, viewer] } });
  expect(json).toMatchObject({ version: 3, bindings: [conditional, viewer] });
  expect(await read({ requestedPolicyVersion: 3 })).toEqual(json);
});

test.each<[object, string | undefined]>([
  [{}, "policy"],
  [{ policy: [] }, "policy"],
  [{ policy: { bindings: {} } }, "policy.bindings"],
  [{ policy: { bindings: [{ role: 1 }] } }, "policy.bindings[0].role"],
  [[], "policy"],
])("setIamPolicy rejects %j", async (body, location) => {
  const { status, json } = await set(body);
  expect(status).toBe(400);
  expect(json.error.errors[0]).toMatchObject({ reason: "invalid", location });
});

test("the caller has every permission for tables and no other", async () => {
  const permissions = ["warehouse.tables.get", "warehouse.datasets.get", "bigquery.tables.setIamPolicy"];
  expect((await check({ permissions })).json).toEqual({
    permissions: ["warehouse.tables.get", "bigquery.tables.setIamPolicy"],
  });
  expect((await check({ permissions: ["other"] })).text).toBe("{}");
  expect((await check({})).text).toBe("{}");
});

test.each<[unknown, string]>([[{ permissions: "warehouse.tables.get" }, "permissions"]])(
  "testIamPermissions rejects %j",
  async (body, location) => {
    const { status, json } = await check(body);
    expect([status, json.error.errors[0]?.location]).toEqual([400, location]);
  },
);

test("a policy is deleted with its table", async () => {
  await set({ policy: { bindings: [viewer] } });
  await call(sandbox, "DELETE", ORDERS);
  sandbox.warehouse.tables.add({ tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" } });
  expect(await read()).toEqual({ etag: expect.any(String) });
});
