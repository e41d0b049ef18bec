import { createEnvironments, environmentUpdate, isFourfoldError } from "fourfold/environments";
import { expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const operation = "projects/p/locations/l/operations/o";

function scripted(answers: readonly unknown[], options: object = {}) {
  const queue = [...answers];
  const paths: string[] = [];
  const clock = createTestClock();
  const client = createEnvironments({
    baseUrl: "https://service.test/base",
    clock,
    fetch: async (input) => {
      paths.push(new URL((input as Request).url).pathname);
      return Response.json(queue.length > 1 ? queue.shift() : queue[0]);
    },
    ...options,
  });
  return { client, paths, clock };
}

test("masks a credential that a failed operation echoes, at any depth", async () => {
  const token = "very-secret-token";
  const answer = {
    name: operation,
    done: true,
    error: { code: 7, message: `denied for ${token}`, details: [{ header: `Bearer ${token}` }] },
    metadata: { note: token },
  };
  const { client } = scripted([answer], { auth: { getAccessToken: () => token } });
  const error = await rejection(client.operation(operation).wait());
  if (!isFourfoldError(error, "operation_failed")) throw error;
  expect(error.message).toBe(`[operation_failed] ${operation}: denied for [redacted] (code 7)`);
  expect(JSON.stringify([error, error.operation, error.stack])).not.toContain(token);
});

test.each([
  [{ name: operation, done: true, response: { name: "e" } }, { name: "e" }],
  [
    { name: operation, done: true, response: { labels: { a: "b" }, "@type": "t" }, error: null },
    { labels: { a: "b" }, "@type": "t" },
  ],
  [{ name: operation, done: true }, {}],
  [{ name: operation, done: true, metadata: { state: 3, operationType: 2 }, response: {} }, {}],
])("resolves with the response of %j", async (answer, response) => {
  const { client, paths } = scripted([{ name: operation }, answer], { validation: { responses: "strict" } });
  const handle = client.operation(operation);
  expect(await handle.wait()).toEqual(response);
  await handle.poll();
  expect(paths).toEqual([`/base/v1beta1/${operation}`, `/base/v1beta1/${operation}`]);
});

test("an error without done ends the wait", async () => {
  const { client } = scripted([{ name: operation }, { name: operation, error: { code: 9, message: "no addresses" } }]);
  const wait = client.operation(operation).wait({ deadlineMs: 60_000 });
  expect(await rejection(wait)).toMatchObject({ code: "operation_failed" });
});

test("ends before its deadline, with one poll shortly before it", async () => {
  const { client, clock, paths } = scripted([{ name: operation }]);
  const before = clock.now();
  const error = await rejection(client.operation(operation).wait({ deadlineMs: 100_000, pollIntervalMs: 10 }));
  expect(error).toMatchObject({
    code: "deadline",
    attempts: paths.length,
    request: { method: "GET", path: `/base/v1beta1/${operation}` },
  });
  expect(clock.now() - before).toBeLessThanOrEqual(100_000);
  expect(clock.now() - before).toBeGreaterThanOrEqual(99_000);
  expect(Math.max(...clock.slept)).toBeLessThanOrEqual(30_000);
});

test("rejects invalid options and names before anything is sent", async () => {
  const { client, paths } = scripted([{ name: operation }]);
  expect(() => client.operation("operations/o")).toThrow(/must have the form projects/);
  const handle = client.operation(operation);
  for (const pollIntervalMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, "5"]) {
    expect(await rejection(handle.wait({ pollIntervalMs: pollIntervalMs as number }))).toMatchObject({
      code: "invalid_request",
    });
  }
  expect(paths).toEqual([]);
});

test("a response without a name is rejected", async () => {
  const { client } = scripted([{ done: true }]);
  const name = "projects/p/locations/l/environments/e";
  const update = { updateMask: "labels", environment: {} } as never;
  expect(await rejection(client.patch(name, update))).toMatchObject({ code: "invalid_response" });
});

test("callbacks that are not functions are rejected before anything is sent", async () => {
  const { client, paths } = scripted([{ name: operation, done: false }]);
  const name = "projects/p/locations/l/environments/e";
  const updates = [environmentUpdate.nodeCount(4)];
  const applied = rejection(client.apply(name, updates, { onStep: 3 as never }));
  expect(await applied).toMatchObject({ code: "invalid_request", issues: [{ path: "onStep" }] });
  const waited = rejection(client.operation(operation).wait({ onProgress: "log" as never }));
  expect(await waited).toMatchObject({ code: "invalid_request", issues: [{ path: "onProgress" }] });
  expect(paths).toEqual([]);
});
