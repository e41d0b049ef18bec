import { createClient, parseEnvironmentUpdate, planEnvironmentUpdates, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isLinear } from "./support/is-linear.js";
import { rejection, thrown } from "./support/rejection.js";

const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
const environment = { name: "projects/p/locations/l/environments/e", state: "RUNNING" };

const sandbox = createSandbox({ naming: vendorNaming });
const client = createClient(sandbox.clientOptions);

const mapOf = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));
const listOf = <T>(count: number, element: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => element(index));

// Bodies are invalid on purpose, so they have no types.
const insert = (table: object) => rejection(client.warehouse.tables.insert({ tableReference, ...table } as never));
const update = (updateMask: string, body: object) =>
  parseEnvironmentUpdate({ updateMask, environment: body } as never, { unlisted: true });

/** Calls with input of a given size, most of it invalid. */
const calls: [what: string, call: (size: number) => unknown][] = [
  ["insert, numeric labels", (size) => insert({ labels: mapOf(size, 5) })],
  [
    "insert, nested columns of a privacy policy",
    (size) => {
      const fields = listOf(size * 2, (index) => ({ name: `f${index}`, type: "STRING" }));
      const privacyUnitColumns = fields.map(({ name }) => `r.${name}`);
      return insert({
        schema: { fields: [{ name: "r", type: "RECORD", fields }] },
        view: { query: "q", privacyPolicy: { aggregationThresholdPolicy: { privacyUnitColumns } } },
      });
    },
  ],
  [
    "parseEnvironmentUpdate, unlisted paths",
    (size) => update(listOf(size, (index) => `config.k${index}`).join(","), { config: mapOf(size, "x") }),
  ],
  [
    "planEnvironmentUpdates",
    (size) => thrown(() => planEnvironmentUpdates(environment as never, { labels: mapOf(size, 5) } as never)),
  ],
];

test.each(calls)("%s takes time in proportion to its size", { timeout: 60_000 }, async (_, call) => {
  expect(await isLinear(1_000, (size) => () => call(size))).toBe(true);
});

test("more invalid values than can be listed are one issue", { timeout: 60_000 }, async () => {
  const error = await insert({ labels: mapOf(100_001, 5) });
  expect(error).toMatchObject({
    issues: [
      { path: "labels", message: expect.stringContaining("at most 100000 invalid values"), rule: "member-type" },
    ],
  });
});
