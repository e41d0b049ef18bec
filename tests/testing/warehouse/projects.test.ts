import { vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test } from "vitest";
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
