import * as fc from "fast-check";
import { createClient, type DesiredEnvironment, type Environment, environmentUpdate } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { propertyRuns } from "../support/property-runs.js";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

// ensure sends several updates, each of which takes minutes. In between, another writer changes the environment.

const name = "projects/p/locations/l/environments/e";
const start = {
  name,
  labels: { team: "data" },
  config: {
    workloadsConfig: { worker: { minCount: 1, maxCount: 3 } },
    webServerNetworkAccessControl: { allowedIpRanges: [{ value: "10.0.0.0/8" }] },
    nodeConfig: { network: "n1", subnetwork: "s1" },
    softwareConfig: { imageVersion: "composer-2.9.6-airflow-2.9.3", envVariables: { A: "1" }, pypiPackages: {} },
  },
};

function begin() {
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 1_000 });
  sandbox.environments.add(structuredClone(start));
  const { environments } = createClient({ ...sandbox.clientOptions, retry: false });
  return { sandbox, environments };
}

type Client = ReturnType<typeof begin>["environments"];

/** Calls `ensure` and lets the writer change the environment after each update. */
async function ensureBeside(
  environments: Client,
  desired: DesiredEnvironment,
  write: (index: number) => Promise<unknown>,
) {
  const steps: [index: number, total: number, mask: string][] = [];
  const result = await environments.ensure(name, desired, {
    onStep: async ({ index, total, state, update }) => {
      if (state !== "done") return;
      steps.push([index, total, update.updateMask]);
      await write(index);
    },
  });
  return { ...result, steps };
}

const softwareOf = ({ config }: Environment) => config?.softwareConfig;

test("ensure keeps a variable that another writer added while an earlier update ran", async () => {
  const { environments } = begin();
  const desired = { labels: { team: "ops" }, config: { softwareConfig: { envVariables: { B: "2" } } } };
  const { environment, updates, steps } = await ensureBeside(environments, desired, async (index) => {
    if (index === 0) await environments.apply(name, [environmentUpdate.envVariables.replace({ A: "9", C: "3" })]);
  });
  expect(softwareOf(environment)?.envVariables).toEqual({ A: "9", B: "2", C: "3" });
  expect(updates.map(({ updateMask }) => updateMask)).toEqual(["labels.team", "config.softwareConfig.envVariables"]);
  expect(updates[1]?.environment).toEqual({
    config: { softwareConfig: { envVariables: { A: "9", B: "2", C: "3" } } },
  });
  expect(steps.map(([index, total]) => [index, total])).toEqual([
    [0, 2],
    [1, 2],
  ]);
});

test("ensure keeps a variable of another writer when it deletes the last variable that it knew", async () => {
  const { environments } = begin();
  const desired = { labels: { team: "ops" }, config: { softwareConfig: { envVariables: { A: null } } } };
  const { environment } = await ensureBeside(environments, desired, async (index) => {
    if (index === 0) await environments.apply(name, [environmentUpdate.envVariables.replace({ A: "1", C: "3" })]);
  });
  expect(softwareOf(environment)?.envVariables).toEqual({ C: "3" });
});

test("ensure skips an update that another writer has made", async () => {
  const { sandbox, environments } = begin();
  const desired = { labels: { team: "ops" }, config: { softwareConfig: { envVariables: { B: "2" } } } };
  const { updates, ignored, steps } = await ensureBeside(environments, desired, async () =>
    environments.apply(name, [environmentUpdate.envVariables.replace({ A: "1", B: "2" })]),
  );
  expect(updates.map(({ updateMask }) => updateMask)).toEqual(["labels.team"]);
  expect([ignored, steps]).toEqual([[], [[0, 2, "labels.team"]]]);
  expect(sandbox.requests.filter(({ method }) => method === "PATCH")).toHaveLength(2);
});

test("ensure ends although another writer undoes each update", async () => {
  const { environments } = begin();
  const desired = { labels: { team: "ops" }, config: { softwareConfig: { envVariables: { A: "2" } } } };
  const { updates, ignored } = await ensureBeside(environments, desired, async (index) =>
    environments.apply(name, [
      index === 0 ? environmentUpdate.labels({ team: "data" }) : environmentUpdate.envVariables.replace({ A: "1" }),
    ]),
  );
  expect(updates).toHaveLength(2);
  expect(ignored.map(({ path }) => path)).toEqual(["labels.team", "config.softwareConfig.envVariables"]);
});

