import { jwtSecurity, type RequestError, readUserInfo, secureDocument, vendorNaming, withAccessToken } from "fourfold";
import { createSandbox, type IssuedTokenOptions, type SandboxGatewayOptions } from "fourfold/testing";
import { afterEach, expect, test, vi } from "vitest";
import { rejection, thrown } from "../../support/rejection.js";
import { createTestClock } from "../../support/test-clock.js";

const clock = createTestClock();
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
/** Advances the clock of the machine, by which keys are cached. */
const wait = (ms: number) => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
const sandbox = createSandbox({ clock });
const staffSandbox = createSandbox({ clock });
const { issuer, jwksUri, audience: audiences } = sandbox.issuer;
const users = { issuer, jwksUri, audiences };
const staff = { issuer: "https://staff.test", jwksUri: "https://staff.test/keys", audiences: "staff" };
const header = "X-Apigateway-Api-Userinfo";
const generations = ["current", "earlier"] as const;
/** The gateway and its header, by default and in each generation. */
const defaults = {
  current: { gateway: "api-gateway", header },
  earlier: { gateway: "cloud-endpoints", header: "X-Endpoint-API-UserInfo" },
} as const;
const paths = { "/echo": { get: {}, post: {} }, "/open": { get: {} }, "/users/{id}": { get: {} } };
const plain = { swagger: "2.0", basePath: "/v1", paths };
const document = secureDocument(plain, jwtSecurity({ definitions: { users } }), { operations: { "GET /open": [] } });

const token = (claims: object = {}, options: IssuedTokenOptions = {}) =>
  sandbox.issuer.token({ sub: "ada", ...claims }, options);
const staffToken = (claims: object = {}) =>
  staffSandbox.issuer.token({ iss: staff.issuer, aud: "staff", sub: "bob", ...claims });

/** Keys of other issuers, and backends with an address, are requested through `fetch`. */
function setUp(
  {
    fetch = () => staffSandbox.fetch(staffSandbox.issuer.jwksUri),
    ...options
  }: Partial<SandboxGatewayOptions> & { fetch?: typeof globalThis.fetch } = {},
  own = sandbox,
) {
  vi.stubGlobal("fetch", fetch);
  const seen: Request[] = [];
  const backend = (request: Request) => {
    seen.push(request);
    return new Response("from the backend");
  };
  const gateway = own.gateway({ document, backend, ...options });
  const ask = async (path: string, init: RequestInit & { token?: string } = {}) => {
    const request = new Request(`http://api.test${path}`, init);
    return gateway(init.token === undefined ? request : withAccessToken(request, init.token));
  };
  return { gateway, ask, seen };
}
const textOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
];
test.each(generations)("forwards the request and the caller's claims to the backend (%s)", async (generation) => {
  const { ask, seen } = setUp({ generation });
  const signed = await token({ aud: [audiences, "other"] });
  const response = await ask("/v1/echo?x=1&x=%20", {
    method: "POST",
    body: "hello",
    headers: { "X-Other": "kept" },
    token: signed,
  });
  expect(await response.text()).toBe("from the backend");
  const [request] = seen;
  expect(request!.method).toBe("POST");
  expect(request!.url).toBe("http://api.test/v1/echo?x=1&x=%20");
  expect(request!.headers.get("x-other")).toBe("kept");
  expect(request!.headers.get("authorization")).toBe(`Bearer ${signed}`);
  expect(await request!.text()).toBe("hello");
  expect(readUserInfo(request!, { gateway: defaults[generation].gateway })).toMatchObject({
    generation,
    subject: "ada",
    issuer,
    audiences: [audiences, "other"],
  });
});

test("the current generation forwards the payload byte for byte", async () => {
  const { ask, seen } = setUp();
  const signed = await token({ n: 1e21, text: "é/<\u2028>" });
  for (let round = 0; round < 2; round += 1) await ask("/v1/echo", { token: signed });
  for (const request of seen) expect(request.headers.get(header)).toBe(signed.split(".")[1]);
});

