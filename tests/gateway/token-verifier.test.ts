import { vendorNaming } from "fourfold";
import {
  createTokenVerifier,
  findAccessToken,
  jwtSecurity,
  type RequestError,
  secureDocument,
  type TokenError,
  withAccessToken,
} from "fourfold/gateway";
import { SignJWT } from "jose";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createDefinitionVerifier } from "../../src/gateway/token-verifier.js";
import { rejection, thrown } from "../support/rejection.js";
import { createTestIssuer } from "./issuer.js";

afterAll(() => {
  vi.useRealTimers();
});

const users = {
  projectId: "shop",
  issuerBase: "https://issuer.test",
  jwksUri: "https://issuer.test/keys",
} as const;
let issuer: Awaited<ReturnType<typeof createTestIssuer>>;
beforeEach(async () => {
  issuer = await createTestIssuer();
});

const verifierOf = (definition: object = {}, options: object = {}) =>
  createTokenVerifier({
    definitions: { users: { ...users, ...definition } },
    fetch: issuer.fetch,
    clock: issuer.clock,
    ...options,
  });
const codeOf = async (work: Promise<unknown>) => {
  const error = (await rejection(work)) as TokenError;
  expect(error.name).toBe("TokenError");
  return error.code;
};
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hex = (text: string) => Buffer.from(text).toString("hex");

test("accepts a token of the definition's issuer, in a request or as a string", async () => {
  const token = await issuer.token();
  const verifier = verifierOf();
  const wanted = { claims: issuer.claims(), definition: "users" };
  expect(await verifier.verify(token)).toEqual(wanted);
  expect(await verifier.verify(withAccessToken(new Request("https://a.test/"), token, { in: "query" }))).toEqual(
    wanted,
  );
  expect(issuer.fetched).toBe(1);
});

test("accepts the value of an Authorization header", async () => {
  const token = await issuer.token();
  for (const value of [`Bearer ${token}`, `bearer  ${token}`]) {
    expect((await verifierOf().verify(value)).definition).toBe("users");
  }
  expect(await codeOf(verifierOf().verify("Bearer "))).toBe("token_missing");
  expect(await codeOf(verifierOf().verify(`Basic ${token}`))).toBe("token_malformed");
});

test("settings in a second argument of verify are rejected, as they would have no effect", async () => {
  const verify = verifierOf().verify as (...given: unknown[]) => Promise<unknown>;
  const token = await issuer.token();
  for (const second of [{ audience: "other" }, "other", ["other"]]) {
    expect(String(await rejection(verify(token, second)))).toContain("createTokenVerifier");
  }
  expect(await Promise.all([token].map(verify))).toHaveLength(1); // map passes the index
});

