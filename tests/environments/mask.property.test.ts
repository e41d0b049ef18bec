import * as fc from "fast-check";
import {
  createClient,
  environmentUpdate,
  parseEnvironmentUpdate,
  parseUpdateMask,
  updatablePaths,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";
import { createTestClock } from "../support/test-clock.js";
import { labelKeys, maps, memberNames } from "./arbitrary.js";

type Json = Record<string, unknown>;
const name = "projects/p/locations/l/environments/e";

const edit = (names: fc.Arbitrary<string>) =>
  fc.dictionary(names, fc.option(fc.constantFrom("", "1"), { nil: null }), { minKeys: 1, maxKeys: 5 });
const edits = fc.oneof(
  fc.record({ edit: edit(labelKeys), map: fc.constant("labels") }),
  fc.record({ edit: edit(memberNames), map: fc.constant("pypiPackages") }),
);

test("an update has the mask and body of its input, and survives JSON", () => {
  fc.assert(
    fc.property(edits, ({ edit, map }) => {
      const update = environmentUpdate[map as "labels"](edit);
      const path = map === "labels" ? "labels" : "config.softwareConfig.pypiPackages";
      const names = parseUpdateMask(update.updateMask).map((each) => each.slice(path.length + 1));
      const software = update.environment.config?.softwareConfig;
      const body: Json = (map === "labels" ? update.environment.labels : software?.pypiPackages) ?? {};
      const read = names.map((each) => [each, Object.hasOwn(body, each) ? body[each] : null]);
      expect(read).toEqual(Object.entries(edit));
      expect(Object.keys(body).every((each) => names.includes(each))).toBe(true);
      expect(parseEnvironmentUpdate(JSON.stringify(update))).toEqual(update);
      expect(
        environmentUpdate.fromMask(parseUpdateMask(update.updateMask) as never, update.environment as never),
      ).toEqual(update);
    }),
  );
});

/** A simple reference implementation of the mask rules of the spec: the result, or undefined for an error. */
function interpret(environment: Json, mask: string, body: Json): Json | undefined {
  const values = updatablePaths.filter(({ kind }) => kind === "value").map(({ path }) => path as string);
  const mapPaths = updatablePaths.filter(({ kind }) => kind === "map").map(({ path }) => path as string);
  const withMembers = updatablePaths.flatMap((row) => (row.kind === "member" ? [row.map as string] : []));
  const paths = mask.split(",");
  const typeOf = (path: string) =>
    values.includes(path) || mapPaths.includes(path) ? path : withMembers.find((map) => path.startsWith(`${map}.`));
  const types = new Set(paths.map(typeOf));
  const [type] = types;
  if (types.size !== 1 || type === undefined) return undefined;
  if (new Set(paths.map((path) => path === type)).size > 1) return undefined;
  const result = structuredClone(environment);
  const keys = type.split(".");
  const last = keys.pop() ?? "";
  let [target, source] = [result, body as Json | undefined];
  for (const key of keys) {
    target[key] ??= {};
    [target, source] = [target[key] as Json, source?.[key] as Json | undefined];
  }
  if (values.includes(type)) {
    if (source?.[last] === undefined) return undefined;
    target[last] = source[last];
  } else if (paths[0] === type) {
    target[last] = source?.[last] ?? {};
  } else {
    const map = new Map(Object.entries((target[last] ?? {}) as Json));
    for (const path of paths) {
      const member = path.slice(type.length + 1);
      if (member === "" || /\s|`/.test(member)) return undefined;
      if (type.endsWith("Overrides") && !/^[^-[\].]+-[^=;.]+$/.test(member)) return undefined;
      const given = (source?.[last] ?? {}) as Json;
      if (Object.hasOwn(given, member)) map.set(member, given[member]);
      else map.delete(member);
    }
    target[last] = Object.fromEntries(map);
  }
  return result;
}

const maskPaths = fc.oneof(
  fc.constantFrom(
    "labels",
    "config.softwareConfig.pypiPackages",
    "config.nodeCount",
    "config",
    "",
    "labels.",
    "Labels",
  ),
  fc.constantFrom("labels.a", "labels.b", "labels.ruamel.yaml", "labels.__proto__", "labels.a b"),
  fc.constantFrom(
    "config.softwareConfig.airflowConfigOverrides.core-a",
    "config.softwareConfig.airflowConfigOverrides.a",
  ),
  fc.constantFrom("config.softwareConfig.envVariables", "config.softwareConfig.envVariables.A", "config.nodeCount.x"),
);
const bodies = fc.record(
  {
    labels: maps.labels,
    config: fc.record(
      {
        nodeCount: fc.integer({ min: 3, max: 9 }),
        softwareConfig: fc.record(
          { pypiPackages: maps.pypiPackages, envVariables: maps.variables, airflowConfigOverrides: maps.overrides },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

test("the sandbox and an interpreter of the spec agree on random requests", { timeout: 60_000 }, async () => {
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      bodies,
      fc.array(maskPaths, { minLength: 1, maxLength: 3 }),
      bodies,
      async (before, paths, body) => {
        const sandbox = createSandbox({ naming: vendorNaming, clock: createTestClock(), operationMs: 0 });
        sandbox.environments.add({ ...before, name } as never);
        const client = createClient({ ...sandbox.clientOptions, validation: { requests: "off" } });
        const update = { updateMask: paths.join(","), environment: body } as never;
        const outcome = await client.environments.patch(name, update).then(
          () => true,
          () => false,
        );
        const { labels, config } = await client.environments.get(name);
        const expected = interpret(
          JSON.parse(JSON.stringify(before)),
          paths.join(","),
          JSON.parse(JSON.stringify(body)),
        );
        expect(outcome, `${paths} ${JSON.stringify(body)}`).toBe(expected !== undefined);
        const after = expected ?? before;
        expect(JSON.parse(JSON.stringify({ labels, config }))).toEqual(
          JSON.parse(JSON.stringify({ labels: after.labels, config: after.config })),
        );
        counts[outcome ? "taken" : "refused"] += 1;
      },
    ),
    propertyRuns(100),
  );
  expect(counts.taken).toBeGreaterThan(10);
  expect(counts.refused).toBeGreaterThan(10);
});