test.each<[IssuedTokenOptions["wrong"], number, string, string]>([
  [undefined, 401, "Jwt is missing", "Missing or invalid credentials"],
  ["expired", 401, "Jwt is expired", "TIME_CONSTRAINT_FAILURE"],
  ["not-yet-valid", 401, "Jwt verification fails", "TIME_CONSTRAINT_FAILURE"],
  ["other-issuer", 401, "Jwt issuer is not configured", "Issuer not allowed"],
  ["other-key", 401, "Jwt verification fails", "BAD_SIGNATURE"],
  ["alg-none", 401, "Jwt verification fails", "BAD_FORMAT"],
  ["other-audience", 403, "Audiences in Jwt are not allowed", "Audience not allowed"],
])("rejects an invalid token with the message of its generation: %s", async (wrong, status, current, earlier) => {
  const signed = wrong === undefined ? {} : { token: await token({}, { wrong }) };
  for (const generation of generations) {
    const { ask, seen } = setUp({ generation });
    const response = await ask("/v1/echo", signed);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(
      generation === "current"
        ? { code: status, message: current }
        : { code: status === 403 ? 7 : 16, message: `JWT validation failed: ${earlier}`, details: [] },
    );
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    const challenge = wrong === undefined ? "Bearer" : 'Bearer error="invalid_token"';
    expect(response.headers.get("www-authenticate")).toBe(status === 401 ? challenge : null);
    expect(seen).toEqual([]);
  }
});

test("reports that the keys cannot be fetched, and accepts tokens again when they can", async () => {
  const { ask } = setUp();
  const signed = await token();
  sandbox.faults.next({ status: 500, match: { path: "/issuer/jwks" } });
  expect(await textOf(await ask("/v1/echo", { token: signed }))).toEqual([401, "Jwks remote fetch is failed"]);
  wait(5_000);
  expect((await ask("/v1/echo", { token: signed })).status).toBe(200);
});

test("caches keys and tokens", async () => {
  const own = createSandbox({ clock });
  const { ask } = setUp({}, own);
  const signed = await own.issuer.token();
  for (let round = 0; round < 3; round += 1) expect((await ask("/v1/echo", { token: signed })).status).toBe(200);
  expect(own.requests).toHaveLength(1);
});

test("the requirement of the operation overrides the API's, even if it is empty", async () => {
  const security = jwtSecurity({ definitions: { users, staff } });
  const operations = { "GET /echo": ["users"], "POST /echo": ["staff"], "GET /open": [] } as const;
  const { ask, seen } = setUp({ document: secureDocument(plain, security, { operations }) });
  const [own, other] = [await token(), await staffToken()];
  const statuses = async (path: string, method: string) => [
    (await ask(path, { method, token: own })).status,
    (await ask(path, { method, token: other })).status,
    (await ask(path, { method })).status,
  ];
  expect(await statuses("/v1/echo", "GET")).toEqual([200, 401, 401]);
  expect(await statuses("/v1/echo", "POST")).toEqual([401, 200, 401]);
  expect(await statuses("/v1/users/7", "GET")).toEqual([200, 200, 401]);
  expect(await statuses("/v1/open", "GET")).toEqual([200, 200, 200]);
  expect(seen.map((request) => readUserInfo(request, { gateway: "api-gateway" })?.subject ?? null).slice(-5)).toEqual([
    "ada",
    "bob",
    null,
    null,
    null,
  ]);
});

test("an empty requirement accepts requests without a token, but not with an invalid one", async () => {
  const { ask, seen } = setUp({ document: { ...document, security: [{ users: [] }, {}] } });
  expect((await ask("/v1/echo")).status).toBe(200);
  expect((await ask("/v1/echo", { token: await token() })).status).toBe(200);
  expect((await ask("/v1/echo", { token: await token({}, { wrong: "expired" }) })).status).toBe(401);
  expect(seen.map((request) => readUserInfo(request, { gateway: "api-gateway" })?.subject ?? null)).toEqual([
    null,
    "ada",
  ]);
});

test("reports the most specific of several failures", async () => {
  const { ask } = setUp({ document: secureDocument(plain, jwtSecurity({ definitions: { staff, users } })) });
  const expired = await token({}, { wrong: "expired" });
  expect(await textOf(await ask("/v1/echo", { token: expired }))).toEqual([401, "Jwt is expired"]);
  expect(await textOf(await ask("/v1/echo", { token: "no.token.here" }))).toEqual([401, "Jwt verification fails"]);
  expect(await textOf(await ask("/v1/echo"))).toEqual([401, "Jwt is missing"]);
  const apart = jwtSecurity({ definitions: { users, staff: { ...staff, locations: [{ header: "X-Staff" }] } } });
  const two = setUp({ document: secureDocument(plain, apart) });
  const malformed = await two.ask("/v1/echo", { headers: { "X-Staff": "no.token.here" } });
  expect(await textOf(malformed)).toEqual([401, "Jwt verification fails"]);
});

