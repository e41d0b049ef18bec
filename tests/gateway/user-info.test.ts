import * as fc from "fast-check";
import { googleNaming, vendorNaming } from "fourfold";
import { findAccessToken } from "fourfold/gateway";
import {
  decodeUserInfo,
  encodeUserInfo,
  type ReadUserInfoOptions,
  readUserInfo,
  type UserInfoError,
} from "fourfold/gateway/user-info";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const naming = vendorNaming;
const claims = { iss: "https://issuer.test/shop", sub: "ada", aud: "shop", iat: 1, exp: 2, email: "ada@shop.test" };
const issuesOf = (work: () => unknown) => (thrown(work) as UserInfoError).issues;
const codeOf = (work: () => unknown) => {
  const error = thrown(work) as UserInfoError;
  expect(error.name).toBe("UserInfoError");
  return error.code;
};
const wire = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const variants = (value: string) => {
  const bytes = Buffer.from(value, "base64url");
  const padded = bytes.toString("base64");
  const url = padded.replaceAll("+", "-").replaceAll("/", "_");
  return [padded, padded.replaceAll("=", ""), url, url.replaceAll("=", "")];
};

test("reads the current generation: the payload and nothing else", () => {
  expect(decodeUserInfo(wire(claims))).toEqual({
    generation: "current",
    claims,
    subject: "ada",
    issuer: "https://issuer.test/shop",
    audiences: ["shop"],
    email: "ada@shop.test",
  });
});

test("reads the earlier generation, its claims as a string or as an object", () => {
  const envelope = { issuer: "i", id: "ada", email: "a@b", audiences: ["x", "y"], consumer_id: "7" };
  for (const inner of [JSON.stringify({ ...claims, aud: "" }), { ...claims, aud: "" }]) {
    const info = decodeUserInfo(wire({ ...envelope, claims: inner }));
    expect(info).toEqual({
      generation: "earlier",
      claims: { ...claims, aud: "" },
      subject: "ada",
      issuer: "i",
      audiences: ["x", "y"],
      email: "a@b",
      envelope: { ...envelope, claims: inner },
    });
  }
});

test.each([null, "", undefined])("an envelope whose claims are %j has none", (none) => {
  const info = decodeUserInfo(wire({ issuer: "i", id: "ada", claims: none }));
  expect(info).toMatchObject({ generation: "earlier", claims: {}, subject: "ada", audiences: [], email: null });
});

test("encodes the current generation without padding, and the earlier one with its envelope", () => {
  for (const sub of ["a", "ab", "abc"]) expect(encodeUserInfo({ sub })).toBe(wire({ sub }));
  const read = (token: Record<string, unknown>) =>
    JSON.parse(Buffer.from(encodeUserInfo(token, { generation: "earlier" }), "base64").toString());
  expect(read({ ...claims, aud: ["x", "y"] })).toEqual({
    issuer: claims.iss,
    id: "ada",
    email: "ada@shop.test",
    audiences: ["x", "y"],
    claims: JSON.stringify({ ...claims, aud: "" }),
  });
  expect(read({ sub: "ada", email: "", aud: [] })).toEqual({
    id: "ada",
    claims: JSON.stringify({ sub: "ada", email: "", aud: "" }),
  });
});

test("a token with claims named like envelope fields is not mistaken for an envelope", () => {
  const inner = JSON.stringify({ sub: "eve" });
  for (const more of [{ claims: inner }, { claims: { sub: "eve" } }, { id: "eve" }, { issuer: "eve" }]) {
    expect(decodeUserInfo(wire({ ...claims, ...more }))).toMatchObject({ generation: "current", subject: "ada" });
    expect(decodeUserInfo(wire({ sub: "ada", id: "e", issuer: "e", ...more })).subject).toBe("ada");
  }
  expect(decodeUserInfo(wire({ claims: "admin" })).generation).toBe("current");
});

