import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService, defineMethod } from "fourfold";
import { type ApplicationDefaultOptions, applicationDefault } from "fourfold/auth";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ScriptedAnswer, startServer } from "../support/http-server.js";
import { rejection, shown, thrown } from "../support/rejection.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { createTestClock } from "../support/test-clock.js";
import { createTokenEndpoint, keyLine, pkcs8 } from "./token-endpoint.js";

const scope = "https://www.googleapis.com/auth/cloud-platform";
const audience = "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/github/providers/shop";
const iamPath = "/v1/projects/-/serviceAccounts/app@shop.iam.gserviceaccount.com:generateAccessToken";
const iamUrl = `https://iamcredentials.googleapis.com${iamPath}`;
const secrets = {
  subject: "subject-hunter22-token",
  federated: "federated-hunter22-token",
  client: "client-hunter22-secret",
  refresh: "refresh-hunter22-token",
  request: "request-hunter22-bearer",
};
const jwt = "urn:ietf:params:oauth:token-type:jwt";
const user = { type: "authorized_user", client_id: "c", client_secret: secrets.client, refresh_token: secrets.refresh };

let folder = "";
const closing: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fourfold-"));
  closing.push(() => rmSync(folder, { recursive: true }));
  for (const name of ["GOOGLE_CLOUD_QUOTA_PROJECT", "CLOUDSDK_CONFIG"]) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

async function serve(...answers: readonly ScriptedAnswer[]) {
  const server = await startServer(...answers);
  closing.push(() => server.close());
  return server;
}

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

/** Writes the file that GOOGLE_APPLICATION_CREDENTIALS names. */
function configure(content: unknown): void {
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", write("credentials.json", content));
}

/** A file of workload identity federation whose token is in a file. */
function external(more: object = {}) {
  return {
    type: "external_account",
    audience,
    subject_token_type: jwt,
    token_url: "https://sts.googleapis.com/v1/token",
    credential_source: { file: write("subject", `${secrets.subject}\n`) },
    ...more,
  };
}

/** Configures federation that impersonates a service account, and returns the server of IAM. */
async function impersonate(answer: ScriptedAnswer, more: object = {}) {
  const sts = await serve({ body: federated });
  const iam = await serve(answer);
  configure(external({ token_url: sts.url, service_account_impersonation_url: iam.url + iamPath, ...more }));
  return iam;
}

const options: ApplicationDefaultOptions = { allowedHosts: ["127.0.0.1"] };
const tokenOf = (more: ApplicationDefaultOptions = {}) => applicationDefault({ ...options, ...more }).getAccessToken();
const form = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));
const federated = { access_token: secrets.federated, expires_in: 300, token_type: "Bearer" };
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const basic = `Basic ${btoa(`c:${secrets.client}`)}`;

function expectNoSecrets(error: unknown): void {
  for (const secret of [...Object.values(secrets), keyLine, btoa(`c:${secrets.client}`)]) {
    expect(shown(error)).not.toContain(secret);
  }
}

test("workload identity federation with a file: the token is exchanged without other credentials", async () => {
  const sts = await serve({ body: federated });
  configure(external({ token_url: `${sts.url}/v1/token` }));
  expect(await tokenOf()).toBe(secrets.federated);
  expect(sts.requests).toMatchObject([{ method: "POST", url: "/v1/token" }]);
  expect(sts.requests[0]?.headers).not.toHaveProperty("authorization");
  expect(form(sts.requests[0]?.body)).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    audience,
    scope,
    requested_token_type: "urn:ietf:params:oauth:token-type:access_token",
    subject_token: secrets.subject,
    subject_token_type: jwt,
  });
});