test("responds to requests that the document does not list", async () => {
  const current = setUp();
  const earlier = setUp({ generation: "earlier" });
  const signed = { token: await token() };
  for (const path of [
    "/v1/nowhere",
    "/echo",
    "/v1",
    "/v1echo",
    "/v1/users",
    "/v1/users/",
    "/v1/users/7/x",
    "//v1/echo",
  ]) {
    const text = "The current request is not defined by this API.";
    expect([path, ...(await textOf(await current.ask(path, signed)))]).toEqual([path, 404, text]);
    const answer = await earlier.ask(path, signed);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 5, message: "Method does not exist.", details: [] },
    ]);
  }
  const method = await current.ask("/v1/users/7", { method: "DELETE", ...signed });
  expect(await textOf(method)).toEqual([
    405,
    'The current request is matched to the defined url template "/v1/users/{id}" but its http method is not allowed',
  ]);
  expect((await earlier.ask("/v1/users/7", { method: "DELETE", ...signed })).status).toBe(404);
  expect((await current.ask("/v1/echo/", signed)).status).toBe(200);
  expect(current.seen).toHaveLength(1);
});

test("a document without paths accepts every path", async () => {
  const { ask } = setUp({
    document: secureDocument({ swagger: "2.0", paths: {} }, jwtSecurity({ definitions: { users } })),
  });
  expect((await ask("/any/where", { method: "DELETE" })).status).toBe(401);
  expect((await ask("/any/where", { method: "DELETE", token: await token() })).status).toBe(200);
});

test("no spelling of a path bypasses its entry", async () => {
  const secured = {
    ...document,
    paths: {
      "/users/{id}": { get: { security: [] } },
      "/users/admin": { get: {} },
      "/{any}/admin": { get: { security: [] } },
    },
  };
  const { ask } = setUp({ document: secured });
  for (const path of ["/admin", "/%61dmin", "/%61%64%6d%69%6E", "/x/../admin", "/x/%2e%2E/admin", "/admin/"]) {
    expect([path, (await ask(`/v1/users${path}`)).status]).toEqual([path, 401]);
  }
  expect((await ask("/v1/users/7")).status).toBe(200);
  expect((await ask("/v1/users/%zz")).status).toBe(200);
});

test("replaces Authorization if the document has a backend", async () => {
  const extension = { "x-google-backend": { address: "https://b.test" } };
  const inside = { ...document, paths: { ...paths, "/echo": { get: extension, post: {} } } };
  const cases: [Partial<SandboxGatewayOptions>, get: boolean, post: boolean][] = [
    [{}, false, false],
    [{ document: { ...document, ...extension } }, true, true],
    [{ document: inside }, true, false],
  ];
  const signed = await token();
  for (const [options, ...replaced] of cases) {
    const { ask, seen } = setUp(options);
    for (const method of ["GET", "POST"]) {
      await ask("/v1/echo", { method, token: signed, headers: { "X-Forwarded-Authorization": "Bearer forged" } });
    }
    for (const [index, isReplaced] of replaced.entries()) {
      const { headers } = seen[index]!;
      const original = isReplaced ? `Bearer ${signed}` : "Bearer forged";
      expect(headers.get("x-forwarded-authorization")).toBe(original);
      expect(headers.get("authorization")).toBe(isReplaced ? "Bearer sandbox-gateway-token" : `Bearer ${signed}`);
      expect(readUserInfo(headers, { gateway: "api-gateway" })?.subject).toBe("ada");
    }
  }
});

test("replaces Authorization for the backend that an OpenAPI 3 document names", async () => {
  const security = jwtSecurity({ definitions: { users } });
  const open = { address: "https://b.test", disableAuth: true };
  const backends = { run: "https://b.test", open };
  const of = (name: string) => ({ get: { "x-google-backend": name } });
  const three = {
    openapi: "3.0.4",
    paths: { "/run": of("run"), "/open": of("open"), "/ghost": of("ghost"), "/none": { get: {} } },
  };
  const secured = secureDocument(three, security, { backends, backend: "run" });
  const { ask, seen } = setUp({ document: secured });
  const signed = await token();
  for (const path of ["/run", "/none", "/open", "/ghost"]) await ask(path, { token: signed });
  const [own, ofUser] = ["Bearer sandbox-gateway-token", `Bearer ${signed}`];
  expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual([own, own, ofUser, ofUser]);
});

