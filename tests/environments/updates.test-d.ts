// What must not compile; the messages of the compiler are not compared.
import {
  createClient,
  type EnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
  environmentUpdate as u,
} from "fourfold";
import { describe, expectTypeOf, test } from "vitest";

const m = u.fromMask;
const client = createClient({ baseUrl: "http://localhost" });
const name = "projects/p/locations/l/environments/e";
const text: string = String(name);
const maybe: string | undefined = process.env.TEAM;
interface Labels {
  team: string;
}
const typed: Labels = { team: "data" };
const readOnly: Readonly<Record<string, string>> = typed as Labels & Record<string, string>;
const window = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T04:00:00Z", recurrence: "FREQ=DAILY" };

describe("constructors that compile", () => {
  test("each creates an update", () => {
    expectTypeOf(u.labels({ team: "data", old: null })).toEqualTypeOf<EnvironmentUpdate>();
    u.labels({});
    u.labels({ [text]: "x" });
    u.labels({ ["__proto__"]: "x" });
    u.labels.replace({ team: "data" });
    u.labels.replace({});
    u.labels.replace({ [text]: "x" });
    u.labels.replace(typed);
    u.labels.replace(readOnly);
    u.labels.clear();
    u.pypiPackages({ numpy: ">=2", "ruamel.yaml": null });
    u.pypiPackages.replace({ numpy: "" });
    u.pypiPackages.clear();
    u.airflowConfigOverrides({ "core-parallelism": "64" });
    u.airflowConfigOverrides({ "core-parallelism": null });
    u.airflowConfigOverrides.replace({ "core-parallelism": "64" });
    u.airflowConfigOverrides.clear();
    u.envVariables.replace({ A: "1" });
    u.envVariables.clear();
    u.nodeCount(4);
    u.schedulerCount(2);
    u.imageVersion(text);
    u.webServerNetworkAccessControl({ allowedIpRanges: [{ value: "10.0.0.0/8", description: "us" }] });
    u.webServerNetworkAccessControl({});
    u.cloudDataLineageIntegration({ enabled: false });
    u.databaseMachineType("db-n1-standard-4");
    u.webServerMachineType("product-n1-webserver-2");
    u.maintenanceWindow(window);
    u.workloadsConfig({ scheduler: { count: 2, cpu: 0.5 }, worker: { minCount: 1, maxCount: 3 } });
    u.environmentSize("ENVIRONMENT_SIZE_SMALL");
    u.environmentSize("ENVIRONMENT_SIZE_OF_TOMORROW");
    u.unlisted(["config.resilienceMode"], { config: { resilienceMode: "HIGH_RESILIENCE" } });
    expectTypeOf(u.unlisted(["a"], {})).toExtend<EnvironmentUpdate>();
  });
});

describe("masks that compile", () => {
  test("the body follows from the mask", () => {
    m(["labels.team", "labels.old"], { labels: { team: "data" } });
    m(["labels.team"], {});
    m(["labels.team"], { labels: {} });
    m(["labels"], {});
    m(["labels"], { labels: { a: "1", b: "2" } });
    m(["config.softwareConfig.pypiPackages"], {});
    m(["config.softwareConfig.pypiPackages"], { config: {} });
    m(["config.softwareConfig.pypiPackages.ruamel.yaml"], {
      config: { softwareConfig: { pypiPackages: { "ruamel.yaml": "" } } },
    });
    m(["config.softwareConfig.pypiPackages.numpy", "config.softwareConfig.pypiPackages.scipy"], {});
    m(["config.softwareConfig.airflowConfigOverrides.core-parallelism"], {});
    m(["config.softwareConfig.envVariables"], { config: { softwareConfig: { envVariables: { A: "" } } } });
    m(["config.nodeCount"], { config: { nodeCount: 3 } });
    m(["config.softwareConfig.schedulerCount"], { config: { softwareConfig: { schedulerCount: 1 } } });
    m(["config.softwareConfig.imageVersion"], { config: { softwareConfig: { imageVersion: text } } });
    m(["config.databaseConfig.machineType"], { config: { databaseConfig: { machineType: "db-n1-standard-8" } } });
    m(["config.webServerConfig.machineType"], { config: { webServerConfig: { machineType: "x-n1-webserver-8" } } });
    m(["config.maintenanceWindow"], { config: { maintenanceWindow: window } });
    m(["config.workloadsConfig"], { config: { workloadsConfig: { triggerer: { count: 0 } } } });
    m(["config.environmentSize"], { config: { environmentSize: "ENVIRONMENT_SIZE_LARGE" } });
    m(["config.webServerNetworkAccessControl"], { config: { webServerNetworkAccessControl: { allowedIpRanges: [] } } });
    m([`labels.${text}`], { labels: { [text]: "x" } });
    m([`labels.${text}`, `labels.${name}`], { labels: { [text]: "x" } });
    m(["labels.team", `labels.${text}`], { labels: { team: "x" } });
    m([`labels.${text}`, "labels.team"], {});
    const later = ["labels.a", "labels.b"] as const;
    m(later, { labels: { a: "1" } });
    expectTypeOf(parseUpdateMask("labels")).items.toExtend<string>();
  });
});

