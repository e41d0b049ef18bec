import { type Environment, environmentUpdate, isFourfoldError, planEnvironmentUpdates } from "fourfold";
import { describe, expect, test } from "vitest";
import { rejection } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";
import { ways } from "./ways.js";

const location = "projects/shop/locations/europe/environments";
const name = `${location}/flows`;

describe.each(ways)("environments through $way", ({ naming, names: { overrides }, reach, isWhole }) => {
  const image = (product: string, engine = "2.4.3") =>
    `${naming.product ?? "product"}-${product}-${naming.engine ?? "engine"}-${engine}`;
  const config = {
    nodeCount: 3,
    softwareConfig: { imageVersion: image("1.20.12"), schedulerCount: 1, pypiPackages: { numpy: "" } },
  };
  async function reachIt(options: Parameters<typeof reach>[0] = {}, environment: Omit<Environment, "name"> = {}) {
    const clock = createTestClock();
    const reached = await reach({ ...options, sandbox: { clock, operationMs: 10_000, ...options.sandbox } });
    reached.sandbox.environments.add({ name, labels: { team: "data", old: "x" }, config, ...environment });
    return { ...reached, clock };
  }

  test("sets and deletes entries and keeps the others", async () => {
    const { client, sandbox } = await reachIt();
    const operation = await client.environments.patch(
      name,
      environmentUpdate.labels({ team: "ops", old: null, new: "" }),
    );
    expect(operation).toMatchObject({ done: false, name: expect.stringMatching(/^projects\/shop\/.*\/operations\//) });
    expect((await client.environments.get(name)).labels).toEqual({ team: "data", old: "x" });
    const environment = await operation.wait();
    expect(environment.labels).toEqual({ team: "ops", new: "" });
    expect(operation.done).toBe(true);
    const sent = sandbox.requests[0];
    expect(sent).toMatchObject({
      method: "PATCH",
      path: `/v1beta1/${name}`,
      query: { updateMask: "labels.team,labels.old,labels.new" },
      body: { labels: { team: "ops", new: "" } },
    });
  });

  test("plans, applies one update at a time, and reports progress", async () => {
    const { client, sandbox } = await reachIt();
    const current = await client.environments.get(name);
    const desired = {
      labels: null,
      config: {
        nodeCount: 6,
        softwareConfig: {
          imageVersion: image("1.20.14"),
          schedulerCount: 5,
          pypiPackages: { "a.b": "" },
        },
      },
    };
    const updates = planEnvironmentUpdates(current, desired);
    expect(updates).toHaveLength(5);
    const steps: string[] = [];
    const after = await client.environments.apply(name, updates, {
      onStep: ({ update, state }) => void (state === "running" || steps.push(`${state} ${update.updateMask}`)),
    });
    expect(steps).toHaveLength(10);
    expect(after).toMatchObject({ ...desired, labels: {} });
    expect(after.labels).toEqual({});
    expect(planEnvironmentUpdates(after, desired)).toEqual([]);
    expect(await client.environments.apply(name, [])).toEqual(after);
    expect(sandbox.requests.filter(({ method }) => method === "PATCH")).toHaveLength(5);
  });

  if (!isWhole) return;

  test("ensures the desired state, and reads once if nothing has to change", async () => {
    const { client, sandbox } = await reachIt();
    const desired = { labels: { team: "ops" }, config: { nodeCount: 4, softwareConfig: { schedulerCount: 2 } } };
    const methods = () => sandbox.requests.map(({ method }) => method);
    const { environment, updates } = await client.environments.ensure(name, desired);
    expect(environment).toMatchObject(desired);
    expect(environment.labels).toEqual({ team: "ops", old: "x" });
    expect(updates).toHaveLength(3);
    expect(methods().filter((method) => method === "PATCH")).toHaveLength(3);
    const before = methods().length;
    expect(await client.environments.ensure(name, desired)).toEqual({ environment, updates: [], ignored: [] });
    expect(methods().slice(before)).toEqual(["GET"]);
  });

  test("lists the environments in a location, page by page, with their names and states", async () => {
    const { client, sandbox, clock } = await reachIt();
    const overrides = { softwareConfig: { airflowConfigOverrides: { "core-a": "b" } } };
    for (const id of ["a", "b"]) sandbox.environments.add({ name: `${location}/${id}`, config: overrides });
    sandbox.environments.add({ name: "projects/shop/locations/asia/environments/far" });
    const pager = client.environments.list({ projectId: "shop", locationId: "europe" }, { maxResults: 2 });
    const names = (await pager.toArray({ limit: 9 })).map((each) => each.name);
    expect(names).toEqual([name, `${location}/a`, `${location}/b`]);
    expect(sandbox.requests.map(({ method, path, query }) => [method, path, query.pageSize])).toEqual([
      ["GET", `/v1beta1/${location}`, "2"],
      ["GET", `/v1beta1/${location}`, "2"],
    ]);
    const [, added] = await pager.toArray({ limit: 2 });
    expect(added).toEqual(await client.environments.get(`${location}/a`));
    expect(added?.config).toEqual(overrides);
    await client.environments.patch(name, environmentUpdate.nodeCount(4));
    expect(await pager.toArray({ limit: 1 })).toMatchObject([{ state: "UPDATING" }]);
    clock.advance(10_000);
    expect(await pager.toArray({ limit: 1 })).toMatchObject([{ state: "RUNNING", config: { nodeCount: 4 } }]);
    sandbox.reset();
    expect(await pager.firstPage()).toEqual({});
  });

  test("resumes an operation by its name", async () => {
    const { client, clock } = await reachIt();
    const { name: operationName } = await client.environments.patch(name, environmentUpdate.nodeCount(4));
    const again = client.environments.operation(operationName);
    expect(again).toMatchObject({ name: operationName, operation: undefined, done: false });
    expect((await again.poll()).done).toBeUndefined();
    clock.advance(10_000);
    expect(await again.poll()).toMatchObject({ done: true, metadata: { state: "SUCCEEDED" } });
    expect((await again.wait()).config?.nodeCount).toBe(4);
    const unknown = client.environments.operation("projects/shop/locations/europe/operations/none");
    expect(await rejection(unknown.poll())).toMatchObject({ code: "not_found" });
  });

  test("rejects with the operation's error, and does not change the environment", async () => {
    const { client, sandbox } = await reachIt();
    sandbox.environments.failNext({ code: 9, message: "not enough addresses" });
    const operation = await client.environments.patch(name, environmentUpdate.nodeCount(4));
    const error = await rejection(operation.wait());
    expect(isFourfoldError(error, "operation_failed") && error.operation.error).toEqual({
      code: 9,
      message: "not enough addresses",
    });
    expect(String(error)).toBe(`OperationError: [operation_failed] ${operation.name}: not enough addresses (code 9)`);
    expect(await client.environments.get(name)).toMatchObject({ state: "RUNNING", config: { nodeCount: 3 } });
  });

  test("rejects an update while another one is running", async () => {
    const { client } = await reachIt();
    const first = await client.environments.patch(name, environmentUpdate.nodeCount(4));
    expect((await client.environments.get(name)).state).toBe("UPDATING");
    expect(await rejection(client.environments.patch(name, environmentUpdate.nodeCount(5)))).toMatchObject({
      code: "precondition_failed",
      status: 400,
      reason: "OPERATION_IN_PROGRESS",
      details: [{ reason: "OPERATION_IN_PROGRESS" }],
    });
    await first.wait();
    await client.environments.patch(name, environmentUpdate.nodeCount(5));
  });

  test.each([
    ["", {}],
    ["config", {}],
    ["config.softwareConfig.airflowConfigOverrides.core", {}],
    ["config.softwareConfig.envVariables.A", {}],
    ["labels,config.nodeCount", { config: { nodeCount: 4 } }],
    ["labels,labels.team", {}],
    ["labels.", {}],
    ["config.nodeCount", {}],
    ["config.nodeCount", { config: { nodeCount: 2 } }],
    ["config.softwareConfig.schedulerCount", { config: { softwareConfig: { schedulerCount: 4 } } }],
    ["config.environmentSize", { config: { environmentSize: "ENVIRONMENT_SIZE_SMALL" } }],
    ["config.softwareConfig.imageVersion", { config: { softwareConfig: { imageVersion: image("1.20.11") } } }],
    ["labels.team", { labels: { team: 5 } }],
  ])("the service itself rejects the mask %j with %j", async (updateMask, environment) => {
    const { client } = await reachIt({ client: { validation: { requests: "off" } } });
    const update = { updateMask, environment } as never;
    expect(await rejection(client.environments.patch(name, update))).toMatchObject({
      code: "bad_request",
      status: 400,
    });
    expect((await client.environments.get(name)).labels).toEqual({ team: "data", old: "x" });
  });

  test("sends and accepts a mask that names a path twice", async () => {
    const { client } = await reachIt();
    const update = { updateMask: "labels.team,labels.team", environment: { labels: { team: "ops" } } } as never;
    const operation = await client.environments.patch(name, update);
    expect((await operation.wait()).labels).toEqual({ team: "ops", old: "x" });
  });

  test("the service ignores values outside of the mask", async () => {
    const { client } = await reachIt({ client: { validation: { requests: "off" } } });
    const update = { updateMask: "labels.team", environment: { labels: { team: "ops", Other: "X" } } } as never;
    const operation = await client.environments.patch(name, update);
    expect((await operation.wait()).labels).toEqual({ team: "ops", old: "x" });
  });

  test("checks an update again and does not send an invalid one", async () => {
    const { client, sandbox } = await reachIt();
    for (const [updateMask, rule] of [
      ["", "mask-empty"],
      ["labels,labels.team", "map-or-members"],
      ["labels.team,config.nodeCount", "one-update-type"],
      ["config.nodeCount", "value-missing"],
    ]) {
      const error = await rejection(client.environments.patch(name, { updateMask, environment: {} } as never));
      expect(isFourfoldError(error, "invalid_request") && error.issues.map((issue) => issue.rule)).toContain(rule);
    }
    const current = await client.environments.get(name);
    const small = environmentUpdate.environmentSize("ENVIRONMENT_SIZE_SMALL");
    expect(await rejection(client.environments.patch(name, small, { current }))).toMatchObject({
      issues: [{ rule: "image-too-old-or-new", path: "config.environmentSize" }],
    });
    expect(await rejection(client.environments.patch("flows", small))).toMatchObject({ code: "invalid_request" });
    expect(sandbox.requests).toHaveLength(1);
  });

  test("stops at the first failure and can be resumed by planning again", async () => {
    const { client, sandbox } = await reachIt();
    const desired = { labels: { a: "1" }, config: { nodeCount: 5, softwareConfig: { envVariables: { A: "1" } } } };
    const updates = planEnvironmentUpdates(await client.environments.get(name), desired);
    let done = 0;
    const onStep = ({ state }: { state: string }) => {
      if (state !== "done") return;
      done += 1;
      if (done === 1) sandbox.environments.failNext({ code: 13, message: "out of luck" });
    };
    const error = await rejection(client.environments.apply(name, updates, { onStep }));
    if (!isFourfoldError(error, "apply_environment_failed")) throw error;
    expect(error.applied).toEqual(updates.slice(0, 1));
    expect(error.failed.map(({ update }) => update)).toEqual(updates.slice(1, 2));
    expect(error.remaining).toEqual(updates.slice(2));
    expect(error.cause).toMatchObject({ code: "operation_failed" });
    expect(error.message).toMatch(
      /^\[apply_environment_failed\] 1 of 3 updates were applied; ".*" failed: \[operation_failed\]/,
    );
    const rest = planEnvironmentUpdates(await client.environments.get(name), desired);
    expect(rest).toEqual(updates.slice(1));
    expect(await client.environments.apply(name, rest)).toMatchObject(desired);
  });

  test("sends a patch once, except after a response that rules out processing", async () => {
    const { client, sandbox } = await reachIt();
    sandbox.faults.next({ status: 503 });
    expect(await rejection(client.environments.patch(name, environmentUpdate.nodeCount(4)))).toMatchObject({
      code: "unavailable",
      attempts: 1,
    });
    sandbox.faults.next({ status: 429, retryAfter: 1 });
    await client.environments.patch(name, environmentUpdate.nodeCount(4));
  });

  test("an abort ends the wait, not the operation", async () => {
    const { client, clock } = await reachIt();
    const operation = await client.environments.patch(name, environmentUpdate.nodeCount(4));
    const controller = new AbortController();
    const reason = new Error("enough");
    const wait = operation.wait({ signal: controller.signal, onProgress: () => controller.abort(reason) });
    expect(await rejection(wait)).toBe(reason);
    clock.advance(10_000);
    expect((await client.environments.get(name)).config?.nodeCount).toBe(4);
  });

  test("unlisted paths are sent without a check by the client", async () => {
    const { client, sandbox } = await reachIt();
    const update = environmentUpdate.unlisted(["config.resilienceMode"], {
      config: { resilienceMode: "HIGH_RESILIENCE" },
    });
    const patching = client.environments.patch(name, update);
    if (naming.openValues) {
      expect(await (await patching).wait()).toMatchObject({
        config: { nodeCount: 3, resilienceMode: "HIGH_RESILIENCE" },
      });
    } else {
      expect(await rejection(patching)).toMatchObject({ code: "bad_request" });
    }
    expect(sandbox.requests[0]?.query).toEqual({ updateMask: "config.resilienceMode" });
  });

  test("uses the names of the profile in masks, bodies and responses, and does not change a user's keys", async () => {
    const { client, sandbox } = await reachIt();
    const map = "config.softwareConfig.airflowConfigOverrides";
    const named = { "core-orchestratorConfigOverrides": "1", "core-airflowConfigOverrides": "2" };
    const operation = await client.environments.patch(name, environmentUpdate.airflowConfigOverrides(named));
    expect(sandbox.requests.at(-1)).toMatchObject({
      query: {
        updateMask: Object.keys(named)
          .map((key) => `config.softwareConfig.${overrides}.${key}`)
          .join(),
      },
      body: { config: { softwareConfig: { [overrides]: named } } },
    });
    const after = await operation.wait();
    expect(after.config?.softwareConfig).toEqual({ ...config.softwareConfig, airflowConfigOverrides: named });
    expect(await client.environments.get(name)).toEqual({ ...after, state: "RUNNING", "@type": undefined });

    const keys = { orchestratorConfigOverrides: "a", airflowConfigOverrides: "b" };
    const updates = planEnvironmentUpdates(after, {
      config: {
        softwareConfig: { envVariables: keys, pypiPackages: keys, airflowConfigOverrides: { "core-x": "3" } },
      },
    });
    expect(updates.map(({ updateMask }) => updateMask).filter((mask) => mask.startsWith(map))).toHaveLength(1);
    const planned = await client.environments.apply(name, updates);
    expect(planned.config?.softwareConfig).toMatchObject({ envVariables: keys, pypiPackages: keys });
    expect(planned.config?.softwareConfig?.airflowConfigOverrides).toEqual({ ...named, "core-x": "3" });
    await client.environments.apply(name, [environmentUpdate.airflowConfigOverrides.clear()]);
    expect(sandbox.requests.filter(({ method }) => method === "PATCH").at(-1)).toMatchObject({
      query: { updateMask: `config.softwareConfig.${overrides}` },
      body: {},
    });
  });

  test("keeps constructor as a name, and restores it from a snapshot", async () => {
    const { client, sandbox } = await reachIt();
    const packages = JSON.parse('{"constructor":"b","ruamel.yaml":"c"}');
    const operation = await client.environments.patch(name, environmentUpdate.pypiPackages(packages));
    const snapshot = JSON.parse(JSON.stringify(sandbox.snapshot()));
    await operation.wait();
    const { config } = await client.environments.get(name);
    expect(Object.entries(config?.softwareConfig?.pypiPackages ?? {}).sort()).toEqual([
      ["constructor", "b"],
      ["numpy", ""],
      ["ruamel.yaml", "c"],
    ]);
    sandbox.restore(snapshot);
    // The clock has advanced, so the operation that was running has ended.
    expect(await client.environments.operation(operation.name).poll()).toMatchObject({ done: true });
    sandbox.reset();
    expect(await rejection(client.environments.get(name))).toMatchObject({ code: "not_found", status: 404 });
  });
});
