import { generateKeyPairSync } from "node:crypto";
import { importSPKI, jwtVerify } from "jose";
import { createTestClock } from "../support/test-clock.js";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A private key for the tests, in PEM (PKCS#8). */
export const pkcs8 = String(privateKey.export({ type: "pkcs8", format: "pem" }));
/** The same key in a format that WebCrypto does not support. */
export const pkcs1 = String(privateKey.export({ type: "pkcs1", format: "pem" }));
/** A line from the middle of the key, which no output may contain. */
export const keyLine = pkcs8.split("\n")[5] ?? "";

const spki = String(publicKey.export({ type: "spki", format: "pem" }));
const grantType = "urn:ietf:params:oauth:grant-type:jwt-bearer";

/** A token endpoint as a `fetch`: it verifies each assertion, and issues `token-1`, `token-2`, … */
export function createTokenEndpoint(clock = createTestClock()) {
  const endpoint = {
    clock,
    url: "https://token.test/token",
    /** Lifetime of the tokens, in seconds. */
    expiresIn: 3_600 as unknown,
    /** Creates the token for the nth assertion, from 1. */
    issue: (nth: number) => `token-${nth}`,
    /** Headers and claims of the assertions that were accepted. */
    assertions: [] as { header: object; claims: Record<string, unknown> }[],
    /** The assertions as received. */
    received: [] as string[],
    /** Responses to send instead of tokens, in order; one may throw. */
    refusals: [] as (() => Response | Promise<Response>)[],
    async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const request = new Request(input, init);
      const form = new URLSearchParams(await request.text());
      const assertion = form.get("assertion") ?? "";
      endpoint.received.push(assertion);
      const refuse = endpoint.refusals.shift();
      if (refuse !== undefined) return refuse();
      if (request.method !== "POST" || form.get("grant_type") !== grantType)
        return oauthError("unsupported_grant_type");
      const { protectedHeader, payload } = await jwtVerify(assertion, await importSPKI(spki, "RS256"), {
        currentDate: new Date(clock.now()),
        requiredClaims: ["iss", "aud", "iat", "exp"],
      });
      endpoint.assertions.push({ header: protectedHeader, claims: payload });
      const access_token = endpoint.issue(endpoint.assertions.length);
      return Response.json({ access_token, token_type: "Bearer", expires_in: endpoint.expiresIn });
    },
  };
  return endpoint;
}

/** An error response in the format of OAuth. */
export function oauthError(error: string, description?: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status });
}
