import {
  createClient,
  environmentRules,
  isFourfoldError,
  parseEnvironmentUpdate,
  parseUpdateMask,
  planEnvironmentUpdates,
  environmentUpdate as u,
  vendorNaming,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { type CheckUpdateOptions, checkUpdate, checkUpdateData } from "../../src/environments/update/check.js";
import { meantPath } from "../../src/environments/update/paths.js";
import { valueRules } from "../../src/environments/update/value-rules.js";
import { assertNoIssues } from "../../src/errors/request-error.js";
import { rejection, thrown } from "../support/rejection.js";

const software = (members: object) => ({ config: { softwareConfig: members } });
const window = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T04:00:00Z", recurrence: "FREQ=DAILY" };
const IMAGE_1 = software({ imageVersion: "word-1.20.12-engine-2.4.3" });
const rulesOf = (work: () => unknown) => {
  const error = thrown(work);
  if (!isFourfoldError(error, "invalid_request")) throw error;
  return error.issues.map(({ rule, path }) => `${rule} ${path}`);
};
/** Returns an update that is valid in a context, as `patch` checks it. */
const validIn = (context: CheckUpdateOptions, update: object) => {
  const { errors, updateMask, environment } = checkUpdateData(update, context);
  assertNoIssues("environments.patch", errors);
  return { updateMask, environment };
};
/** Calls that the compiler rejects. */
const force = u as unknown as Record<string, (...values: unknown[]) => unknown>;

const [SOFTWARE, ACCESS] = ["config.softwareConfig", "config.webServerNetworkAccessControl"];
const names = { "a b": "1", "": "2", "c,d": "3" };
const machineType = "word-n1-webserver-4";
const made: [make: () => object, updateMask: string, environment: object][] = [
  [() => u.labels({ team: "data", old: null }), "labels.team,labels.old", { labels: { team: "data" } }],
  [() => u.labels({ old: null }), "labels.old", {}],
  [() => u.labels.replace({ team: "data" }), "labels", { labels: { team: "data" } }],
  [() => u.labels.replace({}), "labels", {}],
  [() => u.labels.clear(), "labels", {}],
  [() => u.pypiPackages.replace(names), `${SOFTWARE}.pypiPackages`, software({ pypiPackages: names })],
  [
    () => u.pypiPackages({ "ruamel.yaml": "" }),
    `${SOFTWARE}.pypiPackages.ruamel.yaml`,
    software({ pypiPackages: { "ruamel.yaml": "" } }),
  ],
  [() => u.pypiPackages.clear(), `${SOFTWARE}.pypiPackages`, {}],
  [() => u.envVariables.replace({ a_B1: "" }), `${SOFTWARE}.envVariables`, software({ envVariables: { a_B1: "" } })],
  [() => u.nodeCount(4), "config.nodeCount", { config: { nodeCount: 4 } }],
  [() => u.schedulerCount(1), `${SOFTWARE}.schedulerCount`, software({ schedulerCount: 1 })],
  [
    () => u.cloudDataLineageIntegration({ enabled: false }),
    `${SOFTWARE}.cloudDataLineageIntegration`,
    software({ cloudDataLineageIntegration: { enabled: false } }),
  ],
  [() => u.webServerNetworkAccessControl({}), ACCESS, { config: { webServerNetworkAccessControl: {} } }],
  [
    () => u.webServerMachineType(machineType),
    "config.webServerConfig.machineType",
    { config: { webServerConfig: { machineType } } },
  ],
  [() => u.maintenanceWindow(window), "config.maintenanceWindow", { config: { maintenanceWindow: window } }],
];

test.each(made)("creates plain data: %s", (make, updateMask, environment) => {
  const update = make();
  expect(update).toEqual({ updateMask, environment });
  expect(Reflect.ownKeys(update)).toEqual(["updateMask", "environment"]);
  expect(parseEnvironmentUpdate(structuredClone(update))).toEqual(update);
});

test("is frozen at every depth, regardless of its origin", () => {
  const ranges = u.webServerNetworkAccessControl({ allowedIpRanges: [{ value: "10.0.0.0/8" }] });
  const isFrozen = (value: unknown): boolean =>
    typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen));
  const [planned] = planEnvironmentUpdates({}, ranges.environment);
  for (const update of [ranges, parseEnvironmentUpdate(structuredClone(ranges)), planned]) {
    expect(update).toEqual(ranges);
    expect(isFrozen(update)).toBe(true);
  }
  const given = { labels: { team: "data" } };
  u.fromMask(["labels"], given);
  given.labels.team = "ops"; // what was given is not frozen
});

