// Mistakes with environments and their updates.
import {
  createClient,
  type Environment,
  type EnvironmentUpdate,
  environmentUpdate,
  parseEnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
} from "fourfold";

const { environments } = createClient({ baseUrl: "https://services.test" });
const name = "projects/p/locations/l/environments/e";
const { fromMask } = environmentUpdate;
declare const environment: Environment;
declare const paths: string[];

// mistake: a body in place of an update
environments.patch(name, { labels: { team: "data" } });

// rejected: a mask and a body in place of an update
environments.patch(name, { updateMask: "labels", environment: {} });

// rejected: a mask as an option
environments.patch(name, environmentUpdate.nodeCount(4), { updateMask: "config.nodeCount" });

// rejected: several updates at once
environments.patch(name, [environmentUpdate.nodeCount(4)]);

// rejected: one update for apply
environments.apply(name, environmentUpdate.nodeCount(4));

// mistake: a changed update
environments.patch(name, { ...environmentUpdate.nodeCount(4), updateMask: "labels" });

// rejected: a reference in place of a name
environments.get({ projectId: "p", locationId: "l", environmentId: "e" });

// rejected: a promise in place of an environment
planEnvironmentUpdates(environments.get(name), { labels: {} });

// rejected: a misspelt field of a plan
planEnvironmentUpdates(environment, { config: { nodecount: 4 } });

// rejected: a text as a node count
environmentUpdate.nodeCount("4");

// mistake: null as a node count
environmentUpdate.nodeCount(null);

// rejected: an override without a dash
environmentUpdate.airflowConfigOverrides({ parallelism: "64" });

// rejected: an override without a dash in a mask
fromMask(["config.softwareConfig.airflowConfigOverrides.parallelism"], {});

// rejected: a section of overrides as an object
environmentUpdate.airflowConfigOverrides({ core: { parallelism: "64" } });

// rejected: the specification's name of the overrides
environmentUpdate.orchestratorConfigOverrides({ "core-parallelism": "64" });

// mistake: a mask with the specification's name of the overrides
fromMask(["config.softwareConfig.orchestratorConfigOverrides.core-parallelism"], {});

// mistake: an environment variable by itself
environmentUpdate.envVariables({ A: "1" });

// mistake: an environment variable in a mask
fromMask(["config.softwareConfig.envVariables.A"], {});

// rejected: a misspelt constructor
environmentUpdate.label({ team: "data" });

// rejected: a number as a label
environmentUpdate.labels({ year: 2026 });

// rejected: undefined as a label
environmentUpdate.labels({ team: undefined });

// rejected: null in a replaced map
environmentUpdate.labels.replace({ team: null });

// mistake: a Map in place of an object
environmentUpdate.labels.replace(new Map([["team", "data"]]));

// rejected: an unknown machine type
environmentUpdate.databaseMachineType("db-n1-standard-3");

// mistake: a maintenance window without an end
environmentUpdate.maintenanceWindow({ startTime: "2026-01-01T00:00:00Z", recurrence: "FREQ=DAILY" });

// rejected: a misspelt workload
environmentUpdate.workloadsConfig({ sheduler: { count: 2 } });

// rejected: an IP range as text
environmentUpdate.webServerNetworkAccessControl({ allowedIpRanges: ["10.0.0.0/8"] });

// rejected: an empty mask
fromMask([], {});

// mistake: a misspelt path in a mask
fromMask(["config.nodecount"], {});

// mistake: a path that updatablePaths does not list
fromMask(["config.resilienceMode"], {});

// mistake: a repeated path in a mask
fromMask(["labels.team", "labels.team"], {});

// rejected: two update types in one mask
fromMask(["labels.team", "config.nodeCount"], { labels: { team: "data" }, config: { nodeCount: 4 } });

// rejected: a map and one of its entries in a mask
fromMask(["labels", "labels.team"], {});

// rejected: an entry without a name in a mask
fromMask(["labels."], {});

// rejected: paths with commas
fromMask(["labels.team,labels.old"], {});

// mistake: a mask as text
fromMask("labels.team", {});

// rejected: a mask that is not a list of literals
fromMask(paths, {});

// rejected: a parsed mask
fromMask(parseUpdateMask("labels.team"), {});

// mistake: a mask without a body
fromMask(["config.nodeCount"], {});

// rejected: a value that the mask does not name
fromMask(["labels.team"], { labels: { other: "x" } });

// rejected: a null in the body of a mask
fromMask(["labels.team"], { labels: { team: null } });

// mistake: a text as a number in the body of a mask
fromMask(["config.nodeCount"], { config: { nodeCount: "4" } });

// mistake: an update from JSON without a check
export const update: EnvironmentUpdate = { updateMask: "labels", environment: {} };

// rejected: a misspelt option of parseEnvironmentUpdate
parseEnvironmentUpdate({}, { strict: true });

// rejected: an output-only field that is written
environment.state = "RUNNING";

// rejected: an operation that is awaited for its environment
export const labels = environments.patch(name, environmentUpdate.nodeCount(4)).then(({ labels }) => labels);

// rejected: the interval of polls in seconds
environments.operation("projects/p/locations/l/operations/o").wait({ pollInterval: 5 });
