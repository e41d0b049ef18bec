import {
  parseEnvironmentUpdate,
  parseImageVersion,
  parseUpdateMask,
  planEnvironmentUpdates,
  environmentUpdate as u,
  vendorNaming,
} from "fourfold";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

/** Calls that the compiler rejects. */
const force = u as unknown as Record<string, (...values: unknown[]) => unknown>;
const fromMask = (paths: unknown, environment: unknown) => force.fromMask?.(paths, environment);
const parse = (update: unknown, current?: object) => parseEnvironmentUpdate(update, { current });
const plan = (current: object, desired: unknown) => planEnvironmentUpdates(current, desired as object);

const withImage = (imageVersion: string, others: object = {}, config: object = {}) => ({
  config: { ...config, softwareConfig: { imageVersion, ...others } },
});
const current = withImage("word-1.20.12-engine-2.4.3", { schedulerCount: 4 }, { nodeCount: 4 });
const cyclic: Record<string, unknown> = { labels: {} };
cyclic.config = cyclic;

const imagesOf = (product: string, engine: string) =>
  `"${product}-2.9.7-${engine}-2.9.3", "${product}-3-${engine}-2.11.1-build.14" or an alias such as "${product}-2-${engine}-2"`;
const webServersOf = (product: string) =>
  `${product}-n1-webserver-2, ${product}-n1-webserver-4, ${product}-n1-webserver-8`;
const FORM = 'must be "section-property": no -, [, ] or . in the section, no =, ; or . in the property (override-key)';
const BAD_NAME = "the name of an entry must not contain a comma, a backtick or white space (member-name)";
const UNDEFINED =
  "must not be undefined: JSON would drop it, and the service deletes entries that the body omits (undefined-value)";

