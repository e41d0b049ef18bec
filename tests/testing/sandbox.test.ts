import { vendorNaming } from "fourfold";
import { createSandbox, type SandboxSnapshot } from "fourfold/testing";
import { expect, test } from "vitest";
import type { RequestError } from "../../src/errors/request-error.js";
import { rejection, thrown } from "../support/rejection.js";
import { createTestClock } from "../support/test-clock.js";
import { call, readAnswer } from "./raw-call.js";

const TABLES = "/bigquery/v2/projects/shop/datasets/sales/tables";
const orders = { tableReference: { projectId: "shop", datasetId: "sales", tableId: "orders" } };

test("starts empty and requires no credentials", async () => {
  const sandbox = createSandbox();
  const { status, json } = await call(sandbox, "GET", "/bigquery/v2/projects");
  expect(status).toBe(200);
  expect(json).toEqual({ kind: "bigquery#projectList", etag: expect.any(String), totalItems: 0 });
});

test("fetch accepts a URL, a path or a request, with or without options, and does not use this", async () => {
  const { fetch, baseUrl, requests } = createSandbox();
  const path = "/bigquery/v2/projects";
  const inputs = [path, baseUrl + path, new URL(path, baseUrl), new Request(baseUrl + path)];
  for (const input of inputs) {
    expect((await fetch(input)).status).toBe(200);
    expect((await fetch(input, { headers: { "x-test": "1" } })).status).toBe(200);
  }
  expect(requests.map((entry) => entry.headers["x-test"])).toEqual(inputs.flatMap(() => [undefined, "1"]));
});

test("provides options for a client", () => {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  expect(sandbox.clientOptions).toEqual({
    baseUrl: sandbox.baseUrl,
    fetch: sandbox.fetch,
    naming: expect.objectContaining({ name: "google" }),
    clock,
    validation: { responses: "strict" },
  });
  expect(sandbox.clientOptions).not.toHaveProperty("auth");
});

test("requires its own token with auth: true", async () => {
  const sandbox = createSandbox({ auth: true });
  const token = await sandbox.clientOptions.auth?.getAccessToken();
  const ask = (authorization?: string, query = "key=k") =>
    call(sandbox, "GET", `/bigquery/v2/projects?${query}`, { headers: authorization ? { authorization } : {} });

  const missing = await ask();
  expect(missing.status).toBe(401);
  expect(missing.headers.get("www-authenticate")).toMatch(/^Bearer /);
  expect(missing.json.error).toMatchObject({ code: 401, status: "UNAUTHENTICATED", errors: [{ reason: "required" }] });
  expect((await ask("Bearer wrong")).json.error.errors[0]?.reason).toBe("authError");
  expect((await ask(`Basic ${token}`)).status).toBe(401);
  expect((await ask(`Bearer ${token}`)).status).toBe(200);
  expect((await ask(undefined, `access_token=${token}`)).status).toBe(200);
  expect((await ask(undefined, `oauth_token=${token}`)).status).toBe(200);
  expect((await ask(undefined, "access_token=wrong")).json.error.errors[0]?.reason).toBe("authError");
  expect((await ask("Bearer wrong", `access_token=${token}`)).status).toBe(401);
});

test("the error of an unknown route names the profile and sandbox.route", async () => {
  const { status, json } = await call(createSandbox({ naming: vendorNaming }), "GET", "/nowhere?secret=1");
  expect([status, json.error.status]).toEqual([404, "NOT_FOUND"]);
  expect(json.error.message).toBe(
    "The sandbox has no route for GET /nowhere under vendorNaming; to add one, call sandbox.route(method, handler)",
  );
});

test("rejects a body that is not JSON and a path that is not UTF-8", async () => {
  const sandbox = createSandbox();
  const { status, json } = await call(sandbox, "POST", TABLES, { body: "{oops" });
  expect(status).toBe(400);
  expect(json.error.errors).toEqual([{ domain: "global", reason: "parseError", message: expect.any(String) }]);
  expect((await call(sandbox, "GET", `${TABLES}/%FF`)).status).toBe(400);
});

