import {
  createClient,
  isFourfoldError,
  parseEnvironmentUpdate,
  environmentUpdate as u,
  type WarningEvent,
} from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";

const name = "projects/p/locations/l/environments/e";
const window = (recurrence: string, startTime = "2026-01-02T00:00:00Z", endTime = "2026-01-02T06:00:00Z") =>
  u.maintenanceWindow({ startTime, endTime, recurrence });
const range = (value: string, description?: string) =>
  u.webServerNetworkAccessControl({
    allowedIpRanges: [{ value, description }].map((each) => JSON.parse(JSON.stringify(each))),
  });
const networks = (...blocks: string[]) =>
  u.unlisted(["config.masterAuthorizedNetworksConfig"], {
    config: {
      masterAuthorizedNetworksConfig: { enabled: true, cidrBlocks: blocks.map((cidrBlock) => ({ cidrBlock })) },
    },
  });

const rejected: [rule: string, work: () => unknown][] = [
  ...["1A", "A-B", "A.B", "", "Ä", "A B"].map((key): [string, () => unknown] => [
    "env-variable-name",
    () => u.envVariables.replace({ [key]: "" }),
  ]),
  ["env-variable-reserved", () => u.envVariables.replace({ AIRFLOW__CORE__PARALLELISM: "1" })],
  ["env-variable-reserved", () => u.envVariables.replace({ GCS_BUCKET: "b" })],
  ["env-variable-reserved", () => u.envVariables.replace({ AIRFLOW_HOME: "/" })],
  ...["apache-beam[gcp]", "numpy==1.26", "numpy>=2", "a;b", "a@b", "a<2"].map((key): [string, () => unknown] => [
    "pypi-name",
    () => u.pypiPackages({ [key]: "" }),
  ]),

  ["maintenance-times", () => window("FREQ=DAILY", "2026-01-02 00:00:00")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-01-02T00:00:00Z", "2026-13-02T06:00:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-02-30T03:00:00Z", "2026-02-30T07:00:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-02-28T03:00:00Z", "2026-02-29T03:00:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-01-02T18:00:00Z", "2026-01-02T24:00:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-01-02T03:00Z", "2026-01-02T09:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "00:00", "2026-01-02T06:00:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-01-02T06:00:00Z", "2026-01-02T06:00:00Z")],
  ["maintenance-times", () => window("FREQ=DAILY", "2026-01-02T06:00:00Z", "2026-01-02T07:00:00+02:00")],
  ...["FREQ=MONTHLY", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=TUE", "DAILY", ""].map(
    (recurrence): [string, () => unknown] => ["maintenance-recurrence", () => window(recurrence)],
  ),
  ...[
    "composer-2.9-airflow-2.9.3",
    "composer-2.15-airflow-2",
    "composer-latest-airflow-latest",
    "composer-2.9.7.1-airflow-2.9.3",
  ].map((version): [string, () => unknown] => ["image-version", () => u.imageVersion(version)]),
];

test.each(rejected)("rejects with %s: %s", (rule, work) => {
  const error = thrown(work);
  if (!isFourfoldError(error, "invalid_request")) throw error;
  expect(error.issues.map((issue) => issue.rule)).toEqual([rule]);
});