test.each([
  [{ userId: "ada", claims: JSON.stringify(claims) }],
  [{ userId: "ada", claims }],
  [{ issuer: claims.iss, claims: JSON.stringify(claims), project: "shop" }],
  [{ project: "shop", claims: JSON.stringify({ sub: "ada" }) }],
])("detects an envelope with unknown fields by the registered claims within: %j", (envelope) => {
  expect(decodeUserInfo(wire(envelope))).toMatchObject({ generation: "earlier", subject: "ada", envelope });
});

test.each([
  [{ issuer: "i", id: "ada", project: "shop" }],
  [{ issuer: "i" }],
  [{ id: "ada" }],
  [{ audiences: ["x"] }],
  [{ claims: { role: "admin" } }],
  [{ claims: JSON.stringify({ role: "admin" }) }],
  [{ id: "ada", email: "a@b", audiences: ["x"], consumer_id: "7", claims: "" }],
])("detects an envelope without registered claims: %j", (envelope) => {
  expect(decodeUserInfo(wire(envelope))).toMatchObject({ generation: "earlier", envelope });
});

test.each([
  [{ issuer: "i", project: "shop" }],
  [{ id: "ada", project: "shop" }],
  [{ audiences: ["x"], project: "shop" }],
  [{ claims: { role: "admin" }, project: "shop" }],
  [{ issuer: 5, id: "ada" }],
  [{ email: "a@b", consumer_id: "7" }],
  [{ claims: "" }],
  [{}],
  [{ userId: "ada", claims: "{" }],
  [{ userId: "ada", claims: { role: "admin" } }],
  [{ userId: "ada", claims: ["sub"] }],
  [{ userId: "ada", claims: null }],
])("does not detect an envelope in %j", (token) => {
  expect(decodeUserInfo(wire(token))).toMatchObject({ generation: "current", subject: null, claims: token });
});

test("an object with a registered claim is a token, whatever its other claims", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("iss", "sub", "aud", "exp", "nbf", "iat", "jti"),
      fc.dictionary(fc.constantFrom("issuer", "id", "email", "audiences", "consumer_id", "claims"), fc.jsonValue()),
      (name, more) => {
        expect(decodeUserInfo(wire({ claims: JSON.stringify({ sub: "eve" }), ...more, [name]: "x" })).generation).toBe(
          "current",
        );
      },
    ),
  );
});

test("uses the generation that the caller passes", () => {
  expect(decodeUserInfo(wire({ role: "x" }), { generation: "earlier" })).toMatchObject({ envelope: { role: "x" } });
  expect(decodeUserInfo(wire({ role: "x" }), { generation: "current" }).claims).toEqual({ role: "x" });
});

test.each([
  ["current", { issuer: "i", id: "x" }, "earlier"],
  ["earlier", claims, "current"],
] as const)("with generation %j, a value of the other generation is rejected", (generation, value, other) => {
  for (const work of [
    () => decodeUserInfo(wire(value), { generation }),
    () => readUserInfo({ "x-vendor-api-userinfo": wire(value) }, { naming, generation }),
  ]) {
    expect(codeOf(work)).toBe("invalid_shape");
    expect(String(thrown(work))).toContain(`it looks like the ${other} generation`);
  }
});

test("a whole token is rejected with the remedy", () => {
  for (const token of ["eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln"]) {
    const work = () => decodeUserInfo(token);
    expect(codeOf(work)).toBe("invalid_base64");
    expect(String(thrown(work))).toContain("it is a whole token; verify it with createTokenVerifier");
    expect(String(thrown(work))).not.toContain("eyJ");
  }
});

test("a value of another type, such as the request, is named", () => {
  for (const [value, kind] of [
    [{ headers: {} }, "an object"],
    [["e30"], "a list"],
    [5, "a number"],
  ] as const) {
    const decode = () => decodeUserInfo(value as never);
    expect(codeOf(decode)).toBe("invalid_shape");
    expect(String(thrown(decode))).toContain(`it must be the header's value, a string, got ${kind}`);
  }
});

test("reads headers in a Map with names in lower case", () => {
  const headers = new Map([["x-mine", wire(claims)]]);
  expect(readUserInfo(headers as never, { header: "X-Mine" })?.subject).toBe("ada");
});

