import { apiKey } from "fourfold/auth";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

test("returns the key", () => {
  expect(apiKey("k").getApiKey()).toBe("k");
});

test.each([[""], [undefined], [null], [5]])("rejects %j immediately", (key) => {
  expect(thrown(() => apiKey(key as string))).toMatchObject({
    code: "invalid_request",
    message: "[invalid_request] apiKey: key: must be a string that is not empty (api-key)",
  });
});

test("shows no key when it is printed", () => {
  expect(JSON.stringify(apiKey("a-secret-key"))).not.toContain("a-secret-key");
});
