// Verify tokens as the gateway does, where there is no gateway in front.
import { createTokenVerifier, isFourfoldError, withAccessToken } from "fourfold/gateway";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

// Stands for the identity platform: a key pair, and the address that serves its public half.
const { publicKey, privateKey } = await generateKeyPair("RS256");
const keys = [{ ...(await exportJWK(publicKey)), kid: "key-1" }];
const sign = (claims: object, lifetime: string) =>
  new SignJWT({ iss: "https://issuer.example/shop", sub: "ada", aud: "shop", ...claims })
    .setProtectedHeader({ alg: "RS256", kid: "key-1" })
    .setIssuedAt(new Date(Date.now() - 3_600_000))
    .setExpirationTime(new Date(Date.now() + (lifetime === "valid" ? 3_600_000 : -120_000)))
    .sign(privateKey);

const verifier = createTokenVerifier({
  definitions: {
    users: { projectId: "shop", issuerBase: "https://issuer.example", jwksUri: "https://issuer.example/keys" },
  },
  fetch: async () => Response.json({ keys }), // left out, the keys are fetched from jwksUri
});

const request = withAccessToken(new Request("https://api.example/echo"), await sign({}, "valid"));
const { claims, definition } = await verifier.verify(request);
console.log(`${claims.sub} has a token of "${definition}"`);

for (const token of [await sign({}, "expired"), await sign({ aud: "other" }, "valid"), "no.token.here"]) {
  try {
    await verifier.verify(token);
  } catch (error) {
    if (!isFourfoldError(error)) throw error;
    console.log(error.code);
  }
}
