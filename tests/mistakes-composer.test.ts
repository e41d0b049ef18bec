import {
  type ClientEvent,
  createClient,
  type EnvironmentUpdate,
  type Issue,
  isFourfoldError,
  parseEnvironmentUpdate,
  environmentUpdate as update,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "./support/rejection.js";

// Mistakes in updates of environments: the error of the client before anything is sent, and the response of the sandbox
// to a
// client without validation.

interface Mistake {
  readonly title: string;
  readonly call: { readonly updateMask: string; readonly environment: object };
  readonly client: Issue & { readonly kind: "error" | "warning" };
  readonly sandbox: string;
}

const name = "projects/p/locations/l/environments/e";
const software = (softwareConfig: object) => ({ config: { softwareConfig } });
const VARIABLES = "config.softwareConfig.envVariables";
const ACCESS = "config.webServerNetworkAccessControl";
const NETWORKS = "config.masterAuthorizedNetworksConfig";
const NODES = "config.nodeConfig";
const WINDOW = "config.maintenanceWindow";
const window = { startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-01T04:00:00Z", recurrence: "FREQ=DAILY" };
const maintain = (changes: object) => ({
  updateMask: WINDOW,
  environment: { config: { maintenanceWindow: { ...window, ...changes } } },
});
const ranges = (...values: string[]) => ({
  updateMask: ACCESS,
  environment: { config: { webServerNetworkAccessControl: { allowedIpRanges: values.map((value) => ({ value })) } } },
});

/** A mistake for which the client and the sandbox have the same message. */
function mistake(
  title: string,
  call: Mistake["call"],
  rule: string,
  path: string,
  message: string,
  kind: "error" | "warning" = "error",
): Mistake {
  return { title, call, client: { kind, path, rule, message }, sandbox: `Found 1 problem: 1) ${path}: ${message}` };
}

const ONLY = "only lower-case letters, letters without case, digits, underscores and dashes";

const mistakes: readonly Mistake[] = [
  mistake(
    "a label with a capital letter",
    { updateMask: "labels.costCenter", environment: { labels: { costCenter: "4711" } } },
    "label-key-characters",
    "labels.costCenter",
    `must have a key that contains ${ONLY}, got "costCenter"`,
  ),
  mistake(
    "a label that starts with a digit, in a whole map",
    { updateMask: "labels", environment: { labels: { "1st": "" } } },
    "label-key-start",
    'labels["1st"]',
    'must have a key that starts with a lower-case letter or a letter without case, got "1st"',
  ),
  mistake(
    "a label with a long key",
    { updateMask: "labels", environment: { labels: { ["k".repeat(64)]: "" } } },
    "label-key-length",
    `labels.${"k".repeat(64)}`,
    "must have a key of at most 63 characters, got 64",
  ),
  mistake(
    "a label with a sentence as its value",
    { updateMask: "labels.team", environment: { labels: { team: "Data Team" } } },
    "label-value-characters",
    "labels.team",
    `must have a value that is empty or contains ${ONLY}, got "Data Team"`,
  ),
  mistake(
    "a label with a long value",
    { updateMask: "labels.team", environment: { labels: { team: "v".repeat(64) } } },
    "label-value-length",
    "labels.team",
    "must have a value of at most 63 characters, got 64",
  ),
  mistake(
    "an environment variable with a dash",
    { updateMask: VARIABLES, environment: software({ envVariables: { "LOG-LEVEL": "debug" } }) },
    "env-variable-name",
    `${VARIABLES}["LOG-LEVEL"]`,
    'must have a name of letters, digits and underscores that does not start with a digit, got "LOG-LEVEL"',
  ),
  mistake(
    "an environment variable that Cloud Composer sets",
    { updateMask: VARIABLES, environment: software({ envVariables: { GCS_BUCKET: "mine" } }) },
    "env-variable-reserved",
    `${VARIABLES}.GCS_BUCKET`,
    "is reserved: Cloud Composer sets it",
  ),
  mistake(
    "a setting of Airflow as an environment variable",
    { updateMask: VARIABLES, environment: software({ envVariables: { AIRFLOW__CORE__PARALLELISM: "64" } }) },
    "env-variable-reserved",
    `${VARIABLES}.AIRFLOW__CORE__PARALLELISM`,
    "would override a setting of Airflow; use airflowConfigOverrides",
  ),
  mistake(
    "a host name as an IP range",
    ranges("10.0.0.0/8", "office.example"),
    "ip-range",
    `${ACCESS}.allowedIpRanges[1].value`,
    'must be an IP address or a range in CIDR notation, such as "192.168.0.0/16" or "2001:db8::/32", got "office.example"',
  ),
  mistake(
    "a prefix that is too long",
    ranges("2001:db8::/129"),
    "ip-range",
    `${ACCESS}.allowedIpRanges[0].value`,
    'must be an IP address or a range in CIDR notation, such as "192.168.0.0/16" or "2001:db8::/32", got "2001:db8::/129"',
  ),
  mistake(
    "a network without a prefix",
    {
      updateMask: NETWORKS,
      environment: {
        config: { masterAuthorizedNetworksConfig: { enabled: true, cidrBlocks: [{ cidrBlock: "10.0.0.1" }] } },
      },
    },
    "ip-range",
    `${NETWORKS}.cidrBlocks[0].cidrBlock`,
    'must be an IP range in CIDR notation, such as "192.168.0.0/16" or "2001:db8::/32", got "10.0.0.1"',
  ),
  mistake(
    "a maintenance window that starts at a time of day",
    maintain({ startTime: "04:00" }),
    "maintenance-window-time",
    `${WINDOW}.startTime`,
    'must be an RFC 3339 timestamp such as "2026-01-01T04:00:00Z", got "04:00"',
  ),
  mistake(
    "a maintenance window that ends before it starts",
    maintain({ endTime: "2025-12-31T23:00:00Z" }),
    "maintenance-window-time",
    `${WINDOW}.endTime`,
    'must be after startTime, got "2025-12-31T23:00:00Z"',
  ),
  mistake(
    "a maintenance window with a monthly recurrence",
    maintain({ recurrence: "FREQ=MONTHLY" }),
    "maintenance-window-recurrence",
    `${WINDOW}.recurrence`,
    'must be daily or weekly, such as "FREQ=DAILY" or "FREQ=WEEKLY;BYDAY=TU,WE", got "FREQ=MONTHLY"',
  ),
  mistake(
    "a typo in a size",
    { updateMask: "config.environmentSize", environment: { config: { environmentSize: "ENVIRONMENT_SIZE_LARG" } } },
    "environment-value",
    "config.environmentSize",
    '"ENVIRONMENT_SIZE_LARG" is not known; did you mean "ENVIRONMENT_SIZE_LARGE"?',
    "warning",
  ),
  mistake(
    "a size without its prefix",
    { updateMask: "config.environmentSize", environment: { config: { environmentSize: "SMALL" } } },
    "environment-size",
    "config.environmentSize",
    'must be a size such as "ENVIRONMENT_SIZE_SMALL", got "SMALL"',
    "warning",
  ),
  mistake(
    "a typo in a value of a path that the table does not list",
    { updateMask: "config.resilienceMode", environment: { config: { resilienceMode: "HIGH_RESILIENC" } } },
    "environment-value",
    "config.resilienceMode",
    '"HIGH_RESILIENC" is not known; did you mean "HIGH_RESILIENCE"?',
    "warning",
  ),
  {
    title: "a network without its subnetwork",
    call: { updateMask: `${NODES}.network`, environment: { config: { nodeConfig: { network: "n" } } } },
    client: {
      kind: "error",
      path: "updateMask",
      rule: "paths-together",
      message: `"${NODES}.network" can be updated only together with "${NODES}.subnetwork"`,
    },
    sandbox: `Found 1 problem: 1) These paths can be updated only together: ${NODES}.network,${NODES}.subnetwork`,
  },
  {
    title: "two changes at once, of paths that the table does not list",
    call: {
      updateMask: `config.resilienceMode,${NETWORKS}`,
      environment: { config: { resilienceMode: "HIGH_RESILIENCE", masterAuthorizedNetworksConfig: { enabled: true } } },
    },
    client: {
      kind: "error",
      path: "updateMask",
      rule: "one-update-type",
      message: `can contain only one update type; send several updates instead of "config.resilienceMode", "${NETWORKS}"`,
    },
    sandbox: `Found 1 problem: 1) Only one update type is allowed in one request: config.resilienceMode,${NETWORKS}`,
  },
];

function setUp(validation: "on" | "off") {
  const sandbox = createSandbox();
  sandbox.environments.add({ name, labels: { Old: "" } });
  const events: ClientEvent[] = [];
  const client = createClient({
    ...sandbox.clientOptions,
    validation: { requests: validation, responses: "strict" },
    onEvent: (event) => events.push(event),
  });
  const warnings = () => events.flatMap((event) => (event.type === "warning" ? [event.issue] : []));
  return { client, sandbox, warnings };
}

test.each(mistakes)("the client reports $title", async ({ call, client: { kind, ...issue } }) => {
  const { client, sandbox, warnings } = setUp("on");
  const error = await rejection(client.environments.patch(name, call as EnvironmentUpdate));
  if (kind === "error") {
    expect(error).toMatchObject({ code: "invalid_request", issues: [issue] });
    expect(sandbox.requests).toEqual([]);
    expect(thrown(() => parseEnvironmentUpdate(call, { unlisted: true }))).toMatchObject({ issues: [issue] });
  } else {
    expect(warnings()).toEqual([issue]);
    expect(sandbox.requests).toHaveLength(1);
  }
});

test.each(mistakes)("the sandbox rejects $title", async ({ call, sandbox: serviceMessage }) => {
  const { client } = setUp("off");
  const error = await rejection(client.environments.patch(name, call as EnvironmentUpdate));
  if (!isFourfoldError(error, "bad_request")) throw error;
  expect(error.serviceMessage).toBe(serviceMessage);
});

const accepted: readonly [title: string, call: object][] = [
  ["labels in any script, and an empty value", update.labels({ größe: "", 色: "赤_1-2" })],
  ["a deleted label", update.labels({ Old: null })],
  ["variables", update.envVariables.replace({ _a1: "", AIRFLOW_VAR_X: "1", AIRFLOW__X: "1" })],
  ["IP addresses and ranges", ranges("192.168.1.1", "10.0.0.0/8", "::/0", "2001:0db8::8a2e:370:7334")],
  [
    "a weekly window in another time zone",
    maintain({ recurrence: "FREQ=WEEKLY;BYDAY=SA,SU", endTime: "2026-01-01T09:00:00+02:00" }),
  ],
  ["a size that may be added later", update.environmentSize("ENVIRONMENT_SIZE_GIGANTIC")],
  [
    "a network with its subnetwork",
    update.unlisted([`${NODES}.network`, `${NODES}.subnetwork`], {
      config: { nodeConfig: { network: "n", subnetwork: "s" } },
    }),
  ],
];

test.each(accepted)("client and sandbox accept %s", async (_, call) => {
  const { client, warnings } = setUp("on");
  await (await client.environments.patch(name, call as EnvironmentUpdate)).wait();
  expect(warnings()).toEqual([]);
});
