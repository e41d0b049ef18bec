import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";

test("the journal shows headers that contain no credential", async () => {
  const sandbox = createSandbox();
  const headers = { "x-goog-user-project": "my-project-1", "x-goog-iap-jwt-assertion": "eyJhbGciOi" };
  await sandbox.fetch("/v1/entities:search", { headers });
  expect(sandbox.requests[0]?.headers).toMatchObject({
    "x-goog-user-project": "my-project-1",
    "x-goog-iap-jwt-assertion": "[redacted]",
  });
});
