import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createService, defineMethod } from "fourfold";
import { type ApplicationDefaultOptions, applicationDefault } from "fourfold/auth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deadAddress, type ScriptedAnswer, startServer } from "../support/http-server.js";
import { rejection, shown, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { createTokenEndpoint, keyLine, pkcs1, pkcs8 } from "./token-endpoint.js";

const secrets = ["client-hunter22", "refresh-hunter22", keyLine];
const user = { type: "authorized_user", client_id: "c", client_secret: secrets[0], refresh_token: secrets[1] };
const account = { type: "service_account", client_email: "app@shop.test", private_key: pkcs8, private_key_id: "k1" };
const flavor = { "Metadata-Flavor": "Google" };
const token = (access_token: string) => ({ access_token, expires_in: 3_600, token_type: "Bearer" });

let home = "";
const closing: (() => unknown)[] = [];

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "fourfold-"));
  closing.push(() => rmSync(home, { recursive: true }));
  const names = ["GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG", "APPDATA", "GOOGLE_CLOUD_QUOTA_PROJECT"];
  for (const name of names) vi.stubEnv(name, undefined);
  vi.stubEnv("HOME", home);
  vi.stubEnv("GCE_METADATA_HOST", (await deadAddress()).replace("http://", ""));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

/** Starts a server on the loopback address, which is closed after the test. */
async function serve(...answers: readonly ScriptedAnswer[]) {
  const server = await startServer(...answers);
  closing.push(() => server.close());
  return server;
}

async function serveMetadata(...answers: readonly ScriptedAnswer[]) {
  const server = await serve(...answers);
  vi.stubEnv("GCE_METADATA_HOST", server.url.replace("http://", ""));
  return server;
}

/** Writes a file of credentials, and returns its path. */
function write(content: unknown, path = join(home, "key.json")): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** Writes the file that GOOGLE_APPLICATION_CREDENTIALS names. */
function configure(content: unknown): void {
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", write(content));
}

const tokenOf = (options?: ApplicationDefaultOptions) => applicationDefault(options).getAccessToken();

test("the key of a service account in the file of GOOGLE_APPLICATION_CREDENTIALS signs an assertion", async () => {
  const endpoint = createTokenEndpoint();
  const { clock, fetch } = endpoint;
  configure({ ...account, token_uri: endpoint.url });
  expect(await tokenOf({ clock, fetch })).toBe("token-1");
  expect(await tokenOf({ clock, fetch, scopes: ["https://auth.example/a", "https://auth.example/b"] })).toBe("token-2");
  expect(endpoint.assertions).toMatchObject([
    {
      header: { kid: "k1" },
      claims: { iss: account.client_email, aud: endpoint.url, scope: "https://www.googleapis.com/auth/cloud-platform" },
    },
    { claims: { scope: "https://auth.example/a https://auth.example/b" } },
  ]);
});

test("the refresh token of a user is exchanged at the token endpoint", async () => {
  const server = await serve({ body: token("a") });
  configure({ ...user, token_uri: `${server.url}/token` });
  expect(await tokenOf()).toBe("a");
  expect(server.requests).toMatchObject([{ method: "POST", url: "/token" }]);
  expect(Object.fromEntries(new URLSearchParams(server.requests[0]?.body))).toEqual({
    grant_type: "refresh_token",
    client_id: "c",
    client_secret: secrets[0],
    refresh_token: secrets[1],
  });
});

test("without token_uri, the token endpoint is Google's", async () => {
  const fetch = scriptedFetch(json(token("a")));
  configure(`\uFEFF${JSON.stringify(user)}`);
  expect(await tokenOf({ fetch })).toBe("a");
  expect(fetch.requests[0]?.url).toBe("https://oauth2.googleapis.com/token");
});