describe("calls that compile", () => {
  test("methods accept updates", () => {
    void (() => client.environments.patch(name, u.nodeCount(4), { current: { config: { nodeCount: 3 } } }));
    void (() => client.environments.patch(name, u.unlisted(["x"], {})));
    void (() =>
      client.environments.apply(name, planEnvironmentUpdates({}, { labels: null, config: { nodeCount: 3 } })));
    void (() => client.environments.operation(name).wait({ pollIntervalMs: 5, onProgress: (each) => each.done }));
    void (async () => planEnvironmentUpdates({}, await client.environments.get(name)));
    planEnvironmentUpdates(
      {},
      { labels: { a: "1", old: null }, config: { workloadsConfig: { worker: { maxCount: 3 } } } },
    );
  });
});

describe("constructors that do not compile", () => {
  test("each error describes the problem", () => {
    // @ts-expect-error Type 'undefined' is not assignable to type 'string | null'
    u.labels({ team: undefined });
    // @ts-expect-error is not assignable to type 'string | null'
    u.labels({ team: maybe });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    u.labels({ team: 5 });
    // @ts-expect-error Type 'null' is not assignable to type 'string'
    u.labels.replace({ team: null });
    // @ts-expect-error is not assignable to parameter of type
    u.labels.replace(new Map([["team", "data"]]));
    // @ts-expect-error is not assignable to parameter of type
    u.labels.replace(new URLSearchParams());
    // @ts-expect-error is not assignable to parameter of type
    u.labels.replace(Promise.resolve({ team: "data" }));
    // @ts-expect-error is not assignable to parameter of type
    u.labels.replace(["team"]);
    // @ts-expect-error is not assignable to parameter of type
    u.labels.replace(() => "team");
    // @ts-expect-error Expected 1 arguments, but got 0
    u.labels.replace();
    // @ts-expect-error Expected 0 arguments, but got 1
    u.labels.clear({});
    // @ts-expect-error Type 'boolean' is not assignable to type 'string'
    u.pypiPackages({ numpy: true });
    // @ts-expect-error 'parallelism' does not exist in type
    u.airflowConfigOverrides({ parallelism: "64" });
    // @ts-expect-error Type 'MapReplacement' has no call signatures
    u.envVariables({ A: "1" });
    // @ts-expect-error Type 'undefined' is not assignable to type 'string'
    u.envVariables.replace({ A: undefined });
    // @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'number'
    u.nodeCount("4");
    // @ts-expect-error Argument of type 'null' is not assignable to parameter of type 'number'
    u.nodeCount(null);
    // @ts-expect-error Argument of type 'undefined' is not assignable to parameter of type 'number'
    u.schedulerCount(undefined);
    // @ts-expect-error Argument of type 'number' is not assignable to parameter of type 'string'
    u.imageVersion(2);
    // @ts-expect-error Argument of type '"db-n1-standard-3"' is not assignable to parameter of type
    u.databaseMachineType("db-n1-standard-3");
    // @ts-expect-error Argument of type '"product-n1-webserver-3"' is not assignable to parameter of type
    u.webServerMachineType("product-n1-webserver-3");
    // @ts-expect-error : endTime, recurrence
    u.maintenanceWindow({ startTime: "" });
    // @ts-expect-error Did you mean to write 'scheduler'?
    u.workloadsConfig({ sheduler: { count: 1 } });
    // @ts-expect-error 'description' does not exist in type
    u.webServerNetworkAccessControl({ description: "x" });
    // @ts-expect-error Type 'string' is not assignable to type 'boolean | undefined'
    u.cloudDataLineageIntegration({ enabled: "yes" });
    // @ts-expect-error Did you mean 'labels'?
    u.label({ team: "data" });
    // @ts-expect-error Property 'replace' does not exist on type
    u.nodeCount.replace(4);
  });
});

