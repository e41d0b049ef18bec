import { googleNaming } from "fourfold";
import { createSandbox, type DatasetSeed } from "fourfold/testing";
import { Dataset, DatasetList } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { createTestClock } from "../../support/test-clock.js";
import { call } from "../raw-call.js";

const DATASETS = "/bigquery/v2/projects/shop/datasets";
const datasetReference = { projectId: "shop", datasetId: "sales" };

function shop(...seeds: readonly Omit<DatasetSeed, "projectId">[]) {
  const sandbox = createSandbox({ naming: googleNaming, clock: createTestClock(1_000) });
  for (const seed of seeds) sandbox.warehouse.datasets.add({ projectId: "shop", ...seed });
  const get = async (path: string) => call(sandbox, "GET", path);
  const post = async (body: unknown) => call(sandbox, "POST", DATASETS, { body });
  return { sandbox, get, post };
}

test("a new dataset has every field that the service sets", async () => {
  const { get, post } = shop();
  const { status, json, headers } = await post({ datasetReference });
  expect([status, headers.get("etag")]).toEqual([200, json.etag]);
  expect(Dataset.parse(json)).toEqual({
    kind: "bigquery#dataset",
    etag: expect.stringMatching(/./),
    id: "shop:sales",
    datasetReference,
    location: "US",
    creationTime: "1000",
    lastModifiedTime: "1000",
    type: "DEFAULT",
  });
  expect((await get(`${DATASETS}/sales`)).json).toEqual(json);
});

test("a dataset keeps what a request sets, in the form of the service", async () => {
  const settings = {
    friendlyName: "Sales",
    labels: { team: "data" },
    location: "EU",
    maxTimeTravelHours: "48",
    access: [
      { role: "READER", domain: "example.com" },
      { role: "constructor", userByEmail: "ada@example.com" },
      { view: { projectId: "p", datasetId: "d", tableId: "v" } },
    ],
    unknownField: { kept: false },
  };
  const { json } = await shop().post({ ...settings, datasetReference: { datasetId: "sales" }, etag: "x", type: "y" });
  expect(json).toMatchObject({ ...settings, type: "DEFAULT" });
  expect(json.etag).not.toBe("x");
});

test.each<[body: unknown, status: number, message: string]>([
  [{ datasetReference }, 409, "Already Exists: Dataset shop:sales"],
  [
    { datasetReference: { datasetId: "a-b" } },
    400,
    'Invalid dataset ID "a-b". Dataset IDs must be alphanumeric (plus underscores) and must be at most 1024 characters long.',
  ],
  [
    { datasetReference: { projectId: "other", datasetId: "d" } },
    400,
    'datasetReference.projectId: "other" does not match shop in the path',
  ],
  [{}, 400, "datasetReference.datasetId: is required"],
  [[], 400, "the body must be an object"],
  [
    { datasetReference: { datasetId: "d" }, defaultTableExpirationMs: "5" },
    400,
    "defaultTableExpirationMs: must be at least 3600000, got 5",
  ],
  [{ datasetReference: { datasetId: "d" }, labels: [] }, 400, "labels: expected an object, got a list"],
  [
    { datasetReference: { datasetId: "d" }, labels: { team: "Data" } },
    400,
    'labels.team: must have a value that is empty or contains only lower-case letters, letters without case, digits, underscores and dashes, got "Data"',
  ],
])("an insert of %j fails with %i", async (body, status, message) => {
  const { json } = await shop({ datasetId: "sales" }).post(body);
  expect(json.error).toMatchObject({ code: status, message });
});

test("a default expiration of 0 means no expiration", async () => {
  const { json } = await shop().post({ datasetReference, defaultTableExpirationMs: "0" });
  expect(json).not.toHaveProperty("defaultTableExpirationMs");
});

test.each([
  ["us", "US"],
  ["Eu", "EU"],
  ["europe-west2", "europe-west2"],
])("a dataset in %s is answered with %s", async (location, answered) => {
  expect((await shop().post({ datasetReference, location })).json).toMatchObject({ location: answered });
  const { get } = shop({ datasetId: "sales", location });
  expect((await get(`${DATASETS}/sales`)).json).toMatchObject({ location: answered });
});