test("records every request, in order, without its credentials", async () => {
  const sandbox = createSandbox();
  sandbox.faults.next({ status: 503 });
  await call(sandbox, "GET", "/bigquery/v2/projects?key=AIza-secret&access_token=s3cret&maxResults=5&ids=a&ids=b", {
    headers: {
      Authorization: "Bearer s3cret",
      Cookie: "sid=s3cret",
      "X-Goog-Api-Key": "k3y",
      "X-Goog-IAP-JWT-Assertion": "s3cret",
      "X-Goog-User-Project": "my-project-1",
      "If-Match": "abc",
    },
  });
  await call(sandbox, "POST", `${TABLES}/a%20b:getIamPolicy`, { body: { options: {} } });
  await call(sandbox, "PATCH", `${TABLES}/a`, { body: "no json" });
  expect(sandbox.requests).toMatchObject([
    {
      method: "GET",
      path: "/bigquery/v2/projects",
      query: { key: "[redacted]", maxResults: "5", ids: ["a", "b"] },
      headers: {
        authorization: "[redacted]",
        "x-goog-api-key": "[redacted]",
        "x-goog-user-project": "my-project-1",
        "if-match": "abc",
      },
      body: undefined,
    },
    { method: "POST", path: `${TABLES}/a%20b:getIamPolicy`, query: {}, body: { options: {} } },
    { method: "PATCH", body: "no json" },
  ]);
  expect(JSON.stringify(sandbox.requests)).not.toMatch(/secret|s3cret|k3y/);
});

test("rejects with the signal's reason when the request is aborted", async () => {
  const { fetch } = createSandbox();
  const reason = new Error("enough");
  expect(await rejection(fetch("/bigquery/v2/projects", { signal: AbortSignal.abort(reason) }))).toBe(reason);
});

test("a snapshot can be written to a file and restored", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.projects.add({ projectId: "off", serviceEnabled: false, friendlyName: "Off" });
  sandbox.warehouse.datasets.add({
    projectId: "shop",
    datasetId: "sales",
    location: "europe",
    defaultTableExpirationMs: 2 ** 40,
  });
  const future = JSON.parse('{"futureMember":{"later":{"a":null},"constructor":"b"}}');
  const table = sandbox.warehouse.tables.add({ ...orders, labels: { team: "data" }, ...future });
  await call(sandbox, "POST", `${TABLES}/orders:setIamPolicy`, {
    body: { policy: { bindings: [{ role: "roles/r" }] } },
  });
  const snapshot = sandbox.snapshot();
  const text = JSON.stringify(snapshot);
  expect(structuredClone(snapshot)).toEqual(snapshot);

  await call(sandbox, "PATCH", `${TABLES}/orders`, { body: { labels: null } });
  expect(JSON.stringify(snapshot)).toBe(text);
  const other = createSandbox();
  other.restore(JSON.parse(text));
  sandbox.restore(snapshot);
  for (const each of [sandbox, other]) {
    const { json, text: answered } = await call(each, "GET", `${TABLES}/orders`);
    expect(json).toEqual(table);
    expect(answered).toContain(JSON.stringify(future).slice(1, -1));
    expect((await call(each, "POST", `${TABLES}/orders:getIamPolicy`)).json.bindings).toEqual([{ role: "roles/r" }]);
    expect((await call(each, "GET", "/bigquery/v2/projects")).json.totalItems).toBe(1);
    await call(each, "POST", TABLES, {
      body: { tableReference: { ...orders.tableReference, tableId: "later" } },
    });
    const { json: list } = await call(each, "GET", TABLES);
    expect(list.tables?.map(({ tableReference }) => tableReference?.tableId)).toEqual(["orders", "later"]);
  }
  expect(JSON.stringify(snapshot)).toBe(text);
});

test("restore clears the journal and the faults", async () => {
  const sandbox = createSandbox();
  const { requests } = sandbox;
  const snapshot = sandbox.snapshot();
  await call(sandbox, "GET", "/bigquery/v2/projects");
  sandbox.faults.next({ status: 500 });
  sandbox.restore(snapshot);
  expect(requests).toEqual([]);
  expect(sandbox.requests).toBe(requests);
  expect(sandbox.faults.pending).toEqual([]);
});

test.each([undefined, null, {}, { version: 2, services: {} }, { version: 1 }])("restore rejects %j", (value) => {
  const error = thrown(() => createSandbox().restore(value as unknown as SandboxSnapshot));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ rule: "snapshot" }] });
});

/** Copies of a snapshot with one part that is not valid there: a state, a list of a state, or the first entry of a list. */
function* damaged(value: unknown, path: readonly string[] = []): Generator<[path: string, damaged: unknown]> {
  const at = path.join(".");
  if (/^services\.\w+(\.\w+)?(\.0)?$/.test(at)) {
    for (const wrong of [undefined, null, 5, "text", [5], [null]]) {
      // A number is valid as a sequence number.
      if (typeof wrong !== typeof value || typeof value === "object") yield [at, wrong];
    }
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const [where, wrong] of damaged(inner, [...path, key])) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      yield [where, Object.assign(copy, { [key]: wrong })];
    }
  }
}