test.each([undefined, null, ""])("the error about %j says that there is no value", (value) => {
  const decode = () => decodeUserInfo(value as never);
  expect(codeOf(decode)).toBe("invalid_shape");
  expect(String(thrown(decode))).toContain("there is no value");
});

test.each([
  ["invalid_base64", "*"],
  ["invalid_base64", "a"],
  ["invalid_base64", "QQ="],
  ["invalid_base64", "Q=Q="],
  ["invalid_base64", "+_Aa"],
  ["invalid_base64", "é"],
  ["invalid_utf8", Buffer.from([0x22, 0xff, 0x22]).toString("base64url")],
  ["invalid_utf8", Buffer.from([0xed, 0xa0, 0x80]).toString("base64url")],
  ["invalid_json", Buffer.from("{").toString("base64url")],
  ["invalid_json", Buffer.from("\ufeff{}").toString("base64url")],
  ["invalid_shape", ""],
  ["invalid_shape", wire([])],
  ["invalid_shape", wire(null)],
  ["invalid_shape", wire("text")],
  ["too_large", "A".repeat(65_537)],
  ["invalid_json", wire({ issuer: "i", id: "x", claims: "{" })],
  ["invalid_shape", wire({ issuer: "i", id: "x", claims: [1] })],
  ["invalid_shape", wire({ issuer: "i", id: "x", claims: "[]" })],
])("rejects with %s", (code, value) => {
  expect(codeOf(() => decodeUserInfo(value))).toBe(code);
  expect(issuesOf(() => decodeUserInfo(value))).toEqual([]);
});

test("checks the size first", () => {
  expect(codeOf(() => decodeUserInfo("*".repeat(11), { maxBytes: 10 }))).toBe("too_large");
  expect(codeOf(() => readUserInfo({ "x-vendor-api-userinfo": "*".repeat(70_000) }, { naming }))).toBe("too_large");
});

test("accepts a header of the maximum size", () => {
  const value = wire(claims);
  expect(readUserInfo({ "x-vendor-api-userinfo": value }, { naming, maxBytes: value.length })?.subject).toBe("ada");
  expect(codeOf(() => decodeUserInfo(value, { maxBytes: value.length - 1 }))).toBe("too_large");
});

test("issues of a schema have their paths, in every form that Standard Schema allows", () => {
  const schema = (issues: object[]) => ({
    "~standard": { version: 1 as const, vendor: "own", validate: () => ({ issues }) },
  });
  const issues = [{ message: "one" }, { message: "two", path: ["a", { key: "b c" }, 0] }];
  expect(issuesOf(() => decodeUserInfo(wire(claims), { claims: schema(issues) as never }))).toEqual([
    { path: "", message: "one", rule: "claims" },
    { path: 'a["b c"][0]', message: "two", rule: "claims" },
  ]);
});

test("keeps claims named __proto__ and constructor as data", () => {
  const text = '{"sub":"ada","__proto__":{"admin":true},"constructor":1}';
  const info = decodeUserInfo(Buffer.from(text).toString("base64url"));
  expect(JSON.stringify(info.claims)).toBe(text);
  expect((info.claims as { admin?: unknown }).admin).toBeUndefined();
});

test("reads requests, Headers, and records in any case", () => {
  const value = wire(claims);
  const name = "X-Vendor-API-UserInfo";
  const sources = [
    new Request("http://a.test", { headers: { [name]: value } }),
    new Headers({ [name]: value }),
    { [name]: value },
    { "x-vendor-api-userinfo": [value] },
    { headers: { "x-VENDOR-api-userinfo": ` ${value} ` } },
  ];
  for (const source of sources) expect(readUserInfo(source, { naming })?.subject).toBe("ada");
});

