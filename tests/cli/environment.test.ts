import { createClient, type Environment, environmentUpdate } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { expect, test, vi } from "vitest";
import { parse } from "yaml";
import { createTestClock } from "../support/test-clock.js";
import { createTerminal, type TerminalParts } from "./fake-terminal.js";

const name = "projects/shop/locations/europe-west1/environments/flows";
const live = {
  name,
  labels: { team: "sales", old: "yes" },
  config: {
    environmentSize: "ENVIRONMENT_SIZE_SMALL",
    nodeConfig: { machineType: "n1-standard-2" },
    softwareConfig: {
      imageVersion: "composer-2.9.5-airflow-2.9.3",
      pypiPackages: { numpy: ">=2", "ruamel.yaml": "" },
      envVariables: { STAGE: "test", DB_PASSWORD: "hunter2" },
    },
  },
} satisfies Environment;

const config = `
import { createClient } from "fourfold";
export default { client: () => createClient(globalThis.sandboxOptions) };
`;

/** Runs commands against a sandbox whose updates take ten minutes of a test clock. */
function shop(desired?: unknown, parts: TerminalParts = {}, environment: Environment = live) {
  const clock = createTestClock();
  const sandbox: Sandbox = createSandbox({ clock, operationMs: 600_000 });
  sandbox.environments.add({ ...environment, name });
  const options = { ...sandbox.clientOptions, clock };
  Object.assign(globalThis, { sandboxOptions: options });
  const files: Record<string, string> = { "fourfold.config.mjs": config };
  if (desired !== undefined) files["flows.json"] = JSON.stringify({ name, ...Object(desired) });
  const open = (more: TerminalParts = {}) => createTerminal({ files, clock, ...parts, ...more });
  return {
    sandbox,
    clock,
    files,
    environments: createClient(options).environments,
    open,
    /** Runs a command; the files that it writes are kept. */
    run: async (...argv: readonly string[]) => {
      const terminal = open();
      const outcome = await terminal.run("environment", ...argv);
      Object.assign(files, terminal.files);
      return { ...outcome, asked: terminal.asked };
    },
  };
}

const larger = {
  labels: { team: "data", old: null },
  config: {
    environmentSize: "ENVIRONMENT_SIZE_MEDIUM",
    softwareConfig: { imageVersion: "composer-2.9.7-airflow-2.9.3" },
  },
};
const digestIn = (out: string) => /^digest: (\w{64})$/m.exec(out)?.[1] ?? "";

test("plan prints the updates in order, apply asks once and sends them, and no changes remain", async () => {
  const { run, environments } = shop(larger, { answer: "y" });
  const { code, out, err } = await run("plan", "flows.json");
  expect({ code, err }).toEqual({ code: 3, err: "" });
  expect(out).toBe(`1. config.softwareConfig.imageVersion
  config.softwareConfig.imageVersion: "composer-2.9.5-airflow-2.9.3" → "composer-2.9.7-airflow-2.9.3"
2. labels
  labels.team: "sales" → "data"
  labels.old: "yes" → (none)
3. config.environmentSize
  config.environmentSize: "ENVIRONMENT_SIZE_SMALL" → "ENVIRONMENT_SIZE_MEDIUM"

3 updates
digest: ${digestIn(out)}
`);
  const applied = await run("apply", "flows.json");
  expect(applied).toMatchObject({ code: 0, err: "", asked: [`Updates of ${name}: 3. Continue? [y/N] `] });
  const lines = applied.out.slice(out.length).split("\n");
  expect(lines.filter((line) => /1 of 3/.test(line))).toEqual([
    "1 of 3: config.softwareConfig.imageVersion: started, 0s",
    expect.stringMatching(/^1 of 3: config.softwareConfig.imageVersion: RUNNING, \d+s$/),
    expect.stringMatching(/^1 of 3: config.softwareConfig.imageVersion: done, 10m \d+s$/),
  ]);
  expect(lines.slice(-3)).toEqual(["", "3 applied", ""]);
  expect(await environments.get(name)).toMatchObject({ labels: { team: "data" } });
  expect(await run("plan", "flows.json")).toMatchObject({ code: 0, out: "no changes\n", err: "" });
  expect(await run("apply", "flows.json")).toMatchObject({ code: 0, out: "no changes\n", asked: [] });
});

