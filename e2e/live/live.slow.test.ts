import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { googleNaming } from "fourfold";
import { createSandbox, type Sandbox } from "fourfold/testing";
import { type LocalServer, listen } from "fourfold/testing/server";
import { warehouseMethods } from "fourfold/warehouse";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBuiltFolder } from "../../tests/support/built-folder.js";
import { runLive } from "./live.js";
import { type Prepared, prepareSandbox } from "./prepare-sandbox.js";

const PROJECT = "live-project";
const ENVIRONMENT = `projects/${PROJECT}/locations/europe-west1/environments/flows`;
const EMAIL = "live-test@live-project.iam.example";
const SECRET_VALUE = "value-of-a-variable";

let live: Sandbox;
let prepared: Prepared;
let servers: LocalServer[];
let folder: string;
let report: string;
let env: Record<string, string>;
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "fourfold-live-"));
  report = join(folder, "reports/report.md");
  lines = [];
  live = createSandbox({ naming: googleNaming, auth: true });
  prepared = prepareSandbox(live, PROJECT);
  live.environments.add({
    name: ENVIRONMENT,
    config: { softwareConfig: { envVariables: { SECRET_NAME: SECRET_VALUE } } },
    labels: { team: "data" },
  });
  const token = await live.clientOptions.auth?.getAccessToken();
  const tokens = await listen((request) => {
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    if (request.url.endsWith(":generateAccessToken")) return Response.json({ accessToken: token, expireTime });
    const exchanged = { access_token: "exchanged-token", expires_in: 3_600, token_type: "Bearer" };
    return Response.json({ ...exchanged, issued_token_type: "urn:ietf:params:oauth:token-type:access_token" });
  });
  const services = await listen(live);
  servers = [tokens, services];
  const subject = join(folder, "subject");
  writeFileSync(subject, "subject-token");
  // Credentials with configurable URLs; the URLs of a service account's key are fixed.
  const credentials = {
    type: "external_account",
    audience: "//iam.example/projects/1/pools/p/providers/x",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${tokens.url}/token`,
    service_account_impersonation_url: `${tokens.url}/serviceAccounts/${EMAIL}:generateAccessToken`,
    credential_source: { file: subject },
    universe_domain: "googleapis.com",
    private_key:
      "-----BEGIN PRIVATE KEY-----\nfirst-line-of-the-key\nsecond-line-of-the-key\n-----END PRIVATE KEY-----\n",
  };
  const file = join(folder, "credentials.json");
  writeFileSync(file, JSON.stringify(credentials));
  env = {
    FOURFOLD_LIVE_PROJECT: PROJECT,
    GOOGLE_APPLICATION_CREDENTIALS: file,
    FOURFOLD_LIVE_API_KEY: live.entities.apiKey,
    FOURFOLD_LIVE_ENVIRONMENT: ENVIRONMENT,
  };
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true });
});

/** Runs the live test, or only some of its checks, against the sandbox over HTTP. */
const run = (only?: RegExp, { signal = new AbortController().signal } = {}) =>
  runLive({ env, out: report, signal, print: (line) => lines.push(line), baseUrl: servers[1]?.url, only });

const written = () => readFileSync(report, "utf8");

test("a service that behaves like the sandbox has no differences", async () => {
  expect(await run(), lines.join("\n")).toBe(0);
  expect(lines.filter((line) => /^(differs|failed|not run)/.test(line))).toEqual([]);
  expect(lines).toContain("ok: tables: insert and get");
  expect(lines).toContain("ok: environments: get");
  expect(lines.at(-2)).toMatch(/^\d\d checks: \d\d ok$/);
  expect(written()).toMatch(/^# Live test of \d{4}-\d\d-\d\d\n/);
  expect(prepared.datasets.size).toBe(0);
});

test("calls every client method, except those that change an environment", async () => {
  await run(/^(?!table changes|insert of)/);
  const sent = live.requests.map(({ method, path }) => `${method} ${path.replace(/fourfold_live_\w+/, "d")}`);
  const base = `/bigquery/v2/projects/${PROJECT}`;
  expect(sent).toEqual(
    expect.arrayContaining([
      "GET /bigquery/v2/projects",
      `POST ${base}/datasets`,
      `POST ${base}/queries`,
      `GET ${base}/datasets/d/tables`,
      `POST ${base}/datasets/d/tables`,
      `GET ${base}/datasets/d/tables/inserted`,
      `PATCH ${base}/datasets/d/tables/written`,
      `PUT ${base}/datasets/d/tables/written`,
      `DELETE ${base}/datasets/d/tables/written`,
      `POST ${base}/datasets/d/tables/with_policy:getIamPolicy`,
      `POST ${base}/datasets/d/tables/with_policy:setIamPolicy`,
      `POST ${base}/datasets/d/tables/with_policy:testIamPermissions`,
      "GET /v1/entities:search",
      `GET /v1beta1/${ENVIRONMENT}`,
    ]),
  );
  expect(live.requests.filter(({ path }) => path.includes("environments")).map(({ method }) => method)).toEqual(
    expect.not.arrayContaining(["PATCH", "POST", "PUT", "DELETE"]),
  );
  const policies = live.requests.filter(({ path }) => path.endsWith(":setIamPolicy"));
  expect(JSON.stringify(policies[0]?.body)).toContain(`serviceAccount:${EMAIL}`);
});

const denied = { status: 403, body: { error: { code: 403, message: "Access Denied" } } };

test("the report shows both sides of a difference, and the exit code is 0", async () => {
  const path = /\/tables\/changed_a_removed_column$/;
  live.faults.next({
    status: 400,
    body: { error: { code: 400, message: "Columns | cannot go", errors: [{ reason: "invalid" }] } },
    match: { method: "PATCH", path },
  });
  live.route(warehouseMethods.tables.testIamPermissions, () => ({ permissions: ["bigquery.tables.get"] }));
  expect(await run(/: a removed column$|: access policies$/)).toBe(0);
  expect(lines.filter((line) => line.startsWith("differs"))).toEqual([
    "differs: table changes: a removed column",
    "differs: tables: access policies",
  ]);
  expect(written()).toContain("| table changes: a removed column | differs |");
  expect(written()).toMatch(
    /\| `` patch\.error\.message `` \| `` "schema\.fields: must list .*" `` \| `` "Columns \\\| cannot go" `` \|/,
  );
  expect(written()).toContain('| `` test.result[1] `` | `` "bigquery.tables.delete" `` | `` absent `` |');
});

test("a response that does not match its schema is a difference", async () => {
  const kind = "bigquery#projectList";
  const body = { kind, etag: "x", projects: [{ id: 17 }], totalItems: 1 };
  live.route(warehouseMethods.projects.list, () => Response.json(body));
  expect(await run(/^projects: /)).toBe(0);
  expect(lines).toContain("differs: projects: list");
  expect(written()).toMatch(/`` drift\[0\] `` \| `` absent `` \| `` "ProjectList\.projects\[0\]\.id: /);
});

test("a check that gets an unexpected error fails, the datasets are deleted, and the exit code is 1", async () => {
  const match = { path: /\/tables\/inserted$/ };
  live.faults.next({ ...denied, match });
  expect(await run(/^tables: insert/)).toBe(1);
  expect(lines.filter((line) => line.startsWith("failed"))).toEqual(["failed: tables: insert and get"]);
  expect(written()).toMatch(
    /## tables: insert and get: failed\n\nlive: \[permission_denied\] 403 GET .*: Access Denied/,
  );
  expect(prepared.datasets.size).toBe(0);
});

test("a dataset that cannot be deleted is named, and the exit code is 1", async () => {
  const match = { method: "DELETE", path: /\/datasets\/fourfold_live_\d+_[0-9a-f]+$/ };
  live.faults.next({ ...denied, match });
  expect(await run(/^projects: /)).toBe(1);
  expect(written()).toMatch(/- Cleanup failed: fourfold_live_\w+ was not deleted: .* Access Denied/);
  expect(prepared.datasets.size).toBe(1);
});

test("after an abort, the other checks are not run, and the datasets are deleted", async () => {
  const aborted = new AbortController();
  const path = /\/tables\/written$/;
  live.faults.next({ delayMs: 600_000, times: Number.POSITIVE_INFINITY, match: { method: "PATCH", path } });
  const ended = run(/^tables: patch|^entities: /, { signal: aborted.signal });
  await expect
    .poll(() => live.requests.some((each) => each.method === "PATCH" && path.test(each.path)), { timeout: 30_000 })
    .toBe(true);
  aborted.abort(new Error("the run was interrupted by SIGINT"));
  expect(await ended).toBe(1);
  expect(written()).toContain("the run was interrupted by SIGINT");
  expect(written()).toContain("| entities: search by text | not run |");
  expect(prepared.datasets.size).toBe(0);
});

test("if the dataset cannot be created, no check is run", async () => {
  const match = { method: "POST", path: /\/datasets$/ };
  live.faults.next({ ...denied, match });
  expect(await run()).toBe(1);
  expect(lines.filter((line) => /^(ok|failed)/.test(line))).toEqual(["failed: create a dataset for the checks"]);
});

test("reports datasets of runs more than a day ago, and does not delete them", async () => {
  const created = (ms: number) => new Date(Date.now() - ms).toISOString().replace(/\D/g, "").slice(0, 14);
  const ids = [`fourfold_live_${created(90_000_000)}_aaaaaa`, `fourfold_live_${created(80_000_000)}_bbbbbb`, "sales"];
  const client = servers[1]?.url;
  const authorization = `Bearer ${await live.clientOptions.auth?.getAccessToken()}`;
  for (const datasetId of ids) {
    const body = { datasetReference: { projectId: PROJECT, datasetId }, location: "US", description: "" };
    const url = `${client}/bigquery/v2/projects/${PROJECT}/datasets`;
    await fetch(url, { method: "POST", headers: { authorization }, body: JSON.stringify(body) });
  }
  expect(await run(/^projects: /)).toBe(0);
  expect(lines).toContain(`${ids[0]} was created by a run more than a day ago and was not deleted`);
  expect(written()).toContain(`- ${ids[0]} was created by a run more than a day ago`);
  expect(written()).not.toContain(String(ids[1]));
  expect([...prepared.datasets].sort()).toEqual(ids.map((id) => `${PROJECT}:${id}`).sort());
});

test("no secret and no value of the environment is in the report or the output", async () => {
  const token = String(await live.clientOptions.auth?.getAccessToken());
  const secrets = [
    token,
    "subject-token",
    "exchanged-token",
    "first-line-of-the-key",
    "second-line-of-the-key",
    live.entities.apiKey,
    EMAIL,
    "agent@service.iam.gserviceaccount.com",
    SECRET_VALUE,
  ];
  live.route(warehouseMethods.projects.list, () =>
    Response.json({ error: { code: 403, message: `Denied: ${secrets.join()}` } }, { status: 400 }),
  );
  live.route(warehouseMethods.tables.getIamPolicy, () => ({ etag: "x", version: 1, secrets }));
  await run(/^(?!table changes|insert of)/);
  const output = [...lines, written()].join("\n");
  expect(output).toContain("[redacted]");
  for (const secret of secrets) expect(output).not.toContain(secret);
  expect(output).not.toContain("SECRET_NAME");
  expect(output).toContain(`project ${PROJECT}`);
});

test("unreadable credentials end the run with exit code 1", async () => {
  env.GOOGLE_APPLICATION_CREDENTIALS = join(folder, "none.json");
  expect(await run()).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^The live test could not be started: ENOENT.*none\.json/)]);
});

test("without credentials, the command lists the required variables and exits with 0", async () => {
  const { FOURFOLD_LIVE_PROJECT: _, GOOGLE_APPLICATION_CREDENTIALS: __, ...others } = process.env;
  const given = { ...others, FOURFOLD_LIVE_API_KEY: "given-key" };
  const built = await createBuiltFolder({ run: "e2e/live/run.ts" });
  const args = [join(built, "dist/run.js"), "--out", report];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: given });
  rmSync(built, { recursive: true });
  expect(stdout).toMatch(/FOURFOLD_LIVE_PROJECT \(missing\): the id of a Google Cloud project/);
  expect(stdout).toMatch(/GOOGLE_APPLICATION_CREDENTIALS \(missing\): the path of a credentials file/);
  expect(stdout).toMatch(/FOURFOLD_LIVE_API_KEY: an API key/);
  expect(stdout).toMatch(/FOURFOLD_LIVE_ENVIRONMENT \(optional\): /);
  expect(() => written()).toThrow("ENOENT");
});