test("is independent of the objects that it was created from", () => {
  const ranges = [{ value: "10.0.0.0/8" }];
  const update = u.webServerNetworkAccessControl({ allowedIpRanges: ranges });
  ranges.push({ value: "0.0.0.0/0" });
  expect(update.environment.config?.webServerNetworkAccessControl?.allowedIpRanges).toHaveLength(1);
});

const OVERRIDES = "config.softwareConfig.airflowConfigOverrides";
const TWICE = { updateMask: "labels.a,labels.b,labels.a,labels.a", environment: {} };
const cases: [rules: string[], work: () => unknown][] = [
  [["mask-empty labels"], () => u.labels({})],
  [["mask-empty updateMask"], () => force.fromMask?.([], {})],
  [["mask-empty updateMask"], () => parseUpdateMask("")],
  [["mask-duplicate updateMask"], () => parseEnvironmentUpdate(TWICE, { rules: { "mask-duplicate": "error" } })],
  [["path-listed updateMask"], () => force.fromMask?.(["config"], {})],
  [["path-listed updateMask"], () => parseUpdateMask("config.softwareConfig.envVariables.A")],
  [["path-listed updateMask"], () => parseEnvironmentUpdate({ updateMask: "config.ofTomorrow", environment: {} })],
  [["path-listed updateMask"], () => parseUpdateMask("config.resilienceMode")],
  [["path-listed updateMask"], () => u.unlisted(["labels.a"], {})],
  [["path-listed updateMask"], () => u.unlisted(["config.softwareConfig"], {})],
  [["path-listed updateMask"], () => u.unlisted(["config..x"], {})],
  [["one-update-type updateMask"], () => parseUpdateMask("labels.a,config.softwareConfig.envVariables")],
  [["map-or-members updateMask"], () => parseUpdateMask("labels.a,labels")],
  [['member-name labels[""]'], () => u.labels({ "": null })],
  [['member-name labels["a,b"]'], () => u.labels({ "a,b": null })],
  [['member-name labels["a b"]'], () => u.labels({ "a b": null })],
  [['member-name labels["a`b"]'], () => parseUpdateMask("labels.a`b")],
  [[`override-key ${OVERRIDES}["co.re-x"]`], () => u.airflowConfigOverrides({ "co.re-x": "" })],
  [[`override-key ${OVERRIDES}["a-b;c"]`], () => u.airflowConfigOverrides({ "a-b;c": null })],
  [[`override-key ${OVERRIDES}.core`], () => u.airflowConfigOverrides.replace({ core: "" })],
  [["body-outside-mask labels.b"], () => force.fromMask?.(["labels.a"], { labels: { a: "", b: "" } })],
  [["body-outside-mask labels.a"], () => force.fromMask?.(["labels.a.b"], { labels: { a: "" } })],
  [["body-outside-mask config"], () => force.fromMask?.(["labels"], { config: {} })],
  [["body-outside-mask config.other"], () => u.unlisted(["config.resilienceMode"], { config: { other: 1 } })],
  [["body-outside-mask config.other"], () => u.unlisted(["config.resilienceMode"], { config: { other: { a: 1 } } })],
  [[`member-name ${OVERRIDES}["x y"]`], () => parseUpdateMask(`${OVERRIDES}.x y`)],
  [["value-missing config.nodeCount"], () => force.fromMask?.(["config.nodeCount"], {})],
  [["value-missing config.nodeCount"], () => force.nodeCount?.(null)],
  [["undefined-value labels.team"], () => force.labels?.({ team: undefined })],
  [["undefined-value labels.team"], () => u.labels.replace({ team: undefined } as never)],
  [["undefined-value config.nodeCount", "value-missing config.nodeCount"].slice(0, 1), () => force.nodeCount?.()],
  [["undefined-value config.workloadsConfig.worker"], () => u.workloadsConfig({ worker: undefined })],
  [["member-type labels.team"], () => force.fromMask?.(["labels.team"], { labels: { team: null } })],
  [["member-type labels.team"], () => force.labels?.({ team: 5 })],
  [["member-type labels"], () => force.labels?.(null)],
  [["member-type config.nodeCount"], () => u.nodeCount(3.5)],
  [["count-too-small config.nodeCount"], () => u.nodeCount(2)],
  [["count-too-small config.softwareConfig.schedulerCount"], () => u.schedulerCount(0)],
  [["machine-type config.databaseConfig.machineType"], () => force.databaseMachineType?.("db-n1-standard-3")],
  [["machine-type config.webServerConfig.machineType"], () => force.webServerMachineType?.("<product>-n1-webserver-2")],
  [["image-version config.softwareConfig.imageVersion"], () => u.imageVersion("2.9.6")],
  [[`label-key-length labels.${"k".repeat(64)}`], () => u.labels({ ["k".repeat(64)]: "" })],
  [["label-value-length labels.team"], () => u.labels.replace({ team: "v".repeat(64) })],
  [["label-key-characters labels.teaM"], () => u.labels({ teaM: "data" })],
  [["label-value-characters labels.team"], () => u.labels({ team: "Data & more" })],
  [['label-key-start labels["1st"]'], () => u.labels({ "1st": "" })],
  [["one-update-type updateMask"], () => u.unlisted(["config.resilienceMode", "config.dataRetentionConfig"], {})],
  [["member-type environment"], () => parseEnvironmentUpdate('{"updateMask":"labels.team"}')],
  [["body-outside-mask name"], () => parseEnvironmentUpdate({ updateMask: "labels", environment: { name: "e" } })],
];

