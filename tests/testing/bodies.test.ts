import { vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isTooDeep, MAX_DEPTH } from "../../src/values/objects.js";

const reference = { projectId: "p", datasetId: "d", tableId: "t" };
const _tables = "/warehouse/v2/projects/p/datasets/d/tables";
const environment = "projects/p/locations/l/environments/e";

function _setUp() {
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