test.each(["PATCH", "PUT"])("%s cannot move a dataset to another location", async (method) => {
  const { sandbox, get } = shop({ datasetId: "sales" });
  const change = (body: unknown) => call(sandbox, method, `${DATASETS}/sales`, { body });
  const { status, json } = await change({ location: "EU" });
  const message = 'location: must be "US", as of shop:sales, got "EU"; a location cannot change: use another dataset';
  expect([status, json.error.message, json.error.errors[0]?.location]).toEqual([400, message, "location"]);
  for (const body of [{ location: "us" }, { location: null }, {}]) expect((await change(body)).status).toBe(200);
  expect((await get(`${DATASETS}/sales`)).json).toMatchObject({ location: "US" });
});

test("a missing dataset is a 404 with Google's message", async () => {
  const { get } = shop({ datasetId: "sales" });
  for (const path of [`${DATASETS}/none`, "/bigquery/v2/projects/none/datasets/none"]) {
    const { status, json } = await get(path);
    expect(status).toBe(404);
    expect(json.error.message).toMatch(/^Not found: Dataset (shop|none):none$/);
  }
});

test("lists entries page by page, without hidden datasets", async () => {
  const { get } = shop(
    { datasetId: "_a", labels: { x: "1" } },
    { datasetId: "b", labels: { x: "1", y: "" } },
    { datasetId: "c" },
  );
  const ids = async (query: string) => {
    const page = DatasetList.parse((await get(`${DATASETS}?${query}`)).json);
    return [page.datasets?.map((entry) => entry.datasetReference?.datasetId), page.nextPageToken !== undefined];
  };
  expect((await get(`${DATASETS}?maxResults=1`)).json).toMatchObject({
    kind: "bigquery#datasetList",
    etag: expect.any(String),
    nextPageToken: expect.any(String),
    datasets: [
      {
        kind: "bigquery#dataset",
        id: "shop:b",
        datasetReference: { projectId: "shop", datasetId: "b" },
        labels: { x: "1", y: "" },
        location: "US",
        type: "DEFAULT",
      },
    ],
  });
  expect(await ids("")).toEqual([["b", "c"], false]);
  expect(await ids("all=true&maxResults=2")).toEqual([["_a", "b"], true]);
  expect(await ids("filter=labels.x:1")).toEqual([["b"], false]);
  expect(await ids("filter=labels.x:1+labels.y&all=true")).toEqual([["b"], false]);
  expect(await ids("filter=labels.y:")).toEqual([["b"], false]);
  expect(await ids("filter=labels.x:2")).toEqual([undefined, false]);
  for (const query of ["filter=team:data", "all=yes", "maxResults=0", "pageToken=x"]) {
    expect((await get(`${DATASETS}?${query}`)).status).toBe(400);
  }
  expect((await get("/bigquery/v2/projects/none/datasets")).json.error.message).toBe("Not found: Project none");
});

test("datasets.add accepts the fields of a dataset and changes the given ones", async () => {
  const { sandbox, get } = shop({ datasetId: "sales", description: "Sales", labels: { team: "data" } });
  const before = (await get(`${DATASETS}/sales`)).json;
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales", maxTimeTravelHours: 48n });
  const after = (await get(`${DATASETS}/sales`)).json;
  expect(after).toMatchObject({ description: "Sales", labels: { team: "data" }, maxTimeTravelHours: "48" });
  expect(after.etag).not.toBe(before.etag);
});

test("a dataset whose last label is removed has no labels", async () => {
  const { sandbox } = shop({ datasetId: "sales", labels: { team: "data" } });
  const { json } = await call(sandbox, "PATCH", `${DATASETS}/sales`, { body: { labels: { team: null } } });
  expect(json).not.toHaveProperty("labels");
});

test("a snapshot keeps datasets", async () => {
  const { sandbox, get } = shop({ datasetId: "sales", labels: { team: "data" }, defaultTableExpirationMs: 5_000 });
  const before = (await get(`${DATASETS}/sales`)).json;
  const snapshot = sandbox.snapshot();
  sandbox.reset();
  sandbox.restore(snapshot);
  expect((await get(`${DATASETS}/sales`)).json).toEqual(before);
});
