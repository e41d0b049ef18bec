import {
  createTokenVerifier,
  jwtSecurity,
  readUserInfo,
  secureDocument,
  vendorNaming,
  withAccessToken,
} from "fourfold";
import { expect, test } from "vitest";
import { createGateway, type GatewayParts } from "../../src/testing/gateway.js";
import { createTestIssuer } from "../gateway/issuer.js";

const users = { projectId: "shop", issuerBase: "https://issuer.test", jwksUri: "https://issuer.test/keys" } as const;
const forged = { "X-Vendor-API-UserInfo": "Zm9yZ2Vk", "X-Other": "kept" };
const url = "https://api.test/v1/echo?x=1";

async function setUp(changes: Partial<GatewayParts> & { document?: object } = {}) {
  const issuer = await createTestIssuer();
  const paths = { "/echo": { get: {}, post: {} }, "/open": { get: {} } };
  const plain = { swagger: "2.0", basePath: "/v1", paths, ...changes.document };
  const operations = { "GET /open": [] };
  const document = secureDocument(plain, jwtSecurity({ definitions: { users } }), { operations });
  const verifier = createTokenVerifier({ document, fetch: issuer.fetch, clock: issuer.clock });
  const seen: Request[] = [];
  const backend = (request: Request) => {
    seen.push(request);
    return new Response("from the backend");
  };
  const gateway = createGateway({
    verifier,
    naming: vendorNaming,
    generation: "current",
    backend,
    ...changes,
    document,
  });
  return { issuer, gateway, seen };
}

test.each(["current", "earlier"] as const)("tells the backend who is calling (%s)", async (generation) => {
  const { issuer, gateway, seen } = await setUp({ generation });
  const request = new Request(url, { method: "POST", body: "hello", headers: forged });
  const response = await gateway(withAccessToken(request, await issuer.token()));
  expect(await response.text()).toBe("from the backend");
  const [forwarded] = seen;
  expect(readUserInfo(forwarded!)).toMatchObject({ generation, subject: "ada", claims: issuer.claims() });
  expect([forwarded!.url, forwarded!.headers.get("x-other"), await forwarded!.text()]).toEqual([url, "kept", "hello"]);
  expect(forwarded!.headers.get("authorization")).toMatch(/^Bearer ey/);
});

test("removes a forged header where no token is needed", async () => {
  for (const generation of ["current", "earlier"] as const) {
    const { gateway, seen } = await setUp({ generation });
    await gateway(new Request("https://api.test/v1/open", { headers: forged }));
    expect(seen[0]!.headers.get("X-Vendor-API-UserInfo")).toBe(generation === "earlier" ? "" : null);
  }
});

test("refuses in the words of the generation", async () => {
  const current = await setUp();
  const missing = await current.gateway(new Request(url, { headers: forged }));
  expect([missing.status, await missing.json()]).toEqual([401, { code: 401, message: "Jwt is missing" }]);
  const other = withAccessToken(new Request(url), await current.issuer.token({ aud: "other" }));
  expect((await current.gateway(other)).status).toBe(403);
  const earlier = await setUp({ generation: "earlier" });
  const refused = await earlier.gateway(new Request(url));
  expect(refused.headers.has("www-authenticate")).toBe(true);
  expect(await refused.json()).toMatchObject({ code: 16, details: [] });
  expect([...current.seen, ...earlier.seen]).toEqual([]);
});

test("replaces Authorization when the document names a backend, or when told to", async () => {
  for (const changes of [
    { document: { "x-vendor-backend": { address: "https://b.test" } } },
    { replaceAuthorization: true },
  ]) {
    const { issuer, gateway, seen } = await setUp(changes);
    const token = await issuer.token();
    await gateway(withAccessToken(new Request(url), token));
    expect(seen[0]!.headers.get("x-forwarded-authorization")).toBe(`Bearer ${token}`);
    expect(seen[0]!.headers.get("authorization")).not.toContain(token);
  }
});
