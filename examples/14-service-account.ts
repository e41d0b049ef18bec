// Authenticate as a service account: a signed assertion is exchanged for a token, which is cached and refreshed.
import { generateKeyPairSync } from "node:crypto";
import { createClient, isFourfoldError, serviceAccount } from "fourfold";
import { createSandbox } from "fourfold/testing";

// Simulate the key file and its token endpoint.
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keyFile = {
  client_email: "app@shop.iam.gserviceaccount.com",
  private_key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  token_uri: "https://oauth2.googleapis.com/token",
};
const sandbox = createSandbox({ auth: true });
const access_token = await sandbox.clientOptions.auth?.getAccessToken();
const responses = [{ access_token: "revoked" }, { access_token, expires_in: 3_600 }];
let trades = 0;

const auth = serviceAccount({
  clientEmail: keyFile.client_email,
  privateKey: keyFile.private_key,
  tokenUrl: keyFile.token_uri,
  scopes: ["https://www.googleapis.com/auth/bigquery"],
  fetch: async () => Response.json(responses[trades++] ?? {}), // by default, tokens are fetched from tokenUrl
});
const client = createClient({ ...sandbox.clientOptions, auth });

// The first token is rejected with a 401: a new one is fetched, and the call is retried. Then the new one is cached.
await client.warehouse.projects.list().firstPage();
await client.warehouse.projects.list().firstPage();
console.log(`${trades} assertions for ${sandbox.requests.length} requests`);

// A key in another format is rejected immediately, with the command that converts it.
const pkcs1 = String(privateKey.export({ type: "pkcs1", format: "pem" }));
try {
  serviceAccount({
    clientEmail: "app@shop.iam.gserviceaccount.com",
    privateKey: pkcs1,
    tokenUrl: keyFile.token_uri,
    scopes: "openid",
  });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  console.log(error.issues[0]?.message);
}