test("a backend can be the URL of a server as a string", async () => {
  const sent: string[] = [];
  const fetch = async (input: string | URL | Request) => {
    sent.push(String(input));
    return new Response("from afar");
  };
  const { ask } = setUp({ backend: "https://b.test/base", fetch });
  for (const path of ["/v1/open?x=1", "/v1/open"]) expect(await (await ask(path)).text()).toBe("from afar");
  expect(sent).toEqual(["https://b.test/base/v1/open?x=1", "https://b.test/base/v1/open"]);
  expect(() => setUp({ backend: "localhost:3000" })).toThrow(
    "backend: must be a function, or an http or https URL without credentials or a fragment",
  );
});

test.each<[options: Partial<SandboxGatewayOptions>, isReplaced: boolean]>([
  [{ document: { ...document, "x-google-backend": { deadline: 5 } } }, false],
  [{ document: { ...document, "x-google-backend": { address: "" } } }, false],
  [{ document: { ...document, "x-google-backend": { address: "https://b.test", disable_auth: true } } }, false],
  [{ document: { ...document, "x-google-backend": { address: "https://b.test", disable_auth: false } } }, true],
  [{ document: { ...document, "x-google-backend": { address: "https://b.test", disableAuth: true } } }, true],
  [{ document: { ...document, "x-google-backend": "https://b.test" } }, false],
  [{ replacesAuthorization: true }, true],
  [
    { replacesAuthorization: false, document: { ...document, "x-google-backend": { address: "https://b.test" } } },
    false,
  ],
])("replaces Authorization for a backend with an address, unless it is turned off: %j", async (options, isReplaced) => {
  const { ask, seen } = setUp(options);
  const signed = await token();
  await ask("/v1/echo", { token: signed });
  expect(seen[0]!.headers.get("authorization")).toBe(`Bearer ${isReplaced ? "sandbox-gateway-token" : signed}`);
});

test("the backend of an operation replaces that of the document", async () => {
  const get = { "x-google-backend": { address: "https://b.test", disable_auth: true } };
  const { ask, seen } = setUp({
    document: { ...document, "x-google-backend": { address: "https://a.test" }, paths: { "/echo": { get, post: {} } } },
  });
  const signed = await token();
  for (const method of ["GET", "POST"]) await ask("/v1/echo", { method, token: signed });
  expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual([
    `Bearer ${signed}`,
    "Bearer sandbox-gateway-token",
  ]);
});

test("each generation reads its own locations, and the current one rejects a request with an invalid second token", async () => {
  const [signed, expired] = [await token(), await token({}, { wrong: "expired" })];
  const statusOf = async (generation: "current" | "earlier", headers: Record<string, string>, query = "") =>
    (await setUp({ generation }).ask(`/v1/echo${query}`, { headers })).status;
  expect(await statusOf("current", { authorization: signed })).toBe(401);
  expect(await statusOf("earlier", { authorization: signed })).toBe(200);
  const both = [{ authorization: `Bearer ${signed}` }, `?access_token=${expired}`] as const;
  expect(await statusOf("current", ...both)).toBe(401);
  expect(await statusOf("earlier", ...both)).toBe(200);
});

test("a relative URL of keys is a 401, and a prefix in the query is rejected", async () => {
  const of = (changes: object) => ({
    ...document,
    securityDefinitions: { users: { ...document.securityDefinitions.users, ...changes } },
  });
  const { ask } = setUp({ document: of({ "x-google-jwks_uri": "/keys" }) });
  const response = await ask("/v1/echo", { token: await token() });
  expect(await textOf(response)).toEqual([401, "Jwks remote fetch is failed"]);
  const locations = [{ query: "t", value_prefix: "Bearer " }];
  expect(thrown(() => setUp({ document: of({ "x-google-jwt-locations": locations }) }))).toMatchObject({
    issues: [{ rule: "location-form" }],
  });
});