test.each(cases)("rejects with %j", (rules, work) => {
  expect(rulesOf(work)).toEqual(rules);
});

test("accepts the name of the environment in a body, as clients of Google send it", () => {
  const name = "projects/p/locations/l/environments/e";
  const update = { updateMask: "labels", environment: { name, labels: { team: "data" } } };
  expect(parseEnvironmentUpdate(update)).toEqual(update);
  expect(validIn({ naming: vendorNaming }, update)).toEqual(update);
});

test("a body without the entry that a mask names deletes the entry", () => {
  const update = { updateMask: "labels.team", environment: {} };
  expect(u.fromMask(["labels.team"], {})).toEqual(update);
  expect(parseEnvironmentUpdate(update)).toEqual(update);
});

const current = { config: { nodeCount: 4, softwareConfig: { ...IMAGE_1.config.softwareConfig, schedulerCount: 4 } } };
const conditions: [rule: string, update: object][] = [
  ["image-too-old-or-new config.environmentSize", u.environmentSize("ENVIRONMENT_SIZE_SMALL")],
  ["image-downgrade config.softwareConfig.imageVersion", u.imageVersion("word-1.20.13-engine-2.4.2")],
  ["image-major-version config.softwareConfig.imageVersion", u.imageVersion("word-2.0.0-engine-2.4.3")],
  ["image-major-version config.softwareConfig.imageVersion", u.imageVersion("word-latest-engine-3")],
  ["schedulers-beyond-nodes config.softwareConfig.schedulerCount", u.schedulerCount(5)],
  ["schedulers-beyond-nodes config.nodeCount", u.nodeCount(3)],
  ["machine-type config.webServerConfig.machineType", u.webServerMachineType("other-n1-webserver-2")],
  ["image-version config.softwareConfig.imageVersion", u.imageVersion("other-1.20.13-engine-2.4.3")],
  ["image-version config.softwareConfig.imageVersion", u.imageVersion("word-1.20.13-other-2.4.3")],
];

test.each(conditions)("with the current environment, rejects %s", (rule, update) => {
  expect(rulesOf(() => validIn({ current }, update))).toEqual([rule]);
  for (const imageVersion of [undefined, "no version"]) {
    const unknown = { config: { softwareConfig: { imageVersion } } };
    expect(validIn({ current: unknown }, update)).toEqual(update);
  }
  expect(validIn({ current, settings: { [rule.split(" ")[0] ?? ""]: "off" } }, update)).toEqual(update);
});

