import { findAccessToken, type RequestError, withAccessToken } from "fourfold/gateway";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

const url = "https://api.test/echo?x=1";

test.each(["header", "query"] as const)("a token put into the %s is found there", async (place) => {
  const request = new Request(url, { method: "POST", body: "hello", headers: { "X-A": "1" } });
  const signed = withAccessToken(request, "a.b-c_d", { in: place });
  expect(findAccessToken(request)).toBeUndefined();
  expect(findAccessToken(signed)).toBe("a.b-c_d");
  expect([signed.method, signed.headers.get("x-a"), await signed.text()]).toEqual(["POST", "1", "hello"]);
  expect(new URL(signed.url).searchParams.get("x")).toBe("1");
  expect(new URL(signed.url).searchParams.has("access_token")).toBe(place === "query");
});

test("searches Authorization first, then access_token", () => {
  const both = new Request(`${url}&access_token=query`, { headers: { authorization: "Bearer header" } });
  expect(findAccessToken(both)).toBe("header");
  const basic = new Request(`${url}&access_token=query`, { headers: { authorization: "Basic abc" } });
  expect(findAccessToken(basic)).toBe("query");
  expect(findAccessToken(new Request(`${url}&access_token=`))).toBeUndefined();
});

test.each(["#?access_token=t", "#/a?access_token=t", "?a=1#?access_token=t", "?a=1#&access_token=t"])(
  "a fragment has no token: %s",
  (end) => {
    expect(findAccessToken(new Request(`https://api.test/echo${end}`))).toBeUndefined();
    expect(findAccessToken({ url: `/echo${end}`, headers: {} })).toBeUndefined();
  },
);

test("a header named url has no token", () => {
  expect(findAccessToken({ url: "/?access_token=t" })).toBeUndefined();
});

test("custom locations replace both", () => {
  const request = new Request(`${url}&access_token=q&t=param`, {
    headers: { authorization: "Bearer h", "X-Token": "Token custom" },
  });
  expect(findAccessToken(request, { locations: [{ header: "X-Token", valuePrefix: "Token " }] })).toBe("custom");
  expect(findAccessToken(request, { locations: [{ header: "X-Token", valuePrefix: "Other " }, { query: "t" }] })).toBe(
    "param",
  );
  expect(findAccessToken(request, { locations: [{ header: "X-None" }] })).toBeUndefined();
  expect(findAccessToken(request, { locations: [] })).toBeUndefined();
});

test.each([
  "",
  " ",
  "Bearer",
  "bearer",
  "Basic",
  "Bearer abc",
  "bearer abc",
  "Basic abc",
  "abc ",
  "a\nb",
  "é",
  undefined,
  null,
  5,
])("rejects the token %j without showing it", (token) => {
  for (const place of ["header", "query"] as const) {
    const error = thrown(() => withAccessToken(new Request(url), token as string, { in: place })) as RequestError;
    expect(error.issues).toMatchObject([{ path: "token", rule: "token-form" }]);
    expect(String(error)).not.toContain("abc");
  }
});

test("reports an invalid token and an unknown location together", () => {
  const error = thrown(() =>
    withAccessToken(new Request(url), "Bearer abc", { in: "cookie" as never }),
  ) as RequestError;
  expect(error.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    'token: must be a token without spaces or a scheme such as "Bearer", got a string',
    'in: must be "header" or "query", got "cookie"',
  ]);
});

test.each([
  undefined,
  null,
  5,
  "https://a.test/",
  {},
  [],
  new URL(url),
  { url, headers: {} },
  new Response(),
  { url: "/echo", method: "GET", headers: {} },
  Promise.resolve(new Request(url)),
])("rejects %j, which is not a Request to put a token into", (value) => {
  for (const place of ["header", "query"] as const) {
    const error = thrown(() => withAccessToken(value as never, "abc", { in: place })) as RequestError;
    expect(error.issues).toMatchObject([{ path: "request", rule: "token-bearer" }]);
  }
});

test.each(["read", "locked"])("rejects a request whose body was %s", async (how) => {
  const read = new Request(url, { method: "POST", body: "a" });
  if (how === "read") await read.text();
  else read.body?.getReader();
  for (const place of ["header", "query"] as const) {
    const error = thrown(() => withAccessToken(read, "abc", { in: place })) as RequestError;
    expect(error.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      "request: must be a Request whose body has not been read, got one that was read; pass a clone",
    ]);
  }
});

const request = new Request(url);
test.each<[what: string, call: () => unknown, issues: string[]]>([
  ["values of in", () => withAccessToken(request, "t", { in: "body" as "query" }), ["in (option)"]],
  ["options of withAccessToken", () => withAccessToken(request, "t", { at: "query" } as object), ["at (option)"]],
  ["options of findAccessToken", () => findAccessToken(request, { location: [] } as object), ["location (option)"]],
  [
    "kinds of locations",
    () => findAccessToken(request, { locations: [{ cookie: "t" }] as never }),
    ["locations (location-form)"],
  ],
  ["options in a list", () => findAccessToken(request, [] as object), [" (option)"]],
])("rejects unknown %s", (_, call, issues) => {
  const error = thrown(call) as RequestError;
  expect(error.issues.map(({ path, rule }) => `${path} (${rule})`)).toEqual(issues);
});
