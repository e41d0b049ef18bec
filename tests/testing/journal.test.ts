import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";

test("a header name of 80 kB does not block the sandbox", async () => {
  const sandbox = createSandbox();
  const headers = new Headers({ [`x-${"a_".repeat(40_000)}`]: "1", "x-my-Session-id": "hunter22" });
  const startedAt = performance.now();
  await sandbox.fetch("/warehouse/v2/projects", { headers });
  expect(performance.now() - startedAt).toBeLessThan(500);
  expect(sandbox.requests[0]?.headers).toMatchObject({ "x-my-session-id": "[redacted]" });
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