const [MAJOR, GENERATION] = ["image-major-version config.softwareConfig.imageVersion", "image-too-old-or-new"];
const DOWNGRADE = "image-downgrade config.softwareConfig.imageVersion";
const ofAliases: [rule: string | undefined, imageVersion: string, update: object][] = [
  [`${GENERATION} config.nodeCount`, "word-2-engine-2", u.nodeCount(4)],
  [`${GENERATION} config.environmentSize`, "word-1-engine-2", u.environmentSize("ENVIRONMENT_SIZE_SMALL")],
  [`${GENERATION} config.softwareConfig.schedulerCount`, "word-latest-engine-3", u.schedulerCount(1)],
  [MAJOR, "word-1-engine-2", u.imageVersion("word-2.0.0-engine-2.4.3")],
  [MAJOR, "word-latest-engine-2", u.imageVersion("word-3-engine-3")],
  [DOWNGRADE, "word-1.20.1-engine-2", u.imageVersion("word-1.19.9-engine-2.4.3")],
  ["image-version config.softwareConfig.imageVersion", "word-1-engine-2", u.imageVersion("other-1.20.13-engine-2.4.3")],
  [undefined, "word-1-engine-2", u.nodeCount(4)],
  [undefined, "word-latest-engine-2", u.nodeCount(4)],
  [undefined, "word-latest-engine-2", u.environmentSize("ENVIRONMENT_SIZE_SMALL")],
  [undefined, "word-latest-engine-2", u.imageVersion("word-3-engine-2")],
  [undefined, "word-latest-engine-2", u.imageVersion("word-latest-engine-2")],
  [undefined, "word-1-engine-2", u.imageVersion("word-1.20.12-engine-2.4.3")],
  [undefined, "word-3-engine-2.11-build.14", u.imageVersion("word-3-engine-2.11.1-build.3")],
];

test.each(ofAliases)("checks the versions in an alias: %s with %s", (rule, imageVersion, update) => {
  const parse = () => validIn({ current: software({ imageVersion }) }, update);
  if (rule === undefined) expect(parse()).toEqual(update);
  else expect(rulesOf(parse)).toEqual([rule]);
});

test("conditions ignore values that the mask does not name", () => {
  const settings = { "body-outside-mask": "off" } as const;
  const given = { ...current, config: { ...current.config, nodeCount: 5 } };
  const parse = (updateMask: string, environment: object) => () =>
    validIn({ current: given, settings }, { updateMask, environment });
  const counts = (nodeCount: number, schedulerCount: number) => ({
    config: { nodeCount, softwareConfig: { schedulerCount } },
  });
  const schedulers = "config.softwareConfig.schedulerCount";
  expect(rulesOf(parse(schedulers, counts(100, 50)))).toEqual([`schedulers-beyond-nodes ${schedulers}`]);
  expect(rulesOf(parse("config.nodeCount", counts(3, 1)))).toEqual(["schedulers-beyond-nodes config.nodeCount"]);
  expect(parse("labels", software({ imageVersion: "word-1.0.0-engine-1.0.0" }))()).toMatchObject({
    updateMask: "labels",
  });
});

test("a typo in a mask is an error of the constructor", () => {
  expect(thrown(() => u.unlisted(["config.nodeCont"], {}))).toMatchObject({
    issues: [{ rule: "path-listed", message: expect.stringContaining('did you mean "config.nodeCount"?') }],
  });
  expect(thrown(() => force.fromMask?.(["nodeCount"], {}))).toMatchObject({
    issues: [{ rule: "path-listed", message: expect.stringContaining('did you mean "config.nodeCount"?') }],
  });
});

test.each([
  ["config.nodeCont", "config.nodeCount"],
  ["config.nodeCont.x", "config.nodeCount"],
  ["config.nodeCou", "config.nodeCount"],
  ["confg.nodeCount", "config.nodeCount"],
  ["label.team", "labels.team"],
  ["config.softwareConfig.pypiPackage.ruamel.yaml", "config.softwareConfig.pypiPackages.ruamel.yaml"],
  ["config.softwareConfig.airflowConfigOverride.a-b", "config.softwareConfig.airflowConfigOverrides.a-b"],
  ["config.softwareConfig.airflowConfigOveride.a-b", "config.softwareConfig.airflowConfigOverrides.a-b"],
  ["config.resiliencyMode", "config.resilienceMode"],
  ["config.dataRetentionConfg", "config.dataRetentionConfig"],
  ["config.recoveryConfig.scheduledSnapshotsConfig.enabled", "config.recoveryConfig.scheduledSnapshotsConfig"],
  ["config.ofTomorrow", undefined],
  ["config.resilienceMode", undefined],
  ["config.dataRetentionConfig.taskLogsRetentionConfig", undefined],
  ["", undefined],
  [".", undefined],
])("the mask %j is probably meant to be %j", (path, meant) => {
  expect(meantPath(path)).toBe(meant);
});