test("a forged copy of Authorization does not get past a gateway that replaces it", async () => {
  const { ask, seen } = setUp({ document: { ...document, "x-google-backend": { address: "https://b.test" } } });
  await ask("/v1/open", { headers: { "X-Forwarded-Authorization": "Bearer forged" } });
  expect([...seen[0]!.headers]).toEqual([["authorization", "Bearer sandbox-gateway-token"]]);
});

test("connection headers are not forwarded", async () => {
  const { ask, seen } = setUp();
  const headers = {
    connection: "close",
    "keep-alive": "1",
    te: "trailers",
    upgrade: "h2c",
  };
  await ask("/v1/echo", { headers: { ...headers, "x-kept": "", cookie: "a=1; b=2" }, token: await token() });
  expect([...seen[0]!.headers.keys()]).toEqual(["authorization", "cookie", header.toLowerCase(), "x-kept"].sort());
});

test("a backend with an address receives its own Host", async () => {
  const sent: [string, RequestInit | undefined][] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    sent.push([String(input), init]);
    return new Response("from afar");
  };
  const { ask } = setUp({ backend: new URL("https://b.test/base"), fetch });
  const headers = { host: "api.test", expect: "100-continue", "content-length": "9", "x-kept": "1" };
  expect(await (await ask("/v1/open?x=1", { headers })).text()).toBe("from afar");
  const [[address, init] = []] = sent;
  expect(address).toBe("https://b.test/base/v1/open?x=1");
  expect([...new Headers(init?.headers)]).toEqual([["x-kept", "1"]]);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  [
    "rejects",
    async () => {
      throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
    },
  ],
  ["returns nothing", () => undefined as unknown as Response],
  ["returns a network error", () => Response.error()],
])("a backend that %s results in a 503", async (_, backend) => {
  const current = await setUp({ backend }).ask("/v1/open");
  expect([current.status, await current.json()]).toEqual([
    503,
    {
      code: 503,
      message: expect.stringMatching(/^The backend did not respond: .*(broken|ECONNREFUSED|not return a [rR]esponse)/),
    },
  ]);
  const earlier = await setUp({ backend, generation: "earlier" }).ask("/v1/open");
  expect([earlier.status, await earlier.json()]).toMatchObject([503, { code: 14, details: [] }]);
});

test("rejects with the reason of a request that is aborted", async () => {
  const reason = new Error("changed my mind");
  const early = AbortSignal.abort(reason);
  expect(await rejection(setUp().ask("/v1/open", { signal: early }))).toBe(reason);
  const controller = new AbortController();
  const backend = async (request: Request) => {
    controller.abort(reason);
    throw request.signal.reason;
  };
  expect(await rejection(setUp({ backend }).ask("/v1/open", { signal: controller.signal }))).toBe(reason);
  const ofAddress = new AbortController();
  const fetch = async (_: unknown, init?: RequestInit) => {
    ofAddress.abort(reason);
    throw init?.signal?.reason;
  };
  const { ask } = setUp({ backend: new URL("https://b.test"), fetch });
  expect(await rejection(ask("/v1/open", { signal: ofAddress.signal }))).toBe(reason);
});

test("can replace fetch, also with a path only", async () => {
  const { gateway, seen } = setUp();
  expect((await gateway("/v1/open", { headers: { "x-a": "1" } })).status).toBe(200);
  expect((await gateway(new URL("http://api.test/v1/open"))).status).toBe(200);
  expect(seen.map(({ url }) => url)).toEqual(["https://sandbox.test/v1/open", "http://api.test/v1/open"]);
});

test("uses the naming profile of its sandbox", async () => {
  const naming = vendorNaming;
  const own = createSandbox({ naming, clock });
  const users = { issuer: own.issuer.issuer, jwksUri: own.issuer.jwksUri, audiences };
  const named = secureDocument(plain, jwtSecurity({ definitions: { users }, naming }));
  const { ask, seen } = setUp({ document: { ...named, "x-vendor-backend": { address: "https://b.test" } } }, own);
  await ask("/v1/echo", {
    token: await own.issuer.token({}),
    headers: { "x-vendor-api-userinfo": "Zm9yZ2Vk" },
  });
  expect(readUserInfo(seen[0]!, { naming })?.subject).toBe("user-1");
  expect(seen[0]!.headers.get("authorization")).toBe("Bearer sandbox-gateway-token");
});

