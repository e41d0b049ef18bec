import {
  createClient,
  defineMethod,
  type Environment,
  type EnvironmentList,
  type EnvironmentUpdate,
  environmentMethods,
  environmentUpdate,
  type Pager,
  parseEnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
} from "fourfold";
import { expectTypeOf } from "vitest";
import * as z from "zod";

const { environments } = createClient({ baseUrl: "https://services.test" });
const name = "projects/p/locations/l/environments/e";
const { fromMask } = environmentUpdate;
declare const environment: Environment;
declare const paths: string[];
// @ts-expect-error: a body in place of an update
environments.patch(name, { labels: { team: "data" } });
// @ts-expect-error: a mask and a body in place of an update
environments.patch(name, { updateMask: "labels", environment: {} });
// @ts-expect-error: a mask as an option
environments.patch(name, environmentUpdate.nodeCount(4), { updateMask: "config.nodeCount" });
// @ts-expect-error: several updates at once
environments.patch(name, [environmentUpdate.nodeCount(4)]);
// @ts-expect-error: one update for apply
environments.apply(name, environmentUpdate.nodeCount(4));
// @ts-expect-error: a changed update
environments.patch(name, { ...environmentUpdate.nodeCount(4), updateMask: "labels" });
// @ts-expect-error: a reference in place of a name
environments.get({ projectId: "p", locationId: "l", environmentId: "e" });
// @ts-expect-error: a promise in place of an environment
planEnvironmentUpdates(environments.get(name), { labels: {} });
// @ts-expect-error: a misspelt field of a plan
planEnvironmentUpdates(environment, { config: { nodecount: 4 } });
// @ts-expect-error: a text as a node count
environmentUpdate.nodeCount("4");
// @ts-expect-error: null as a node count
environmentUpdate.nodeCount(null);
// @ts-expect-error: an override without a dash
environmentUpdate.airflowConfigOverrides({ parallelism: "64" });
// @ts-expect-error: an override without a dash in a mask
fromMask(["config.softwareConfig.airflowConfigOverrides.parallelism"], {});
// @ts-expect-error: a section of overrides as an object
environmentUpdate.airflowConfigOverrides({ core: { parallelism: "64" } });
// @ts-expect-error: the specification's name of the overrides
environmentUpdate.orchestratorConfigOverrides({ "core-parallelism": "64" });
// @ts-expect-error: a mask with the specification's name of the overrides
fromMask(["config.softwareConfig.orchestratorConfigOverrides.core-parallelism"], {});
// @ts-expect-error: an environment variable by itself
environmentUpdate.envVariables({ A: "1" });
// @ts-expect-error: an environment variable in a mask
fromMask(["config.softwareConfig.envVariables.A"], {});
// @ts-expect-error: a misspelt constructor
environmentUpdate.label({ team: "data" });
// @ts-expect-error: a number as a label
environmentUpdate.labels({ year: 2026 });
// @ts-expect-error: undefined as a label
environmentUpdate.labels({ team: undefined });
// @ts-expect-error: null in a replaced map
environmentUpdate.labels.replace({ team: null });
// @ts-expect-error: a Map in place of an object
environmentUpdate.labels.replace(new Map([["team", "data"]]));
// @ts-expect-error: an unknown machine type
environmentUpdate.databaseMachineType("db-n1-standard-3");
// @ts-expect-error: a maintenance window without an end
environmentUpdate.maintenanceWindow({ startTime: "2026-01-01T00:00:00Z", recurrence: "FREQ=DAILY" });
// @ts-expect-error: a misspelt workload
environmentUpdate.workloadsConfig({ sheduler: { count: 2 } });
// @ts-expect-error: an IP range as text
environmentUpdate.webServerNetworkAccessControl({ allowedIpRanges: ["10.0.0.0/8"] });
// @ts-expect-error: an empty mask
fromMask([], {});
// @ts-expect-error: a misspelt path in a mask
fromMask(["config.nodecount"], {});
// @ts-expect-error: a path that updatablePaths does not list
fromMask(["config.resilienceMode"], {});
// @ts-expect-error: a repeated path in a mask
fromMask(["labels.team", "labels.team"], {});
// @ts-expect-error: two update types in one mask
fromMask(["labels.team", "config.nodeCount"], { labels: { team: "data" }, config: { nodeCount: 4 } });
// @ts-expect-error: a map and one of its entries in a mask
fromMask(["labels", "labels.team"], {});
// @ts-expect-error: an entry without a name in a mask
fromMask(["labels."], {});
// @ts-expect-error: paths with commas
fromMask(["labels.team,labels.old"], {});
// @ts-expect-error: a mask as text
fromMask("labels.team", {});
// @ts-expect-error: a mask that is not a list of literals
fromMask(paths, {});
// @ts-expect-error: a parsed mask
fromMask(parseUpdateMask("labels.team"), {});
// @ts-expect-error: a mask without a body
fromMask(["config.nodeCount"], {});
// @ts-expect-error: a value that the mask does not name
fromMask(["labels.team"], { labels: { other: "x" } });
// @ts-expect-error: a null in the body of a mask
fromMask(["labels.team"], { labels: { team: null } });
// @ts-expect-error: a text as a number in the body of a mask
fromMask(["config.nodeCount"], { config: { nodeCount: "4" } });
// @ts-expect-error: an update from JSON without a check
export const update: EnvironmentUpdate = { updateMask: "labels", environment: {} };
// @ts-expect-error: a misspelt option of parseEnvironmentUpdate
parseEnvironmentUpdate({}, { strict: true });
// @ts-expect-error: an output-only field that is written
environment.state = "RUNNING";
// @ts-expect-error: an operation that is awaited for its environment
export const labels = environments.patch(name, environmentUpdate.nodeCount(4)).then(({ labels }) => labels);
// @ts-expect-error: the time of one request as a limit of a wait
environments.operation("projects/p/locations/l/operations/o").wait({ timeoutMs: 5 });
// @ts-expect-error: the interval of polls in seconds
environments.operation("projects/p/locations/l/operations/o").wait({ pollInterval: 5 });

const location = { projectId: "p", locationId: "l" };
const response = z.object({ things: z.array(z.string()) });
const things = defineMethod({ name: "things.list", http: "GET /{a}/things", response, items: "things" });
const unsized = defineMethod({ name: "a", http: "GET /a", response, paging: { items: "things", sizeParam: false } });

expectTypeOf(environments.list(location)).toEqualTypeOf<Pager<Environment, EnvironmentList>>();
expectTypeOf(environments.list(location, { maxResults: 5 })).toExtend<AsyncIterable<Environment>>();
expectTypeOf(environments.list(environmentMethods.list, location)).toEqualTypeOf<Pager<Environment, EnvironmentList>>();
expectTypeOf(environments.list(things, { a: "x" })).toEqualTypeOf<Pager<string, { things: string[] }>>();
environments.list(unsized, {}, { pageToken: "a" });
// @ts-expect-error the location is required
environments.list({ projectId: "p" });
// @ts-expect-error an unknown option
environments.list(location, { pageSize: 5 });
// @ts-expect-error a path parameter is missing
environments.list(things, {});
// @ts-expect-error not a list
environments.list(environmentMethods.get, { ...location, environmentId: "e" });
