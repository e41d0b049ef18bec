import * as fc from "fast-check";
import { createClient, type Environment, planEnvironmentUpdates, updatablePaths } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { createTestClock } from "../support/test-clock.js";
import { environments, newerEnvironments } from "./arbitrary.js";

const name = "projects/p/locations/l/environments/e";
const at = (environment: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], environment);
const plain = (value: unknown) =>
  JSON.stringify(value, (_, each) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** What an environment should be afterwards: written from the words of the plan, not from its code. */
function expectedAt(path: string, kind: string, current: Environment, desired: Environment): unknown {
  const [now, wanted] = [at(current, path), at(desired, path)];
  if (wanted === undefined) return now;
  if (kind === "map") return wanted;
  if (path !== "config.workloadsConfig") return wanted;
  const merged = { ...(now as object) } as Record<string, object>;
  for (const [part, value] of Object.entries(wanted as object)) merged[part] = { ...merged[part], ...value };
  return merged;
}

async function check(current: Environment, desired: Environment): Promise<void> {
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 10 });
  sandbox.environments.add({ ...current, name });
  const client = createClient(sandbox.clientOptions);
  const updates = planEnvironmentUpdates(current, desired);
  const after = await client.environments.apply(name, updates);
  let differing = 0;
  for (const { path, kind } of updatablePaths) {
    if (kind === "member") continue;
    const expected = expectedAt(path, kind, current, desired);
    expect(plain(at(after, path) ?? {}), path).toBe(plain(expected ?? {}));
    if (plain(expected ?? {}) !== plain(at(current, path) ?? {})) differing += 1;
  }
  // One update type a request: fewer than one request for each difference there cannot be.
  expect(updates).toHaveLength(differing);
  expect(planEnvironmentUpdates(after, desired)).toEqual([]);
}

test("a plan that is applied leads to what was desired, in the fewest requests", { timeout: 60_000 }, async () => {
  await fc.assert(fc.asyncProperty(environments([1, 5], true), environments([5, 9]), check), { numRuns: 150 });
  await fc.assert(fc.asyncProperty(environments([1, 5]), environments([5, 9]), check), { numRuns: 100 });
  await fc.assert(fc.asyncProperty(newerEnvironments, newerEnvironments, check), { numRuns: 50 });
});

test("nothing is planned where nothing differs", () => {
  fc.assert(
    fc.property(environments([5, 5]), (each) => planEnvironmentUpdates(each, structuredClone(each)).length === 0),
  );
});

test("no member mask is longer than the whole map, and none is shorter", () => {
  fc.assert(
    fc.property(environments([5, 5], true), environments([5, 5], true), (current, desired) => {
      for (const { updateMask, environment } of planEnvironmentUpdates(current, desired)) {
        const map = updatablePaths.find(({ path, kind }) => kind === "map" && updateMask.startsWith(path));
        if (map === undefined) continue;
        const wanted = at(desired, map.path) as Record<string, string>;
        const body = map.path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), wanted);
        const whole = map.path.length + JSON.stringify(Object.keys(wanted).length === 0 ? {} : body).length;
        expect(updateMask.length + JSON.stringify(environment).length).toBeLessThanOrEqual(whole);
      }
    }),
  );
});