test("workload identity federation with the URL of GitHub Actions, which impersonates a service account", async () => {
  const github = await serve({ body: { count: 1, value: secrets.subject } });
  const sts = await serve({ body: federated });
  const iam = await serve({ body: { accessToken: "impersonated", expireTime: inAnHour() } });
  const audienceOfGitHub = encodeURIComponent(`https:${audience}`);
  configure(
    external({
      token_url: `${sts.url}/v1/token`,
      service_account_impersonation_url: iam.url + iamPath,
      service_account_impersonation: { token_lifetime_seconds: 600 },
      credential_source: {
        url: `${github.url}/7//idtoken/1?api-version=2.0&audience=${audienceOfGitHub}`,
        headers: { Authorization: `Bearer ${secrets.request}` },
        format: { type: "json", subject_token_field_name: "value" },
      },
    }),
  );
  const scopes = ["https://www.googleapis.com/auth/bigquery", "email"];
  expect(await tokenOf({ scopes })).toBe("impersonated");
  expect(github.requests).toMatchObject([
    {
      method: "GET",
      url: `/7//idtoken/1?api-version=2.0&audience=${audienceOfGitHub}`,
      headers: { authorization: `Bearer ${secrets.request}` },
    },
  ]);
  expect(form(sts.requests[0]?.body)).toMatchObject({ subject_token: secrets.subject, scope });
  expect(iam.requests).toMatchObject([
    { method: "POST", url: iamPath, headers: { authorization: `Bearer ${secrets.federated}` } },
  ]);
  expect(JSON.parse(iam.requests[0]?.body ?? "")).toEqual({ scope: scopes, lifetime: "600s" });
});

test("a URL may respond with text, and a parameter named key is sent", async () => {
  const azure = await serve({ body: `\n${secrets.subject}\n`, headers: { "content-type": "text/plain" } });
  const sts = await serve({ body: federated });
  const source = { url: `${azure.url}/token?key=a&key=b`, headers: { Metadata: "True" }, format: { type: "text" } };
  configure(external({ token_url: sts.url, credential_source: source }));
  expect(await tokenOf()).toBe(secrets.federated);
  expect(azure.requests[0]).toMatchObject({ url: "/token?key=a&key=b", headers: { metadata: "True" } });
  expect(form(sts.requests[0]?.body).subject_token).toBe(secrets.subject);
});

test("for workforce pools, the project of the user is sent in options, unless the file has an OAuth client", async () => {
  const sts = await serve({ body: federated });
  const workforce = {
    audience: "//iam.googleapis.com/locations/global/workforcePools/staff/providers/okta",
    token_url: sts.url,
    workforce_pool_user_project: "shop",
  };
  configure(external(workforce));
  await tokenOf();
  configure(external({ ...workforce, client_id: "c", client_secret: secrets.client }));
  await tokenOf();
  expect(form(sts.requests[0]?.body).options).toBe('{"userProject":"shop"}');
  expect(form(sts.requests[1]?.body)).not.toHaveProperty("options");
  expect(sts.requests.map(({ headers }) => headers.authorization)).toEqual([undefined, basic]);
});

test("the file is read again for each exchange, and a token is exchanged when a tenth of its lifetime is left", async () => {
  const clock = createTestClock();
  const sts = await serve({ body: { ...federated, access_token: "a" } }, { body: { ...federated, access_token: "b" } });
  configure(external({ token_url: sts.url }));
  const auth = applicationDefault({ ...options, clock });
  expect(await Promise.all([auth.getAccessToken(), auth.getAccessToken()])).toEqual(["a", "a"]);
  write("subject", "rotated");
  clock.advance(270_000 - 1);
  expect(await auth.getAccessToken()).toBe("a");
  clock.advance(1);
  expect(await auth.getAccessToken()).toBe("b");
  expect(sts.requests.map(({ body }) => form(body).subject_token)).toEqual([secrets.subject, "rotated"]);
});

const tenMinutes = { service_account_impersonation: { token_lifetime_seconds: 600 } };

