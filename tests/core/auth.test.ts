import { expect, test } from "vitest";
import { accessTokenOf, apiKeyOf } from "../../src/core/auth.js";

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
])("out of %j comes the token %j", async (answer, token) => {
  expect(await accessTokenOf({ getAccessToken: () => answer })).toBe(token);
  expect(await accessTokenOf({ getAccessToken: async () => answer })).toBe(token);
});

test("without a provider, or with a key, there is no token", async () => {
  expect(await accessTokenOf(undefined)).toBeUndefined();
  expect(await accessTokenOf({ getApiKey: () => "k" })).toBeUndefined();
});

test("only a provider of keys has a key", () => {
  expect(apiKeyOf({ getApiKey: () => "k" })).toBe("k");
  expect(apiKeyOf({ getAccessToken: () => "t" })).toBeUndefined();
  expect(apiKeyOf(undefined)).toBeUndefined();
});

test("tells a provider which token was refused, before it is asked again", async () => {
  const told: string[] = [];
  const auth = { getAccessToken: () => `after ${told}`, forgetAccessToken: (token: string) => void told.push(token) };
  expect(await accessTokenOf(auth, "stale")).toBe("after stale");
  expect(await accessTokenOf({ getAccessToken: () => "t" }, "stale")).toBe("t");
});