test("a typo of an enumeration is an error", () => {
  const errorsOf = (updateMask: string, config: object) =>
    checkUpdate([updateMask], { config }, { unlisted: true }).errors.map(({ path, message, rule }) => [
      rule,
      `${path}: ${message}`,
    ]);
  const size = (environmentSize: unknown) => errorsOf("config.environmentSize", { environmentSize });
  expect(size("ENVIRONMENT_SIZE_OF_TOMORROW")).toEqual([]);
  expect(size(2)).toEqual([["environment-value", expect.stringContaining("ENVIRONMENT_SIZE_EXTRA_LARGE, got 2")]]);
  const large = 'config.environmentSize: "ENVIRONMENT_SIZE_LARG" is not known; did you mean "ENVIRONMENT_SIZE_LARGE"?';
  expect(size("ENVIRONMENT_SIZE_LARG")).toEqual([["environment-value", large]]);
  const dataRetentionConfig = { taskLogsRetentionConfig: { storageMode: "CLOUD_LOGING_ONLY" } };
  expect(errorsOf("config.dataRetentionConfig", { dataRetentionConfig })).toEqual([
    ["environment-value", expect.stringContaining('did you mean "CLOUD_LOGGING_ONLY"?')],
  ]);
});

const typos: [issue: string, work: () => unknown][] = [
  ["config.environmentSize", () => force.fromMask?.(["config.environmentSize"], { config: { environmentSize: 3 } })],
  ["config.environmentSize", () => force.environmentSize?.(3)],
  [`${ACCESS}.allowedIpRange`, () => force.webServerNetworkAccessControl?.({ allowedIpRange: [] })],
  [`${ACCESS}.allowed_ip_range`, () => force.webServerNetworkAccessControl?.({ allowed_ip_range: [] })],
  [
    `${ACCESS}.allowedIpRanges[0].valeu`,
    () => force.webServerNetworkAccessControl?.({ allowedIpRanges: [{ valeu: "10.0.0.0/8" }] }),
  ],
  ["config.environmentSize", () => u.environmentSize("SMALL")],
  ["config.workloadsConfig.sheduler", () => force.workloadsConfig?.({ sheduler: { count: 2 } })],
  ["config.workloadsConfig.worker.cpus", () => force.workloadsConfig?.({ worker: { cpus: 2 } })],
  [
    "config.workloadsConfig.worker.cpus",
    () => planEnvironmentUpdates({}, { config: { workloadsConfig: { worker: { cpus: 2 } } } } as never),
  ],
];

test.each(typos)("rejects the typo at %s", (path, work) => {
  expect(rulesOf(work)).toEqual([`environment-value ${path}`]);
});

test("the sandbox rejects a typo in a value, and stores an unknown field", async () => {
  const sandbox = createSandbox({ operationMs: 0 });
  const name = "projects/p/locations/l/environments/e";
  sandbox.environments.add({ name });
  const { environments } = createClient({ ...sandbox.clientOptions, rules: { "environment-value": "off" } });
  const patch = (worker: object) =>
    environments.patch(name, {
      updateMask: "config.workloadsConfig",
      environment: { config: { workloadsConfig: { worker } } },
    } as never);
  expect(await rejection(patch({ cpus: 2 }))).toMatchObject({ code: "bad_request" });
  const operation = await patch({ ofTomorrow: 2 });
  expect(await operation.wait()).toMatchObject({ config: { workloadsConfig: { worker: { ofTomorrow: 2 } } } });
});

test.each([
  "name",
  "uuid",
  "state",
  "createTime",
  "updateTime",
  "config.nodeCont",
  "config.airflowUri",
  "config.airflowUri.x",
])("neither a constructor nor the service accepts a mask with %s", async (path) => {
  for (const work of [
    () => u.unlisted([path], {}),
    () => parseEnvironmentUpdate({ updateMask: path, environment: {} }, { unlisted: true }),
  ]) {
    expect(rulesOf(work)).toEqual(["path-listed updateMask"]);
  }
  const sandbox = createSandbox();
  const name = "projects/p/locations/l/environments/e";
  const before = sandbox.environments.add({ name });
  for (const [requests, code] of [
    ["on", "invalid_request"],
    ["off", "bad_request"],
  ] as const) {
    const { environments } = createClient({ ...sandbox.clientOptions, validation: { requests } });
    const patching = environments.patch(name, { updateMask: path, environment: {} } as never);
    expect(await rejection(patching)).toMatchObject({ code });
    expect(await environments.get(name)).toEqual(before);
  }
});