test.each<[what: string, path: string, env: Record<string, string>, platform: NodeJS.Platform]>([
  ["in the home folder", ".config/gcloud", {}, "linux"],
  ["in CLOUDSDK_CONFIG", "custom", { CLOUDSDK_CONFIG: "custom" }, "linux"],
  ["in APPDATA on Windows", "Roaming/gcloud", { APPDATA: "Roaming" }, "win32"],
])("gcloud's file is found %s", async (_, folder, env, platform) => {
  vi.spyOn(process, "platform", "get").mockReturnValue(platform);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, join(home, value));
  write(user, join(home, folder, "application_default_credentials.json"));
  expect(await tokenOf({ fetch: scriptedFetch(json(token("a"))) })).toBe("a");
});

test("GOOGLE_APPLICATION_CREDENTIALS takes precedence over gcloud's file, which takes precedence over the metadata server", async () => {
  const metadata = await serveMetadata({ body: token("machine"), headers: flavor });
  const endpoint = await serve({ body: token("file") });
  expect(await tokenOf()).toBe("machine");
  write(
    { ...user, client_id: "gcloud", token_uri: endpoint.url },
    join(home, ".config/gcloud/application_default_credentials.json"),
  );
  await tokenOf();
  configure({ ...user, client_id: "named", token_uri: endpoint.url });
  await tokenOf();
  const clients = endpoint.requests.map(({ body }) => new URLSearchParams(body).get("client_id"));
  expect(clients).toEqual(["gcloud", "named"]);
  expect(metadata.requests).toHaveLength(1);
});

test("a request to the metadata server has the header Metadata-Flavor, and scopes if they are given", async () => {
  const server = await serveMetadata({ body: token("machine"), headers: flavor });
  expect(await tokenOf()).toBe("machine");
  expect(await tokenOf({ scopes: ["https://a.test/a", "https://a.test/b"] })).toBe("machine");
  const path = "/computeMetadata/v1/instance/service-accounts/default/token";
  expect(server.requests).toMatchObject([
    { method: "GET", url: path, headers: { "metadata-flavor": "Google" } },
    { method: "GET", url: `${path}?scopes=${encodeURIComponent("https://a.test/a,https://a.test/b")}` },
  ]);
});

test("a token is cached until a minute before it expires, and shared by concurrent callers", async () => {
  const clock = createTestClock();
  const server = await serveMetadata({ body: token("a"), headers: flavor }, { body: token("b"), headers: flavor });
  const auth = applicationDefault({ clock });
  expect(await Promise.all([auth.getAccessToken(), auth.getAccessToken()])).toEqual(["a", "a"]);
  clock.advance(3_540_000 - 1);
  expect(await auth.getAccessToken()).toBe("a");
  clock.advance(1);
  expect(await auth.getAccessToken()).toBe("b");
  auth.forgetAccessToken("b");
  await auth.getAccessToken();
  expect(server.requests).toHaveLength(3);
});

test("a client sends the token, a new one after a 401, and the quota project of the file", async () => {
  const endpoint = await serve({ body: token("a") }, { body: token("b") });
  configure({ ...user, token_uri: endpoint.url, quota_project_id: "quota-1" });
  const service = await serve({ status: 401 }, { body: {} });
  const auth = applicationDefault();
  const client = createService({ baseUrl: service.url, auth });
  const get = defineMethod({ name: "things.get", http: "GET /things" });
  await client.call(get, {});
  await client.call(get, {}, { headers: { "X-Goog-User-Project": "mine" } });
  const sent = service.requests.map(({ headers }) => [headers.authorization, headers["x-goog-user-project"]]);
  expect(sent).toEqual([
    ["Bearer a", "quota-1"],
    ["Bearer b", "quota-1"],
    ["Bearer b", "mine"],
  ]);
});

test("GOOGLE_CLOUD_QUOTA_PROJECT overrides the quota project of the file, and applies without a file", async () => {
  vi.stubEnv("GOOGLE_CLOUD_QUOTA_PROJECT", "quota-2");
  await serveMetadata({ body: token("a"), headers: flavor });
  const machine = applicationDefault();
  await machine.getAccessToken();
  configure({ ...user, quota_project_id: "quota-1" });
  const auth = applicationDefault({ fetch: scriptedFetch(json(token("a"))) });
  expect(auth.tokenHeaders).toEqual({});
  await auth.getAccessToken();
  expect([machine, auth].map(({ tokenHeaders }) => tokenHeaders["x-goog-user-project"])).toEqual([
    "quota-2",
    "quota-2",
  ]);
});

