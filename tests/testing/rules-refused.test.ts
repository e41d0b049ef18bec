import { googleNaming, type Naming, vendorNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { type RuleRow, serviceRules } from "../../src/checks/rules.js";
import { searchRules } from "../../src/entities/rules.js";
import { updateRules } from "../../src/environments/update/rules.js";
import { specTranslation } from "../../src/naming/translate.js";
import { policyRules } from "../../src/warehouse/rules/datasets-and-policies.js";
import { tableRules } from "../../src/warehouse/rules/warehouse-rules.js";
import { createTestClock } from "../support/test-clock.js";
import { NOW, type RuleCase } from "../warehouse/rules/check-rules.js";
import { tableRuleCases } from "../warehouse/rules/table-rule-cases.js";
import { call } from "./raw-call.js";

// Every rule that has a source, and that the service is not known to ignore, is refused over HTTP.

const tables: Readonly<Record<string, RuleCase>> = tableRuleCases;

/** Values that Google's service refuses, where it accepts most of those that the specification excludes. */
const column = (column: object) => ({ schema: { fields: [{ name: "a", type: "NUMERIC", ...column }] } });
const google: Readonly<Record<string, readonly [table: object, path: string]>> = {
  "default-rounding-mode": [{ defaultRoundingMode: "ROUND_HALF_EVEM" }, "defaultRoundingMode"],
  "field-mode": [column({ mode: "NULABLE" }), "schema.fields[0].mode"],
  "field-rounding-mode": [column({ roundingMode: "ROUND_HALF_EVEM" }), "schema.fields[0].roundingMode"],
  "field-name-form": [column({ name: "a.b" }), "schema.fields[0].name"],
  "source-compression": [
    { externalDataConfiguration: { sourceFormat: "CSV", sourceUris: ["gs://b/o"], autodetect: true, compression: "" } },
    "externalDataConfiguration.compression",
  ],
  "source-format": [
    { externalDataConfiguration: { sourceFormat: "PARQET", sourceUris: ["gs://b/o"] } },
    "externalDataConfiguration.sourceFormat",
  ],
};

/** The rules that a sandbox enforces under a profile. */
function enforced(rules: readonly RuleRow[], naming: Naming): string[] {
  const settings = serviceRules(rules, naming.rules);
  return rules.map(({ id }) => id).filter((id) => settings[id] === "error");
}

function setUp(naming: Naming): Sandbox {
  const sandbox = createSandbox({ naming, clock: createTestClock(NOW) });
  for (const tableId of ["view", "u"]) {
    const schema = { fields: [{ name: tableId === "u" ? "id" : "x", type: "INTEGER" }] };
    sandbox.warehouse.tables.add({ tableReference: { projectId: "p", datasetId: "d", tableId }, schema });
  }
  return sandbox;
}

const profiles = [googleNaming, vendorNaming];

test.each(profiles.flatMap((naming) => enforced(tableRules, naming).map((id) => [naming.name, id, naming] as const)))(
  "under the profile %s, the sandbox refuses a table that breaks %s",
  async (_, id, naming) => {
    const first = naming === googleNaming ? google[id] : undefined;
    const cases = [...(first ? [first] : []), ...(tables[id]?.breaks ?? [])];
    const refused = [];
    for (const [table, at] of cases) {
      const tableReference = { projectId: "p", datasetId: "d", tableId: "t" };
      const body = { tableReference, ...table };
      const sent = naming === vendorNaming ? specTranslation.toWire("Table", body) : body;
      const path = `/${naming.servicePath}/v2/projects/p/datasets/d/tables`;
      const { status, json } = await call(setUp(naming), "POST", path, { body: sent });
      if (status === 400 && json.error.errors.some(({ location }) => location === at)) refused.push(table);
    }
    expect(refused).toContain(cases[0]?.[0]);
  },
);

const policies: Readonly<Record<string, object>> = {
  "iam-role-form": { bindings: [{ role: "viewer", members: ["allUsers"] }] },
  "iam-policy-version": { version: 2 },
  "iam-condition-version": {
    bindings: [{ role: "roles/viewer", members: ["allUsers"], condition: { expression: "a" } }],
  },
  "iam-member-form": { bindings: [{ role: "roles/viewer", members: ["ada@example.com"] }] },
};

test.each(enforced(policyRules, googleNaming))("the sandbox refuses a policy that breaks %s", async (id) => {
  const path = "/bigquery/v2/projects/p/datasets/d/tables/u:setIamPolicy";
  const { status, json } = await call(setUp(googleNaming), "POST", path, { body: { policy: policies[id] } });
  expect([status, json.error.code]).toEqual([400, 400]);
});

const searches: Readonly<Record<string, string>> = {
  "entity-limit-range": "query=a&limit=501",
  "entity-language-code": "query=a&languages=german",
  "entity-id-form": "ids=Q64",
  "entity-text-unicode": "", // a URL cannot contain an unpaired surrogate
};

test.each(enforced(searchRules, googleNaming))("the sandbox refuses a search that breaks %s", async (id) => {
  const query = searches[id];
  expect(query).toBeDefined();
  if (query === "") return;
  const { status } = await call(setUp(googleNaming), "GET", `/v1/entities:search?key=k&${query}`);
  expect(status).toBe(400);
});

const imageVersion = (version: string) => ({ config: { softwareConfig: { imageVersion: version } } });
const IMAGE = "config.softwareConfig.imageVersion";
const OVERRIDES = "config.softwareConfig.airflowConfigOverrides";
const label = (key: string, value: string): [string, object] => [`labels.${key}`, { labels: { [key]: value } }];

const entry = (map: string, key: string): [string, object] => [
  `config.softwareConfig.${map}`,
  { config: { softwareConfig: { [map]: { [key]: "1" } } } },
];
const maintenance = (fields: object): [string, object] => {
  const valid = { startTime: "2026-01-02T00:00:00Z", endTime: "2026-01-02T06:00:00Z", recurrence: "FREQ=DAILY" };
  return ["config.maintenanceWindow", { config: { maintenanceWindow: { ...valid, ...fields } } }];
};
const range = (allowed: object): [string, object] => [
  "config.webServerNetworkAccessControl",
  { config: { webServerNetworkAccessControl: { allowedIpRanges: [allowed] } } },
];

const updates: Readonly<Record<string, [mask: string, body: object]>> = {
  "mask-empty": ["", {}],
  "path-listed": ["config", { config: { nodeCount: 4 } }],
  "one-update-type": ["labels.a,config.nodeCount", { labels: { a: "b" }, config: { nodeCount: 5 } }],
  "map-or-members": ["labels,labels.a", { labels: { a: "b" } }],
  "member-name": ["labels.a b", { labels: { "a b": "c" } }],
  "override-key": [`${OVERRIDES}.core`, { config: { softwareConfig: { airflowConfigOverrides: { core: "1" } } } }],
  "value-missing": ["config.nodeCount", {}],
  "count-too-small": ["config.nodeCount", { config: { nodeCount: 2 } }],
  "machine-type": ["config.databaseConfig.machineType", { config: { databaseConfig: { machineType: "huge" } } }],
  "triggerer-cpu": ["config.workloadsConfig", { config: { workloadsConfig: { triggerer: { cpu: 2 } } } }],
  "image-version": [IMAGE, imageVersion("2.9.6")],
  "image-too-old-or-new": ["config.environmentSize", { config: { environmentSize: "ENVIRONMENT_SIZE_LARGE" } }],
  "image-downgrade": [IMAGE, imageVersion("composer-1.20.11-airflow-2.4.3")],
  "image-major-version": [IMAGE, imageVersion("composer-2.9.6-airflow-2.9.3")],
  "schedulers-beyond-nodes": [
    "config.softwareConfig.schedulerCount",
    { config: { softwareConfig: { schedulerCount: 9 } } },
  ],
  "label-key-length": label("k".repeat(64), "v"),
  "label-value-length": label("k", "v".repeat(64)),
  "label-key-characters": label("teaM", "v"),
  "label-value-characters": label("team", "A b"),
  "label-key-start": label("1st", "v"),
  "env-variable-name": entry("envVariables", "1A"),
  "env-variable-reserved": entry("envVariables", "GCS_BUCKET"),
  "env-variable-of-service": entry("envVariables", "PATH"),
  "pypi-name": entry("pypiPackages", "numpy==1"),
  "pypi-identifier": entry("pypiPackages", "numpy-"),
  "override-blocked": entry("airflowConfigOverrides", "core-dags_folder"),
  "override-limit": [
    OVERRIDES,
    { config: { softwareConfig: { airflowConfigOverrides: { "celery-worker_concurrency": "100" } } } },
  ],
  "maintenance-times": maintenance({ endTime: "2026-01-01T00:00:00Z" }),
  "maintenance-recurrence": maintenance({ recurrence: "FREQ=MONTHLY" }),
  "maintenance-length": maintenance({ endTime: "2026-01-02T01:00:00Z" }),
  "ip-range": range({ value: "1.2.3.4/24" }),
  "ip-range-description": range({ value: "1.2.3.4", description: "x".repeat(301) }),
  "environment-value": ["config.environmentSize", { config: { environmentSize: "LARGE" } }],
};

/** What the service is known to ignore, although clients reject it. */
const IGNORED: readonly string[] = ["body-outside-mask"];

test.each(enforced(updateRules, googleNaming).filter((id) => !IGNORED.includes(id)))(
  "the sandbox refuses an update of an environment that breaks %s",
  async (id) => {
    const [mask, body] = updates[id] ?? ["", undefined];
    expect(body).toBeDefined();
    const sandbox = setUp(googleNaming);
    const name = "projects/p/locations/l/environments/e";
    const image = id === "override-limit" ? "composer-3-airflow-2.10.5" : "composer-1.20.12-airflow-2.4.3";
    const softwareConfig = { imageVersion: image, schedulerCount: 1 };
    sandbox.environments.add({ name, labels: { b: "c" }, config: { nodeCount: 3, softwareConfig } });
    const before = sandbox.snapshot();
    const path = `/v1beta1/${name}?updateMask=${encodeURIComponent(mask)}`;
    expect((await call(sandbox, "PATCH", path, { body })).status).toBe(400);
    expect(sandbox.snapshot()).toEqual(before);
  },
);
