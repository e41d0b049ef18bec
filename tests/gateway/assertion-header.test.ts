import { googleNaming, type Naming, readUserInfo, vendorNaming } from "fourfold";
import { createTokenVerifier, findAccessToken, jwtSecurity, secureDocument, type TokenError } from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { rejection, thrown } from "../support/rejection.js";

const HEADER = "X-Goog-Iap-Jwt-Assertion";
const generations = ["current", "earlier"] as const;

async function setUp(naming: Naming, generation: "current" | "earlier" = "current", more: object = {}) {
  const sandbox = createSandbox({ naming });
  const { issuer, jwksUri, audience: audiences } = sandbox.issuer;
  const document = secureDocument(
    { swagger: "2.0", paths: { "/echo": { get: {} }, "/open": { get: {} } } },
    jwtSecurity({ definitions: { users: { issuer, jwksUri, audiences, ...more } }, naming }),
    { operations: { "GET /open": [] } },
  );
  const seen: Request[] = [];
  const gateway = sandbox.gateway({
    document,
    generation,
    backend: (request) => {
      seen.push(request);
      const gateway = generation === "earlier" ? "cloud-endpoints" : "api-gateway";
      const user = readUserInfo(request, naming === vendorNaming ? { naming: vendorNaming } : { gateway });
      return new Response(user?.subject ?? "nobody");
    },
  });
  const token = (sub: string, claims: object = {}) => sandbox.issuer.token({ sub, ...claims }, { algorithm: "ES256" });
  const ask = async (headers: Record<string, string>, path = "/echo") => {
    const response = await gateway(`http://api.test${path}`, { headers });
    return [response.status, response.status === 200 ? await response.text() : ""];
  };
  const verifier = createTokenVerifier({ document, naming, fetch: sandbox.fetch });
  return { ask, token, seen, verifier };
}

test("the token of Identity-Aware Proxy is read under googleNaming", async () => {
  for (const generation of generations) {
    const { ask, token, verifier } = await setUp(googleNaming, generation);
    const assertion = await token("ada");
    expect(await ask({ [HEADER]: assertion })).toEqual([200, "ada"]);
    expect((await verifier.verify({ [HEADER]: assertion })).claims.sub).toBe("ada");
    expect(
      (await verifier.verify(new Request("http://a.test/", { headers: { [HEADER]: assertion } }))).definition,
    ).toBe("users");
    expect(await ask({ [HEADER]: await token("ada", { exp: 1 }) })).toEqual([401, ""]);
    expect(await ask({ [HEADER]: `Bearer ${assertion}` })).toEqual([401, ""]);
    expect(await ask({ [HEADER]: "" })).toEqual([401, ""]);
    const error = (await rejection(verifier.verify({ [HEADER]: "opaque" }))) as TokenError;
    expect(error.code).toBe("token_malformed");
  }
});

test("the token of Identity-Aware Proxy is not read under vendorNaming, and a changed copy of a profile cannot name another header", async () => {
  for (const generation of generations) {
    const { ask, token, verifier } = await setUp(vendorNaming, generation);
    expect(await ask({ [HEADER]: await token("ada") })).toEqual([401, ""]);
    const error = (await rejection(verifier.verify({ [HEADER]: await token("ada") }))) as TokenError;
    expect(error.code).toBe("token_missing");
  }
  const definitions = {
    users: { issuer: "https://issuer.test", jwksUri: "https://issuer.test/keys", audiences: "shop" },
  };
  for (const profile of [googleNaming, vendorNaming]) {
    const naming: Naming = { ...profile, assertionHeader: "X-Proxy-Token" };
    for (const work of [() => createTokenVerifier({ definitions, naming }), () => createSandbox({ naming })]) {
      expect(thrown(work)).toMatchObject({
        name: "RequestError",
        issues: [{ path: "naming", message: expect.stringContaining("not a changed copy") }],
      });
    }
  }
});

test("the current generation reads Authorization first, the earlier one the assertion", async () => {
  for (const [generation, first] of [
    ["current", "ada"],
    ["earlier", "bob"],
  ] as const) {
    const { ask, token, verifier } = await setUp(googleNaming, generation);
    const headers = { authorization: `Bearer ${await token("ada")}`, [HEADER]: await token("bob") };
    expect(await ask(headers)).toEqual([200, first]);
    expect((await verifier.verify(headers)).claims.sub).toBe("ada");
    const query = `/echo?access_token=${await token("eve")}`;
    expect(await ask({ [HEADER]: await token("bob") }, query)).toEqual([200, "bob"]);
  }
});

test("the locations of a definition replace the assertion header", async () => {
  const { ask, token, verifier } = await setUp(googleNaming, "current", { locations: [{ header: "X-Token" }] });
  const assertion = await token("ada");
  expect(await ask({ [HEADER]: assertion })).toEqual([401, ""]);
  expect(await ask({ "X-Token": assertion, [HEADER]: "forged" })).toEqual([200, "ada"]);
  expect(((await rejection(verifier.verify({ [HEADER]: assertion }))) as TokenError).code).toBe("token_missing");
});

test("the current generation forwards no assertion that it did not accept in addition to a token", async () => {
  const { ask, token, seen } = await setUp(googleNaming);
  const authorization = `Bearer ${await token("ada")}`;
  const [head, , signature] = (await token("ada")).split(".");
  const [, payload] = (await token("eve")).split(".");
  for (const forged of [
    "opaque",
    `${head}.${payload}.${signature}`,
    await token("eve", { exp: 1 }),
    await token("eve", { iss: "https://cloud.google.com/iap" }),
  ]) {
    expect(await ask({ authorization, [HEADER]: forged })).toEqual([401, ""]);
  }
  expect(seen).toEqual([]);
  expect(await ask({ authorization, [HEADER]: await token("bob") })).toEqual([200, "ada"]);
});

test("an invalid assertion is not replaced by a valid token in a later location", async () => {
  for (const generation of generations) {
    const { ask, token } = await setUp(googleNaming, generation);
    const valid = await token("ada");
    expect(await ask({ [HEADER]: "opaque" }, `/echo?access_token=${valid}`)).toEqual([401, ""]);
    if (generation === "earlier") {
      expect(await ask({ [HEADER]: "opaque", authorization: `Bearer ${valid}` })).toEqual([401, ""]);
    }
  }
});

test("no error shows the assertion, and findAccessToken, which has no profile, does not read it", async () => {
  const { token, verifier } = await setUp(googleNaming);
  const expired = await token("ada", { exp: 1 });
  const error = (await rejection(verifier.verify({ [HEADER]: expired }))) as TokenError;
  expect(error.code).toBe("token_expired");
  for (const part of expired.split(".")) expect(`${error.message}${JSON.stringify(error)}`).not.toContain(part);
  expect(findAccessToken({ [HEADER]: expired })).toBeUndefined();
});
