// Sign in as a service account: an assertion, signed with its key, is traded for a token, which is kept and renewed.
import { generateKeyPairSync } from "node:crypto";
import { createClient, isFourfoldError, serviceAccount } from "fourfold";
import { createSandbox } from "fourfold/testing";

// Stand for the key file and for the token endpoint that it names.
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keyFile = {
  client_email: "app@shop.example",
  private_key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
  token_uri: "https://token.example/token",
};
const sandbox = createSandbox({ auth: true });
const access_token = await sandbox.clientOptions.auth?.getAccessToken();
const answers = [{ access_token: "revoked" }, { access_token, expires_in: 3_600 }];
let trades = 0;

const auth = serviceAccount({
  clientEmail: keyFile.client_email,
  privateKey: keyFile.private_key,
  tokenUrl: keyFile.token_uri,
  scopes: ["https://auth.example/warehouse"],
  fetch: async () => Response.json(answers[trades++] ?? {}), // left out, tokenUrl is asked
});
const client = createClient({ ...sandbox.clientOptions, auth });

// The first token is refused with a 401: a new one is fetched, and the call is sent again. Then that one is kept.
await client.warehouse.projects.list().firstPage();
await client.warehouse.projects.list().firstPage();
console.log(`${trades} assertions for ${sandbox.requests.length} requests`);

// A key in another form is refused at once, with the command that converts it.
const pkcs1 = String(privateKey.export({ type: "pkcs1", format: "pem" }));
try {
  serviceAccount({ clientEmail: "app@shop.example", privateKey: pkcs1, tokenUrl: keyFile.token_uri, scopes: "one" });
} catch (error) {
  if (!isFourfoldError(error, "invalid_request")) throw error;
  console.log(error.issues[0]?.message);
}