test.each<[lifetime: string, expireTime: string | undefined, more: object]>([
  ["lifetime until expireTime", new Date(createTestClock().now() + 600_000).toISOString(), {}],
  ["requested lifetime without expireTime", undefined, tenMinutes],
  ["requested lifetime if expireTime is not a time", "soon", tenMinutes],
])("an impersonated token is cached for nine tenths of its %s", async (_, expireTime, more) => {
  const clock = createTestClock();
  const iam = await impersonate({ body: { accessToken: "a", expireTime } }, more);
  const auth = applicationDefault({ ...options, clock });
  await auth.getAccessToken();
  clock.advance(540_000 - 1);
  await auth.getAccessToken();
  expect(iam.requests).toHaveLength(1);
  clock.advance(1);
  await auth.getAccessToken();
  expect(iam.requests).toHaveLength(2);
});

test("a token that has already expired is sent once, and not cached", async () => {
  const sts = await serve({ body: { ...federated, expires_in: -5 } });
  configure(external({ token_url: sts.url }));
  const auth = applicationDefault(options);
  expect([await auth.getAccessToken(), await auth.getAccessToken()]).toEqual([secrets.federated, secrets.federated]);
  expect(sts.requests).toHaveLength(2);
});

test("workforce identity of a user: a new refresh token replaces the one in the file", async () => {
  const next = "refresh-hunter22-next";
  const sts = await serve({ body: { ...federated, refresh_token: next } }, { body: federated });
  const file = { ...user, type: "external_account_authorized_user", token_url: `${sts.url}/v1/oauthtoken` };
  configure({ ...file, quota_project_id: "quota-1" });
  const auth = applicationDefault(options);
  const tokens: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    tokens.push(await auth.getAccessToken());
    auth.forgetAccessToken(secrets.federated);
  }
  expect(tokens).toEqual(Array(3).fill(secrets.federated));
  expect(auth.tokenHeaders).toEqual({ "x-goog-user-project": "quota-1" });
  expect(sts.requests.map(({ body }) => form(body))).toEqual(
    [secrets.refresh, next, next].map((refresh_token) => ({ grant_type: "refresh_token", refresh_token })),
  );
  expect(sts.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic, basic]);
  configure({ ...file, refresh_token: "of-a-new-login" });
  await auth.getAccessToken();
  expect(form(sts.requests[3]?.body).refresh_token).toBe("of-a-new-login");
});

test("when a service account is impersonated, the source token has all scopes, and the token of the account only the given ones", async () => {
  const endpoint = createTokenEndpoint();
  const iam = await serve({ body: { accessToken: "impersonated", expireTime: inAnHour() } });
  const file = {
    type: "impersonated_service_account",
    service_account_impersonation_url: iam.url + iamPath,
    delegates: ["projects/-/serviceAccounts/between@shop.iam.gserviceaccount.com"],
    source_credentials: {
      type: "service_account",
      client_email: "ci@shop.test",
      private_key: pkcs8,
      token_uri: endpoint.url,
    },
  };
  configure(file);
  const fetch = async (input: string | URL | Request, init?: RequestInit) =>
    (input as Request).url === endpoint.url ? endpoint.fetch(input, init) : globalThis.fetch(input, init);
  expect(await tokenOf({ clock: endpoint.clock, fetch, scopes: "openid email" })).toBe("impersonated");
  expect(endpoint.assertions[0]?.claims).toMatchObject({ iss: "ci@shop.test", scope });
  configure({ ...file, delegates: undefined, source_credentials: { ...user, token_uri: `${iam.url}/token` } });
  iam.answer({ body: federated }, { body: { accessToken: "of-the-user", expireTime: inAnHour() } });
  expect(await tokenOf()).toBe("of-the-user");
  expect(iam.requests).toMatchObject([
    { url: iamPath, headers: { authorization: "Bearer token-1" } },
    { url: "/token" },
    { url: iamPath, headers: { authorization: `Bearer ${secrets.federated}` } },
  ]);
  expect([0, 2].map((index) => JSON.parse(iam.requests[index]?.body ?? ""))).toEqual([
    { delegates: file.delegates, scope: ["openid", "email"], lifetime: "3600s" },
    { delegates: [], scope: [scope], lifetime: "3600s" },
  ]);
});

