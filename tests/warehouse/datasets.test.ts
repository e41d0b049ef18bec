import { type CallOptions, createClient, type DatasetInput, type ListDatasetsOptions } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { createWarehouse } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { errorResponse, json, lost, type Step, scriptedFetch } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";

const datasetReference = { projectId: "shop", datasetId: "sales" };
const dataset: DatasetInput = { datasetReference, location: "EU" };
const live = { datasetReference, etag: "first" };

function shop() {
  const sandbox = createSandbox({ clock: createTestClock() });
  const { datasets } = createClient(sandbox.clientOptions).warehouse;
  const sent = () => sandbox.requests.map(({ method }) => method).join(" ");
  return { sandbox, datasets, sent };
}

/** A client whose reads and inserts follow a script each, and the methods that were sent. */
function scripted(reads: readonly Step[], inserts: readonly Step[] = []) {
  const [get, post] = [scriptedFetch(...reads), scriptedFetch(...inserts)];
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    sent.push(request.method);
    return (request.method === "GET" ? get : post)(request);
  };
  const { datasets } = createWarehouse({ fetch, clock: createTestClock() });
  return { datasets, sent };
}

test("ensure creates a dataset that is missing, and never changes one that exists", async () => {
  const { datasets, sent } = shop();
  const created = await datasets.ensure(dataset);
  expect(created).toMatchObject({ change: "created", dataset: { id: "shop:sales", location: "EU" } });
  const other = { ...dataset, location: "eu", labels: { team: "data" } };
  expect(await datasets.ensure(other)).toEqual({ change: "unchanged", dataset: created.dataset });
  expect(sent()).toBe("GET POST GET");
});

test("ensure rejects a dataset that exists in another location, also if it has just been created", async () => {
  const { datasets, sent } = shop();
  await datasets.insert({ datasetReference, location: "US" });
  const issues = [
    { path: "location", rule: "dataset-location", message: expect.stringMatching(/^must be "US", .*got "EU"/) },
  ];
  expect(await rejection(datasets.ensure(dataset))).toMatchObject({ code: "invalid_request", issues });
  expect((await datasets.ensure({ datasetReference })).change).toBe("unchanged");
  expect(sent()).toBe("POST GET GET");
  const raced = scripted([errorResponse(404), json({ ...live, location: "US" })], [errorResponse(409, "duplicate")]);
  expect(await rejection(raced.datasets.ensure(dataset))).toMatchObject({ issues });
});

test.each([
  ["europe", true],
  ["eu-west-1", true],
  ["Europe-West-2", true],
  ["us-east-1", true],
  [" EU ", true],
  ["US central", true],
  ...["EU", "us", "europe-west1", "northamerica-northeast1", "us-east4", "aws-us-east-1", "azure-eastus2", ""].map(
    (location) => [location, false] as const,
  ),
] as const)("the location %j is reported: %s", async (location, isReported) => {
  const warnings: unknown[] = [];
  const sandbox = createSandbox();
  const { datasets } = createWarehouse({
    ...sandbox.clientOptions,
    onEvent: (event) => void (event.type === "warning" && warnings.push(event.issue)),
  });
  await datasets.insert({ datasetReference, location });
  const issue = { path: "location", rule: "dataset-location-form", message: expect.stringContaining("europe-west1") };
  expect(warnings).toEqual(isReported ? [issue] : []);
});

test("ensure reads again if another client creates the dataset first", async () => {
  const { datasets, sent } = scripted([errorResponse(404), json(live)], [errorResponse(409, "duplicate")]);
  expect(await datasets.ensure(dataset)).toEqual({ dataset: live, change: "unchanged" });
  expect(sent).toEqual(["GET", "POST", "GET"]);
});

test.each([
  ["drop", { drop: true, after: true }],
  ["503", { status: 503, after: true }],
] as const)("a lost response of the insert is settled by reading: %s", async (_, fault) => {
  const { sandbox, datasets, sent } = shop();
  sandbox.faults.next({ ...fault, match: { method: "POST" } });
  expect(await datasets.ensure(dataset)).toMatchObject({ change: "created", dataset: { location: "EU" } });
  expect(sent()).toBe("GET POST GET");
});

test("an insert that was lost before it arrived is retried", async () => {
  const { sandbox, datasets, sent } = shop();
  sandbox.faults.next({ drop: true, match: { method: "POST" } });
  expect(await datasets.ensure(dataset)).toMatchObject({ change: "created" });
  expect(sent()).toBe("GET POST GET GET POST");
});

test("an insert that arrives late still counts as this call's", async () => {
  const { datasets, sent } = scripted(
    [errorResponse(404), errorResponse(404), errorResponse(404), json(live)],
    [lost(), errorResponse(409, "duplicate")],
  );
  expect(await datasets.ensure(dataset)).toEqual({ dataset: live, change: "created" });
  expect(sent).toEqual(["GET", "POST", "GET", "GET", "POST", "GET"]);
});

test("ensure ends after 5 attempts", async () => {
  const { datasets, sent } = scripted([errorResponse(404)], [errorResponse(409, "duplicate")]);
  expect(await rejection(datasets.ensure(dataset))).toMatchObject({ code: "conflict" });
  expect(sent.filter((method) => method === "POST")).toHaveLength(5);
});

