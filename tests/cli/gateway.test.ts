import { jwtSecurity, readUserInfo, secureDocument, vendorNaming } from "fourfold";
import { afterEach, expect, test } from "vitest";
import { deadAddress, startServer } from "../support/http-server.js";
import { createTerminal, fourfold } from "./fake-terminal.js";

const definitions = {
  users: { projectId: "shop", issuerBase: "https://issuer.test", jwksUri: "https://issuer.test/keys" },
  staff: {
    issuer: "https://staff.test",
    audiences: "lab",
    jwksUri: "https://staff.test/keys",
    locations: [{ query: "t" }],
  },
  robots: {
    issuer: "https://robots.test",
    audiences: "lab",
    jwksUri: "https://robots.test/keys",
    locations: [{ header: "X-Token", valuePrefix: "JWT " }],
  },
} as const;
const plain = { swagger: "2.0", basePath: "/v1", paths: { "/echo": { get: {}, post: {} }, "/open": { get: {} } } };
const document = secureDocument(plain, jwtSecurity({ definitions }), { operations: { "GET /open": [] } });
const files = { "a.json": JSON.stringify(document), "plain.json": JSON.stringify(plain) };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A gateway before a backend, both on real HTTP. */
async function start(...flags: string[]) {
  const backend = await startServer({ body: "from the backend" });
  const terminal = createTerminal({ files });
  const ending = terminal.run("gateway", "a.json", "--backend", backend.url, "--port", "0", ...flags);
  const stop = async () => {
    terminal.stop();
    return ending;
  };
  closing.push(stop, backend.close);
  const [, url = ""] = await terminal.said(/^The gateway listens on (\S+) and forwards to/);
  return { backend, terminal, url: `${url}/v1`, stop };
}

test("sends the caller's claims to a backend, for a token that the sandbox signed for the issuer", async () => {
  const { backend, terminal, url, stop } = await start(
    "--issuer",
    "sandbox",
    "--claims",
    '{"sub":"ada","role":"admin"}',
  );
  const [, header = ""] = await terminal.said(/A token for "users", valid for 12 hours:\n\nAuthorization: (\S+ \S+)\n/);
  const response = await fetch(`${url}/echo?x=secret`, {
    method: "POST",
    body: "hello",
    headers: { authorization: header, "X-Apigateway-Api-Userinfo": "forged" },
  });
  expect(await response.text()).toBe("from the backend");
  const [request] = backend.requests;
  expect(request).toMatchObject({ method: "POST", url: "/v1/echo?x=secret", body: "hello" });
  expect(readUserInfo(request!, { gateway: "api-gateway" })).toMatchObject({
    generation: "current",
    subject: "ada",
    issuer: "https://issuer.test/shop",
    audiences: ["shop"],
    claims: { role: "admin" },
  });
  const { code, out, err } = await stop();
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/\n\nPOST \/v1\/echo 200\n$/);
});

test("prints a token for each definition, in the format of its location", async () => {
  const { terminal, url } = await start("--issuer", "sandbox");
  const [, staff = ""] = await terminal.said(/"staff", valid for 12 hours:\n\n\?t=(\S+)\n/);
  const [, robots = ""] = await terminal.said(/"robots", valid for 12 hours:\n\nX-Token: (JWT \S+)\n/);
  expect((await fetch(`${url}/echo?t=${staff}`)).status).toBe(200);
  expect((await fetch(`${url}/echo`, { headers: { "x-token": robots } })).status).toBe(200);
  expect((await fetch(`${url}/echo`, { headers: { "x-token": staff } })).status).toBe(401);
});

test.each([
  ["the host", { host: "api.test" }, "api.test"],
  ["the sandbox's audience, where there is no host", {}, /./],
])("a definition without audiences gets a token for %s", async (_, more, audience) => {
  const users = { type: "oauth2", flow: "implicit", authorizationUrl: "", "x-google-issuer": "https://issuer.test" };
  const places = { "x-google-jwt-locations": [{ header: "X-Token" }] };
  const api = { ...plain, ...more, securityDefinitions: { users: { ...users, ...places } }, security: [{ users: [] }] };
  const terminal = createTerminal({ stdin: JSON.stringify(api) });
  const argv = ["gateway", "-", "--backend", "http://backend.test", "--port", "0", "--issuer", "sandbox"];
  terminal.stop();
  const { code, out } = await terminal.run(...argv);
  const [, token = ""] = /\n\nX-Token: (\S+)\n/.exec(out) ?? [];
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  expect([code, claims]).toEqual([0, expect.objectContaining({ aud: expect.stringMatching(audience) })]);
});

test.each<[flags: string[], header: string]>([
  [[], "X-Apigateway-Api-Userinfo"],
  [["--product", "api-gateway"], "X-Apigateway-Api-Userinfo"],
  [["--product", "cloud-endpoints"], "X-Endpoint-API-UserInfo"],
])("with %j, the claims are in %s", async (flags, header) => {
  const { backend, terminal, url } = await start("--issuer", "sandbox", ...flags);
  await terminal.said(new RegExp(`\nThe caller's claims are in ${header}\\.\n`));
  const [, authorization = ""] = await terminal.said(/Authorization: (\S+ \S+)\n/);
  await fetch(`${url}/echo`, { headers: { authorization, [header]: "forged" } });
  const [request] = backend.requests;
  expect(readUserInfo(request!, { header })).toMatchObject({ subject: "user-1" });
  const names = ["x-apigateway-api-userinfo", "x-endpoint-api-userinfo", "x-vendor-api-userinfo"];
  expect(names.filter((name) => name in request!.headers)).toEqual([header.toLowerCase()]);
});

