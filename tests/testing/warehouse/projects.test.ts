import { vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { beforeEach, expect, test } from "vitest";
import { call } from "../raw-call.js";

const PROJECTS = "/warehouse/v2/projects";

function withProjects(count: number, isEnabled: (index: number) => boolean = () => true): Sandbox {
  const sandbox = createSandbox({ naming: vendorNaming });
  for (let index = 0; index < count; index += 1) {
    sandbox.warehouse.projects.add({ projectId: `p-${index}`, serviceEnabled: isEnabled(index) });
  }
  return sandbox;
}

const list = async (sandbox: Sandbox, query: Record<string, string> = {}) =>
  (await call(sandbox, "GET", `${PROJECTS}?${new URLSearchParams(query)}`)).json;

/** The sizes of all pages and the ids on them. */
async function pages(sandbox: Sandbox, query: Record<string, string> = {}) {
  const sizes: number[] = [];
  const ids: (string | undefined)[] = [];
  let pageToken: string | undefined;
  do {
    const page = await list(sandbox, { ...query, ...(pageToken === undefined ? {} : { pageToken }) });
    expect(page.totalItems).toBe(page.projects?.length ?? 0);
    sizes.push(page.totalItems ?? -1);
    ids.push(...(page.projects ?? []).map(({ projectReference }) => projectReference?.projectId));
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return { sizes, ids };
}

test("returns every field of a project", async () => {
  const sandbox = withProjects(1);
  sandbox.warehouse.projects.add({ projectId: "named", friendlyName: "Named" });
  const { projects } = await list(sandbox);
  expect(projects).toEqual([
    {
      kind: "warehouse#project",
      id: "p-0",
      numericId: expect.stringMatching(/^\d+$/),
      projectReference: { projectId: "p-0" },
      friendlyName: "",
    },
    expect.objectContaining({ id: "named", friendlyName: "Named" }),
  ]);
  expect((await list(withProjects(1))).projects?.[0]?.numericId).toBe(projects?.[0]?.numericId);
});

test("a page has 50 projects by default", async () => {
  const sandbox = withProjects(120);
  expect((await pages(sandbox)).sizes).toEqual([50, 50, 20]);
  expect((await pages(sandbox, { maxResults: "60" })).sizes).toEqual([60, 60]);
  expect((await pages(sandbox, { maxResults: "4294967295" })).ids).toHaveLength(120);
});

test("filters after paging, so that pages may be short or empty", async () => {
  const sandbox = withProjects(9, (index) => index === 0 || index > 6);
  expect(await pages(sandbox, { maxResults: "3" })).toEqual({ sizes: [1, 0, 2], ids: ["p-0", "p-7", "p-8"] });
  const first = await list(sandbox, { maxResults: "3" });
  const second = await list(sandbox, { maxResults: "3", pageToken: first.nextPageToken ?? "" });
  expect(second).not.toHaveProperty("projects");
  expect(second.nextPageToken).toEqual(expect.any(String));
});

test("an empty token starts at the first page", async () => {
  expect((await list(withProjects(2), { pageToken: "" })).totalItems).toBe(2);
});

test.each(["abc", "%%%", btoa("[1,2]"), btoa("{")])("rejects the token %j", async (pageToken) => {
  const { status, json } = await call(withProjects(2), "GET", `${PROJECTS}?${new URLSearchParams({ pageToken })}`);
  expect(status).toBe(400);
  expect(json.error.errors[0]).toMatchObject({ reason: "invalid", location: "pageToken" });
});

test("rejects the token of another list", async () => {
  const sandbox = withProjects(3);
  sandbox.warehouse.datasets.add({ projectId: "p-0", datasetId: "d" });
  const { nextPageToken: pageToken = "" } = await list(sandbox, { maxResults: "1" });
  const path = `${PROJECTS}/p-0/datasets/d/tables?${new URLSearchParams({ pageToken })}`;
  expect((await call(sandbox, "GET", path)).status).toBe(400);
});

test.each(["0", "-1", "1.5", "x", "", "99999999999"])("rejects maxResults=%s", async (maxResults) => {
  const { status, json } = await call(withProjects(2), "GET", `${PROJECTS}?maxResults=${maxResults}`);
  expect(status).toBe(400);
  expect(json.error.errors[0]).toMatchObject({ reason: "invalid", location: "maxResults" });
});

test("the etag of a page is in its header too and changes with the page", async () => {
  const sandbox = withProjects(2);
  const first = await call(sandbox, "GET", PROJECTS);
  expect(first.headers.get("etag")).toBe(first.json.etag);
  expect((await list(sandbox)).etag).toBe(first.json.etag);
  sandbox.warehouse.projects.add({ projectId: "p-0", friendlyName: "Renamed" });
  expect((await list(sandbox)).etag).not.toBe(first.json.etag);
});

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

test("a condition that is null is none", async () => {
  const { json } = await set({ policy: { version: 1, bindings: [{ ...viewer, condition: null }] } });
  expect(json.bindings).toEqual([viewer]);
  const next = await set({ policy: { version: 1, etag: json.etag, bindings: [viewer, viewer] } });
  expect(next.status).toBe(200);
});

test("without version 3, conditions are hidden, and a change of what was read is rejected", async () => {
  const stored = (await set({ policy: { version: 3, bindings: [conditional, viewer] } })).json;
  for (const options of [undefined, {}, { requestedPolicyVersion: 0 }, { requestedPolicyVersion: 1 }]) {
    const seen = await read(options);
    expect(seen).toEqual({ version: 1, etag: stored.etag, bindings: [viewer, viewer] });
    const { status, json } = await set({ policy: seen });
    expect([status, json.error.errors[0]?.location]).toEqual([400, "policy.version"]);
  }
  expect(await read({ requestedPolicyVersion: 3 })).toEqual(stored);
  expect((await set({ policy: { version: 1, bindings: [viewer] } })).status).toBe(200);
});

test.each([2, -1, "x"])("a policy cannot be requested with the version %j", async (requestedPolicyVersion) => {
  const { status, json } = await call(sandbox, "POST", `${ORDERS}:getIamPolicy`, {
    body: { options: { requestedPolicyVersion } },
  });
  expect([status, json.error.errors[0]?.location]).toEqual([400, "options.requestedPolicyVersion"]);
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