test("in a terminal, one line shows each update, and is rewritten", async () => {
  const { run } = shop({ labels: { team: "data" } }, { isTTY: true });
  const { out } = await run("apply", "flows.json", "--yes");
  const [, ...shown] = out.split("\r\u001b[K");
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.slice(0, -1).every((line) => /^1 of 1: labels: (started|RUNNING), (\d+m )?\d+s$/.test(line))).toBe(true);
  expect(shown.at(-1)).toMatch(/^1 of 1: labels: done, 10m \d+s\n\n1 applied\n$/);
});

test("apply sends nothing if it is declined, or cannot ask", async () => {
  const { run, sandbox } = shop(larger, { answer: "n" });
  expect(await run("apply", "flows.json")).toMatchObject({
    code: 2,
    err: expect.stringContaining("declined; nothing"),
  });
  const { run: runAlone } = shop(larger);
  expect(await runAlone("apply", "flows.json")).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  expect(sandbox.requests.map(({ method }) => method)).toEqual(["GET"]);
});

test("apply rejects a plan with another digest, and prints the new one", async () => {
  const { run, sandbox, environments } = shop(larger);
  const digest = digestIn((await run("plan", "flows.json")).out);
  sandbox.reset();
  sandbox.environments.add({ ...live, labels: { team: "web", old: "yes" } });
  const { code, out, err } = await run("apply", "flows.json", "--yes", "--digest", digest);
  expect(code).toBe(1);
  expect(digestIn(out)).not.toBe(digest);
  expect(err).toContain(`--digest must be the digest of the plan, ${digestIn(out)}, got ${digest}; nothing was sent`);
  expect(await run("apply", "flows.json", "--yes", "--digest", digestIn(out))).toMatchObject({ code: 0 });
  expect(await environments.get(name)).toMatchObject({ labels: { team: "data" } });
});

test("the digest depends on what changes, not on other values of the environment", async () => {
  const desired = { config: { softwareConfig: { envVariables: { STAGE: "live" } } } };
  const digestWith = async (environment: Environment, change: object = desired) => {
    return digestIn((await shop(change, {}, environment).run("plan", "flows.json")).out);
  };
  const softwareConfig = { ...live.config.softwareConfig, envVariables: { STAGE: "test", OTHER: "added" } };
  const digest = await digestWith(live);
  expect(await digestWith({ ...live, config: { ...live.config, softwareConfig } })).toBe(digest);
  expect(await digestWith({ ...live, uuid: "another environment of this name" })).not.toBe(digest);
  expect(await digestWith(live, larger)).not.toBe(digest);
});

test("after a failure, apply says what was applied and what remains, and goes on when it runs again", async () => {
  const { run, open, sandbox, environments } = shop(larger);
  const terminal = open();
  const failing = terminal.run("environment", "apply", "flows.json", "--yes");
  await terminal.said(/1 of 3: .*: done/);
  sandbox.environments.failNext({ code: 9, message: "Not enough addresses" });
  const { code, out, err } = await failing;
  expect(code).toBe(1);
  expect(out).toMatch(/\n\n1 applied, 1 failed, 1 not started\n$/);
  expect(err).toMatch(
    /^not started: config.environmentSize; run the command again\nlabels: \[operation_failed\] projects\/.*: Not enough addresses \(code 9\)\n$/,
  );
  expect(await environments.get(name)).toMatchObject({ labels: { team: "sales" } });
  const again = await run("apply", "flows.json", "--yes");
  expect(again).toMatchObject({
    code: 0,
    out: expect.stringMatching(/2 of 2: config.environmentSize: done.*\n\n2 applied\n$/),
  });
  expect(await run("plan", "flows.json")).toMatchObject({ code: 0 });
});