/** The headers that a gateway can set; the last one is chosen by name. */
const userInfoHeaders = [
  "X-Apigateway-Api-Userinfo",
  "X-Endpoint-API-UserInfo",
  "X-Vendor-API-UserInfo",
  "X_Mine-Info",
];
const vendorSandbox = createSandbox({ naming: vendorNaming, clock });
const vendorUsers = { issuer: vendorSandbox.issuer.issuer, jwksUri: vendorSandbox.issuer.jwksUri, audiences };
const vendorDocument = secureDocument(
  plain,
  jwtSecurity({ definitions: { users: vendorUsers }, naming: vendorNaming }),
  { operations: { "GET /open": [] } },
);
const byVendor = { document: vendorDocument };

test.each<[own: typeof sandbox, options: Partial<SandboxGatewayOptions>, chosen: string]>([
  [sandbox, {}, "X-Apigateway-Api-Userinfo"],
  [sandbox, { gateway: undefined, header: undefined, generation: "current" }, "X-Apigateway-Api-Userinfo"],
  [sandbox, { gateway: "api-gateway" }, "X-Apigateway-Api-Userinfo"],
  [sandbox, { gateway: "cloud-endpoints" }, "X-Endpoint-API-UserInfo"],
  [sandbox, { header: "X_Mine-Info" }, "X_Mine-Info"],
  [sandbox, { generation: "earlier" }, "X-Endpoint-API-UserInfo"],
  [sandbox, { gateway: "cloud-endpoints", generation: "earlier" }, "X-Endpoint-API-UserInfo"],
  [sandbox, { header: "X_Mine-Info", generation: "earlier" }, "X_Mine-Info"],
  [vendorSandbox, byVendor, "X-Vendor-API-UserInfo"],
  [vendorSandbox, { ...byVendor, generation: "earlier" }, "X-Vendor-API-UserInfo"],
  [vendorSandbox, { ...byVendor, header: "X_Mine-Info" }, "X_Mine-Info"],
])("%# sends the caller in the chosen header and removes the client's", async (own, options, chosen) => {
  const { ask, seen } = setUp(options, own);
  const generation = options.generation ?? "current";
  const spellings = (name: string) => [name, name.toUpperCase(), name.replaceAll("-", "_"), name.replaceAll("_", "-")];
  const headers = new Headers();
  for (const name of userInfoHeaders.flatMap(spellings)) headers.append(name, "forged");
  const signed = await own.issuer.token({ sub: "ada" });
  await ask("/v1/echo", { headers, token: signed });
  await ask("/v1/open", { headers });
  const plainName = (name: string) => name.toLowerCase().replaceAll("_", "-");
  const sent = (request: Request) => [...request.headers].filter(([name]) => plainName(name) === plainName(chosen));
  expect(sent(seen[0]!)).toEqual([[chosen.toLowerCase(), expect.not.stringContaining("forged")]]);
  expect(readUserInfo(seen[0]!, { header: chosen })).toMatchObject({ generation, subject: "ada" });
  expect(sent(seen[1]!)).toEqual(generation === "earlier" ? [[chosen.toLowerCase(), ""]] : []);
  // A gateway does not know the headers of other gateways.
  for (const other of userInfoHeaders.filter((name) => name !== chosen)) {
    expect(seen[0]!.headers.get(other)).toContain("forged");
  }
});

test("ignores other schemes", async () => {
  const key = { type: "apiKey", in: "query", name: "key" };
  const definitions = { ...document.securityDefinitions, key };
  const { ask } = setUp({
    document: { ...document, securityDefinitions: definitions, security: [{ key: [], users: [] }] },
  });
  expect((await ask("/v1/echo?key=x")).status).toBe(401);
  expect((await ask("/v1/echo?key=x", { token: await token() })).status).toBe(200);
});

