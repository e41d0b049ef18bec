// Verify tokens as the gateway does, without a gateway.
import { createTokenVerifier, isFourfoldError, withAccessToken } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";

// Simulates the identity platform: it signs tokens and serves the keys.
const sandbox = createSandbox();
const { issuer, jwksUri, audience } = sandbox.issuer;

const verifier = createTokenVerifier({
  definitions: { users: { issuer, jwksUri, audiences: audience } },
  fetch: sandbox.fetch, // by default, the keys are fetched over the network
});

const token = await sandbox.issuer.token({ sub: "ada" });
const { claims, definition } = await verifier.verify(withAccessToken(new Request("https://api.example/echo"), token));
console.log(`${claims.sub} has a token of "${definition}"`);

const wrong = [
  await sandbox.issuer.token({ sub: "ada" }, { wrong: "expired" }),
  await sandbox.issuer.token({ sub: "ada" }, { wrong: "other-audience" }),
  "no.token.here",
];
for (const each of wrong) {
  try {
    await verifier.verify(each);
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    console.log(error.code);
  }
}
