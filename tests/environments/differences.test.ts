import fc from "fast-check";
import { expect, test } from "vitest";
import { planEnvironmentUpdates } from "../../src/environments/update/plan.js";
import type { Issue } from "../../src/errors/request-error.js";
import { RequestError } from "../../src/errors/request-error.js";
import { mergePatch } from "../../src/values/merge-patch.js";
import { isSame } from "../../src/values/objects.js";

/** The issues of a plan, which is empty without them. */
function issuesOf(current: unknown, desired: unknown): readonly Issue[] {
  try {
    expect(planEnvironmentUpdates(current as object, desired as object)).toEqual([]);
    return [];
  } catch (error) {
    if (error instanceof RequestError) return error.issues;
    throw error;
  }
}

test("merging nothing or the same value changes nothing", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      expect(mergePatch(value, {})).toEqual(value);
      expect(isSame(mergePatch(value, value), value)).toBe(true);
    }),
  );
});

test.each([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: null }, {}, true],
  [null, undefined, true],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 1], false],
  [[{ a: null }], [{}], true],
  [{ a: 0 }, {}, false],
  [{ a: "" }, {}, false],
  [{ a: [] }, {}, false],
  [[], {}, false],
  ["1", 1, false],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
])("%j and %j are the same: %s", (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
  expect(isSame(b, a)).toBe(same);
});

test.each([null, undefined, 5, "x", []])("the desired environment must be an object, not %j", (desired) => {
  expect(issuesOf({}, desired)).toMatchObject([
    { path: "desired", message: expect.stringMatching(/^must be an object, got /) },
  ]);
});

test.each<[current: object, desired: object, found: object[]]>([
  [{ config: { nodeCount: 3 } }, { config: { nodeCount: null } }, [{ path: "config.nodeCount", message: /is set/ }]],
  [{}, { config: { nodeCount: null } }, []],
  [{}, { mode: "x" }, [{ path: "mode", message: /differs/ }]],
  [{ mode: "x" }, { mode: "x" }, []],
  [{ mode: "x" }, { mode: undefined }, []],
  [{}, { uuid: "x", state: "y" }, []],
  [{}, { labels: { a: undefined } }, [{ path: "labels.a", message: /must not be undefined/ }]],
  [{}, { confg: { nodeCount: 3 } }, [{ path: "confg", message: /did you mean config\?/ }]],
  [
    {},
    { softwareConfig: { envVariables: {} } },
    [{ path: "softwareConfig", message: /did you mean config.softwareConfig\?/ }],
  ],
  [{}, { nodeCount: 3 }, [{ path: "nodeCount", message: /did you mean config.nodeCount\?/ }]],
  [{}, { timeoutMs: 5 }, [{ path: "timeoutMs", message: /is not a field: it is an option of calls/ }]],
  [{}, { onStep: () => {} }, [{ path: "onStep", message: /is not a field: it is an option of calls/ }]],
  [{}, { updateMask: "labels", environment: {} }, [{ path: "desired", message: /pass it to environments.patch/ }]],
  [{}, { config: { state: "x" } }, [{ path: "config.state", message: /differs/ }]],
  [{ config: 5 }, { config: { gkeCluster: "x" } }, []],
  [{ config: 5 }, { config: { encryptionConfig: { kmsKeyName: "x" } } }, [{ path: "config.encryptionConfig" }]],
  [{}, { config: { encryptionConfig: {} } }, []],
  [{ "a.b": 1 }, { "a.b": 2 }, [{ path: '["a.b"]' }]],
])("no mask can make the change from %j to %j at %j", (current, desired, found) => {
  expect(issuesOf(current, desired)).toMatchObject(
    found.map(({ message = /./, ...others }: { message?: RegExp }) => ({
      ...others,
      message: expect.stringMatching(message),
    })),
  );
});