test("the digest does not depend on the order of keys, in the file or in the response", async () => {
  const variables = { STAGE: "live", OTHER: "set", DB_PASSWORD: null };
  const digestWith = async (order: (entries: [string, unknown][]) => [string, unknown][]) => {
    const sorted = (value: object) => Object.fromEntries(order(Object.entries(value)));
    const { softwareConfig } = live.config;
    const envVariables = sorted(softwareConfig.envVariables);
    const environment = { ...live, config: { ...live.config, softwareConfig: { ...softwareConfig, envVariables } } };
    const desired = { labels: sorted(larger.labels), config: { softwareConfig: { envVariables: sorted(variables) } } };
    return digestIn((await shop(desired, {}, environment as Environment).run("plan", "flows.json")).out);
  };
  expect(await digestWith((entries) => entries.reverse())).toBe(await digestWith((entries) => entries));
});

const stage = { config: { softwareConfig: { envVariables: { STAGE: "live" } } } };
const variablesOf = ({ config }: Environment) => config?.softwareConfig?.envVariables;
const { replace: setVariables } = environmentUpdate.envVariables;

test("apply keeps the variables that somebody else sets while it asks", async () => {
  const elsewhere = { ...live.config.softwareConfig.envVariables, OTHER: "added" };
  const setup = shop(stage, {
    answer: async () => {
      await setup.environments.apply(name, [setVariables(elsewhere)]);
      return "y";
    },
  });
  expect(await setup.run("apply", "flows.json")).toMatchObject({ code: 0, err: "" });
  expect(variablesOf(await setup.environments.get(name))).toEqual({ ...elsewhere, STAGE: "live" });
});

test("apply waits for an update that starts while it asks, and sends nothing if the plan has changed", async () => {
  const setup = shop(stage, {
    answer: async () => {
      await setup.environments.patch(name, setVariables({ STAGE: "web" }));
      return "y";
    },
  });
  expect(await setup.run("apply", "flows.json")).toMatchObject({
    code: 1,
    out: expect.stringMatching(/an update that has started: done, .*\n\n0 applied, 1 not started\n$/),
    err: expect.stringContaining(
      "fourfold environment apply: the environment has changed since the plan; run the command again to review the new plan\n",
    ),
  });
  expect(variablesOf(await setup.environments.get(name))).toEqual({ STAGE: "web" });
});

test("apply stops before an update that somebody else has made unnecessary in the meantime", async () => {
  const { run, open, sandbox } = shop(larger);
  const terminal = open();
  const applying = terminal.run("environment", "apply", "flows.json", "--yes");
  await terminal.said(/1 of 3: .*: done/);
  sandbox.reset();
  const { imageVersion } = larger.config.softwareConfig;
  const config = { ...live.config, softwareConfig: { ...live.config.softwareConfig, imageVersion } };
  sandbox.environments.add({ ...live, labels: { team: "data" }, config });
  expect(await applying).toMatchObject({
    code: 1,
    out: expect.stringMatching(/\n\n1 applied, 2 not started\n$/),
    err: expect.stringMatching(/^not started: labels, config.environmentSize; .*\n.*the environment has changed/),
  });
  expect(await run("apply", "flows.json", "--yes")).toMatchObject({ code: 0 });
});