const warned: [rule: string, update: ReturnType<typeof range>, isRefused: boolean][] = [
  ["env-variable-of-service", u.envVariables.replace({ PATH: "/bin" }), true],
  ["env-variable-of-service", u.envVariables.replace({ COMPOSER_GKE_ZONE: "z" }), true],
  ["env-variable-of-service", u.envVariables.replace({ COMPOSER_ENVIRONMENT_SIZE: "small" }), true],
  ["env-variable-of-service", u.envVariables.replace({ GOOGLE_CLOUD_PROJECT: "p" }), true],
  ["pypi-form", u.pypiPackages({ "Flask-Login": "==0.6" }), false],
  ...[
    "nümpy",
    "a/b",
    "n:p",
    "numpy%",
    "numpy-",
    "-numpy",
    "num py",
    "git+https://h/x",
    'x, got "y',
    "",
    `${"n".repeat(999)}-`,
  ].map((key): [string, ReturnType<typeof range>, boolean] => [
    "pypi-identifier",
    u.pypiPackages.replace({ [key]: "" }),
    true,
  ]),
  ...["1.26", "latest", "=1.26", "[GCP]", "[gcp", ">=1,", ">= ", "==1.0 ==2.0"].map(
    (value): [string, ReturnType<typeof range>, boolean] => ["pypi-form", u.pypiPackages({ numpy: value }), false],
  ),
  ["override-blocked", u.airflowConfigOverrides({ "core-dags_folder": "d" }), true],
  ["override-blocked", u.airflowConfigOverrides({ "cli-anything": "d" }), true],
  ["override-snake-case", u.airflowConfigOverrides({ "core-dagsArePaused": "d" }), false],
  ["override-snake-case", u.airflowConfigOverrides({ "core-Parallelism": "d" }), false],
  ["override-snake-case", u.airflowConfigOverrides({ "Core-parallelism": "d" }), false],
  ["override-snake-case", u.airflowConfigOverrides({ "core-dags-are-paused": "d" }), false],
  ["triggerer-cpu", u.workloadsConfig({ triggerer: { count: 1, cpu: 2.25, memoryGb: 4 } }), true],
  ...[
    "1.2.3.4/24",
    "2001:db8::1/32",
    "vpn.example.com",
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "010.0.0.0/8",
    "256.0.0.0/8",
    "10.0.0.0/08",
    "10.0.0.0/",
    "",
    "1:2:3/16",
    "::1::/16",
    "fe80::1%eth0",
    "128.0.0.0/0",
    "[::1]",
  ].map((value): [string, ReturnType<typeof range>, boolean] => ["ip-range", range(value), true]),
  ...["abc", "", "10.0.0.1/8"].map((value): [string, ReturnType<typeof range>, boolean] => [
    "ip-range",
    networks(value),
    true,
  ]),
  ["ip-range-description", range("10.0.0.0/8", "x".repeat(301)), true],
  ["maintenance-length", window("FREQ=WEEKLY;BYDAY=TU"), true],
  ["maintenance-length", window("FREQ=WEEKLY;BYDAY=FR,FR,FR"), true],
  ["maintenance-length", window("FREQ=DAILY", "2026-01-02T00:00:00Z", "2026-01-02T03:00:00Z"), true],
];