test("scopes of an impersonated file apply if none are given", async () => {
  const iam = await serve({ body: federated }, { body: { accessToken: "a", expireTime: inAnHour() } });
  configure({
    type: "impersonated_service_account",
    service_account_impersonation_url: iam.url + iamPath,
    scopes: ["openid"],
    source_credentials: { ...user, token_uri: iam.url },
  });
  await tokenOf();
  expect(JSON.parse(iam.requests[1]?.body ?? "")).toMatchObject({ scope: ["openid"] });
});

test.each([
  ["external_account", undefined, "https://sts.googleapis.com/v1/token"],
  ["external_account", "example.goog", "https://sts.example.goog/v1/token"],
  ["external_account_authorized_user", undefined, "https://sts.googleapis.com/v1/oauthtoken"],
  ["external_account_authorized_user", "example.goog", "https://sts.example.goog/v1/oauthtoken"],
  ["authorized_user", "example.goog", "https://oauth2.example.goog/token"],
])("without a token endpoint, a file %s of the universe %s uses %s", async (type, universe_domain, url) => {
  configure({ ...external(), ...user, type, token_url: undefined, universe_domain });
  const fetch = scriptedFetch(json(federated));
  await applicationDefault({ fetch }).getAccessToken();
  expect(fetch.requests.map((request) => request.url)).toEqual([url]);
});

test.each([
  "https://sts.googleapis.com/v1/token",
  "https://sts.europe-west1.rep.googleapis.com/v1/token",
  "https://sts.example.goog/v1/token",
])("tokens are sent to %s", async (token_url) => {
  configure(external({ token_url, universe_domain: "Example.goog" }));
  const fetch = scriptedFetch(json(federated));
  expect(await applicationDefault({ fetch }).getAccessToken()).toBe(secrets.federated);
});

test.each([
  "http://sts.googleapis.com/v1/token",
  "https://sts.googleapis.com.hostile.test/v1/token",
  "https://hostile.test/sts.googleapis.com",
  "https://sts.hostile.test\\.googleapis.com/v1/token",
  "https://xsts.googleapis.com/v1/token",
  "https://sts.a.b.rep.googleapis.com/v1/token",
  "https://sts.googleapis.com:8443/v1/token",
  "https://iamcredentials.googleapis.com/v1/token",
  "https://sts.example.goog/v1/token",
  "https://me:hunter22@sts.googleapis.com/v1/token",
  "https://sts.googleapis.com@hostile.test/",
  "http://127.0.0.1/v1/token",
  "file:///etc/passwd",
  "sts.googleapis.com",
  7,
])("tokens are not sent to %j, with the remedy", async (token_url) => {
  configure(external({ token_url }));
  const fetch = scriptedFetch(json(federated));
  const error = await rejection(applicationDefault({ fetch }).getAccessToken());
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "token_url" }] });
  expect(String(error)).not.toContain("hunter22");
  expect(fetch.requests).toEqual([]);
});

test("allowedHosts allows other hosts with and without a port, but http only on this machine", async () => {
  const fetch = scriptedFetch(json(federated));
  const messageFor = async (token_url: string, ...allowedHosts: string[]) => {
    configure(external({ token_url }));
    const outcome = await applicationDefault({ fetch, allowedHosts }).getAccessToken().catch(String);
    return outcome === secrets.federated ? "sent" : outcome;
  };
  expect(await messageFor("https://sts.test:1/t", "STS.test")).toBe("sent");
  expect(await messageFor("https://sts.test:1/t", "sts.test:1")).toBe("sent");
  expect(await messageFor("https://sts.test:2/t", "sts.test:1")).toContain(
    'token_url: must be on sts.googleapis.com, got "sts.test:2"; if you trust this host, add it to "allowedHosts"',
  );
  expect(await messageFor("https://sts.test/t", "sts.test:443")).toBe("sent");
  expect(await messageFor("https://sts.test:2/t", "sts.test:443")).toContain('got "sts.test:2"');
  expect(await messageFor("https://bücher.test/t", "Bücher.test")).toBe("sent");
  expect(await messageFor("http://sts.test/t", "sts.test")).toContain("token_url: must begin with https://");
});