test("returns null for an absent or empty header, and never reads another one", () => {
  expect(readUserInfo(new Headers(), { naming })).toBeNull();
  expect(readUserInfo({ "X-Vendor-API-UserInfo": "" }, { naming })).toBeNull();
  expect(readUserInfo({ "X-Vendor-API-UserInfo": undefined }, { naming })).toBeNull();
  expect(readUserInfo(new Map() as never, { naming })).toBeNull();
  const headers = { "X-Vendor-API-UserInfo": wire(claims), "X-Mine": wire({ sub: "eve" }) };
  expect(readUserInfo(headers, { header: "X-Other" })).toBeNull();
  expect(readUserInfo(headers, { header: "x-mine" })?.subject).toBe("eve");
});

const passed =
  "pass a Request (c.req.raw in Hono), a request of node:http (ctx.req in Koa), Express or Fastify, or its headers";
const headersWithMethods = { get: () => null, has: () => false };
const nodeRequest = { url: "/", method: "GET", headers: {} };

test.each<[source: unknown, got: string]>([
  [undefined, `nothing; ${passed}`],
  [null, `null; ${passed}`],
  ["eyJzdWIiOiJhZGEifQ", `a string; ${passed}`],
  [5, `a number; ${passed}`],
  [["X-Vendor-API-UserInfo"], `a list; ${passed}`],
  [[["X-Vendor-API-UserInfo", "eyJ"]], `a list; ${passed}`],
  [() => new Headers(), `a function; ${passed}`],
  [new URL("https://a.test/"), `a URL; ${passed}`],
  [new URLSearchParams("a=b"), `a URLSearchParams; ${passed}`],
  [new FormData(), `a FormData; ${passed}`],
  [new Set(["a"]), `a Set; ${passed}`],
  [{ body: {} }, `an object; ${passed}`],
  [{ "X-Vendor-API-UserInfo": { value: "eyJ" } }, `an object; ${passed}`],
  [{ "X-Vendor-API-UserInfo": [{ value: "eyJ" }] }, `an object; ${passed}`],
  [{ "Content-Length": 5 }, `an object; ${passed}`],
  [{ request: new Request("https://a.test/") }, `an object; ${passed}`],
  [{ headers: undefined }, `an object; ${passed}`],
  [{ headers: null }, `an object; ${passed}`],
  [{ headers: [] }, `an object; ${passed}`],
  [{ headers: { get: () => null } }, `an object; ${passed}`],
  [{ headers: { host: 5 } }, `an object; ${passed}`],
  [{ headers: () => ({}) }, `an object; ${passed}`],
  [{ headers: new Set() }, `an object; ${passed}`],
  [{ headers: Promise.resolve(new Headers()) }, `an object; ${passed}`],
  [{ get: () => undefined }, `an object; ${passed}`],
  // What Next's cookies() returns.
  [{ ...headersWithMethods, getAll: () => [] }, `an object; ${passed}`],
  [Promise.resolve(new Headers()), "a Promise; await it"],
  // Next 15 adds the methods of the headers to the promise.
  [Object.assign(Promise.resolve(new Headers()), headersWithMethods), "a Promise; await it"],
  [{ req: nodeRequest, request: nodeRequest, headers: {}, get: () => "" }, `an object; ${passed}`],
  [{ ctx: {}, req: nodeRequest, headers: {} }, `an object; ${passed}`],
  [{ env: {}, ...headersWithMethods }, `an object; ${passed}`],
  [{ ctx: {}, ...headersWithMethods }, `an object; ${passed}`],
  [{ req: new Request("https://a.test/"), ...headersWithMethods }, `an object; ${passed}`],
])("reports that %o is not a request", (source, got) => {
  const error = thrown(() => readUserInfo(source as never, { naming }));
  expect(error).toMatchObject({
    name: "RequestError",
    message: expect.stringContaining("[invalid_request] readUserInfo: "),
    issues: [{ path: "request", message: `must be a request or its headers, got ${got}`, rule: "token-bearer" }],
  });
  expect(String(error)).not.toContain("eyJ");
  expect(thrown(() => findAccessToken(source as never))).toMatchObject({ name: "RequestError" });
});