test("an unknown issuer is shown, with the definition that has almost the same one", async () => {
  const messageOf = async (iss: unknown, definition: object = {}) =>
    ((await rejection(verifierOf(definition).verify(await issuer.token({ iss })))) as TokenError).message;
  expect(await messageOf("https://other.test")).toMatch(/the token's issuer: "https:\/\/other\.test"$/);
  for (const iss of ["https://issuer.test/shop/", "https://ISSUER.test/Shop"]) {
    expect(await messageOf(iss)).toContain(`: "${iss}"; the definition "users" has "https://issuer.test/shop"`);
  }
  const long = await messageOf(`x\n\u001b[2J${"y".repeat(9_000)}`);
  expect(long).not.toMatch(/\p{Cc}/u);
  expect(long.length).toBeLessThan(500);
});

test("a wrong audience is shown beside the accepted ones", async () => {
  const error = await rejection(verifierOf().verify(await issuer.token({ aud: ["web", "app"] })));
  expect(String(error)).toContain('the token is for another audience: "web, app"; accepted: "shop" ("users")');
});

test("selects the definition of a document by issuer", async () => {
  const staff = { issuer: "https://staff.test", audiences: "x", jwksUri: "https://staff.test/keys" };
  const document = secureDocument({ swagger: "2.0", paths: {} }, jwtSecurity({ definitions: { staff, users } }));
  const verifier = createTokenVerifier({ document, fetch: issuer.fetch, clock: issuer.clock });
  expect((await verifier.verify(await issuer.token())).definition).toBe("users");
  const other = await issuer.token({ iss: "https://staff.test", aud: "x" });
  expect((await verifier.verify(other)).definition).toBe("staff");
});

test.each([
  ["token_expired", { exp: 1 }],
  ["token_not_yet_valid", { nbf: 4_000_000_000 }],
  ["claim_missing", { nbf: "soon" }],
  ["token_not_yet_valid", { iat: 4_000_000_000, exp: 4_000_000_100 }],
  ["claim_missing", { iss: undefined }],
  ["claim_missing", { sub: undefined }],
  ["claim_missing", { aud: undefined }],
  ["claim_missing", { iat: undefined }],
  ["claim_missing", { exp: undefined }],
  ["claim_missing", { exp: "4000000000" }],
  ["issuer_unknown", { iss: "https://issuer.test/shop/" }],
  ["audience_mismatch", { aud: ["other", "shop2"] }],
])("rejects with %s", async (code, changes) => {
  expect(await codeOf(verifierOf().verify(await issuer.token(changes)))).toBe(code);
});

test("compares audiences without scheme and trailing slash", async () => {
  const verifier = verifierOf({
    projectId: undefined,
    issuerBase: undefined,
    issuer: "https://issuer.test/shop",
    audiences: "a, https://api.test/",
  });
  for (const aud of ["a", ["x", "api.test"], "http://api.test/", "https://api.test"]) {
    await verifier.verify(await issuer.token({ aud }));
  }
  expect(await codeOf(verifier.verify(await issuer.token({ aud: "api.test/x" })))).toBe("audience_mismatch");
});

test("tolerates a clock difference of one minute", async () => {
  const { iat } = issuer.claims();
  await verifierOf().verify(await issuer.token({ exp: iat - 59, iat: iat - 100 }));
  expect(await codeOf(verifierOf().verify(await issuer.token({ exp: iat - 60 })))).toBe("token_expired");
  const strict = verifierOf({}, { clockToleranceMs: 0 });
  expect(await codeOf(strict.verify(await issuer.token({ exp: iat })))).toBe("token_expired");
});

test.each([
  [{ algorithms: [] }, ["algorithms"]],
  [{ algorithms: ["none", "HS256"] }, ["algorithms[0]", "algorithms[1]"]],
  [{ algorithms: "RS256" }, ["algorithms"]],
  [{ document: { swagger: "2.0" } }, ["definitions"]],
  [{ definitions: undefined }, ["definitions"]],
  [{ fetch: {}, clock: {}, naming: {}, audience: "shop" }, ["naming", "fetch", "clock", "audience"]],
  [{ clockToleranceMs: Number.NaN }, ["clockToleranceMs"]],
  [{ clockToleranceMs: Number.POSITIVE_INFINITY }, ["clockToleranceMs"]],
  [{ clockToleranceMs: -1 }, ["clockToleranceMs"]],
])("rejects settings that would weaken the verification: %j", (options, paths) => {
  const error = thrown(() => verifierOf({}, options)) as RequestError;
  expect(error.issues.map(({ path }) => path)).toEqual(paths);
});

test("rejects alg none, and symmetric algorithms with the public key", async () => {
  const [jwk] = await issuer.addKey("k1");
  const none = `${b64({ alg: "none" })}.${b64(issuer.claims())}.`;
  const secret = new TextEncoder().encode(JSON.stringify(jwk));
  const confused = await new SignJWT(issuer.claims()).setProtectedHeader({ alg: "HS256", kid: "k1" }).sign(secret);
  for (const token of [none, confused]) expect(await codeOf(verifierOf().verify(token))).toBe("algorithm_not_allowed");
  expect(issuer.fetched).toBe(0);
  const error = thrown(() => verifierOf({}, { algorithms: ["HS256"] }));
  expect(error).toMatchObject({ code: "invalid_request" });
});

test("rejects a wrong signature before it checks the times", async () => {
  const [head, , signature] = (await issuer.token()).split(".");
  for (const wrong of [signature, "", Buffer.alloc(256).toString("base64url")]) {
    const forged = `${head}.${b64(issuer.claims({ sub: "eve", exp: 1 }))}.${wrong}`;
    expect(await codeOf(verifierOf().verify(forged))).toBe("signature_invalid");
  }
});

test("ignores key addresses in the token's header", async () => {
  const stranger = await createTestIssuer();
  const [jwk] = await stranger.addKey("k1");
  const token = await stranger.token({}, { jku: "https://evil.test", x5u: "https://evil.test", jwk });
  expect(await codeOf(verifierOf().verify(token))).toBe("signature_invalid");
  for (const kid of ["__proto__", "../../etc/passwd", "' OR 1=1 --", "constructor"]) {
    expect(await codeOf(verifierOf().verify(await issuer.token({}, { kid })))).toBe("signature_invalid");
  }
});

test.each(["", "a", "a.b", "a.b.c", "....", "x".repeat(70_000), `${b64({ alg: "RS256" })}.${b64([])}.x`])(
  "rejects a value that is not a token (%#)",
  async (token) => {
    expect(await codeOf(verifierOf().verify(token))).toBe(token === "" ? "token_missing" : "token_malformed");
  },
);

test("reports a missing token, and reads only custom locations if they are set", async () => {
  expect(await codeOf(verifierOf().verify(new Request("https://a.test/")))).toBe("token_missing");
  const verifier = verifierOf({ locations: [{ header: "X-Token" }] });
  const token = await issuer.token();
  expect(await codeOf(verifier.verify(withAccessToken(new Request("https://a.test/"), token)))).toBe("token_missing");
  await verifier.verify(new Request("https://a.test/", { headers: { "X-Token": token } }));
});

test("every token in a request must be valid, in any order", async () => {
  const request = (first: string, second: string) =>
    new Request(`https://a.test/?access_token=${second}`, { headers: { authorization: `Bearer ${first}` } });
  const [ours, theirs] = [await issuer.token(), await issuer.token({ iss: "https://else.test" })];
  expect((await verifierOf().verify(request(ours, ours))).claims.sub).toBe("ada");
  expect(await codeOf(verifierOf().verify(request(ours, theirs)))).toBe("issuer_unknown");
  expect(await codeOf(verifierOf().verify(request(ours, "opaque")))).toBe("token_malformed");
  const expired = await issuer.token({ exp: 1 });
  expect(await codeOf(verifierOf().verify(request(expired, ours)))).toBe("token_expired");
  expect(await codeOf(verifierOf().verify(request(theirs, ours)))).toBe("issuer_unknown");
  for (const malformed of ["opaque", `${ours} ${ours}`, `${ours}, Bearer ${ours}`]) {
    expect(await codeOf(verifierOf().verify(request(malformed, ours)))).toBe("token_malformed");
  }
});

test("a definition accepts no request that also has a token of another one", async () => {
  const staff = { issuer: "https://staff.test", audiences: "x", jwksUri: "https://staff.test/keys" };
  const definitions = {
    users: { issuer: "https://issuer.test/shop", audiences: ["shop"], jwksUri: users.jwksUri },
    staff: { ...staff, audiences: ["x"] },
  };
  const verify = createDefinitionVerifier(definitions, { fetch: issuer.fetch, clock: issuer.clock }, "test");
  const [ours, theirs] = [await issuer.token(), await issuer.token({ iss: "https://staff.test", aud: "x" })];
  const request = withAccessToken(new Request(`https://a.test/?access_token=${ours}`), theirs);
  for (const names of [["users"], ["staff"], undefined]) {
    expect(await codeOf(verify(request, names))).toBe("issuer_unknown");
  }
  expect(await codeOf(verify(ours, ["constructor"]))).toBe("token_missing");
});

test("accepts what readUserInfo accepts: requests and headers of fetch, of Node and of frameworks", async () => {
  const token = await issuer.token();
  const authorization = `Bearer ${token}`;
  const inQuery = { url: `/echo?a=1&access_token=${token}#b`, headers: {} };
  for (const source of [new Headers({ authorization }), { headers: { authorization }, url: "//" }, inQuery]) {
    expect((await verifierOf().verify(source)).claims.sub).toBe("ada");
  }
  expect(findAccessToken(inQuery)).toBe(token);
  expect(await codeOf(verifierOf().verify({ url: "http://[", headers: {} }))).toBe("token_missing");
  expect(await codeOf(verifierOf().verify({ authorization: [authorization, authorization] }))).toBe("token_malformed");
});

test.each([
  [undefined, "nothing; pass a Request"],
  [Promise.resolve("hush"), "a Promise; await it"],
  [Promise.resolve(new Headers()), "a Promise; await it"],
  [{ req: { headers: {} }, headers: {} }, "an object; pass a Request"],
  [{ headers: undefined }, "an object; pass a Request"],
  [{ body: {} }, "an object; pass a Request"],
])("rejects %o, which is neither a token nor a request", async (source, kind) => {
  const error = await rejection(verifierOf().verify(source as never));
  expect(error).toMatchObject({
    name: "RequestError",
    issues: [
      {
        path: "request",
        message: expect.stringContaining(`must be a token, a request or its headers, got ${kind}`),
        rule: "token-bearer",
      },
    ],
  });
  expect(thrown(() => findAccessToken(source as never))).toMatchObject({ name: "RequestError" });
});

const inHeaders = (headers: Record<string, string>, query = "") => new Request(`https://a.test/${query}`, { headers });
const assertion = "X-Goog-Iap-Jwt-Assertion";

test("the current generation reads three locations, under vendorNaming without the header of Google's proxies", async () => {
  const [token, expired] = [await issuer.token(), await issuer.token({ exp: 1 })];
  const google = verifierOf();
  expect((await google.verify(inHeaders({ [assertion]: token }))).claims.sub).toBe("ada");
  expect(findAccessToken(inHeaders({ [assertion]: token }))).toBe(token);
  expect(await codeOf(google.verify(inHeaders({ [assertion]: expired, authorization: `Bearer ${token}` })))).toBe(
    "token_expired",
  );
  const vendor = verifierOf({}, { naming: vendorNaming });
  expect(await codeOf(vendor.verify(inHeaders({ [assertion]: token })))).toBe("token_missing");
  await vendor.verify(inHeaders({ [assertion]: expired, authorization: `Bearer ${token}` }));
});

test("the earlier generation reads only the first token, and one without Bearer", async () => {
  const earlier = verifierOf({}, { generation: "earlier" });
  const [token, expired] = [await issuer.token(), await issuer.token({ exp: 1 })];
  for (const request of [
    inHeaders({ authorization: token }),
    inHeaders({ authorization: `Bearer ${token}` }, `?access_token=${expired}`),
    inHeaders({ [assertion]: token, authorization: `Bearer ${expired}` }),
    inHeaders({}, `?access_token=${token}`),
  ]) {
    expect((await earlier.verify(request)).claims.sub).toBe("ada");
  }
  const basic = inHeaders({ authorization: "Basic abc" }, `?access_token=${token}`);
  expect(await codeOf(earlier.verify(basic))).toBe("token_malformed");
  expect(thrown(() => verifierOf({}, { generation: "old" }))).toMatchObject({ issues: [{ path: "generation" }] });
});

test("a header with two prefixes contains two tokens", async () => {
  const locations = [{ header: "Authorization", valuePrefix: "Bearer " }, { header: "Authorization" }];
  const token = await issuer.token();
  const both = verifierOf({ locations });
  expect(await codeOf(both.verify(inHeaders({ authorization: `Bearer ${token}` })))).toBe("token_malformed");
  expect((await both.verify(inHeaders({ authorization: token }))).claims.sub).toBe("ada");
});

test("the prefix of a token has its case, and can stand anywhere in the header", async () => {
  const token = await issuer.token();
  const ask = (authorization: string, definition = {}) => verifierOf(definition).verify(inHeaders({ authorization }));
  expect(await codeOf(ask(`bearer ${token}`))).toBe("token_missing");
  for (const value of [`Bearer  ${token}`, `Basic YTpi, Bearer ${token}`]) await ask(value);
  expect(await codeOf(ask(`Bearer Bearer ${token}`))).toBe("token_malformed");
  const prefixes = ["Bearer ", "bearer ", "BEARER "];
  const locations = prefixes.map((valuePrefix) => ({ header: "Authorization", valuePrefix }));
  for (const prefix of prefixes) await ask(prefix + token, { locations });
});

test("a token without its prefix is reported", async () => {
  const token = await issuer.token();
  const messageOf = async (definition: object, headers: Record<string, string>) =>
    ((await rejection(verifierOf(definition).verify(inHeaders(headers)))) as TokenError).message;
  expect(await messageOf({}, { authorization: token })).toContain('put "Bearer " before the token in Authorization');
  const locations = [{ header: "X-Token", valuePrefix: "Token " }];
  expect(await messageOf({ locations }, { "X-Token": token })).toContain('put "Token " before the token in X-Token');
  expect(await messageOf({ locations }, { authorization: token })).not.toContain("put");
  for (const scheme of ["Token", "bearer", "Bearer:"]) {
    expect(await messageOf({}, { authorization: `${scheme} ${token}` })).toContain('put "Bearer " before the token');
  }
});

test("a document with a relative URL of keys, or with a prefix in the query, is rejected", () => {
  const { securityDefinitions } = jwtSecurity({ definitions: { users } });
  const issuesOf = (changes: object) => {
    const document = { swagger: "2.0", securityDefinitions: { users: { ...securityDefinitions.users, ...changes } } };
    return (thrown(() => createTokenVerifier({ document })) as RequestError).issues.map(({ rule }) => rule);
  };
  for (const uri of ["/keys", "keys", "https://a b"]) {
    expect(issuesOf({ "x-google-jwks_uri": uri })).toEqual(["jwks-uri-form"]);
  }
  expect(issuesOf({ "x-google-jwt-locations": [{ query: "t", value_prefix: "Bearer " }] })).toEqual(["location-form"]);
});

test("a document whose definitions share an issuer is rejected", () => {
  const { securityDefinitions } = jwtSecurity({ definitions: { users, other: { ...users, projectId: "other" } } });
  const key = "x-google-issuer";
  const twin = { ...securityDefinitions.other, [key]: securityDefinitions.users[key] };
  const document = { swagger: "2.0", paths: {}, securityDefinitions: { users: securityDefinitions.users, twin } };
  const error = thrown(() => createTokenVerifier({ document })) as RequestError;
  expect(error.issues).toEqual([
    {
      path: `securityDefinitions.twin["${key}"]`,
      message: '"users" has the same issuer',
      rule: "duplicate-issuer",
    },
  ]);
});

test.each([
  ["crit", { crit: ["b64"], b64: false }, "token_malformed"],
  ["crit without b64", { crit: ["exp"] }, "token_malformed"],
  ["an unknown critical parameter", { crit: ["evil"], evil: true }, "token_malformed"],
  ["b64", { b64: true }, "token_malformed"],
  ["the algorithm none in another case", { alg: "nOnE" }, "algorithm_not_allowed"],
  ["no algorithm", { alg: undefined }, "token_malformed"],
])("rejects a token whose header has %s", async (_, header, code) => {
  const [, body, signature] = (await issuer.token()).split(".");
  const head = b64({ alg: "RS256", kid: "k1", ...header });
  expect(await codeOf(verifierOf().verify(`${head}.${body}.${signature}`))).toBe(code);
  expect(issuer.fetched).toBe(0);
});

test("only the canonical encoding of a signature is accepted", async () => {
  const token = await issuer.token();
  const last = token.at(-1) as string;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // The last base64url character of an RSA signature with 2 048 bits contains only two bits of the signature.
  const twin = alphabet[alphabet.indexOf(last) ^ 1] as string;
  expect(await codeOf(verifierOf().verify(`${token.slice(0, -1)}${twin}`))).toBe("signature_invalid");
  for (const other of [
    `${token}==`,
    `${token}\n`,
    `${token} `,
    `${token}, Basic abc`,
    `b'${token}'`,
    `${token.slice(0, -9)} ${token.slice(-9)}`,
    `${token.slice(0, -1)}+`,
  ]) {
    expect(await codeOf(verifierOf().verify(other))).toBe("token_malformed");
  }
  const [head, body, signature] = token.split(".");
  for (const other of [`${head}=.${body}.${signature}`, `${head}.${body}\n.${signature}`, `${token}.`, `.${token}`]) {
    expect(await codeOf(verifierOf().verify(other))).toBe("token_malformed");
  }
  await verifierOf().verify(token);
});

test("claims that are nested too deeply are malformed even if signed", async () => {
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const claims = (levels: number) => JSON.stringify(issuer.claims({ x: 0 })).replace('"x":0', `"x":${deep(levels)}`);
  for (const levels of [200, 15_000]) {
    expect(await codeOf(verifierOf().verify(await issuer.sign(claims(levels))))).toBe("token_malformed");
  }
  const { claims: kept } = await verifierOf().verify(await issuer.sign(claims(199)));
  expect(JSON.stringify(kept.x)).toBe(deep(199));
});

test("caches keys for five minutes, and shares one request between concurrent calls", async () => {
  const verifier = verifierOf();
  const tokens = await Promise.all(["a", "b", "c"].map((sub) => issuer.token({ sub })));
  await Promise.all(tokens.map((token) => verifier.verify(token)));
  expect(issuer.fetched).toBe(1);
  issuer.clock.advance(299_999);
  await verifier.verify(await issuer.token({ sub: "d" }));
  expect(issuer.fetched).toBe(1);
  issuer.clock.advance(1);
  await verifier.verify(await issuer.token({ sub: "e" }));
  expect(issuer.fetched).toBe(2);
});

test("fetches once for an unknown key, then waits for the cool-down", async () => {
  const verifier = verifierOf();
  await verifier.verify(await issuer.token());
  await issuer.addKey("k2");
  expect(await codeOf(verifier.verify(await issuer.token({}, {}, "k2")))).toBe("signature_invalid");
  expect(issuer.fetched).toBe(1);
  issuer.clock.advance(5_000);
  await verifier.verify(await issuer.token({}, {}, "k2"));
  expect(issuer.fetched).toBe(2);
  for (let round = 0; round < 20; round += 1) {
    expect(await codeOf(verifier.verify(await issuer.token({}, { kid: `x${round}` })))).toBe("signature_invalid");
  }
  expect(issuer.fetched).toBe(2);
  issuer.clock.advance(5_000);
  expect(await codeOf(verifier.verify(await issuer.token({}, { kid: "x" })))).toBe("signature_invalid");
  expect(issuer.fetched).toBe(3);
});

test("reports that keys cannot be fetched, and retries after five seconds", async () => {
  const good = issuer.answer;
  const verifier = verifierOf();
  const down = () => {
    throw new Error("down");
  };
  for (const [index, answer] of [down, () => [], () => "x"].entries()) {
    issuer.answer = answer;
    for (let round = 0; round < 200; round += 1) {
      expect(await codeOf(verifier.verify(await issuer.token({ round })))).toBe("keys_unavailable");
    }
    expect(issuer.fetched).toBe(index + 1);
    issuer.clock.advance(5_000);
  }
  issuer.answer = good;
  await verifier.verify(await issuer.token());
  const none = verifierOf({ jwksUri: undefined });
  expect(await codeOf(none.verify(await issuer.token()))).toBe("keys_unavailable");
});

test.each<[answer: () => unknown, reason: string]>([
  [() => new Response("secret", { status: 503 }), "status 503"],
  [() => new Response("secret"), "the response is not JSON"],
  [() => [], "the response is neither a key set nor a map of certificates"],
  [
    () => ({ issuer: "https://issuer.test", jwks_uri: "secret" }),
    "the response is neither a key set nor a map of certificates",
  ],
  [
    () => {
      throw new TypeError("secret", { cause: Object.assign(new Error("secret"), { code: "ECONNREFUSED" }) });
    },
    "ECONNREFUSED",
  ],
])("the error about keys shows the address without its query, and the reason: %#", async (answer, reason) => {
  const fetch = async () => {
    const value = answer();
    return value instanceof Response ? value : Response.json(value);
  };
  const verifier = verifierOf({ jwksUri: "https://issuer.test/keys?key=secret" }, { fetch });
  const error = (await rejection(verifier.verify(await issuer.token()))) as TokenError;
  expect(error.code).toBe("keys_unavailable");
  expect(error.message).toContain(`: https://issuer.test/keys: ${reason} ("users")`);
  expect(error.message).not.toContain("secret");
});

test("a clock that is set back does not delay the next fetch of keys", async () => {
  const good = issuer.answer;
  const verifier = verifierOf();
  issuer.answer = () => "x";
  expect(await codeOf(verifier.verify(await issuer.token()))).toBe("keys_unavailable");
  issuer.answer = good;
  issuer.clock.advance(-3_600_000);
  await verifier.verify(await issuer.token());
});

test("keys that are cached stay in use while a fetch for an unknown key id fails", async () => {
  const verifier = verifierOf();
  await verifier.verify(await issuer.token());
  issuer.clock.advance(5_000);
  issuer.answer = () => "x";
  for (let round = 0; round < 20; round += 1) {
    expect(await codeOf(verifier.verify(await issuer.token({}, { kid: `x${round}` })))).toBe("signature_invalid");
    await verifier.verify(await issuer.token({ round }));
  }
  expect(issuer.fetched).toBe(2);
  issuer.clock.advance(5_000);
  await issuer.addKey("k2");
  await verifier.verify(await issuer.token({}, {}, "k2"));
});

test("errors contain no token", async () => {
  const token = await issuer.token({ exp: 1 });
  const error = (await rejection(verifierOf().verify(token))) as TokenError;
  const shown = `${error.message}${JSON.stringify(error)}${error.stack}`;
  for (const part of token.split(".")) expect(shown).not.toContain(part);
  expect(hex(shown)).not.toContain(hex(token));
});
