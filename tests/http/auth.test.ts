import { expect, test } from "vitest";
import { type AccessTokenProvider, apiKeyOf, credentialsOf, type RequestHeadersProvider } from "../../src/http/auth.js";
import { rejection } from "../support/rejection.js";

const credentials = (auth: AccessTokenProvider | RequestHeadersProvider, rejected?: string) =>
  credentialsOf(auth, rejected, (work) => work(new AbortController().signal));
const tokenOf = async (auth: AccessTokenProvider, rejected?: string) => (await credentials(auth, rejected)).token;

test.each([
  { authorization: "Bearer t", "X-Goog-User-Project": "shop", "x-other": "no" },
  new Headers({ Authorization: "Bearer t", "x-goog-user-project": "shop", "x-other": "no" }),
])("of request headers, the token and the quota project are used: %j", async (headers) => {
  const auth = { getRequestHeaders: async () => headers, getAccessToken: () => "other" };
  expect(await credentials(auth)).toEqual({
    token: "t",
    headers: { authorization: "Bearer t", "x-goog-user-project": "shop" },
  });
});

test("request headers without authorization contain no token", async () => {
  expect(await credentials({ getRequestHeaders: async () => ({}) })).toEqual({ headers: {} });
});

test.each([
  ["t", "t"],
  [" t\r\n", "t"],
  ["", undefined],
  [" ", undefined],
  [null, undefined],
  [undefined, undefined],
  [{ token: "t" }, "t"],
  [{ token: "" }, undefined],
  [{ token: null }, undefined],
  [{}, undefined],
])("the token of %j is %j", async (answer, token) => {
  expect(await tokenOf({ getAccessToken: () => answer })).toBe(token);
  expect(await tokenOf({ getAccessToken: async () => answer })).toBe(token);
});

test.each([
  [{ access_token: "hunter22" }, "an object"],
  [{ token: 5 }, "a number"],
  [["hunter22"], "a list"],
  [5, "a number"],
  ["Bearer hunter22", "a string"],
  ["Bearer", "a string"],
  [" bearer ", "a string"],
  [{ token: "bearer hunter22" }, "a string"],
])("a token of an invalid type is described in the error: %j", async (answer, kind) => {
  const error = await rejection(tokenOf({ getAccessToken: () => answer as string }));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "auth" }] });
  expect(String(error)).toContain(`must return only the token, as a string or as { token }, got ${kind}`);
  expect(String(error)).not.toContain("hunter22");
});

test.each([[{ token: undefined, res: {} }], [{ token: null, res: {} }]])("%j contains no token", async (answer) => {
  expect(await tokenOf({ getAccessToken: () => answer })).toBeUndefined();
});

test("only a provider of keys has a key", () => {
  expect(apiKeyOf({ getApiKey: () => "k" })).toBe("k");
  expect(apiKeyOf({ getAccessToken: () => "t" })).toBeUndefined();
  expect(apiKeyOf(undefined)).toBeUndefined();
});

test("passes the rejected token to the provider when it requests a new one", async () => {
  const forgotten: string[] = [];
  const auth = {
    getAccessToken: () => `after ${forgotten}`,
    forgetAccessToken: (token: string) => void forgotten.push(token),
  };
  expect(await tokenOf(auth, "stale")).toBe("after stale");
  expect(await tokenOf({ getAccessToken: () => "t" }, "stale")).toBe("t");
});
