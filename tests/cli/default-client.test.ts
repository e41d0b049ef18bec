import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { type LocalServer, listen } from "fourfold/testing/server";
import { GoogleAuth, gaxios } from "google-auth-library";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultClient } from "../../src/cli/config.js";
import { pkcs8 } from "../auth/token-endpoint.js";
import { rejection, shown } from "../support/rejection.js";
import { createTerminal } from "./fake-terminal.js";

const folder = mkdtempSync(join(tmpdir(), "fourfold-"));
afterAll(() => rmSync(folder, { recursive: true }));
const keyFilename = join(folder, "credentials.json");
const projectId = "shop"; // without it, the library looks for one in many places
const scopes = "https://www.googleapis.com/auth/cloud-platform";

const sandbox = createSandbox({ auth: true });
const accepted = String(await sandbox.clientOptions.auth?.getAccessToken());

let tokens: LocalServer;
let requested: string[];
beforeEach(async () => {
  sandbox.reset();
  sandbox.warehouse.datasets.add({ projectId: "shop", datasetId: "sales" });
  requested = [];
  tokens = await listen(async (request) => {
    requested.push(await request.text());
    return Response.json({ access_token: accepted, expires_in: 3_600, token_type: "Bearer" });
  });
  const { request } = gaxios.Gaxios.prototype;
  // The library has a fixed address for the tokens of users and service accounts.
  vi.spyOn(gaxios.Gaxios.prototype, "request").mockImplementation(function (this: gaxios.Gaxios, options = {}) {
    return request.call(this, { ...options, url: `${tokens.url}/token` });
  });
  vi.stubGlobal("fetch", sandbox.fetch);
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", keyFilename);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  await tokens.close();
});

const kinds: readonly (readonly [kind: string, credentials: object, sent: string])[] = [
  ["a service account", { type: "service_account", client_email: "app@shop.test", private_key: pkcs8 }, "assertion="],
  [
    "a user",
    { type: "authorized_user", client_id: "id", client_secret: "hush", refresh_token: "refresh-me" },
    "refresh_token=refresh-me",
  ],
  [
    "workload identity",
    {
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/shop",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: "http://127.0.0.1/token",
      credential_source: { file: join(folder, "subject.txt") },
    },
    "subject_token=a-subject",
  ],
];
const ownHeaders = ["accept", "authorization", "user-agent", "x-goog-user-project"];

/** Writes the file of credentials to which GOOGLE_APPLICATION_CREDENTIALS points. */
function writeCredentials(credentials: object) {
  writeFileSync(keyFilename, JSON.stringify({ ...credentials, quota_project_id: "quota" }));
  writeFileSync(join(folder, "subject.txt"), "a-subject");
}

/** Runs `table plan` with a configuration that has no client. */
const plan = () =>
  createTerminal({
    files: {
      "fourfold.config.ts": `import { defineConfig } from "fourfold/tables";
export default defineConfig({ projectId: "shop", tables: "schemas" });
`,
      "schemas/orders.ts": `import { defineTable } from "fourfold/tables";
export const orders = defineTable("sales.orders", { schema: [{ name: "id", type: "INTEGER" }] });
`,
    },
  }).run("table", "plan");

test.each(kinds)("the credentials of %s authenticate a client and the command", async (_, credentials, sent) => {
  writeCredentials(credentials);
  for (const auth of [
    new GoogleAuth({ scopes, keyFilename }),
    new GoogleAuth({ scopes, credentials: { ...credentials, quota_project_id: "quota" } as never }),
  ]) {
    await createClient({ auth }).warehouse.projects.list().firstPage();
  }
  expect(await plan()).toMatchObject({ code: 3, err: "" });
  expect(requested).toEqual([1, 2, 3].map(() => expect.stringContaining(sent)));
  for (const { headers } of sandbox.requests) {
    expect(Object.keys(headers).sort()).toEqual(ownHeaders);
    expect(headers["x-goog-user-project"]).toBe("quota");
  }
});

test("after a 401, the headers are requested once more", async () => {
  writeCredentials(kinds[1]?.[1] ?? {});
  const auth = new GoogleAuth({ scopes, projectId });
  const getRequestHeaders = vi.spyOn(auth, "getRequestHeaders");
  sandbox.faults.next({ status: 401 });
  const error = await rejection(createClient({ auth }).warehouse.projects.list().firstPage());
  expect(error).toMatchObject({ code: "unauthenticated", attempts: 1 }); // the library returns the same token
  expect(getRequestHeaders).toHaveBeenCalledTimes(2);
});

test("an error of the library is the cause of a CredentialsError, and the command prints it", async () => {
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", join(folder, "missing.json"));
  const auth = new GoogleAuth({ scopes, projectId });
  const error = await rejection(createClient({ auth }).warehouse.projects.list().firstPage());
  const message = expect.stringMatching(/missing\.json.* does not exist/);
  expect(error).toMatchObject({ code: "credentials_unavailable", message });
  expect(error).toHaveProperty("cause.message", message);
  const { code, err } = await plan();
  expect([code, err]).toEqual([1, message]);
  expect(sandbox.requests).toEqual([]);
});

test("an error of a token endpoint contains no credentials", async () => {
  for (const [, credentials] of kinds) {
    writeCredentials(credentials);
    await tokens.close();
    tokens = await listen(async (request) => {
      requested.push(await request.text());
      return Response.json({ error: "invalid_grant", error_description: "no" }, { status: 400 });
    });
    const error = await rejection(
      createClient({ auth: new GoogleAuth({ scopes, projectId }) })
        .warehouse.projects.list()
        .firstPage(),
    );
    expect(error).toMatchObject({ code: "credentials_unavailable", cause: expect.any(Error) });
    const secrets = [
      "refresh-me",
      "hush",
      "a-subject",
      new URLSearchParams(requested.at(-1)).get("assertion") ?? "hush",
    ];
    for (const secret of secrets) expect(shown(error)).not.toContain(secret);
  }
});

test("without the package, the error names it", async () => {
  const missing = () => Promise.reject(Object.assign(new Error("no package"), { code: "ERR_MODULE_NOT_FOUND" }));
  const error = await rejection(defaultClient({ projectId: "shop", file: "fourfold.config.ts" }, missing));
  expect(error).toMatchObject({
    message: 'fourfold.config.ts: no client is configured; set "client", or run npm install google-auth-library',
  });
});