describe("masks that do not compile", () => {
  test("each error states the problem in one sentence", () => {
    // @ts-expect-error an empty mask changes nothing
    m([], {});
    // @ts-expect-error Type '"config.nodecount"' is not assignable to type
    m(["config.nodecount"], {});
    // @ts-expect-error Type '"config"' is not assignable to type
    m(["config"], {});
    // @ts-expect-error Type '"config.resilienceMode"' is not assignable to type
    m(["config.resilienceMode"], {});
    // @ts-expect-error Type '"config.softwareConfig.orchestratorConfigOverrides.a-b"' is not assignable to type
    m(["config.softwareConfig.orchestratorConfigOverrides.a-b"], {});
    // @ts-expect-error Type '"config.softwareConfig.envVariables.A"' is not assignable to type
    m(["config.softwareConfig.envVariables.A"], {});
    // @ts-expect-error `config.softwareConfig.airflowConfigOverrides.core`: the name must be section-property
    m(["config.softwareConfig.airflowConfigOverrides.core"], {});
    // @ts-expect-error Type '"config.softwareConfig.orchestratorConfigOverrides"' is not assignable to type
    m(["config.softwareConfig.orchestratorConfigOverrides"], {});
    // @ts-expect-error `labels.team` is in the mask more than once
    m(["labels.team", "labels.team"], {});
    // @ts-expect-error `labels.a` is in the mask more than once
    m(["labels.b", "labels.a", "labels.c", "labels.a"], { labels: { b: "" } });
    // @ts-expect-error `config.nodeCount` is in the mask more than once
    m(["config.nodeCount", "config.nodeCount"], { config: { nodeCount: 3 } });
    // @ts-expect-error a mask can contain only one update type; send several updates
    m(["labels.team", "config.nodeCount"], {});
    // @ts-expect-error a mask can contain only one update type; send several updates
    m(["labels", "config.softwareConfig.envVariables"], {});
    // @ts-expect-error a mask can contain only one update type; send several updates
    m(["labels.team", "config.softwareConfig.pypiPackages.numpy"], {});
    // @ts-expect-error a mask can contain only one update type; send several updates
    m(["config.databaseConfig.machineType", "config.webServerConfig.machineType"], {});
    // @ts-expect-error write the paths as a list of literals
    m("labels.team", { labels: { team: "x" } });
    // @ts-expect-error write the paths as a list of literals
    m(["labels.team"] as string[], { labels: { team: "x" } });
    // @ts-expect-error write the paths as a list of literals
    m(parseUpdateMask("labels.team"), { labels: { team: "x" } });
    // @ts-expect-error `labels` replaces the whole map; name the map or its entries, not both
    m(["labels", "labels.team"], {});
    // @ts-expect-error pypiPackages` replaces the whole map; name the map or its entries, not both
    m(["config.softwareConfig.pypiPackages.numpy", "config.softwareConfig.pypiPackages"], {});
    // @ts-expect-error `labels.`: the name of an entry must not be empty or contain a comma, a backtick or white space
    m(["labels."], {});
    // @ts-expect-error `labels.a,labels.b`: the name of an entry must not be empty or contain a comma
    m(["labels.a,labels.b"], {});
    // @ts-expect-error `labels.my team`: the name of an entry must not be empty or contain a comma, a backtick or white space
    m(["labels.my team"], {});
    // @ts-expect-error Type 'string' is not assignable to type
    m([text], {});
    // @ts-expect-error Type 'string[]' is not assignable to type
    m(text.split(","), {});
    // @ts-expect-error is not assignable to parameter of type
    m("labels", {});
    // @ts-expect-error Expected 2 arguments, but got 1
    m(["labels"]);
  });
});