test.each([
  ["while apply asks", { answer: () => new Promise<never>(() => {}) }, []],
  ["before the plan", {}, ["--yes"]],
])("after Ctrl+C or a signal %s, nothing was sent", async (_, parts, flags) => {
  const { open, sandbox } = shop(larger, parts);
  const terminal = open();
  const stopped = terminal.run("environment", "apply", "flows.json", ...flags);
  if (flags.length === 0) await terminal.said(/digest/);
  terminal.stop();
  expect(await stopped).toMatchObject({
    code: 130,
    err: "fourfold environment apply: stopped waiting; nothing was sent; run the command again to resume\n",
  });
  expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("an invalid value is reported with its own message, without the live values", async () => {
  for (const variables of ["x", [{ DB_PASSWORD: "x" }]]) {
    const { run } = shop({ labels: { n: 1 }, config: { softwareConfig: { envVariables: variables } } });
    for (const form of [[], ["--json"], ["--markdown"]]) {
      const { code, out, err } = await run("plan", "flows.json", ...form);
      expect(code).toBe(1);
      expect(out + err).not.toMatch(/hunter2|another environment/);
      expect(out).toContain("labels.n");
      expect(out).toContain("must be a string, got a number");
      expect(out).toContain("expected an object, got a ");
    }
  }
});

test.each([false, true])("Ctrl+C ends the wait, and the next run goes on from there (terminal: %s)", async (isTTY) => {
  const { run, open, clock, environments } = shop(larger);
  const terminal = open({ isTTY });
  const stopped = terminal.run("environment", "apply", "flows.json", "--yes");
  await terminal.said(/1 of 3: .*: RUNNING/);
  terminal.stop();
  const { code, out, err } = await stopped;
  expect(code).toBe(130);
  if (isTTY) expect(out).toMatch(/RUNNING, .*\n$/);
  expect(err).toMatch(
    /^fourfold environment apply: stopped waiting; projects\/shop\/locations\/europe-west1\/operations\/\S+ continues; run the command again to resume\n$/,
  );
  expect(await environments.get(name)).toMatchObject({ state: "UPDATING" });
  expect(await run("plan", "flows.json")).toMatchObject({
    code: 3,
    err: "warning: the state is UPDATING; Cloud Composer updates only an environment that is RUNNING\n",
  });
  const before = clock.now();
  const again = await run("apply", "flows.json", "--yes");
  expect(again).toMatchObject({ code: 0, err: "" });
  expect(again.out).toMatch(
    /^an update that has started: running, 0s\nan update that has started: done, \d+m \d+s\n1. labels\n/,
  );
  expect(again.out).toMatch(/\n\n2 applied\n$/);
  expect(clock.now() - before).toBeLessThan(40 * 60_000);
});

test("Ctrl+C also ends the wait for an update of an earlier run", async () => {
  const { open, environments, sandbox } = shop(larger);
  const first = open();
  const stopped = first.run("environment", "apply", "flows.json", "--yes");
  await first.said(/RUNNING/);
  first.stop();
  await stopped;
  const second = open();
  const waiting = second.run("environment", "apply", "flows.json", "--yes");
  await second.said(/an update that has started: running/);
  second.stop();
  expect(await waiting).toMatchObject({
    code: 130,
    err: "fourfold environment apply: stopped waiting; nothing was sent; run the command again to resume\n",
  });
  expect(sandbox.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  expect(await environments.get(name)).toMatchObject({ state: "UPDATING" });
});

test("a change that the service ignores is reported", async () => {
  const { run, sandbox } = shop({ labels: { team: "data" } });
  const operation = { name: "projects/shop/locations/europe-west1/operations/o", done: true, response: { name } };
  sandbox.faults.next({ status: 200, body: operation, match: { method: "PATCH" } });
  expect(await run("apply", "flows.json", "--yes")).toMatchObject({
    code: 1,
    err: "labels: Cloud Composer ignored the change\n",
  });
});

test("prints impossible changes with the reason beside the possible ones, and sends nothing", async () => {
  const { run, sandbox } = shop({
    labels: { team: "data" },
    lables: { team: "data" },
    config: {
      nodeConfig: { machineType: "n1-standard-8" },
      softwareConfig: { imageVersion: "composer-2.9.4-airflow-2.9.3" },
    },
  });
  const { code, out } = await run("plan", "flows.json");
  expect(code).toBe(1);
  expect(out).toContain(`1. labels
  labels.team: "sales" → "data"
no update can make these changes; correct the file
`);
  expect(out).toContain(
    "  config.nodeConfig.machineType: differs, but is not a field that a mask can change; create another environment (no-mask-for-it)\n",
  );
  expect(out).toContain("  lables: is not a field of an environment; did you mean labels? (no-mask-for-it)\n");
  expect(out).toMatch(/must not decrease the version of composer.*, got "composer.*"; create another environment /);
  expect(out).toContain("\n1 update, 3 impossible\n");
  const { out: markdown } = await run("plan", "flows.json", "--markdown");
  expect(markdown).toContain("**Cannot be applied:** <code>no update can make these changes;");
  const applied = await run("apply", "flows.json", "--yes");
  expect(applied).toMatchObject({ code: 1, err: expect.stringContaining("a change is impossible; nothing was sent") });
  expect(sandbox.requests.every(({ method }) => method === "GET")).toBe(true);
});

test("output-only fields, $schema and unchanged values are allowed", async () => {
  const { run, environments, files } = shop();
  const copy = { $schema: "desired-environment.json", ...(await environments.get(name)) };
  files["flows.json"] = JSON.stringify(copy);
  expect(await run("plan", "flows.json")).toMatchObject({ code: 0, out: "no changes\n" });
});

const secret = (password: string) => ({
  config: {
    softwareConfig: {
      envVariables: { DB_PASSWORD: password, STAGE: "live", BROKER: `amqp://user:${password}@queue` },
      airflowConfigOverrides: { "smtp-smtp_password": password, "core-parallelism": "64" },
    },
  },
});

test("values whose names look like secrets are masked in every form, and change the digest", async () => {
  const { run } = shop(secret("correct horse"));
  const forms = await Promise.all([[], ["--json"], ["--markdown"]].map((form) => run("plan", "flows.json", ...form)));
  for (const { code, out, err } of forms) {
    expect(code).toBe(3);
    expect(out + err).not.toMatch(/hunter2|correct horse/);
    expect(out).toContain("64");
    expect(out).toContain("[redacted]");
  }
  const [plain, json] = forms;
  expect(plain?.out).toContain(`  config.softwareConfig.envVariables.STAGE: "test" → "live"
  config.softwareConfig.envVariables.DB_PASSWORD: "[redacted]" → "[redacted]"
  config.softwareConfig.envVariables.BROKER: (none) → "[redacted]"
`);
  const { digest } = JSON.parse(json?.out ?? "");
  expect(digestIn((await shop(secret("battery staple")).run("plan", "flows.json")).out)).not.toBe(digest);
});

test.each([
  ["SMTP_AUTH", "x1"],
  ["BROKER", `amqp://shop:x1${"2".repeat(2_000)}@broker.test`],
  ["HEADER", "Bearer x1"],
  ["HEADER", "basic eDE6"],
  ["CERTIFICATE", "-----BEGIN PRIVATE KEY-----\nx1"],
  ["HOOK", "https://chat.test/v1/spaces?room=1&access_token=x1"],
  ["DATABASE", "Server=db;Password=x1"],
  ["ACCOUNT", '{"user":"ada","password": "x1"}'],
])("the variable %s is masked, and left out by pull", async (variable, value) => {
  const envVariables = { [variable]: value, SHOWN: "https://docs.test/?page=1" };
  const environment = { config: { softwareConfig: { envVariables } } };
  const { out } = await shop(environment).run("plan", "flows.json");
  expect(out).toContain(`envVariables.${variable}: (none) → "[redacted]"\n`);
  const pulled = await shop(undefined, {}, environment).run("pull", name);
  expect(Object.keys(variablesOf(JSON.parse(pulled.out)) ?? {})).toEqual(["SHOWN"]);
});

test.each([
  ["smtp-smtp_password", true],
  ["core-fernet_key", true],
  ["webserver-secret_key", true],
  ["database-sql_alchemy_conn", true],
  ["sentry-sentry_dsn", true],
  ["DB_PASSWORD_LIVE", true],
  ["AIRFLOW_CONN_SHOP", true],
  ["API_KEYS", true],
  ["SMTP_AUTH", true],
  ["api-auth_backends", false],
  ["api_auth-jwt_algorithm", false],
  ["secrets-backend", false],
  ...["GOOGLE_CREDENTIALS_JSON", "SECRETS_JSON", "API_KEYS_PROD", "TOKENS_CSV", "AUTHORIZATION", "OAUTH_CLIENT"].map(
    (name): [string, boolean] => [name, true],
  ),
  ["SECRETKEYBASE", true],
  ["SESSION_COOKIE", true],
  ["CONNECTIONS", false],
  ["KEYRING_BACKEND", false],
])("whether the value of %s is masked: %s", async (key, isMasked) => {
  const part = key.includes("-") ? "airflowConfigOverrides" : "envVariables";
  const { out } = await shop({ config: { softwareConfig: { [part]: { [key]: "x1" } } } }).run("plan", "flows.json");
  expect(out).toContain(`(none) → "${isMasked ? "[redacted]" : "x1"}"\n`);
});

test("labels and packages are not masked", async () => {
  const { run } = shop({ labels: { key: "data" }, config: { softwareConfig: { pypiPackages: { keyring: ">=25" } } } });
  const { out } = await run("plan", "flows.json");
  expect(out).toContain('labels.key: (none) → "data"');
  expect(out).toContain('config.softwareConfig.pypiPackages.keyring: (none) → ">=25"');
});

test("--json prints the plan for tools, and the readable plan on standard error", async () => {
  const { run } = shop({ labels: { team: "data" } });
  const { out, err } = await run("plan", "flows.json", "--json");
  expect(JSON.parse(out)).toEqual({
    name,
    digest: digestIn(err),
    updates: [{ updateMask: "labels.team", changes: [{ path: "labels.team", before: "sales", after: "data" }] }],
    impossible: [],
    warnings: [],
  });
  expect(err).toMatch(/^1. labels\n/);
  expect(await run("plan", "flows.json", "--json", "--markdown")).toMatchObject({ code: 2 });
});

test("--markdown prints the plan for a comment", async () => {
  const { run } = shop({ labels: { team: "data" } });
  const { out } = await run("plan", "flows.json", "--markdown");
  expect(out).toMatch(
    /^### Environment <code>projects\/shop\/locations\/europe-west1\/environments\/flows<\/code>: 1 update\n\n<details><summary><code>1. labels<\/code><\/summary>\n\n```text\n {2}labels.team: "sales" → "data"\n```\n\n<\/details>\n\nDigest: <code>\w{64}<\/code>\n$/,
  );
});

test("warnings of rules are printed", async () => {
  const { run } = shop({ config: { workloadsConfig: { triggerer: { count: 1, cpu: 2, memoryGb: 2 } } } });
  expect(await run("plan", "flows.json")).toMatchObject({
    code: 3,
    err: expect.stringMatching(
      /^warning: config.workloadsConfig.triggerer.cpu: should be at most 1.* \(triggerer-cpu\)\n$/,
    ),
  });
});

test.each([
  [
    "{}",
    "flows.json: name: must have the form projects/{projectId}/locations/{locationId}/environments/{environmentId}, got nothing",
  ],
  [
    '{ "name": "flows" }',
    'flows.json: name: must have the form projects/{projectId}/locations/{locationId}/environments/{environmentId}, got "flows"',
  ],
  ["[]", "flows.json: must be an environment as an object, got a list"],
  ["", "flows.json is empty; pass an environment"],
  ['{ "name": 1, "name": 2 }', "must not repeat a key"],
])("the file %s is rejected", async (text, message) => {
  const { run, files, sandbox } = shop();
  files["flows.json"] = text;
  for (const command of ["plan", "apply"]) {
    const { code, err } = await run(command, "flows.json", ...(command === "apply" ? ["--yes"] : []));
    expect(code).toBe(1);
    expect(err).toContain(message);
  }
  expect(sandbox.requests).toEqual([]);
});

test("an environment that does not exist fails", async () => {
  const { run } = shop({ name: `${name}-2` });
  expect(await run("plan", "flows.json")).toMatchObject({
    code: 1,
    err: expect.stringContaining(`No such environment found: ${name}-2`),
  });
});

test("the plan after a pull has no changes, and pulling again changes nothing", async () => {
  const { run, files } = shop();
  const secretPath = "config.softwareConfig.envVariables.DB_PASSWORD";
  expect(await run("pull", name, "--out", "flows.json")).toMatchObject({
    code: 0,
    out: "wrote flows.json\n",
    err: `${secretPath}: omitted, because it looks like a secret\n`,
  });
  expect(JSON.parse(files["flows.json"] ?? "")).toEqual({
    name,
    labels: live.labels,
    config: {
      environmentSize: "ENVIRONMENT_SIZE_SMALL",
      softwareConfig: { ...live.config.softwareConfig, envVariables: { STAGE: "test" } },
    },
  });
  expect(await run("plan", "flows.json")).toMatchObject({ code: 0, out: "no changes\n" });
  expect(await run("pull", name, "--out", "flows.json")).toMatchObject({ code: 0, out: "flows.json is up to date\n" });
  const { out } = await run("pull", name);
  expect(out).toBe(files["flows.json"]);
});

test("pull replaces a file that differs, keeps the comments of YAML, and exits with 3", async () => {
  const { run, files } = shop();
  expect(await run("pull", name, "--out", "flows.yaml")).toMatchObject({ code: 0 });
  expect(parse(files["flows.yaml"] ?? "")).toMatchObject({ name, labels: live.labels });
  expect(await run("plan", "flows.yaml")).toMatchObject({ code: 0 });
  files["flows.yaml"] = `# Our flows.\n${files["flows.yaml"]?.replace("team: sales", "team: data # who pays")}`;
  expect(await run("plan", "flows.yaml")).toMatchObject({
    code: 3,
    out: expect.stringContaining('labels.team: "sales" → "data"'),
  });
  expect(await run("pull", name, "--out", "flows.yaml")).toMatchObject({ code: 3, out: "replaced flows.yaml\n" });
  expect(files["flows.yaml"]).toMatch(/^# Our flows\.\nname: [\s\S]*\n {2}team: sales # who pays\n/);
  expect(await run("plan", "flows.yaml")).toMatchObject({ code: 0 });
});

test.each(["- a\n", "# nothing else\n", "a\n"])("pull rejects an existing file that is no object: %j", async (text) => {
  const { run, files } = shop();
  for (const file of ["flows.yaml", "flows.json"]) {
    files[file] = text;
    expect(await run("pull", name, "--out", file)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`pull: ${file}: must be an environment as an object, got `),
    });
    expect(files[file]).toBe(text);
  }
});

test("pull omits what Cloud Composer sets where nothing was set", async () => {
  const recorded = {
    config: {
      airflowUri: "https://airflow.example",
      encryptionConfig: {},
      environmentSize: "ENVIRONMENT_SIZE_SMALL",
      maintenanceWindow: {
        startTime: "1970-01-01T00:00:00Z",
        endTime: "1970-01-01T04:00:00Z",
        recurrence: "FREQ=WEEKLY;BYDAY=FR,SA,SU",
      },
      nodeConfig: { composerInternalIpv4CidrBlock: "100.64.128.0/20", ipAllocationPolicy: {} },
      softwareConfig: {
        cloudDataLineageIntegration: {},
        imageVersion: "composer-3-airflow-2.11.1-build.14",
        webServerPluginsMode: "PLUGINS_ENABLED",
      },
      webServerNetworkAccessControl: {
        allowedIpRanges: [
          { description: "Allows access from all IPv4 addresses (default value)", value: "0.0.0.0/0" },
          { description: "Allows access from all IPv6 addresses (default value)", value: "::0/0" },
        ],
      },
    },
  } as Environment; // airflowUri is output only
  const { run } = shop(undefined, {}, recorded);
  expect(JSON.parse((await run("pull", name)).out)).toEqual({
    name,
    config: {
      environmentSize: "ENVIRONMENT_SIZE_SMALL",
      softwareConfig: { imageVersion: "composer-3-airflow-2.11.1-build.14" },
    },
  });
});

test("pull requires the full name of an environment", async () => {
  expect(await shop().run("pull", "flows")).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      'name: must have the form projects/{projectId}/locations/{locationId}/environments/{environmentId}, got "flows"',
    ),
  });
});

test("a configuration for tables needs no project", async () => {
  for (const variable of ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"]) vi.stubEnv(variable, "");
  const { run, files } = shop({ labels: { team: "data" } });
  files["fourfold.config.mjs"] = config
    .replace(
      "export default {",
      'import { defineConfig } from "fourfold/tables"; export default defineConfig({ tables: "schemas",',
    )
    .replace("};", "});");
  expect(await run("plan", "flows.json")).toMatchObject({ code: 3, err: "" });
});

test.each([
  ["export default { client: 5 };", "client must be a function, got a number"],
  [
    "export default { client: () => ({ warehouse: {} }) };",
    "client must return a client that createClient created, got an object",
  ],
  ["export const client = 5;", "must have a default export"],
])("the configuration %s is rejected", async (text, message) => {
  const { run, files } = shop({});
  files["fourfold.config.mjs"] = text;
  expect(await run("plan", "flows.json")).toMatchObject({
    code: 1,
    err: expect.stringContaining(`fourfold.config.mjs: ${message}`),
  });
});