test.each<[what: string, content: unknown, ...messages: string[]]>([
  [
    "text that is not JSON",
    `{"refresh_token": "${secrets[1]}"`,
    "is not a JSON object; download the key again, or run",
  ],
  ["a list", [user], "is not a JSON object"],
  ["no type", { ...user, type: undefined }, 'type: must be "service_account", "authorized_user", "external_account", '],
  [
    "an unsupported type",
    { type: "gdch_service_account" },
    'or "impersonated_service_account", got "gdch_service_account"; for other credentials, pass a client of google-auth-library as "auth"',
  ],
  ["a name of Object.prototype", { type: "constructor" }, 'got "constructor"'],
  [
    "a user without secrets",
    { type: "authorized_user", client_id: 5 },
    "client_id: must be a non-empty string, got a number",
    'client_secret: is required; run "gcloud auth application-default login" again',
    "refresh_token: is required",
  ],
  [
    "no key",
    { ...account, private_key: undefined, client_email: "" },
    "client_email: must be",
    "private_key: is required",
  ],
  ["a key in another format", { ...account, private_key: pkcs1 }, "private_key: must be in the format PKCS#8"],
  ["a truncated key", { ...account, private_key: pkcs8.slice(0, 600) }, "private_key: must contain only base64"],
  ["a token endpoint without https", { ...user, token_uri: "http://a.test/t" }, "token_uri: must begin with https://"],
  [
    "credentials in the token endpoint",
    { ...user, token_uri: "https://me:client-hunter22@a.test" },
    "token_uri: must not contain credentials",
  ],
  [
    "another protocol",
    { ...account, token_uri: "file:///etc/passwd" },
    "token_uri: must begin with http:// or https://",
  ],
  [
    "a quota project with a line break",
    { ...user, quota_project_id: "a\r\nx: y" },
    "quota_project_id: must be a project id",
  ],
])(
  "a file with %s is rejected before anything is sent, and the error contains no secret",
  async (_, content, ...messages) => {
    configure(content);
    const fetch = scriptedFetch(json(token("a")));
    const error = await rejection(tokenOf({ fetch }));
    expect(error).toMatchObject({ code: "invalid_request" });
    for (const message of messages) expect(String(error)).toContain(message);
    expect(String(error)).toContain(join(home, "key.json"));
    for (const secret of [...secrets, pkcs1.split("\n")[5]]) expect(shown(error)).not.toContain(secret);
    expect(fetch.requests).toEqual([]);
  },
);

test("a missing file, a folder, a device, a file that is too large and an unreadable file are rejected with a remedy", async () => {
  const messageFor = async (path: string) => {
    vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", path);
    return String(await rejection(tokenOf()));
  };
  expect(await messageFor(join(home, "none.json"))).toContain(
    `GOOGLE_APPLICATION_CREDENTIALS: the file "${join(home, "none.json")}" does not exist; correct the path, or unset the variable and run "gcloud auth application-default login"; in GitHub Actions, run checkout before google-github-actions/auth`,
  );
  expect(await messageFor(home)).toContain("is not a regular file");
  expect(await messageFor("/dev/zero")).toContain("is not a regular file");
  expect(await messageFor(write(" ".repeat(1_048_577)))).toContain("is larger than 1048576 bytes");
  symlinkSync("loop", join(home, "loop"));
  expect(await messageFor(join(home, "loop"))).toContain("cannot be read (ELOOP)");
});

test("without credentials, one error lists the remedies", async () => {
  const error = await rejection(tokenOf());
  const path = join(home, ".config/gcloud/application_default_credentials.json");
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(String(error)).toContain(
    "no credentials were found: set GOOGLE_APPLICATION_CREDENTIALS to a key file, " +
      'run "gcloud auth application-default login", or pass another "auth"; ' +
      `there is no file "${path}", and http://127.0.0.1:`,
  );
  expect(String(error)).toContain("does not respond");
});