describe("bodies that do not compile", () => {
  test("a body must match its mask", () => {
    // @ts-expect-error 'other' does not exist in type
    m(["labels.team"], { labels: { other: "x" } });
    // @ts-expect-error 'config' does not exist in type
    m(["labels.team"], { config: { nodeCount: 3 } });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    m(["labels.team"], { labels: { team: 5 } });
    // @ts-expect-error Type 'null' is not assignable to type 'string | undefined'
    m(["labels.team"], { labels: { team: null } });
    // @ts-expect-error Type 'undefined' is not assignable to type 'string'
    m(["labels.team"], { labels: { team: undefined } });
    // @ts-expect-error Property 'config' is missing in type '{}'
    m(["config.nodeCount"], {});
    // @ts-expect-error Property 'nodeCount' is missing in type '{}'
    m(["config.nodeCount"], { config: {} });
    // @ts-expect-error Type 'string' is not assignable to type 'number'
    m(["config.nodeCount"], { config: { nodeCount: "3" } });
    // @ts-expect-error 'labels' does not exist in type
    m(["config.nodeCount"], { config: { nodeCount: 3 }, labels: {} });
    // @ts-expect-error 'softwareConfig' does not exist in type
    m(["config.nodeCount"], { config: { nodeCount: 3, softwareConfig: {} } });
    // @ts-expect-error Type '"db-n1-standard-3"' is not assignable to type
    m(["config.databaseConfig.machineType"], { config: { databaseConfig: { machineType: "db-n1-standard-3" } } });
    // @ts-expect-error 'b' does not exist in type
    m(["config.softwareConfig.pypiPackages.a.b"], { config: { softwareConfig: { pypiPackages: { b: "" } } } });
    // @ts-expect-error Type 'number' is not assignable to type 'string'
    m(["config.softwareConfig.envVariables"], { config: { softwareConfig: { envVariables: { A: 1 } } } });
    // @ts-expect-error : startTime, endTime, recurrence
    m(["config.maintenanceWindow"], { config: { maintenanceWindow: {} } });
  });
});

describe("calls that do not compile", () => {
  test("an object that only looks like an update is rejected", () => {
    // @ts-expect-error Property '"create it with environmentUpdate.fromMask or parseEnvironmentUpdate"' is missing in type
    void (() => client.environments.patch(name, { ...u.nodeCount(3), updateMask: "labels" }));
    // @ts-expect-error Property '"create it with environmentUpdate.fromMask or parseEnvironmentUpdate"' is missing in type
    void (() => client.environments.patch(name, { ...u.unlisted(["x"], {}) }));
    // @ts-expect-error Cannot assign to 'nodeCount' because it is a read-only property
    void (() => (u.nodeCount(3).environment.config!.nodeCount = 4));
    // @ts-expect-error Property 'push' does not exist on type 'readonly
    void (() => u.nodeCount(3).environment.config?.nodeConfig?.tags?.push("x"));
    // @ts-expect-error Property '"create it with environmentUpdate.fromMask or parseEnvironmentUpdate"' is missing in type
    void (() => client.environments.patch(name, { updateMask: "labels", environment: {} }));
    // @ts-expect-error is missing in type
    void (() => client.environments.apply(name, [JSON.parse("{}") as { updateMask: string; environment: object }]));
    // @ts-expect-error Did you mean to write 'nodeCount'?
    planEnvironmentUpdates({}, { config: { nodecount: 3 } });
    // @ts-expect-error Type 'string' is not assignable to type 'number'
    planEnvironmentUpdates({}, { config: { nodeCount: "3" } });
    // @ts-expect-error Expected 1 arguments, but got 0
    void (() => client.environments.operation());
  });
});

// @ts-expect-error a number of a response in place of a size
m(["config.environmentSize"], { config: { environmentSize: 3 } });
// @ts-expect-error a number of a response in place of a size
u.environmentSize(3);
// @ts-expect-error the web server has no count
u.workloadsConfig({ webServer: { count: 1 } });
// @ts-expect-error triggerers have no disk
u.workloadsConfig({ triggerer: { storageGb: 1 } });