test("restore of a damaged snapshot is rejected and changes nothing", async () => {
  const clock = createTestClock();
  const sandbox = createSandbox({ clock });
  const name = "projects/p/locations/l/environments/e";
  sandbox.warehouse.tables.add(orders);
  sandbox.entities.add({ "@id": "/m/0zz1", name: "Acme", "@type": ["Organization"], aliases: ["Acme Corp."] });
  sandbox.environments.add({ name, labels: { team: "data" } });
  sandbox.environments.failNext({ code: 9, message: "x" });
  await call(sandbox, "PATCH", `/v1beta1/${name}?updateMask=labels`, { body: { labels: {} } });
  sandbox.environments.failNext({ code: 9, message: "y" });
  const snapshot = sandbox.snapshot();
  const other = createSandbox({ clock });
  other.warehouse.datasets.add({ projectId: "lab", datasetId: "scratch" });
  other.faults.next({ status: 500 });
  const before = JSON.stringify(other.snapshot());
  let rejected = 0;
  for (const [path, wrong] of damaged(snapshot)) {
    const error = thrown(() => other.restore(wrong as SandboxSnapshot));
    expect(error, path).toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("sandbox.restore: "),
    });
    expect(JSON.stringify(other.snapshot())).toBe(before);
    expect(other.faults.pending).toHaveLength(1);
    rejected += 1;
  }
  expect(rejected).toBeGreaterThan(80);
  other.restore(snapshot);
  expect(other.snapshot()).toEqual(snapshot);
});

test("reset returns to a new sandbox", async () => {
  const sandbox = createSandbox();
  sandbox.warehouse.tables.add(orders);
  sandbox.faults.next({ status: 500, times: 3 });
  await call(sandbox, "GET", TABLES);
  sandbox.reset();
  expect(sandbox.requests).toEqual([]);
  expect(sandbox.snapshot()).toEqual(createSandbox().snapshot());
  expect((await call(sandbox, "GET", TABLES)).json.error.message).toBe("Not found: Dataset shop:sales");
});

test("sandboxes share no state", async () => {
  const [one, other] = [createSandbox(), createSandbox()];
  one.warehouse.projects.add({ projectId: "shop" });
  one.faults.next({ status: 500 });
  expect((await readAnswer(await other.fetch("/bigquery/v2/projects"))).json.totalItems).toBe(0);
  expect(one.requests).toEqual([]);
});

test("a request body that is nested too deeply is a 400, also behind a gateway", async () => {
  const sandbox = createSandbox();
  const body = `${"[".repeat(15_000)}${"]".repeat(15_000)}`;
  const gateway = sandbox.gateway({
    document: { swagger: "2.0", paths: {} },
    backend: (request) => sandbox.fetch(request),
  });
  for (const path of ["/issuer/jwks", "/nowhere"]) {
    for (const ask of [sandbox.fetch, gateway]) {
      expect((await ask(path, { method: "POST", body })).status).toBe(404);
    }
  }
});

test("rejects invalid and unknown options, all of them at once", () => {
  const removed = { generation: "current", maxRequests: 2, quotas: true };
  const options = { naming: {}, clock: 5, auth: "yes", operationMs: -1, ...removed };
  const error = thrown(() => createSandbox(options as never)) as RequestError;
  expect(error.message).toContain("createSandbox");
  expect(error.issues.map(({ path, message, rule }) => `${path}: ${message} (${rule})`)).toEqual([
    "naming: must be googleNaming or vendorNaming of fourfold, not a changed copy, got an object (sandbox)",
    "clock: must be a clock with the methods now and sleep, got a number (sandbox)",
    'auth: must be true or false, got "yes" (sandbox)',
    "operationMs: must be a non-negative number of milliseconds, got -1 (sandbox)",
    "generation: is unknown; known names are naming, clock, auth, operationMs, cors (sandbox)",
    "maxRequests: is unknown; known names are naming, clock, auth, operationMs, cors (sandbox)",
    "quotas: is unknown; known names are naming, clock, auth, operationMs, cors (sandbox)",
  ]);
});

test.each([
  ["a cross-site request", { "sec-fetch-site": "cross-site" }, 403],
  ["a request of another origin", { origin: "https://evil.test" }, 403],
  ["a request of its own origin", { origin: "https://sandbox.test" }, 400],
  ["a request of its own site", { "sec-fetch-site": "same-origin", origin: "https://sandbox.test" }, 400],
  ["a request that no page sent", {}, 400],
])("without CORS, %s gets %o", async (_, headers, status) => {
  const sandbox = createSandbox({ cors: false });
  const init = { method: "POST", headers: { "content-type": "text/plain", ...headers } as HeadersInit, body: "{}" };
  expect((await sandbox.fetch("/bigquery/v2/projects/shop/datasets", init)).status).toBe(status);
});
