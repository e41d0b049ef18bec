// The credentials of applicationDefault that are read from files, against a local server. Runs in every runtime with files.
import { strictEqual } from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { applicationDefault } from "fourfold/auth";

const iamPath = "/v1/projects/-/serviceAccounts/app@shop.iam.gserviceaccount.com:generateAccessToken";
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { url = "", headers } = request;
  const subject = new URLSearchParams(body).get("subject_token");
  const grant = new URLSearchParams(body).get("grant_type") ?? "";
  const answers: Record<string, object> = {
    "/provider?audience=a": { value: `subject of ${headers.authorization}` },
    "/sts": { access_token: subject ?? `${headers.authorization} ${grant}`, expires_in: 300 },
    "/token": { access_token: grant, expires_in: 300 },
    [iamPath]: {
      accessToken: `impersonated by ${headers.authorization}`,
      expireTime: new Date(Date.now() + 3_600_000).toISOString(),
    },
    "/computeMetadata/v1/instance/service-accounts/default/token": { access_token: "machine", expires_in: 300 },
  };
  const status = url === "/redirect" ? 307 : 200;
  response.writeHead(status, { "content-type": "application/json", "metadata-flavor": "Google", location: "/sts" });
  response.end(JSON.stringify(answers[url] ?? {}));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo; // it listens on a port
const base = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), "fourfold-"));
const file = (name: string, content: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

/** A file, or the path of one, and the token or the beginning of the error that it leads to. */
const login = { client_id: "c", client_secret: "s", refresh_token: "r" };
const user = { type: "authorized_user", ...login, token_uri: `${base}/token` };
const account = {
  type: "service_account",
  client_email: "a@b.test",
  private_key: privateKey,
  token_uri: `${base}/token`,
};
const external = {
  type: "external_account",
  audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q",
  subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
  token_url: `${base}/sts`,
  credential_source: { file: file("subject", "from a file\n") },
};
const fromUrl = {
  url: `${base}/provider?audience=a`,
  headers: { Authorization: "bearer b" },
  format: { type: "json", subject_token_field_name: "value" },
};
const impersonated = { type: "impersonated_service_account", service_account_impersonation_url: base + iamPath };
const bearerGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const cases: readonly [content: unknown, expected: string][] = [
  [user, "refresh_token"],
  [account, bearerGrant],
  [external, "from a file"],
  [{ ...external, credential_source: fromUrl }, "subject of bearer b"],
  [{ ...external, service_account_impersonation_url: base + iamPath }, "impersonated by Bearer from a file"],
  [{ type: "external_account_authorized_user", ...login, token_url: `${base}/sts` }, "Basic Yzpz refresh_token"],
  [{ ...impersonated, source_credentials: user }, "impersonated by Bearer refresh_token"],
  [{ ...impersonated, source_credentials: account }, `impersonated by Bearer ${bearerGrant}`],
  [{ ...external, token_url: `${base}/redirect` }, "[redirect] "],
  [
    { ...external, token_url: "https://hostile.test" },
    "[invalid_request] applicationDefault: token_url: must be on sts.",
  ],
  [
    { ...external, credential_source: { file: folder } },
    "[invalid_request] applicationDefault: credential_source.file: ",
  ],
  ["x".repeat(1_048_577), "[invalid_request] applicationDefault: the file "],
];

const outcomeOf = () =>
  applicationDefault({ allowedHosts: ["127.0.0.1"] })
    .getAccessToken()
    .catch((error: Error) => error.message);
for (const [content, expected] of cases) {
  process.env.GOOGLE_APPLICATION_CREDENTIALS = file("credentials.json", content);
  const outcome = await outcomeOf();
  strictEqual(outcome.slice(0, expected.length), expected);
}
delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
process.env.CLOUDSDK_CONFIG = folder;
process.env.GCE_METADATA_HOST = `127.0.0.1:${port}`;
strictEqual(await outcomeOf(), "machine");
console.log(cases.length + 1);
rmSync(folder, { recursive: true });
server.close();
server.closeAllConnections();