const foreign = {
  users: { issuer: "https://users.test", jwksUri: "https://users.test/keys", audiences: "shop" },
  staff: { issuer: "https://staff.test", jwksUri: "https://staff.test/keys", audiences: ["lab", "shop"] },
  robots: { issuer: "robots@robots.test", audiences: "lab" },
};
const foreignDocument = secureDocument(plain, jwtSecurity({ definitions: foreign }));
test.each<[standInForIssuers: boolean | string[] | undefined, users: number, staff: number, robots: number]>([
  [undefined, 401, 401, 401],
  [false, 401, 401, 401],
  [[], 401, 401, 401],
  [["staff"], 401, 200, 401],
  [["users", "robots"], 200, 401, 200],
  [true, 200, 200, 200],
])("signs tokens of the document's issuers: %j", async (standInForIssuers, ...statuses) => {
  const before = structuredClone(foreignDocument);
  const fetch = async () => new Response("no keys here", { status: 404 });
  const { ask } = setUp({ document: foreignDocument, standInForIssuers, fetch });
  const calls = [
    { iss: foreign.users.issuer, aud: "shop" },
    { iss: foreign.staff.issuer, aud: "lab" },
    { iss: foreign.robots.issuer, aud: "lab" },
  ].map(async (claims) => (await ask("/v1/echo", { token: await token(claims) })).status);
  expect(await Promise.all(calls)).toEqual(statuses);
  expect(foreignDocument).toEqual(before);
});

test("forwards the document's issuer to the backend with standInForIssuers, and still checks the token", async () => {
  const { ask, seen } = setUp({ document: foreignDocument, standInForIssuers: true });
  const { issuer: iss } = foreign.users;
  await ask("/v1/echo", { token: await token({ iss, aud: "shop" }) });
  expect(readUserInfo(seen[0]!, { gateway: "api-gateway" })).toMatchObject({
    subject: "ada",
    issuer: iss,
    audiences: ["shop"],
  });
  const own = await ask("/v1/echo", { token: await token() });
  expect(await textOf(own)).toEqual([401, "Jwt issuer is not configured"]);
  const other = await ask("/v1/echo", { token: await token({ iss, aud: "other" }) });
  expect(await textOf(other)).toEqual([403, "Audiences in Jwt are not allowed"]);
});

const badPaths = ["swagger", "openapi", "paths"].map((path) => `${path} (openapi-document)`);
const twins = {
  ...document,
  securityDefinitions: { ...document.securityDefinitions, twin: document.securityDefinitions.users },
};
const ghosts = { ...document, security: [{ ghost: [], constructor: [], users: ["admin"] }] };
test.each<[what: string, options: object, issues: string[]]>([
  ["an unknown product", { gateway: "google" }, ["gateway (option)"]],
  ["the name of a method as product", { gateway: "toString", generation: "earlier" }, ["gateway (option)"]],
  ["a header with a blank", { header: "X Mine" }, ["header (option)"]],
  ["an empty header", { header: "" }, ["header (option)"]],
  ["an unknown generation", { gateway: "api-gateway", generation: "old" }, ["generation (option)"]],
  ["an unknown option", { genration: "earlier" }, ["genration (option)"]],
  ["an FTP address", { backend: new URL("ftp://a.test") }, ["backend (option)"]],
  ["an address with credentials", { backend: new URL("http://u:p@a.test") }, ["backend (option)"]],
  ["a header and a gateway", { header: "X-A", gateway: "api-gateway" }, ["header (option)"]],
  ["an address with a fragment", { backend: new URL("http://a.test#x") }, ["backend (option)"]],
  ["an issuer that is not defined", { standInForIssuers: ["users", "ghost"] }, ["standInForIssuers[1] (option)"]],
  ["an issuer that is not in a list", { standInForIssuers: "users" }, ["standInForIssuers (option)"]],
  [
    "definitions of one issuer",
    { document: twins },
    ['securityDefinitions.twin["x-google-issuer"] (duplicate-issuer)'],
  ],
  ["another document", { document: { swagger: "2.0", openapi: 3, paths: [] } }, badPaths],
  [
    "several mistakes, all of them together:",
    { document: ghosts, backend: "localhost:3000", generation: "old" },
    [
      "backend (option)",
      "generation (option)",
      "security[0].ghost (undefined-definition)",
      "security[0].constructor (undefined-definition)",
      "security[0].users (requirement-scopes)",
    ],
  ],
])("rejects %s %o", (_, options, expected) => {
  const { issues } = thrown(() => setUp(options)) as RequestError;
  expect(issues.map(({ path, rule }) => `${path} (${rule})`)).toEqual(expected);
});

test("rejects calls without options", () => {
  const error = thrown(() => sandbox.gateway(undefined as never));
  expect(error).toMatchObject({ issues: [{ path: "", rule: "openapi-document" }] });
});
