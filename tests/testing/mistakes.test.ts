import { defineMethod, type RequestError } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { Table } from "fourfold/warehouse";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const tableReference = { projectId: "shop", datasetId: "sales", tableId: "orders" };
const name = "projects/shop/locations/l/environments/flows";
const sandbox = createSandbox();

test.each<[what: string, add: () => unknown, issues: [path: string, message: RegExp][]]>([
  [
    "a typo in a dataset",
    () => sandbox.warehouse.datasets.add({ projectId: "p", datasetId: "d", locaton: "EU" } as never),
    [["locaton", /did you mean "location"\?/]],
  ],
  [
    "a reference in place of ids",
    () => sandbox.warehouse.datasets.add({ datasetReference: { projectId: "p" } } as never),
    [
      ["projectId", /got nothing$/],
      ["datasetId", /got nothing$/],
    ],
  ],
  [
    "a string in place of a dataset",
    () => sandbox.warehouse.datasets.add("p.d" as never),
    [["", /must be an object, got a string/]],
  ],
  [
    "an id that is no segment of a path",
    () => sandbox.warehouse.projects.add({ projectId: "a/b" }),
    [["projectId", /got "a\/b"$/]],
  ],
  [
    "rows in a table",
    () => sandbox.warehouse.tables.add({ tableReference, rows: [{ id: 1 }] } as never),
    [["rows", /encodeRows/]],
  ],
  [
    "the type of another kind of table",
    () => sandbox.warehouse.tables.add({ tableReference, type: "VIEW" }),
    [["type", /must be "TABLE".*got "VIEW"/]],
  ],
  [
    "a typo in an environment",
    () => sandbox.environments.add({ name, lables: {} } as never),
    [["lables", /did you mean "labels"\?/]],
  ],
  [
    "a typo in an entity",
    () => sandbox.entities.add({ "@id": "/m/1", name: "A", type: "Person" } as never),
    [["type", /did you mean "@type"\?/]],
  ],
  [
    "a glob as the path of a fault",
    () => sandbox.faults.next({ status: 503, match: { path: "/bigquery/v2/projects/*" } }),
    [["match.path", /RegExp/]],
  ],
  [
    "a template as the path of a fault",
    () => sandbox.faults.next({ status: 503, match: { path: "/v2/{projectId}" } }),
    [["match.path", /RegExp/]],
  ],
  [
    "the name of a method in a fault",
    () => sandbox.faults.next({ status: 503, match: { method: "tables.get" } }),
    [["match.method", /GET/]],
  ],
])("rejects %s", (_, add, issues) => {
  const error = thrown(add) as RequestError;
  expect(error.issues).toEqual(
    issues.map(([path, message]) => expect.objectContaining({ path, message: expect.stringMatching(message) })),
  );
});

test("accepts a table that was read, with any type, and unknown properties that are no typos", () => {
  const own = createSandbox();
  const view = own.warehouse.tables.add({ tableReference, view: { query: "SELECT 1" } });
  expect(own.warehouse.tables.add({ ...view, tableReference: { ...tableReference, tableId: "copy" } }).type).toBe(
    "VIEW",
  );
  own.warehouse.datasets.add({ projectId: "p", datasetId: "d", anotherSetting: 1 } as never);
  own.faults.next({ status: 503, match: { method: "get" } });
});

test.each([{ wrong: "expired" }, { expired: true }])(
  "the defect of a token among its claims is rejected: %j",
  async (claims) => {
    const message = '"expired" is an option: pass { wrong: "expired" } as the second argument';
    expect(await rejection(sandbox.issuer.token(claims))).toMatchObject({ issues: [{ path: "claims", message }] });
  },
);

test("a handler that returns a status and a body results in a 500 that states what to return", async () => {
  const own = createSandbox();
  const http = "GET /{servicePath}/v2/projects/{projectId}/things";
  own.route(defineMethod({ name: "things.list", http }), () => ({ status: 404, body: {} }));
  const response = await own.fetch("/bigquery/v2/projects/p/things");
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("Response.json(body, ")]);
});

test("a handler that returns nothing results in a 500 if the method has a response", async () => {
  const own = createSandbox();
  const http = "GET /{servicePath}/v2/projects/{projectId}/things";
  own.route(defineMethod({ name: "things.get", http, response: Table }), (() => {}) as never);
  const response = await own.fetch("/bigquery/v2/projects/p/things");
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("returned nothing")]);
});

const { projects, datasets } = sandbox.warehouse;
test.each<[add: (seed: never) => unknown, seed: unknown, paths: string[]]>([
  [projects.add, { projectId: "" }, ["projectId"]],
  [
    projects.add,
    { projectId: "a/b", friendlyName: 1, serviceEnabled: "no" },
    ["projectId", "friendlyName", "serviceEnabled"],
  ],
  [projects.add, null, [""]],
  [datasets.add, {}, ["projectId", "datasetId"]],
  [datasets.add, { projectId: "p", datasetId: "d", location: 1 }, ["location"]],
  [datasets.add, { projectId: "p", datasetId: "d", defaultTableExpirationMs: 1.5 }, ["defaultTableExpirationMs"]],
  [datasets.add, { projectId: "", datasetId: "d", labels: { a: 1 }, access: {} }, ["projectId", "labels.a", "access"]],
  [datasets.add, undefined, [""]],
  [sandbox.entities.add, {}, ["@id"]],
  [sandbox.entities.add, { "@id": "/m/0 x" }, ["@id"]],
  [sandbox.entities.add, { "@id": "/m/0x", name: 5, aliases: "a" }, ["name", "aliases"]],
  [sandbox.entities.add, { "@id": "/m/0x", aliases: [5] }, ["aliases"]],
  [sandbox.entities.add, null, [""]],
])("%# rejects the seed %j at every invalid path", (add, seed, paths) => {
  const { issues } = thrown(() => add(seed as never)) as RequestError;
  expect(issues.map(({ path }) => path)).toEqual(paths);
});