test.each([["https://sts.test"], ["*.test"], ["a b"], ["me@a.test"], ["a/b"], [""], [5]])(
  "allowedHosts must contain hosts, not %j",
  (host) => {
    const error = thrown(() => applicationDefault({ allowedHosts: [host as string] }));
    expect(error).toMatchObject({
      issues: [{ path: "allowedHosts", message: expect.stringContaining("a list of hosts") }],
    });
  },
);

test.each([
  "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b.test:generateIdToken",
  "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a/b:generateAccessToken",
  "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/:generateAccessToken",
  "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a%2f..%2fb:generateAccessToken",
  `${iamUrl}?x=1`,
  `https://hostile.test${iamPath}`,
  iamUrl.replace("https", "http"),
  iamUrl.replace("iamcredentials", "sts"),
])("a service account is not impersonated at %s", async (service_account_impersonation_url) => {
  configure(external({ service_account_impersonation_url }));
  const fetch = scriptedFetch(json(federated));
  const error = await rejection(applicationDefault({ fetch }).getAccessToken());
  expect(error).toMatchObject({ issues: [{ path: "service_account_impersonation_url" }] });
  expect(fetch.requests).toEqual([]);
});

test("the token of a provider may come from https, this machine and 169.254.169.254, and from allowed hosts", async () => {
  const fetch = scriptedFetch(() => Response.json({ ...federated, value: "x" }));
  const outcomeFor = async (url: string, ...allowedHosts: string[]) => {
    configure(external({ credential_source: { url, format: { type: "json", subject_token_field_name: "value" } } }));
    return applicationDefault({ fetch, allowedHosts }).getAccessToken().catch(String);
  };
  expect(await outcomeFor("https://github.example.test/token")).toBe(secrets.federated);
  expect(await outcomeFor("http://169.254.169.254/metadata/identity/oauth2/token")).toBe(secrets.federated);
  expect(await outcomeFor("http://localhost:1/token")).toBe(secrets.federated);
  expect(await outcomeFor("http://inside.test/token", "inside.test")).toBe(secrets.federated);
  expect(await outcomeFor("http://inside.test/token")).toContain("credential_source.url: must begin with https://");
});

