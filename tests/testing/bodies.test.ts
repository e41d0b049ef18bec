import { createClient, vendorNaming } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isTooDeep, MAX_DEPTH } from "../../src/core/objects.js";
import { isLinear, timeOf } from "../support/is-linear.js";
import { rejection } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
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

const numbers = (count: number) => `[${"1,".repeat(count)}1]`;

test.each<[what: string, method: string, path: string, body: (size: number) => string]>([
  ["a list of numbers", "PATCH", `${tables}/t`, numbers],
  ["an unknown field with numbers", "PATCH", `${tables}/t`, (size) => `{"a":${numbers(size)}}`],
  ["fields that are numbers", "POST", `${tables}/t:setIamPolicy`, (size) => `{"policy":{"a":${numbers(size)}}}`],
  [
    "numbers for an environment",
    "PATCH",
    `/v1beta1/${environment}?updateMask=labels`,
    (size) => `{"a":${numbers(size)}}`,
  ],
  ["numbers for an unknown route", "POST", "/nowhere", numbers],
])("%s take linear time", { timeout: 60_000 }, async (_, method, path, body) => {
  const send = (size: number) => async () => {
    const { status } = await call(setUp(), method, path, { body: body(size) });
    expect(status).toBeLessThan(500);
  };
  expect(await isLinear(50_000, send)).toBe(true);
});

test("the depth of a list of a million numbers is found in linear time", { timeout: 60_000 }, async () => {
  const measure = (count: number) => {
    const list: unknown = JSON.parse(numbers(count));
    return () => expect(isTooDeep(list)).toBe(false);
  };
  expect(await isLinear(250_000, measure)).toBe(true);
});

test("the depth of a list of numbers takes no more time than three times parsing it: nothing is allocated", async () => {
  const text = numbers(1_000_000);
  const list: unknown = JSON.parse(text);
  const best = { depth: Number.POSITIVE_INFINITY, parse: 0 };
  // Other processes only add time, so the best of several runs counts.
  for (let round = 0; round < 15 && best.depth > 3 * best.parse; round += 1) {
    best.depth = Math.min(best.depth, await timeOf(() => isTooDeep(list)));
    best.parse = Math.max(best.parse, await timeOf(() => JSON.parse(text)));
  }
  expect(best.depth).toBeLessThanOrEqual(3 * best.parse);
});

test("a value with as many levels as are allowed is not too deep, and one more level is", () => {
  const nested = (levels: number, inner: string) =>
    JSON.parse(`${'[{"a":'.repeat(levels / 2)}${inner}${"}]".repeat(levels / 2)}`);
  expect(isTooDeep(nested(MAX_DEPTH, "1"))).toBe(false);
  expect(isTooDeep(nested(MAX_DEPTH, "[1]"))).toBe(true);
});

const columns = (count: number) => Array.from({ length: count }, () => 1) as never[];

test("a table with more invalid columns than can be listed is a RequestError, and a 400 of the sandbox", async () => {
  const sandbox = setUp();
  const { warehouse } = createClient(sandbox.clientOptions);
  const issues = [{ path: "schema", message: "expected at most 100000 invalid values, got an object" }];
  const error = await rejection(warehouse.tables.patch(reference, { schema: { fields: columns(200_000) } }));
  expect(error).toMatchObject({ code: "invalid_request", issues });
  const { status, json } = await call(sandbox, "PATCH", `${tables}/t`, {
    body: { schema: { fields: columns(200_000) } },
  });
  expect([status, json.error.message]).toEqual([400, `schema: ${issues[0]?.message}`]);
});

test("a response with more invalid columns than can be listed is a drift event, or a ResponseError", async () => {
  const response = () => json({ tableReference: reference, schema: { fields: columns(200_000) } });
  const events: unknown[] = [];
  const options = { naming: vendorNaming, baseUrl: "https://service.test", retry: false } as const;
  const fetch = scriptedFetch(response(), response());
  const tolerant = createClient({ ...options, fetch, onEvent: (event) => events.push(event) });
  expect((await tolerant.warehouse.tables.get(reference)).schema?.fields).toHaveLength(200_000);
  expect(events).toContainEqual(
    expect.objectContaining({ type: "drift", issues: [expect.objectContaining({ path: "schema" })] }),
  );
  const strict = createClient({ ...options, fetch, validation: { responses: "strict" } });
  expect(await rejection(strict.warehouse.tables.get(reference))).toMatchObject({
    code: "invalid_response",
    issues: [{ path: "schema" }],
  });
});

test("an error response lists at most 1000 issues and counts all", async () => {
  const labels = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`K${index}`, "a"]));
  const { json } = await call(setUp(), "PATCH", `${tables}/t`, { body: { labels } });
  expect(json.error.errors).toHaveLength(1_000);
  expect(json.error.message).toMatch(/^labels\.K0: .* \(and \d{4} more problems\)$/);
});