test.each([403, 404, 400])("a %i of the insert ends the call", async (status) => {
  const { datasets, sent } = scripted([errorResponse(404)], [errorResponse(status)]);
  expect(await rejection(datasets.ensure(dataset))).toMatchObject({ status });
  expect(sent).toEqual(["GET", "POST"]);
});

test("20 concurrent calls of ensure create one dataset", async () => {
  const { datasets } = shop();
  const results = await Promise.all(Array.from({ length: 20 }, () => datasets.ensure(dataset)));
  expect(results.filter(({ change }) => change === "created")).toHaveLength(1);
});

test("ensure sends the dataset as it was when it was called", async () => {
  const { datasets } = shop();
  const changing = { datasetReference: { ...datasetReference }, labels: { team: "data" } };
  const promise = datasets.ensure(changing);
  changing.datasetReference.datasetId = "other";
  changing.labels.team = "other";
  expect((await promise).dataset).toMatchObject({ id: "shop:sales", labels: { team: "data" } });
});

test.each<[what: string, input: unknown, options: CallOptions | undefined, paths: string[]]>([
  ["no dataset", undefined, undefined, [""]],
  ["no reference", { location: "EU" }, undefined, ["datasetReference"]],
  ["an empty id", { datasetReference: { projectId: "p", datasetId: "" } }, undefined, ["datasetReference.datasetId"]],
  [
    "values of the wrong type, and null",
    { ...dataset, labels: { a: 1 }, defaultTableExpirationMs: 1.5, description: null },
    undefined,
    ["labels.a", "defaultTableExpirationMs", "description"],
  ],
  ["fields", dataset, { query: { fields: "etag" } }, ["query.fields"]],
  ["unknown options", dataset, { attempts: 3 } as CallOptions, ["attempts"]],
])("ensure rejects %s before anything is sent", async (_, input, options, paths) => {
  const { datasets, sent } = shop();
  const error = (await rejection(datasets.ensure(input as DatasetInput, options))) as { issues: { path: string }[] };
  expect(error).toMatchObject({ code: "invalid_request", message: expect.stringContaining("datasets.ensure: ") });
  expect([...new Set(error.issues.map(({ path }) => path))].sort()).toEqual([...paths].sort());
  expect(sent()).toBe("");
});

test("insert rejects an invalid dataset, with all issues", async () => {
  const { datasets, sent } = shop();
  const invalid = { datasetReference: { datasetId: "a/b" }, labels: { a: 1 } } as unknown as DatasetInput;
  const { issues } = (await rejection(datasets.insert(invalid))) as { issues: { path: string }[] };
  expect(issues.map(({ path }) => path).sort()).toEqual([
    "datasetReference.datasetId",
    "datasetReference.projectId",
    "labels.a",
  ]);
  expect(sent()).toBe("");
});

test.each([
  ["label-key-length", { [`k${"x".repeat(63)}`]: "v" }],
  ["label-value-length", { team: "v".repeat(64) }],
  ["label-key-characters", { teaM: "v" }],
  ["label-value-characters", { team: "Data" }],
  ["label-key-start", { "1st": "v" }],
])("insert checks labels by the rules of tables: %s", async (rule, labels) => {
  const { datasets, sent } = shop();
  const [key] = Object.keys(labels);
  const path = key === "1st" ? 'labels["1st"]' : `labels.${key}`;
  await expect(datasets.insert({ datasetReference, labels })).rejects.toMatchObject({ issues: [{ path, rule }] });
  expect(sent()).toBe("");
});

test("insert omits output-only fields and $schema of a spread dataset", async () => {
  const { sandbox, datasets } = shop();
  const first = await datasets.insert(dataset);
  const copy = { ...first, datasetReference: { ...datasetReference, datasetId: "copy" }, $schema: "x" };
  await datasets.insert(copy);
  const { access } = first;
  expect(sandbox.requests.at(-1)?.body).toEqual({ datasetReference: copy.datasetReference, access, location: "EU" });
});

test.each<[unknown, unknown, string[]]>([
  [undefined, undefined, ["reference"]],
  [{ projectId: "" }, undefined, ["projectId"]],
  [{ projectId: "p" }, { all: "yes", filter: 1, maxResults: 0 }, ["all", "filter", "maxResults"]],
  [{ projectId: "p" }, { query: { filter: "labels.a" } }, ["query.filter"]],
  [{ projectId: "p" }, { labels: "a" }, ["labels"]],
])("list rejects %j with the options %j at the first request", async (project, options, paths) => {
  const { datasets } = shop();
  const error = await rejection(
    datasets.list(project as { projectId: string }, options as ListDatasetsOptions).firstPage(),
  );
  expect((error as { issues: { path: string }[] }).issues.map(({ path }) => path).sort()).toEqual([...paths].sort());
});

test("a list of a missing project is not found", async () => {
  expect(await rejection(shop().datasets.list({ projectId: "none" }).firstPage())).toMatchObject({
    code: "not_found",
    serviceMessage: "Not found: Project none",
  });
});
