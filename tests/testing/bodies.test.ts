import { vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isTooDeep, MAX_DEPTH } from "../../src/core/objects.js";
import { call } from "./raw-call.js";

const reference = { projectId: "p", datasetId: "d", tableId: "t" };
const tables = "/warehouse/v2/projects/p/datasets/d/tables";
const environment = "projects/p/locations/l/environments/e";

function setUp() {
  const sandbox = createSandbox({ naming: vendorNaming });
  sandbox.warehouse.tables.add({ tableReference: reference });
  sandbox.environments.add({ name: environment });
  return sandbox;
}

test("a value with as many levels as are allowed is not too deep, and one more level is", () => {
  const nested = (levels: number, inner: string) =>
    JSON.parse(`${'[{"a":'.repeat(levels / 2)}${inner}${"}]".repeat(levels / 2)}`);
  expect(isTooDeep(nested(MAX_DEPTH, "1"))).toBe(false);
  expect(isTooDeep(nested(MAX_DEPTH, "[1]"))).toBe(true);
});

test("an error response lists at most 1000 issues and counts all", async () => {
  const labels = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`K${index}`, "a"]));
  const { json } = await call(setUp(), "PATCH", `${tables}/t`, { body: { labels } });
  expect(json.error.errors).toHaveLength(1_000);
  expect(json.error.message).toMatch(/^labels\.K0: .* \(and \d{4} more problems\)$/);
});
