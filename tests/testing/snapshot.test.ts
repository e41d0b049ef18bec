import fc from "fast-check";
import { environmentUpdate, googleNaming, isFourfoldError, vendorNaming } from "fourfold";
import { createSandbox, type SandboxSnapshot } from "fourfold/testing";
import { expect, test } from "vitest";
import { createClient } from "../../src/client.js";
import { propertyRuns } from "../support/property-runs.js";
import { placesOf, replaceAt } from "../support/replace-at.js";
import { createTestClock } from "../support/test-clock.js";
import { rejection, thrown } from "./raw-call.js";

const table = { projectId: "p", datasetId: "d", tableId: "t" };
const name = "projects/p/locations/l/environments/e";
const paths = [
  "/warehouse/v2/projects",
  "/warehouse/v2/projects/p/datasets?all=true&filter=labels.team",
  "/warehouse/v2/projects/p/datasets/d",
  "/warehouse/v2/projects/p/datasets/d/tables",
  "/warehouse/v2/projects/p/datasets/d/tables/t",
  `/v1beta1/${name}`,
  "/v1/entities:search?query=ada",
];

/** A sandbox with data in every service, a policy, and operations that are running, done and failed. */
async function filled() {
  const clock = createTestClock();
  const sandbox = createSandbox({ naming: vendorNaming, clock, operationMs: 1_000 });
  const { warehouse, environments } = createClient(sandbox.clientOptions);
  sandbox.warehouse.datasets.add({
    projectId: "p",
    datasetId: "d",
    defaultTableExpirationMs: 3_600_000,
    labels: { team: "data" },
  });
  sandbox.warehouse.tables.add({
    tableReference: table,
    schema: { fields: [{ name: "day", type: "DATE" }] },
    timePartitioning: { type: "DAY", field: "day" },
    labels: { team: "data" },
    numRows: "5",
  });
  await warehouse.tables.setIamPolicy(table, { bindings: [{ role: "roles/r", members: ["user:a@b.test"] }] });
  sandbox.entities.add({ "@id": "/m/0ada", name: "Ada", "@type": ["Person"], aliases: ["Countess"] });
  sandbox.environments.add({ name, labels: { a: "1" }, config: { nodeCount: 3 } });
  sandbox.environments.failNext({ code: 9, message: "no" });
  await rejection((await environments.patch(name, environmentUpdate.nodeCount(4))).wait());
  await (await environments.patch(name, environmentUpdate.labels({ a: "2" }))).wait();
  const running = await environments.patch(name, environmentUpdate.nodeCount(5));
  sandbox.environments.failNext({ code: 9, message: "no" });
  return { sandbox, clock, operation: `/v1beta1/${running.name}` };
}

/** Sends requests to all services: a request that the state cannot serve is a 4xx, never an exception or a 5xx. */
async function useAll({ sandbox, clock, operation }: Awaited<ReturnType<typeof filled>>): Promise<void> {
  const patch = (path: string, body: object) => sandbox.fetch(path, { method: "PATCH", body: JSON.stringify(body) });
  for (const wait of [0, 2_000]) {
    await clock.sleep(wait);
    const later = { tableReference: { ...table, tableId: `later${wait}` } };
    const responses = [
      ...[...paths, operation].map((path) => sandbox.fetch(path)),
      sandbox.fetch("/warehouse/v2/projects/p/datasets/d/tables", { method: "POST", body: JSON.stringify(later) }),
      patch("/warehouse/v2/projects/p/datasets/d/tables/t", { description: "x", labels: { b: "c" } }),
      sandbox.fetch("/warehouse/v2/projects/p/datasets/d/tables/t:getIamPolicy", { method: "POST", body: "{}" }),
      patch(`/v1beta1/${name}?updateMask=labels.b`, { labels: { b: "c" } }),
    ];
    for (const response of await Promise.all(responses)) {
      expect(response.status).toBeLessThan(500);
      await response.text();
    }
  }
  expect(() => sandbox.snapshot()).not.toThrow();
}

const odd = fc.constantFrom<unknown>(
  null,
  "",
  "x",
  "-1",
  -1,
  0.5,
  1e300,
  Number.NaN,
  true,
  [],
  {},
  [null],
  [{}],
  { a: 1 },
  () => 1,
);

test("a damaged snapshot is rejected, or the sandbox works with it", { timeout: 120_000 }, async () => {
  const { sandbox, ...others } = await filled();
  const before = sandbox.snapshot();
  const places = placesOf(before);
  let rejected = 0;
  const changes = fc.array(fc.tuple(fc.nat(places.length - 1), odd), { minLength: 1, maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(changes, async (replacements) => {
      const damaged = replacements.reduce<unknown>(
        (value, [at, other]) => replaceAt(value, places[at] ?? [], other),
        before,
      );
      const fresh = createSandbox({ naming: vendorNaming, clock: others.clock });
      try {
        fresh.restore(damaged as SandboxSnapshot);
      } catch (error) {
        expect(isFourfoldError(error, "invalid_request")).toBe(true);
        rejected += 1;
        return;
      }
      await useAll({ sandbox: fresh, ...others });
    }),
    propertyRuns(100),
  );
  expect(rejected).toBeGreaterThan(20);
});

test("all issues of a damaged snapshot are reported together, and the sandbox is unchanged", async () => {
  const { sandbox } = await filled();
  const before = sandbox.snapshot();
  const damaged = JSON.parse(JSON.stringify(before));
  const { warehouse, entities, environments, issuer } = damaged.services;
  warehouse.projects[0].datasets[0].tables[0].body.schema = "x";
  warehouse.projects[0].datasets[0].tables[0].etag = 5;
  delete warehouse.sequence;
  entities[0]["@id"] = 5;
  environments.environments[0].name = "e";
  environments.operations[0].endsAt = "soon";
  issuer.newest = -1;
  damaged.services.other = {};
  const error = thrown(() => sandbox.restore(damaged));
  expect(
    isFourfoldError(error, "invalid_request") && error.issues.map(({ path, message }) => `${path}: ${message}`),
  ).toEqual([
    ": must be a result of sandbox.snapshot()",
    "services.warehouse.sequence: is required",
    "services.warehouse.projects[0].datasets[0].tables[0].etag: must be a string, got 5",
    "services.warehouse.projects[0].datasets[0].tables[0].body.schema: expected an object, got a string",
    "services.entities[0].@id: expected a string, got a number",
    "services.environments.environments[0].name: must have the form projects/{projectId}/locations/{locationId}/environments/{environmentId}",
    'services.environments.operations[0].endsAt: must be a Unix time in milliseconds, got "soon"',
    "services.issuer: must be the numbers of the oldest and the newest key, at most 100 keys",
    "services.other: is unknown; known names are warehouse, entities, environments, issuer",
  ]);
  expect(sandbox.snapshot()).toEqual(before);
});

test.each(["warehouse", "entities", "environments"])(
  "a snapshot that is nested too deeply is rejected: %s",
  (service) => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    const sandbox = createSandbox({ naming: googleNaming });
    const error = thrown(() => sandbox.restore({ version: 1, services: { [service]: [deep] } }));
    expect(isFourfoldError(error, "invalid_request")).toBe(true);
  },
);
