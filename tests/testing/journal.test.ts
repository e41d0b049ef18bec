import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { isLinear } from "../support/is-linear.js";

test("a header name of 80 kB does not block the sandbox", { timeout: 60_000 }, async () => {
  const send = (words: number) => {
    const headers = new Headers({ [`x-${"a_".repeat(words)}`]: "1", "x-my-Session-id": "hunter22" });
    return async () => {
      const sandbox = createSandbox();
      await sandbox.fetch("/warehouse/v2/projects", { headers });
      expect(sandbox.requests[0]?.headers).toMatchObject({ "x-my-session-id": "[redacted]" });
    };
  };
  expect(await isLinear(10_000, send)).toBe(true);
});

test("the journal shows headers that contain no credential", async () => {
  const sandbox = createSandbox();
  const headers = { "x-goog-user-project": "my-project-1", "x-goog-iap-jwt-assertion": "eyJhbGciOi" };
  await sandbox.fetch("/v1/entities:search", { headers });
  expect(sandbox.requests[0]?.headers).toMatchObject({
    "x-goog-user-project": "my-project-1",
    "x-goog-iap-jwt-assertion": "[redacted]",
  });
});