test("a header of any name is a header", () => {
  const value = wire(claims);
  for (const name of ["headers", "req", "ctx", "env", "then", "get", "has", "getAll", "constructor", "url"]) {
    const headers = { "x-vendor-api-userinfo": value, [name]: "?access_token=a" };
    expect(readUserInfo(headers, { naming })?.subject, name).toBe("ada");
    expect(readUserInfo({ headers }, { naming })?.subject, name).toBe("ada");
    expect(findAccessToken(headers), name).toBeUndefined();
  }
});

test("reads the headers of a record without a prototype", () => {
  const headers = Object.assign(Object.create(null), { "x-vendor-api-userinfo": wire(claims) });
  expect(readUserInfo(headers, { naming })?.subject).toBe("ada");
  expect(readUserInfo({ headers }, { naming })?.subject).toBe("ada");
});

test("the context of Hono is not a request, and its request is", async () => {
  const app = new Hono();
  const headers = { "X-Vendor-API-UserInfo": wire(claims) };
  app.get("/", (c) => {
    for (const source of [c, c.req])
      expect(String(thrown(() => readUserInfo(source as never, { naming })))).toContain(passed);
    return c.json(readUserInfo(c.req.raw, { naming })?.subject);
  });
  expect(await (await app.request("/", { headers })).json()).toBe("ada");
});

test.each([null, "zod", {}, { parse: () => ({}) }, { "~standard": {} }])(
  "reports that %j is not a schema",
  (schema) => {
    const options = { naming, claims: schema as never };
    const { naming: _, ...decoding } = options;
    const message = "claims: must be a Standard Schema, such as z.object({ … }), got";
    for (const work of [
      () => readUserInfo(new Headers(), options),
      () => readUserInfo({ "x-vendor-api-userinfo": "*" }, options),
      () => decodeUserInfo(wire(claims), decoding),
    ]) {
      expect(thrown(work)).toMatchObject({ name: "RequestError", message: expect.stringContaining(message) });
    }
  },
);

test("accepts a list that a get method returns", () => {
  const value = wire(claims);
  expect(readUserInfo({ get: () => [value], has: () => true } as never, { naming })?.subject).toBe("ada");
  expect(codeOf(() => readUserInfo({ get: () => [value, value], has: () => true } as never, { naming }))).toBe(
    "duplicate_header",
  );
  expect(readUserInfo({ get: () => undefined, has: () => false } as never, { naming })).toBeNull();
});

test("rejects a header that occurs twice", () => {
  const headers = new Headers();
  headers.append("X-Vendor-API-UserInfo", wire(claims));
  headers.append("X-Vendor-API-UserInfo", wire({ sub: "eve" }));
  const twice = [
    headers,
    { "x-vendor-api-userinfo": [wire(claims), wire(claims)] },
    { "x-vendor-api-userinfo": wire(claims), "X-Vendor-API-UserInfo": wire(claims) },
  ];
  for (const source of twice) expect(codeOf(() => readUserInfo(source, { naming }))).toBe("duplicate_header");
});

test("encode rejects values that are not objects or not JSON", () => {
  expect(codeOf(() => encodeUserInfo([] as never))).toBe("invalid_claims");
  expect(codeOf(() => encodeUserInfo({ n: 1n }))).toBe("invalid_claims");
  const said = (message: string) => [{ path: "", message, rule: "claims" }];
  expect(issuesOf(() => encodeUserInfo([] as never))).toEqual(said("must be an object"));
  expect(issuesOf(() => encodeUserInfo(new Map([["sub", "ada"]]) as never))).toEqual(said("must be an object"));
  expect(issuesOf(() => encodeUserInfo({ n: 1n }))).toEqual(said("must be values that JSON can represent"));
});

test("decodes what it encodes, in every variant of base64 and both generations", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 12 });
  const tokens = fc
    .tuple(fc.dictionary(texts, fc.jsonValue()), fc.record({ iss: texts, sub: texts, aud: texts }))
    .map(([more, own]) => JSON.parse(JSON.stringify({ ...more, ...own })));
  fc.assert(
    fc.property(tokens, fc.constantFrom("current", "earlier"), (token, generation) => {
      for (const value of variants(encodeUserInfo(token, { generation }))) {
        const info = decodeUserInfo(value, { generation });
        expect(info.claims).toEqual(token);
        expect(info.subject).toBe(token.sub || null);
        if (generation === "current") expect(decodeUserInfo(value)).toEqual(info);
      }
    }),
  );
});