test.each<[what: string, answer: ScriptedAnswer, message: string]>([
  ["a server without the flavor", { body: token("stolen") }, "is not a metadata server"],
  [
    "a page without the flavor",
    { body: "<html>", headers: { "content-type": "text/html" } },
    "does not respond with a token",
  ],
  ["a redirect", { status: 302, headers: { location: "http://hostile.test" } }, "is not a metadata server"],
  ["an error without the flavor", { status: 403, body: "no" }, "is not a metadata server"],
  ["a machine without a service account", { status: 404, headers: flavor }, "has no service account; attach one"],
  ["no token", { body: {}, headers: flavor }, "does not respond with a token"],
  ["a lost connection", { failure: "reset" }, "does not respond"],
])("a metadata server: %s is reported with a remedy, after one request", async (_, answer, message) => {
  const server = await serveMetadata(answer);
  const error = await rejection(tokenOf());
  expect(error).toMatchObject({ code: "invalid_request" });
  expect(String(error)).toContain("no credentials were found: set GOOGLE_APPLICATION_CREDENTIALS");
  expect(String(error)).toContain(`${server.url} ${message}`);
  expect(String(error)).not.toContain("stolen");
  expect(server.requests).toHaveLength(1);
});

test("a request to a metadata server that is temporarily unavailable is retried", async () => {
  const clock = createTestClock();
  const server = await serveMetadata({ status: 503, headers: flavor }, { body: token("a"), headers: flavor });
  expect(await tokenOf({ clock })).toBe("a");
  expect(server.requests).toHaveLength(2);
  server.answer({ status: 503, headers: flavor });
  expect(await rejection(tokenOf({ clock }))).toMatchObject({ code: "unavailable", attempts: 4 });
});

test("a request to a metadata server that does not respond ends after timeoutMs", async () => {
  const server = await serveMetadata({ failure: "silence" });
  expect(String(await rejection(tokenOf({ timeoutMs: 50 })))).toContain("does not respond");
  expect(server.requests).toHaveLength(1);
});

test.each(["127.0.0.1:80\\evil", "a.test/path", "me:hunter22@a.test", "a b", "a.test?x", "a.test#x"])(
  "GCE_METADATA_HOST must be a host, not %j",
  async (host) => {
    vi.stubEnv("GCE_METADATA_HOST", host);
    const fetch = scriptedFetch(json(token("a")));
    const error = await rejection(tokenOf({ fetch }));
    expect(error).toMatchObject({ issues: [{ path: "GCE_METADATA_HOST" }] });
    expect(String(error)).not.toContain("hunter22");
    expect(fetch.requests).toEqual([]);
  },
);

test("a redirect of the token endpoint is not followed, and a secret that it echoes is masked", async () => {
  const other = await serve({ body: token("stolen") });
  const server = await serve({ status: 307, headers: { location: other.url } });
  configure({ ...user, token_uri: server.url });
  expect(await rejection(tokenOf())).toMatchObject({ code: "redirect" });
  expect(other.requests).toEqual([]);
  const error_description = `unknown ${secrets[0]} and ${secrets[1]}`;
  server.answer({ status: 400, body: { error: "invalid_grant", error_description } });
  const error = await rejection(tokenOf());
  expect(error).toMatchObject({ code: "bad_request", reason: "invalid_grant" });
  for (const secret of secrets) expect(shown(error)).not.toContain(secret);
});

test("without Node's modules, as in browsers, the error names other providers", async () => {
  vi.stubGlobal("process", { env: {} });
  const error = await rejection(tokenOf());
  vi.unstubAllGlobals();
  expect(String(error)).toContain(
    "requires a current version of Node, Deno or Bun; use serviceAccount or bearer instead",
  );
});

test("nothing is read before a token is requested, and invalid options are rejected", () => {
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", "/nowhere");
  expect(applicationDefault().tokenHeaders).toEqual({});
  const error = thrown(() => applicationDefault({ scope: "a", scopes: [], timeoutMs: 0 } as never));
  expect(error).toMatchObject({
    issues: [
      { path: "scopes" },
      { path: "timeoutMs" },
      { path: "scope", message: expect.stringContaining("is unknown") },
    ],
  });
});