const source = { url: "https://a.test", headers: {}, format: {} };
test.each<[what: string, file: object, ...messages: string[]]>([
  [
    "AWS",
    { credential_source: { environment_id: "aws1", region_url: "http://a", url: "http://169.254.169.254/x" } },
    'credential_source: must have either "file" or "url", and no other properties than "headers" and "format"; for AWS, executables and certificates, pass a client of google-auth-library as "auth"',
  ],
  ["an executable", { credential_source: { executable: { command: "rm" } } }, "pass a client of google-auth-library"],
  ["a certificate", { credential_source: { certificate: {} } }, "pass a client of google-auth-library"],
  ["both sources", { credential_source: { ...source, file: "a" } }, 'must have either "file" or "url"'],
  [
    "a name of Object.prototype",
    { credential_source: { ...source, constructor: 1 } },
    'must have either "file" or "url"',
  ],
  ["no source", { credential_source: undefined }, "credential_source: is required"],
  ["a source that is a list", { credential_source: [] }, "credential_source: must be an object, got a list"],
  [
    "another format",
    { credential_source: { ...source, format: { type: "xml" } } },
    'credential_source.format.type: must be "text" or "json", got "xml"',
  ],
  [
    "no field name",
    { credential_source: { ...source, format: { type: "json" } } },
    "credential_source.format.subject_token_field_name: is required",
  ],
  [
    "invalid headers",
    { credential_source: { ...source, headers: { "a b": "x", c: `${secrets.request}\n\nx`, d: 5 } } },
    'headers["a b"]: is not a valid header name; headers.c: contains a character',
    "headers.d: must be a string",
  ],
  [
    "a project outside of a workforce pool",
    { workforce_pool_user_project: "shop" },
    'workforce_pool_user_project: must be omitted, because "audience" is not in a workforce pool',
  ],
  [
    "a lifetime that is too short",
    { service_account_impersonation: { token_lifetime_seconds: 599 } },
    "service_account_impersonation.token_lifetime_seconds: must be an integer from 600 to 43200, got 599",
  ],
  ["a lifetime as a string", { service_account_impersonation: { token_lifetime_seconds: "3600" } }, 'got "3600"'],
  [
    "another universe",
    { universe_domain: "https://hostile.test/", token_url: undefined },
    'universe_domain: must be a domain such as "googleapis.com", got a string',
  ],
  [
    "wrong types, reported together",
    {
      audience: 1,
      subject_token_type: "",
      token_url: [],
      client_secret: {},
      credential_source: { executable: 1, format: 5 },
      quota_project_id: "a\nb",
    },
    "audience: must be a non-empty string, got a number",
    "subject_token_type: must be",
    "token_url: must be an absolute URL",
    "client_secret: must be a non-empty string, got an object",
    "credential_source: must have either",
    "credential_source.format: must be an object, got a number",
    "quota_project_id: must be a project id",
  ],
  [
    "an unknown kind of source",
    {
      type: "impersonated_service_account",
      service_account_impersonation_url: iamUrl,
      source_credentials: { type: "impersonated_service_account" },
    },
    'source_credentials.type: must be "service_account" or "authorized_user", got "impersonated_service_account"; for other sources, pass a client of google-auth-library',
  ],
  [
    "an incomplete source",
    {
      type: "impersonated_service_account",
      delegates: [5],
      service_account_impersonation_url: undefined,
      source_credentials: { type: "authorized_user", client_id: "c" },
    },
    "service_account_impersonation_url: is required",
    'source_credentials.client_secret: is required; run "gcloud auth application-default login" again',
    "source_credentials.refresh_token: is required",
    "delegates[0]: must be a non-empty string",
  ],
])("a file with %s is rejected before anything is sent", async (_, file, ...messages) => {
  configure(external({ client_secret: secrets.client, ...file }));
  const fetch = scriptedFetch(json(federated));
  const error = await rejection(applicationDefault({ fetch }).getAccessToken());
  expect(error).toMatchObject({ code: "invalid_request" });
  for (const message of messages) expect(String(error)).toContain(message);
  expectNoSecrets(error);
  expect(fetch.requests).toEqual([]);
});

test("a file with thousands of invalid elements or levels causes one error", async () => {
  const file = { type: "impersonated_service_account", service_account_impersonation_url: iamUrl };
  configure({ ...file, source_credentials: user, delegates: Array(20_000).fill(0) });
  expect(await rejection(tokenOf())).toMatchObject({ code: "invalid_request", issues: { length: 20_000 } });
  configure(`{"type":"external_account","credential_source":${"[".repeat(400_000)}${"]".repeat(400_000)}}`);
  expect(await rejection(tokenOf())).toMatchObject({ code: "invalid_request" });
});

test("the file with a provider's token must be a small regular file with a token", async () => {
  const messageFor = async (file: string, format?: object) => {
    configure(external({ credential_source: { file, format } }));
    const error = await rejection(tokenOf({ fetch: scriptedFetch(json(federated)) }));
    expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "credential_source.file" }] });
    expectNoSecrets(error);
    return String(error);
  };
  const jsonFormat = { type: "json", subject_token_field_name: "id_token" };
  const fifo = join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  expect(await messageFor(join(folder, "none"))).toContain(`the file "${join(folder, "none")}" does not exist`);
  expect(await messageFor(folder)).toContain("is not a regular file");
  expect(await messageFor("/dev/zero")).toContain("is not a regular file");
  expect(await messageFor(fifo)).toContain("is not a regular file");
  expect(await messageFor(write("large", "x".repeat(1_048_577)))).toContain("is larger than 1048576 bytes");
  expect(await messageFor(write("empty", " \n"))).toContain("must contain a token, got nothing");
  expect(await messageFor(write("page", "\n<!DOCTYPE html><p>Sign in"))).toContain("got an HTML page");
  expect(await messageFor(write("text", secrets.subject), jsonFormat)).toContain(
    'must contain JSON with a token in the field "id_token", got nothing',
  );
  expect(await messageFor(write("json", { id_token: { token: secrets.subject } }), jsonFormat)).toContain(
    "got an object",
  );
});