test("throws only its own error, for any input", { timeout: 60_000 }, () => {
  const seeds = [
    encodeUserInfo(claims),
    encodeUserInfo({ ...claims, aud: ["a", "b"] }, { generation: "earlier" }),
    wire({ issuer: "i", id: "x", claims: { sub: 1 }, audiences: "no" }),
  ];
  let state = 1;
  const random = (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
  const alphabet = 'ABCxyz019+/-_=,{}[]":\\ \u0000é\ud800';
  const randomText = () => Array.from({ length: random(200) }, () => String.fromCharCode(random(256))).join("");
  let decoded = 0;
  for (let round = 0; round < 25_000; round += 1) {
    const bytes = round % 2 === 0;
    const seed = seeds[round % seeds.length] ?? "";
    let text = round % 5 === 0 ? randomText() : bytes ? Buffer.from(seed, "base64url").toString("latin1") : seed;
    for (let edit = random(4); edit >= 0; edit -= 1) {
      const at = random(text.length + 1);
      text = text.slice(0, at) + (alphabet[random(alphabet.length)] ?? "") + text.slice(at + random(3));
    }
    try {
      readUserInfo(
        { "x-vendor-api-userinfo": bytes ? Buffer.from(text, "latin1").toString("base64") : text },
        { naming },
      );
      decoded += 1;
    } catch (error) {
      if ((error as Error).name !== "UserInfoError") throw error;
    }
  }
  expect(decoded).toBeGreaterThan(250);
});

test.each<[options: unknown, path: string, message: string]>([
  [{ generation: "old" }, "generation", 'must be "current", "earlier" or "auto", got "old"'],
  [{ maxBytes: "5" }, "maxBytes", 'must be a number of bytes, got "5"'],
  [{ maxBites: 5 }, "maxBites", "maxBytes"],
  [null, "", "must be an object"],
])("decodeUserInfo and readUserInfo reject the options %j", (options, path, message) => {
  for (const [operation, work] of [
    ["decodeUserInfo", () => decodeUserInfo("e30", options as object)],
    ["readUserInfo", () => readUserInfo(new Headers(), (options && { naming, ...options }) as never)],
  ] as const) {
    const issues = [{ path, message: expect.stringContaining(message) }];
    expect(thrown(work)).toMatchObject({ name: "RequestError", code: "invalid_request", issues });
    expect(String(thrown(work))).toContain(`[invalid_request] ${operation}: `);
  }
});

test("the generation can be detected explicitly", () => {
  expect(decodeUserInfo(wire(claims), { generation: "auto" }).generation).toBe("current");
  expect(decodeUserInfo(wire({ issuer: "i", id: "ada" }), { generation: "auto" }).generation).toBe("earlier");
});

/** Every header that an option can choose, each with another subject. */
const forwarded = {
  "X-Apigateway-Api-Userinfo": wire({ ...claims, sub: "of API Gateway" }),
  "X-Endpoint-API-UserInfo": wire({ ...claims, sub: "of Cloud Endpoints" }),
  "X-Vendor-API-UserInfo": wire({ ...claims, sub: "of the specification" }),
  "X-Mine": wire({ ...claims, sub: "of another gateway" }),
};

test.each<[options: ReadUserInfoOptions, header: keyof typeof forwarded, subject: string]>([
  [{ gateway: "api-gateway" }, "X-Apigateway-Api-Userinfo", "of API Gateway"],
  [{ gateway: "cloud-endpoints" }, "X-Endpoint-API-UserInfo", "of Cloud Endpoints"],
  [{ naming: vendorNaming }, "X-Vendor-API-UserInfo", "of the specification"],
  [{ header: "X-Mine" }, "X-Mine", "of another gateway"],
  [{ header: "x-apigateway-api-userinfo" }, "X-Apigateway-Api-Userinfo", "of API Gateway"],
])("readUserInfo with %o reads the header %s and no other", (options, header, subject) => {
  expect(readUserInfo(forwarded, options)?.subject).toBe(subject);
  expect(readUserInfo(new Headers(forwarded), options)?.subject).toBe(subject);
  const { [header]: _, ...others } = forwarded;
  expect(readUserInfo(others, options)).toBeNull();
  expect(readUserInfo({ ...others, [header]: "" }, options)).toBeNull();
});

const choices: [name: string, value: unknown][] = [
  ["gateway", "api-gateway"],
  ["header", "X-Mine"],
  ["naming", vendorNaming],
];
const combinations = Array.from({ length: 8 }, (_, bits) => choices.filter((_, index) => bits & (1 << index)));
test.each<[names: string, options: unknown]>([
  ["no options", undefined],
  ["undefined options", { gateway: undefined, header: undefined, naming: undefined, maxBytes: 5 }],
  ...combinations
    .filter(({ length }) => length !== 1)
    .map((each): [string, unknown] => [each.map(([name]) => name).join(", ") || "none", Object.fromEntries(each)]),
])("readUserInfo requires exactly one of gateway, header and naming: %s", (_, options) => {
  expect(thrown(() => readUserInfo(forwarded, options as never))).toMatchObject({
    name: "RequestError",
    code: "invalid_request",
    issues: [
      {
        path: "",
        message:
          'must have exactly one of "gateway", "header" and "naming", such as gateway: "api-gateway" or gateway: "cloud-endpoints"',
        rule: "option",
      },
    ],
  });
});

const { userInfoHeader } = vendorNaming;
const noCopy = "must be a profile that determines the header; ";
test.each<[options: object, path: string, message: string]>([
  [{ gateway: "google" }, "gateway", 'must be "api-gateway" or "cloud-endpoints", got "google"'],
  [{ gateway: "constructor" }, "gateway", 'must be "api-gateway" or "cloud-endpoints", got "constructor"'],
  [{ gateway: null }, "gateway", 'must be "api-gateway" or "cloud-endpoints", got null'],
  [{ naming: "google" }, "naming", noCopy],
  [{ naming: { userInfoHeader } }, "naming", noCopy],
  [{ naming: { ...vendorNaming } }, "naming", noCopy],
  [{ naming: { ...vendorNaming, userInfoHeader: "X-Mine" } }, "naming", noCopy],
  [{ naming: { ...googleNaming, userInfoHeader: "X-Mine" } }, "naming", noCopy],
  [{ naming: Object.create(vendorNaming) }, "naming", noCopy],
  [{ header: "" }, "header", 'must be a header, got ""'],
  [{ header: "X Mine" }, "header", 'must be a header, got "X Mine"'],
  [{ header: null }, "header", "must be a header, got null"],
  [{ naming, haeder: "X-Mine" }, "haeder", "header"],
])("readUserInfo rejects the options %j", (options, path, message) => {
  expect(thrown(() => readUserInfo(forwarded, options as never))).toMatchObject({
    name: "RequestError",
    issues: [{ path, message: expect.stringContaining(message) }],
  });
});

test("readUserInfo rejects googleNaming, under which there are two headers, and names the values of gateway", () => {
  expect(thrown(() => readUserInfo(forwarded, { naming: googleNaming } as never))).toMatchObject({
    name: "RequestError",
    message: expect.stringContaining("[invalid_request] readUserInfo: "),
    issues: [
      {
        path: "naming",
        message: expect.stringContaining('pass gateway: "api-gateway" or gateway: "cloud-endpoints" instead'),
        rule: "option",
      },
    ],
  });
});

test("encodeUserInfo rejects unknown options", () => {
  for (const options of [{ generation: "auto" as "current" }, { padded: true } as object]) {
    const message = expect.stringContaining("[invalid_request] encodeUserInfo: ");
    expect(thrown(() => encodeUserInfo({}, options))).toMatchObject({ name: "RequestError", message });
  }
});