test.each(warned)("warns with %s: %j", async (rule, update, isRefused) => {
  const events: WarningEvent[] = [];
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
  sandbox.environments.add({ name, config: { softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3" } } });
  const { environments } = createClient({
    ...sandbox.clientOptions,
    onEvent: (event) => void (event.type === "warning" && events.push(event)),
  });
  const result = environments.patch(name, update);
  if (isRefused) expect(await rejection(result)).toMatchObject({ status: 400 });
  else expect((await result).done).toBe(true);
  expect(events.map(({ issue }) => issue.rule)).toEqual([rule]);
  expect(parseEnvironmentUpdate(update)).toEqual(update);
});

const accepted = [
  u.envVariables.replace({ _a1: "", STAGE: "live", AIRFLOW_VAR_X: "1", AIRFLOW__X: "1" }),
  u.pypiPackages({ "apache-beam": "[gcp]>=2.50,<3", "ruamel.yaml": "", my_lib: "~=1.2", a: "[devel,gcp_api]" }),
  u.pypiPackages({ a: "[devel]>=1.8.2, <1.9.2", b: "===1.0", c: "==2.*", d: "!=1.0", e: "== 1.0.post1" }),
  u.airflowConfigOverrides({ "secrets-backend_kwargs": '{"project_id": "x"}', "core-parallelism": "64" }),
  u.airflowConfigOverrides({ "core-load_example": "True", "webserver-rbac": "true" }),
  u.workloadsConfig({ triggerer: { count: 1, cpu: 1, memoryGb: 4 } }),
  u.airflowConfigOverrides.replace({ "logging-logging_level": "DEBUG", "celery-worker_concurrency": "12" }),
  ...["::0/0", "::/0", "0.0.0.0/0", "192.168.1.1", "192.168.0.0/16", "2001:db8::/32", "2001:DB8::1"].map((each) =>
    range(each),
  ),
  range("2001:0db8:0000:0042:0000:8a2e:0370:7334", "é".repeat(300)),
  range("1.2.3.4/32"),
  range("128.0.0.0/1"),
  range("2001:db8:8000::/33"),
  networks("192.168.0.0/16", "10.0.0.0/8"),
  window("FREQ=DAILY"),
  window("FREQ=DAILY", "2028-02-29T03:00:00Z", "2028-02-29T07:00:00Z"),
  window("FREQ=WEEKLY;BYDAY=FR,SA,SU", "1970-01-01T00:00:00Z", "1970-01-01T04:00:00Z"),
  window("FREQ=WEEKLY;BYDAY=SA,SU", "2026-01-02T01:00:00.500+02:00", "2026-01-02T07:00:00.500+02:00"),
  ...["composer-2.15.2-airflow-2.10.5", "composer-3-airflow-2.10.5-build.36", "composer-3-airflow-3.1.0"].map((each) =>
    u.imageVersion(each),
  ),
  ...["composer-2-airflow-2", "composer-2-airflow-2.9", "composer-latest-airflow-2"].map((each) =>
    u.imageVersion(each),
  ),
  u.imageVersion("composer-2.0.0-preview.3-airflow-2.1.4"),
];

test.each(accepted)("accepts %j without a warning", async (update) => {
  const events: WarningEvent[] = [];
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
  sandbox.environments.add({ name });
  const { environments } = createClient({
    ...sandbox.clientOptions,
    onEvent: (event) => void (event.type === "warning" && events.push(event)),
  });
  expect((await environments.patch(name, update)).done).toBe(true);
  expect(events).toEqual([]);
});

const limited: [key: string, inside: string, outside: string][] = [
  ["celery-worker_concurrency", "24", "25"],
  ["celery-worker_concurrency", "1", "0"],
  ["core-dag_file_processor_timeout", "600", "601"],
  ["core-dagbag_import_timeout", "600.0", "900"],
  ["core-min_file_process_interval", "30", "5"],
  ["kubernetes_executor-worker_pods_queued_check_interval", "60", "61"],
  ["scheduler-scheduler_heartbeat_sec", "15", "1"],
  ["triggerer-job_heartbeat_sec", "30", "five"],
];

test.each(limited)("Cloud Composer 3 limits %s: %s is inside, %s is outside", async (key, inside, outside) => {
  const messages: string[] = [];
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
  const { environments } = createClient({
    ...sandbox.clientOptions,
    onEvent: (event) => void (event.type === "warning" && messages.push(`${event.issue.rule}: ${event.issue.message}`)),
  });
  for (const [id, imageVersion] of Object.entries({
    e2: "composer-2.9.7-airflow-2.9.3",
    e3: "composer-3-airflow-2.10.5",
  })) {
    const current = sandbox.environments.add({ name: `${name}${id}`, config: { softwareConfig: { imageVersion } } });
    await environments.patch(`${name}${id}`, u.airflowConfigOverrides({ [key]: inside }), { current });
    const result = environments.patch(`${name}${id}`, u.airflowConfigOverrides({ [key]: outside }), { current });
    if (id === "e3") expect(await rejection(result)).toMatchObject({ status: 400 });
    else expect((await result).done).toBe(true);
  }
  expect(messages).toEqual([expect.stringMatching(`^override-limit: .*Cloud Composer 3.*, got "${outside}"$`)]);
});

test("no message contains the credentials of a URL of a package", async () => {
  const messages: string[] = [];
  const sandbox = createSandbox({ clock: createTestClock(), operationMs: 0 });
  sandbox.environments.add({ name });
  const clientWith = (severity: "error" | "warn") =>
    createClient({
      ...sandbox.clientOptions,
      rules: { "pypi-form": severity },
      onEvent: (event) => void (event.type === "warning" && messages.push(event.issue.message)),
    }).environments;
  const urls = ["@ https://u:s3cr3t@h/x.whl", "@ git+https://s3cr3t@h/x", "@ https://h/x.whl?token=s3cr3t"];
  for (const url of urls) {
    const update = u.pypiPackages({ acme: url });
    await clientWith("warn").patch(name, update);
    messages.push(String(await rejection(clientWith("error").patch(name, update))));
  }
  messages.push(String(thrown(() => u.pypiPackages({ "acme@https://u:s3cr3t@h/x.whl": "" }))));
  expect(messages).toHaveLength(7);
  expect(messages.join("\n")).not.toContain("s3cr3t");
  expect(messages[0]).toMatch(/, got "acme @ https:\/\/…"$/);
  expect(messages[6]).toContain('pypiPackages["acme@https://[redacted]@h/x.whl"]: must have the name of a package');
});

test("checks long values quickly", () => {
  const text = "[a,".repeat(100_000);
  expect(parseEnvironmentUpdate(u.pypiPackages({ a: text }))).toBeDefined();
  expect(parseEnvironmentUpdate(u.pypiPackages({ a: `==1${" ,".repeat(100_000)}` }))).toBeDefined();
  expect(parseEnvironmentUpdate(range(":".repeat(100_000)))).toBeDefined();
  expect(thrown(() => window(`FREQ=WEEKLY;BYDAY=${"MO,".repeat(100_000)}`))).toMatchObject({ code: "invalid_request" });
});