test.each<[message: string, work: () => unknown]>([
  [
    "environmentUpdate.labels: labels: an edit without entries changes nothing; labels.clear() removes every entry (mask-empty)",
    () => u.labels({}),
  ],
  ["environmentUpdate.labels: labels: must be an object, got a string (member-type)", () => force.labels?.("ab")],
  ["environmentUpdate.labels: labels: must be an object, got a number (member-type)", () => force.labels?.(5)],
  [
    "environmentUpdate.labels.replace: labels: must be an object, got a list (member-type)",
    () => u.labels.replace([] as never),
  ],
  [
    `environmentUpdate.envVariables.replace: config.softwareConfig.envVariables.a: ${UNDEFINED}`,
    () => u.envVariables.replace({ a: undefined } as never),
  ],
  [
    "environmentUpdate.envVariables: config.softwareConfig.envVariables: individual entries cannot be set; envVariables.replace({ … }) sets the whole map (path-listed)",
    () => force.envVariables?.({ A: "b" }),
  ],
  [
    `environmentUpdate.pypiPackages: 2 problems
  config.softwareConfig.pypiPackages[""]: the name of an entry must not be empty (member-name)
  config.softwareConfig.pypiPackages["a,b"]: ${BAD_NAME}`,
    () => u.pypiPackages({ "": "x", "a,b": "y" }),
  ],
  [
    `environmentUpdate.airflowConfigOverrides: config.softwareConfig.airflowConfigOverrides["co.re-x"]: ${FORM}`,
    () => u.airflowConfigOverrides({ "co.re-x": "" }),
  ],
  [
    "environmentUpdate.nodeCount: config.nodeCount: must be an integer of at least 3, got 2 (count-too-small)",
    () => u.nodeCount(2),
  ],
  [
    "environmentUpdate.nodeCount: config.nodeCount: expected an integer, got a string (member-type)",
    () => force.nodeCount?.("4"),
  ],
  [
    "environmentUpdate.nodeCount: config.nodeCount: must have a value: only maps and their entries can be cleared (value-missing)",
    () => force.nodeCount?.(null),
  ],
  [`environmentUpdate.nodeCount: config.nodeCount: ${UNDEFINED}`, () => force.nodeCount?.()],
  [
    'environmentUpdate.databaseMachineType: config.databaseConfig.machineType: must be one of db-n1-standard-2, db-n1-standard-4, db-n1-standard-8, db-n1-standard-16, got "db-n1-standard-3" (machine-type)',
    () => force.databaseMachineType?.("db-n1-standard-3"),
  ],
  [
    `environmentUpdate.webServerMachineType: config.webServerConfig.machineType: must be one of ${webServersOf("composer")}, got "-n1-webserver-2" (machine-type)`,
    () => force.webServerMachineType?.("-n1-webserver-2"),
  ],
  [
    `environmentUpdate.webServerMachineType: config.webServerConfig.machineType: must be one of ${webServersOf("composer")}, got "<product>-n1-webserver-2" (machine-type)`,
    () => u.webServerMachineType("<product>-n1-webserver-2"),
  ],
  [
    `environmentUpdate.imageVersion: config.softwareConfig.imageVersion: must have the form ${imagesOf("composer", "airflow")}, got "2.9.7" (image-version)`,
    () => u.imageVersion("2.9.7"),
  ],
  [
    `parseImageVersion: must have the form ${imagesOf("composer", "airflow")}, got "2.9.7" (image-version)`,
    () => parseImageVersion("2.9.7"),
  ],
  [
    `planEnvironmentUpdates: config.softwareConfig.imageVersion: must have the form ${imagesOf("<product>", "<engine>")}, got "2.9.7" (image-version)`,
    () => planEnvironmentUpdates({}, withImage("2.9.7"), { naming: vendorNaming }),
  ],
  [
    `planEnvironmentUpdates: config.softwareConfig.imageVersion: must have the form ${imagesOf("word", "engine")}, got "2.9.7" (image-version)`,
    () => plan(current, withImage("2.9.7")),
  ],
  [
    'environmentUpdate.unlisted: updateMask: "labels.a" is an updatable path: use the constructor for this path (path-listed)',
    () => u.unlisted(["labels.a"], {}),
  ],
  [
    'environmentUpdate.unlisted: updateMask: "config..x" is not a valid path: names separated by dots, without commas, backticks or white space (path-listed)',
    () => u.unlisted(["config..x"], {}),
  ],
  [
    "environmentUpdate.fromMask: updateMask: must name at least one path: an empty mask changes nothing (mask-empty)",
    () => fromMask([], {}),
  ],
  [
    "environmentUpdate.fromMask: updateMask: must contain paths as strings, got a number (member-type)",
    () => fromMask(["labels", 5], {}),
  ],
  [
    `environmentUpdate.fromMask: labels["a,labels.b"]: ${BAD_NAME}`,
    () => fromMask("labels.a,labels.b", {}), // one string is one path
  ],
  [
    'environmentUpdate.fromMask: updateMask: names "labels.a" more than once (mask-duplicate)',
    () => fromMask(["labels.a", "labels.a"], {}),
  ],
  [
    "environmentUpdate.fromMask: environment: must be an object, got null (member-type)",
    () => fromMask(["labels"], null),
  ],
  [
    "environmentUpdate.fromMask: environment: must be an object, got a list (member-type)",
    () => fromMask(["labels"], []),
  ],
  [
    "environmentUpdate.fromMask: environment: must be an object, got a string (member-type)",
    () => fromMask(["labels"], "x"),
  ],
  [
    "environmentUpdate.fromMask: config: must not be a circular reference (json-value)",
    () => fromMask(["labels"], cyclic),
  ],
  [
    "environmentUpdate.fromMask: labels: must not be null; omit the map to clear it (member-type)",
    () => fromMask(["labels"], { labels: null }),
  ],
  [
    `environmentUpdate.fromMask: 2 problems
  labels.a: must be a string, got null; omit the entry to delete it (member-type)
  labels.b: must be a string, got a number (member-type)`,
    () => fromMask(["labels.a", "labels.b"], { labels: { a: null, b: 5 } }),
  ],
  [
    "environmentUpdate.fromMask: labels.b: is not named by the mask, so it would not be changed (body-outside-mask)",
    () => fromMask(["labels.a"], { labels: { a: "", b: "" } }),
  ],
  [
    "environmentUpdate.fromMask: labels.b: is not named by the mask, so it would not be changed (body-outside-mask)",
    () => fromMask(["labels.a"], { labels: { b: "" } }),
  ],
  ["parseUpdateMask: updateMask: must be a string, got a number (member-type)", () => parseUpdateMask(5 as never)],
  [
    'parseUpdateMask: updateMask: can contain only one update type; send several updates instead of "labels.a", "config.nodeCount" (one-update-type)',
    () => parseUpdateMask("labels.a,config.nodeCount"),
  ],
  [
    'parseUpdateMask: updateMask: "labels" replaces the whole map; name the map or its entries, not both (map-or-members)',
    () => parseUpdateMask("labels.a,labels"),
  ],
  [
    'parseUpdateMask: updateMask: "config.nope" is not an updatable path; if the service accepts it, use environmentUpdate.unlisted (path-listed)',
    () => parseUpdateMask("config.nope"),
  ],
  [
    'parseUpdateMask: updateMask: "config.nodeCont" is not an updatable path; did you mean "config.nodeCount"? (path-listed)',
    () => parseUpdateMask("config.nodeCont"),
  ],
  [
    'parseUpdateMask: updateMask: "config.softwareConfig.pypiPackage.a.b" is not an updatable path; did you mean "config.softwareConfig.pypiPackages.a.b"? (path-listed)',
    () => parseUpdateMask("config.softwareConfig.pypiPackage.a.b"),
  ],
  [
    'parseUpdateMask: updateMask: "config.nodeCount.x" is not an updatable path; did you mean "config.nodeCount"? (path-listed)',
    () => parseUpdateMask("config.nodeCount.x"),
  ],
  [
    'parseUpdateMask: updateMask: "config.databaseConfig" is not an updatable path; did you mean "config.databaseConfig.machineType"? (path-listed)',
    () => parseUpdateMask("config.databaseConfig"),
  ],
  [
    'parseUpdateMask: updateMask: "config.softwareConfig" is not an updatable path; name a path below it, such as "config.softwareConfig.pypiPackages" (path-listed)',
    () => parseUpdateMask("config.softwareConfig"),
  ],
  [
    `parseUpdateMask: 3 problems
  updateMask: can contain only one update type; send several updates instead of "labels.a b", "config.softwareConfig.pypiPackages.c d" (one-update-type)
  labels["a b"]: ${BAD_NAME}
  config.softwareConfig.pypiPackages["c d"]: ${BAD_NAME}`,
    () => parseUpdateMask("labels.a b,config.softwareConfig.pypiPackages.c d"),
  ],
  [
    "parseEnvironmentUpdate: must be an object with updateMask and environment, got a number (member-type)",
    () => parse(5),
  ],
  ["parseEnvironmentUpdate: is not valid JSON (member-type)", () => parse("{")],
  [
    "parseEnvironmentUpdate: updateMask: must be a string of comma-separated paths, got nothing (member-type)",
    () => parse({}),
  ],
  [
    `parseEnvironmentUpdate: 2 problems
  updateMask: must be a string of comma-separated paths, got a number (member-type)
  extra: is not a field of an update (member-type)`,
    () => parse({ updateMask: 5, extra: 1 }),
  ],
  [
    `parseEnvironmentUpdate: 2 problems
  extra: is not a field of an update (member-type)
  environment: must be an object, got a list (member-type)`,
    () => parse({ updateMask: "labels", extra: 1, environment: [] }),
  ],
  [
    "parseEnvironmentUpdate: config.environmentSize: is only for images word-2.*.*-engine-*.*.* and newer, not for word-1.20.12-engine-2.4.3 (image-too-old-or-new)",
    () => parse(u.environmentSize("ENVIRONMENT_SIZE_SMALL"), current),
  ],
  [
    "parseEnvironmentUpdate: config.nodeCount: is only for images word-1.*.*-engine-*.*.*, not for word-2.0.0-engine-2.4.3 (image-too-old-or-new)",
    () => parse(u.nodeCount(4), withImage("word-2.0.0-engine-2.4.3")),
  ],
  [
    "parseEnvironmentUpdate: config.softwareConfig.schedulerCount: is only for images word-1.*.*-engine-2.*.*, not for word-1.20.12-engine-1.10.15 (image-too-old-or-new)",
    () => parse(u.schedulerCount(1), withImage("word-1.20.12-engine-1.10.15")),
  ],
  [
    'parseEnvironmentUpdate: config.softwareConfig.imageVersion: must not decrease the version of word, of engine or of the build in word-1.20.12-engine-2.4.3, got "word-1.20.13-engine-2.4.2" (image-downgrade)',
    () => parse(u.imageVersion("word-1.20.13-engine-2.4.2"), current),
  ],
  [
    'parseEnvironmentUpdate: config.softwareConfig.imageVersion: must stay on word 1 and engine 2, such as "word-1-engine-2", got "word-2.0.0-engine-2.4.3" (image-major-version)',
    () => parse(u.imageVersion("word-2.0.0-engine-2.4.3"), current),
  ],
  [
    'parseEnvironmentUpdate: config.softwareConfig.imageVersion: must stay on engine 2, got "word-latest-engine-3" (image-major-version)',
    () => parse(u.imageVersion("word-latest-engine-3"), withImage("word-latest-engine-2")),
  ],
  [
    "parseEnvironmentUpdate: config.softwareConfig.schedulerCount: leaves 5 schedulers on 4 nodes: there must not be more schedulers than nodes (schedulers-beyond-nodes)",
    () => parse(u.schedulerCount(5), current),
  ],
  [
    "parseEnvironmentUpdate: config.nodeCount: leaves 4 schedulers on 3 nodes: there must not be more schedulers than nodes (schedulers-beyond-nodes)",
    () => parse(u.nodeCount(3), current),
  ],
  [
    'parseEnvironmentUpdate: config.webServerConfig.machineType: must have the product word, as in the environment, got "other-n1-webserver-2" (one-product)',
    () => parse(u.webServerMachineType("other-n1-webserver-2"), current),
  ],
  [
    'parseEnvironmentUpdate: config.softwareConfig.imageVersion: must have the engine engine, as in the environment, got "word-1.20.13-other-2.4.3" (one-product)',
    () => parse(u.imageVersion("word-1.20.13-other-2.4.3"), current),
  ],
  [
    // No issue says that the product differs, because the value contains no product.
    `parseEnvironmentUpdate: config.webServerConfig.machineType: must be one of ${webServersOf("word")}, got "9-other-n1-webserver-2" (machine-type)`,
    () =>
      parse(
        {
          updateMask: "config.webServerConfig.machineType",
          environment: { config: { webServerConfig: { machineType: "9-other-n1-webserver-2" } } },
        },
        current,
      ),
  ],
  [
    `planEnvironmentUpdates: 3 problems
  name: differs, but no mask can change it; the first argument is the current environment (no-mask-for-it)
  config.nodeCount: is set, but no mask can clear it (no-mask-for-it)
  labels: expected an object, got a number (member-type)`,
    () => plan({ config: { nodeCount: 3 } }, { name: "x", labels: 5, config: { nodeCount: null } }),
  ],
  [
    "planEnvironmentUpdates: name: differs, but no mask can change it (no-mask-for-it)",
    () => plan({ name: "y" }, { name: "x" }),
  ],
  [
    "planEnvironmentUpdates: config.nodeCont: is not a field of an environment; did you mean config.nodeCount? (no-mask-for-it)",
    () => plan({}, { config: { nodeCont: 3 } }),
  ],
  [
    "planEnvironmentUpdates: config: differs, but no mask can change it (no-mask-for-it)",
    () => plan({}, { config: 5 }),
  ],
  [
    "planEnvironmentUpdates: nodeCount: is not a field of an environment; did you mean config.nodeCount? (no-mask-for-it)",
    () => plan({}, { nodeCount: 3 }),
  ],
  ["planEnvironmentUpdates: desired: must be an object, got a number (member-type)", () => plan({}, 5)],
])("rejects with the message: %s", (message, work) => {
  expect(thrown(work)).toMatchObject({ code: "invalid_request", message: `[invalid_request] ${message}` });
});