test("an alias is accepted if it keeps the known major versions; latest does not", () => {
  const update = u.imageVersion("word-1-engine-2");
  expect(validIn({ current }, update)).toEqual(update);
  for (const imageVersion of ["word-1.20.12-engine-2.4.3", "word-1-engine-2"]) {
    const parse = () => validIn({ current: software({ imageVersion }) }, u.imageVersion("word-latest-engine-2"));
    expect(rulesOf(parse)).toEqual(["image-major-version config.softwareConfig.imageVersion"]);
    expect(thrown(parse)).toMatchObject({
      message: expect.stringContaining('must stay on word 1 and engine 2, such as "word-1-engine-2", got "word-latest'),
    });
  }
});

test("a path that a mask names several times is one warning", () => {
  const message = 'names "labels.a" more than once';
  expect(checkUpdateData(TWICE, {})).toEqual({
    ...TWICE,
    errors: [],
    warnings: [{ path: "updateMask", message, rule: "mask-duplicate" }],
  });
  expect(parseEnvironmentUpdate(TWICE)).toEqual(TWICE);
});

test("a missing value is reported by one rule only", () => {
  const body = { config: { nodeCount: undefined } };
  const { errors, warnings } = checkUpdate(["config.nodeCount"], body, { settings: { "value-missing": "warn" } });
  expect(errors.map(({ rule }) => rule)).toEqual(["undefined-value"]);
  expect(warnings).toEqual([]);
});

test("a value that is not an update is checked, too", () => {
  const nothing = { environment: {}, updateMask: "", warnings: [] };
  expect(checkUpdateData(5, {})).toEqual({ ...nothing, errors: [expect.objectContaining({ path: "" })] });
  expect(checkUpdateData({}, {})).toEqual({ ...nothing, errors: [expect.objectContaining({ path: "updateMask" })] });
});

test("every rule has a case", () => {
  const ofValues = ["environment-value", "override-limit", "triggerer-cpu", ...valueRules.map(({ id }) => id)]; // values.test.ts has their cases
  const tried = [...ofValues, ...cases.flatMap(([rules]) => rules), ...conditions.map(([rule]) => rule)].map(
    (each) => each.split(" ")[0],
  );
  for (const { id } of environmentRules) expect(tried).toContain(id);
});

test("reports all issues together", () => {
  expect(
    rulesOf(() =>
      force.fromMask?.(["labels", "labels.a", "config.nodeCount", 5], { config: { nodeCount: 1 }, mode: "x" }),
    ),
  ).toEqual([
    "member-type updateMask",
    "one-update-type updateMask",
    "map-or-members updateMask",
    "body-outside-mask mode",
    "count-too-small config.nodeCount",
  ]);
});

test("accepts several unlisted paths, also with dots in a name", () => {
  const update = u.unlisted(["config.nodeConfig.network", "config.nodeConfig.subnetwork"], {
    config: { nodeConfig: { network: "n" } },
  });
  expect(update.updateMask).toBe("config.nodeConfig.network,config.nodeConfig.subnetwork");
  expect(u.unlisted(["config.future.a.b"], { config: { future: { "a.b": 1 } } }).updateMask).toBe("config.future.a.b");
  const deep = { config: { "a.b": { c: { d: 1, e: 2 } } } };
  expect(u.unlisted(["config.a.b.c"], deep).environment).toEqual(deep);
  expect(parseEnvironmentUpdate(JSON.stringify(update), { unlisted: true })).toEqual(update);
});

test.each([null, "text"])("accepts %j if an unlisted mask contains a path inside it", (value) => {
  const environment = { config: { future: value } };
  expect(u.unlisted(["config.future.a"], environment).environment).toEqual(environment);
});

test("checks every value, even if the mask has several update types", () => {
  const mask = "config.softwareConfig.imageVersion,config.nodeCount";
  const environment = { config: { nodeCount: 2, softwareConfig: { imageVersion: "2.9.7" } } };
  expect(rulesOf(() => parseEnvironmentUpdate({ updateMask: mask, environment }))).toEqual([
    "one-update-type updateMask",
    "count-too-small config.nodeCount",
    "image-version config.softwareConfig.imageVersion",
  ]);
});