test.each<[flags: string[], message: string]>([
  [["--product", "google"], '--product must be api-gateway or cloud-endpoints, got "google"'],
  [["--naming", "google-api-gateway"], '--naming must be google or vendor, got "google-api-gateway"'],
  [["--header", "X-Mine"], "Unknown option '--header'"],
])("rejects the flags %j", async (flags, message) => {
  const argv = ["gateway", "a.json", "--backend", "http://backend.test", "--port", "0", ...flags];
  const { code, out, err } = await fourfold(argv, { files });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(message);
});

test("prints no token for an issuer whose tokens the sandbox does not sign", async () => {
  const { terminal, url, stop } = await start();
  expect((await fetch(`${url}/echo`)).status).toBe(401);
  expect((await fetch(`${url}/open`)).status).toBe(200);
  await terminal.said(/GET \/v1\/open 200\n/);
  expect((await stop()).out).not.toContain("A token for");
});

test("prints warnings about the document before it starts", async () => {
  const terminal = createTerminal({ files });
  const ending = terminal.run("gateway", "plain.json", "--backend", "http://backend.test", "--port", "0");
  await terminal.said(/listens on/);
  terminal.stop();
  expect((await ending).err.match(/^(warning|error) at .*?:/gm)).toEqual(["warning at /:", "warning at /:"]);
});

test("rejects a document with the names of another profile", async () => {
  const vendorDocument = secureDocument(
    plain,
    jwtSecurity({ definitions: { users: definitions.users }, naming: vendorNaming }),
  );
  const argv = ["gateway", "-", "--backend", "http://backend.test", "--port", "0", "--issuer", "sandbox"];
  const stdin = JSON.stringify(vendorDocument);
  expect(await fourfold(argv, { stdin })).toEqual({
    code: 1,
    out: "",
    err: 'fourfold gateway: the document uses "x-vendor-issuer"; pass naming: vendorNaming (naming-profile)\n',
  });
  const terminal = createTerminal({ stdin });
  const ending = terminal.run(...argv, "--naming", "vendor");
  await terminal.said(/\nThe caller's claims are in X-Vendor-API-UserInfo\./);
  await terminal.said(/A token for "users"/);
  terminal.stop();
  expect((await ending).code).toBe(0);
});

test("responds with an error if the backend is not available", async () => {
  const address = await deadAddress();
  const terminal = createTerminal({ files });
  const ending = terminal.run("gateway", "a.json", "--backend", address, "--port", "0");
  closing.push(async () => {
    terminal.stop();
    await ending;
  });
  const [, url = ""] = await terminal.said(/listens on (\S+) /);
  expect((await fetch(`${url}/v1/open`)).status).toBe(503);
});

test("rejects an invalid document and an invalid backend URL", async () => {
  const argv = ["gateway", "a.json", "--backend", "http://user:password@backend.test"];
  const { code, err } = await fourfold(argv, { files });
  expect(code).toBe(2);
  expect(err).toMatch(/^fourfold gateway: --backend must be a URL without credentials/);
  expect(err).not.toContain("password");
  const text = await fourfold(["gateway", "-", "--backend", "http://b.test"], { stdin: "[]" });
  expect([text.code, text.out]).toEqual([1, ""]);
  expect(text.err).toContain("must be an OpenAPI document as an object, got a list");
});

test("with --issuer <url>, the sandbox signs tokens of that issuer only", async () => {
  const { terminal, stop } = await start("--issuer", "https://staff.test");
  await terminal.said(/A token for "staff"/);
  expect((await stop()).out).not.toContain('A token for "users"');
});

test("signs tokens for the host of an OpenAPI 3 document", async () => {
  const servers = [{ url: "https://api.shop.test/v1", "x-google-endpoint": {} }];
  const users = {
    type: "oauth2",
    flows: { implicit: { authorizationUrl: "", scopes: {} } },
    "x-google-auth": { issuer: "https://issuer.test", jwksUri: "https://issuer.test/keys" },
  };
  const paths = { "/orders": { get: {} } };
  const openapi3 = {
    openapi: "3.1.0",
    servers,
    paths,
    components: { securitySchemes: { users } },
    security: [{ users: [] }],
  };
  const terminal = createTerminal({ files: { "api.json": JSON.stringify(openapi3) } });
  terminal.stop();
  const argv = ["gateway", "api.json", "--backend", "http://127.0.0.1:1", "--port", "0", "--issuer", "sandbox"];
  const { code, out } = await terminal.run(...argv);
  expect(code).toBe(0);
  const [, payload = ""] = /Bearer [^.]+\.([^.]+)/.exec(out) ?? [];
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({
    iss: "https://issuer.test",
    aud: "api.shop.test",
  });
});

test.each([
  ["{hunter2", "value is not valid JSON: "],
  ['"hunter2"', "must be a JSON object, got a string"],
  ['["hunter2"]', "must be a JSON object, got a list"],
  ['{"sub":"hunter2","sub":1}', 'value must not repeat a key in an object, got "sub" again'],
])("rejects the claims %s without printing them", async (claims, problem) => {
  const argv = ["gateway", "a.json", "--backend", "http://backend.test", "--issuer", "sandbox", "--claims", claims];
  const { code, out, err } = await fourfold(argv, { files });
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(`fourfold gateway: --claims ${problem}`);
  expect(err).not.toContain("unter");
});