test("ensure returns what it applied if another writer makes a change that no update can undo", async () => {
  const { environments } = begin();
  const [imageVersion, newer] = ["composer-2.9.6-airflow-2.9.3", "composer-2.9.7-airflow-2.9.3"];
  const desired = { labels: { team: "ops" }, config: { softwareConfig: { imageVersion } } };
  const { environment, updates, ignored } = await ensureBeside(environments, desired, async () =>
    environments.apply(name, [environmentUpdate.imageVersion(newer)]),
  );
  expect(updates.map(({ updateMask }) => updateMask)).toEqual(["labels.team"]);
  expect(softwareOf(environment)?.imageVersion).toBe(newer);
  expect(ignored).toMatchObject([{ path: "config.softwareConfig.imageVersion", rule: "image-downgrade" }]);
});

test("ensure reports what was applied and what remains if reading or planning between two updates fails", async () => {
  const desired = { labels: { team: "ops" }, config: { softwareConfig: { envVariables: { B: "2" } } } };
  const stopped = {
    applied: [{ updateMask: "labels.team" }],
    failed: [],
    remaining: [{ updateMask: "config.softwareConfig.envVariables" }],
  };
  const { sandbox, environments } = begin();
  const failing = ensureBeside(environments, desired, async () => sandbox.faults.next({ status: 503 }));
  expect(await rejection(failing)).toMatchObject({ ...stopped, cause: { code: "unavailable" } });

  const other = begin();
  const { imageVersion } = start.config.softwareConfig;
  const softwareConfig = { ...desired.config.softwareConfig, imageVersion };
  const planning = ensureBeside(other.environments, { ...desired, config: { softwareConfig } }, async () =>
    other.environments.apply(name, [environmentUpdate.imageVersion("composer-2.9.8-airflow-2.9.3")]),
  );
  expect(await rejection(planning)).toMatchObject({ ...stopped, cause: { code: "invalid_request" } });
});

const values = fc.constantFrom("1", "2", "3");
const entries = (...keys: string[]) => fc.dictionary(fc.constantFrom(...keys), values, { minKeys: 1 });
/** What is desired: at least two updates, and nothing that the other writer changes. */
const wanted = fc.record(
  {
    labels: entries("team", "a"),
    variables: entries("A", "B"),
    packages: entries("numpy", "scipy"),
    workers: fc.integer({ min: 4, max: 9 }),
    subnetwork: fc.constantFrom("s1", "s2"),
  },
  { requiredKeys: ["variables", "workers"] },
);
/** The other writer adds an entry to each map between two updates, and sets fields beside the desired ones. */
const others = fc.array(fc.constantFrom("labels", "variables", "packages", "workloads", "network"), { maxLength: 6 });

test("ensure loses nothing that another writer adds between two updates", async () => {
  await fc.assert(
    fc.asyncProperty(wanted, others, async ({ labels, variables, packages, workers, subnetwork }, kinds) => {
      const { environments } = begin();
      const desired = {
        ...(labels && { labels }),
        config: {
          workloadsConfig: { worker: { maxCount: workers } },
          ...(subnetwork && { nodeConfig: { subnetwork } }),
          softwareConfig: { envVariables: variables, ...(packages && { pypiPackages: packages }) },
        },
      };
      let index = 0;
      const written: DesiredEnvironment[] = [];
      const write = async () => {
        const key = `other${index}`;
        const kind = kinds[index];
        index += 1;
        const change: Record<string, DesiredEnvironment> = {
          labels: { labels: { [key]: "x" } },
          variables: { config: { softwareConfig: { envVariables: { [key]: "x" } } } },
          packages: { config: { softwareConfig: { pypiPackages: { [key]: "" } } } },
          workloads: { config: { workloadsConfig: { worker: { minCount: 2 }, scheduler: { count: 2 } } } },
          network: { config: { nodeConfig: { network: "n2" } } },
        };
        if (kind === undefined) return;
        written.push(change[kind] as DesiredEnvironment);
        await environments.ensure(name, change[kind] as DesiredEnvironment);
      };
      const { environment, ignored } = await ensureBeside(environments, desired, write);
      expect(ignored).toEqual([]);
      expect(environment).toMatchObject(desired);
      for (const change of written) expect(environment).toMatchObject(change);
    }),
    propertyRuns(20),
  );
});
