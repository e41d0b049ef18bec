import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applicationDefault } from "fourfold/auth";
import { type AuthClient, GoogleAuth } from "google-auth-library";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

const iamPath = "/v1/projects/-/serviceAccounts/app@shop.iam.gserviceaccount.com:generateAccessToken";
const folder = mkdtempSync(join(tmpdir(), "fourfold-"));
const scopes = ["https://www.googleapis.com/auth/cloud-platform"];

/** Headers that name the client or the connection. */
const ignored = [
  "accept",
  "accept-encoding",
  "accept-language",
  "connection",
  "content-length",
  "host",
  "sec-fetch-mode",
  "user-agent",
  "x-goog-api-client",
];

let server: Server;
let base = "";
let received: object[] = [];

beforeAll(async () => {
  vi.stubEnv("GOOGLE_CLOUD_QUOTA_PROJECT", undefined);
  vi.stubEnv("GOOGLE_CLOUD_PROJECT", "shop"); // otherwise the library looks for it elsewhere
  server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const { method, url = "", headers } = request;
    const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !ignored.includes(name)));
    const isForm = headers["content-type"]?.includes("form");
    const fields = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || "{}");
    const type = shown["content-type"]?.toString().toLowerCase();
    received.push({ method, url, headers: { ...shown, "content-type": type }, fields });
    const expireTime = new Date(Date.now() + 3_600_000).toISOString();
    const answers: Record<string, unknown> = {
      "/text": "from-text",
      [iamPath]: { accessToken: "impersonated", expireTime },
    };
    const answer = answers[url] ?? { access_token: "federated", expires_in: 3_600, value: "from-json" };
    response.writeHead(200, { "content-type": url === "/text" ? "text/plain" : "application/json" });
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  base = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  server.close();
});

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** The library has a fixed token endpoint for users: its requests are redirected to the server. */
function redirect(client: AuthClient): AuthClient {
  client.transporter.interceptors.request.add({
    resolved: async (options) => {
      const url = new URL(options.url);
      return url.hostname === "oauth2.googleapis.com" ? { ...options, url: new URL(url.pathname, base) } : options;
    },
  });
  return client;
}

async function requestsOf(work: () => Promise<unknown>): Promise<object[]> {
  received = [];
  await work();
  return received;
}

/** The requests of both libraries for one file of credentials. */
async function requestsFor(content: object) {
  vi.stubEnv("GOOGLE_APPLICATION_CREDENTIALS", file("credentials.json", JSON.stringify(content)));
  const ours = await requestsOf(() => applicationDefault({ allowedHosts: ["127.0.0.1"], scopes }).getAccessToken());
  const theirs = await requestsOf(async () => {
    const client = await new GoogleAuth({ scopes }).getClient();
    const { sourceClient } = client as { readonly sourceClient?: AuthClient };
    if (sourceClient !== undefined) redirect(sourceClient);
    await redirect(client).getAccessToken();
  });
  return { ours, theirs };
}

const login = { client_id: "c", client_secret: "ü secret", refresh_token: "r" };
const user = () => ({ type: "authorized_user", ...login, token_uri: `${base}/token` });
const external = (more: object = {}) => ({
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/github/providers/shop",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: `${base}/v1/token`,
  credential_source: { file: file("subject", "from-a-file") },
  ...more,
});
const impersonation = () => ({ service_account_impersonation_url: base + iamPath });
const workforce = "//iam.googleapis.com/locations/global/workforcePools/staff/providers/okta";

test.each<[what: string, count: number, content: () => object]>([
  ["external_account with a file", 1, () => external()],
  [
    "external_account with a JSON file",
    1,
    () => {
      const format = { type: "json", subject_token_field_name: "id_token" };
      return external({ credential_source: { file: file("subject.json", '{"id_token":"from-json"}'), format } });
    },
  ],
  [
    "external_account with a URL of JSON",
    2,
    () => {
      const format = { type: "json", subject_token_field_name: "value" };
      const source = {
        url: `${base}/id?api-version=2.0&audience=https%3A%2F%2Fa%2Fb`,
        headers: { Authorization: "bearer b" },
        format,
      };
      return external({ credential_source: source });
    },
  ],
  [
    "external_account with a URL of text",
    2,
    () => external({ credential_source: { url: `${base}/text`, headers: { Metadata: "True" } } }),
  ],
  ["external_account with impersonation", 2, () => external(impersonation())],
  [
    "external_account with a lifetime",
    2,
    () => external({ ...impersonation(), service_account_impersonation: { token_lifetime_seconds: 700 } }),
  ],
  [
    "external_account with an OAuth client",
    1,
    () => external({ audience: workforce, workforce_pool_user_project: "shop", client_id: "c", client_secret: "ü" }),
  ],
  [
    "external_account with a project of the user",
    1,
    () => external({ audience: workforce, workforce_pool_user_project: "shop" }),
  ],
  [
    "external_account_authorized_user",
    1,
    () => ({
      type: "external_account_authorized_user",
      ...login,
      audience: workforce,
      token_url: `${base}/v1/oauthtoken`,
    }),
  ],
  ["authorized_user", 1, user],
  [
    "impersonated_service_account of a user",
    2,
    () => ({
      type: "impersonated_service_account",
      ...impersonation(),
      endpoint: base, // read only by the library
      delegates: ["projects/-/serviceAccounts/between@shop.iam.gserviceaccount.com"],
      source_credentials: user(),
    }),
  ],
])("%s: sends the same requests as google-auth-library", async (_, count, content) => {
  const { ours, theirs } = await requestsFor(content());
  expect(ours).toEqual(theirs);
  expect(ours).toHaveLength(count);
});