test.each([
  ["a file of credentials", JSON.stringify({ type: "service_account", private_key: pkcs8 })],
  ["a file that begins with a line break", `\n{"refresh_token": "${secrets.refresh}"}`],
  ["a file in base64", btoa(`${secrets.client} `.repeat(30))],
])("%s in place of its path is not shown", async (_, content) => {
  const hidden = "the file (its path is not shown, because it looks like the content of credentials)";
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", content);
  const error = await rejection(tokenOf());
  expect(String(error)).toContain(`GOOGLE_APPLICATION_CREDENTIALS: ${hidden} does not exist; correct the path`);
  configure(external({ credential_source: { file: content } }));
  const other = await rejection(tokenOf());
  expect(String(other)).toContain(`credential_source.file: ${hidden} does not exist`);
  for (const found of [error, other]) {
    expectNoSecrets(found);
    expect(shown(found)).not.toContain(content.slice(0, 40));
  }
});

test("a FIFO in place of the credentials is rejected", async () => {
  const fifo = join(folder, "fifo");
  execFileSync("mkfifo", [fifo]);
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", fifo);
  expect(String(await rejection(tokenOf()))).toContain("is not a regular file");
});

/** The response of one server in a chain of three that fails, and the error. */
const failures: readonly [what: string, answer: ScriptedAnswer, error: object][] = [
  ["an HTML page", { body: `<html>${secrets.subject}`, headers: { "content-type": "text/html" } }, {}],
  ["no body", {}, {}],
  ["a list", { body: [secrets.federated] }, {}],
  ["a field of another type", { body: { access_token: 5, accessToken: {}, value: [] } }, {}],
  [
    "an error",
    { status: 400, body: { error: "invalid_request", error_description: Object.values(secrets).join() } },
    { code: "bad_request" },
  ],
  [
    "an error as text",
    { status: 403, body: Object.values(secrets).join(), headers: { "content-type": "text/plain" } },
    { code: "permission_denied" },
  ],
  [
    "a redirect",
    { status: 307, headers: { location: `http://127.0.0.1:1/?t=${secrets.subject}` } },
    { code: "redirect" },
  ],
  ["an unavailable server", { status: 503, body: "<html>" }, { code: "unavailable", attempts: 4 }],
  ["a body that is too large", { body: "x".repeat(1_048_577) }, { code: "response_too_large" }],
  ["a lost connection", { failure: "reset" }, { code: "network" }],
  ["a truncated body", { body: federated, failure: "cut-short" }, { code: "network" }],
  ["silence", { failure: "silence" }, { code: "timeout" }],
];
const chain = failures.flatMap((failure) => ["provider", "STS", "IAM"].map((server) => [server, ...failure] as const));

test.each(chain)(
  "%s responds with %s: one error without secrets, and no redirect is followed",
  async (failing, _, answer, expected) => {
    const answerOf = (server: string, good: unknown) => (server === failing ? answer : { body: good });
    const provider = await serve(answerOf("provider", { value: secrets.subject }));
    const sts = await serve(answerOf("STS", federated));
    const iam = await serve(answerOf("IAM", { accessToken: "a", expireTime: inAnHour() }));
    configure(
      external({
        token_url: `${sts.url}/v1/token`,
        client_id: "c",
        client_secret: secrets.client,
        service_account_impersonation_url: iam.url + iamPath,
        credential_source: {
          url: `${provider.url}/token`,
          headers: { Authorization: `Bearer ${secrets.request}`, "x-own": secrets.refresh },
          format: { type: "json", subject_token_field_name: "value" },
        },
      }),
    );
    const error = await rejection(
      tokenOf({ clock: createTestClock(), timeoutMs: answer.failure === "silence" ? 100 : 10_000 }),
    );
    expect(error).toMatchObject({ name: expect.stringMatching(/Error$/), code: expect.any(String), ...expected });
    const known = {
      provider: [secrets.request, secrets.refresh],
      STS: [secrets.subject, secrets.client],
      IAM: [secrets.federated],
    };
    for (const secret of known[failing as keyof typeof known]) expect(shown(error)).not.toContain(secret);
    expect(shown(error)).not.toContain("127.0.0.1:1/");
  },
);

test("tokens of 12 KB pass through every step", async () => {
  const long = (letter: string) => letter.repeat(12_288);
  const sts = await serve({ body: { access_token: long("f"), expires_in: 300 } });
  const iam = await serve({ body: { accessToken: long("i"), expireTime: inAnHour() } });
  write("subject", long("s"));
  configure(
    external({
      token_url: sts.url,
      service_account_impersonation_url: iam.url + iamPath,
      credential_source: { file: join(folder, "subject") },
    }),
  );
  expect(await tokenOf()).toBe(long("i"));
  expect(iam.requests[0]?.headers.authorization).toBe(`Bearer ${long("f")}`);
});

test.each([
  ["invalid_target", 'check that the pool and the provider in "audience" exist and are enabled'],
  ["unauthorized_client", "the attribute condition of the provider must accept the claims of the token"],
  ["invalid_grant", "check that the token has not expired"],
  ["constructor", "The service's own words"],
])("the message of an STS error %s ends with a remedy", async (error, remedy) => {
  const sts = await serve({ status: 400, body: { error, error_description: "The service's own words" } });
  configure(external({ token_url: sts.url }));
  const failure = await rejection(tokenOf());
  expect(failure).toMatchObject({ code: "bad_request", reason: error, serviceMessage: "The service's own words" });
  expect(String(failure)).toMatch(new RegExp(`${remedy}[^()]*\\)?$`));
});

test.each([
  [403, { status: "PERMISSION_DENIED" }, 'grant the caller the role "Service Account Token Creator"'],
  [403, { details: [{ reason: "SERVICE_DISABLED" }] }, "enable iamcredentials.googleapis.com"],
  [404, { status: "NOT_FOUND" }, "check the e-mail address"],
])("the message of a %i of generateAccessToken with %j ends with a remedy", async (status, more, remedy) => {
  await impersonate({ status, body: { error: { code: status, message: "Permission denied", ...more } } });
  const failure = await rejection(tokenOf());
  expect(failure).toMatchObject({ status, serviceMessage: "Permission denied" });
  expect(String(failure)).toContain(`Permission denied (${remedy}`);
});

test.each(["authorized_user", "external_account_authorized_user"])(
  "the message about an expired login of %s ends with a remedy",
  async (type) => {
    const server = await serve({
      status: 400,
      body: { error: "invalid_grant", error_description: "Token has been expired" },
    });
    configure({ ...user, type, token_uri: server.url, token_url: server.url });
    expect(String(await rejection(tokenOf()))).toContain(
      'Token has been expired (run "gcloud auth application-default login" again)',
    );
  },
);

test("events of a client contain none of the tokens", async () => {
  const sts = await serve({ body: federated });
  const service = await serve({ status: 401, body: { error: { message: secrets.federated } } }, { body: {} });
  configure(external({ token_url: sts.url }));
  const events: unknown[] = [];
  const client = createService({
    baseUrl: service.url,
    auth: applicationDefault(options),
    eventBodies: true,
    onEvent: (event) => events.push(event),
  });
  await rejection(client.call(defineMethod({ name: "things.get", http: "GET /things" }), {}));
  expect(events.length).toBeGreaterThan(1);
  expectNoSecrets(events);
});

test("an abort ends the wait for each step with the signal's reason", async () => {
  const sts = await serve({ failure: "silence" });
  configure(external({ token_url: sts.url }));
  const controller = new AbortController();
  const pending = rejection(applicationDefault(options).getAccessToken({ signal: controller.signal }));
  await expect.poll(() => sts.requests.length).toBe(1);
  controller.abort(new Error("enough"));
  expect(String(await pending)).toBe("Error: enough");
});
