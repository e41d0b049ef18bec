import type { RequestError } from "fourfold";
import {
  checkSecurity,
  createTokenVerifier,
  effectiveSecurity,
  jwtSecurity,
  readSecurity,
  secureDocument,
} from "fourfold/gateway";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";
import { viewDocument } from "../../src/gateway/document.js";
import { thrown } from "../support/rejection.js";

const definition = { issuer: "https://issuer.test", audiences: "shop", jwksUri: "https://issuer.test/keys" };
const security = jwtSecurity({ definitions: { users: definition } });
const sandbox = createSandbox();
const uses: Record<string, (document: object) => unknown> = {
  secureDocument: (document) => secureDocument(document, security),
  readSecurity,
  effectiveSecurity: (document) => effectiveSecurity(document, "GET", "/orders"),
  checkSecurity,
  createTokenVerifier: (document) => createTokenVerifier({ document }),
  "sandbox.gateway": (document) => sandbox.gateway({ document, backend: () => new Response() }),
};

test.each(Object.entries(uses))("%s rejects references where security could be missed", (_, use) => {
  const reference = { $ref: "./orders.yaml" };
  const document = {
    swagger: "2.0",
    paths: { "/orders": reference, "/health": { get: reference } },
    securityDefinitions: { users: reference },
  };
  const error = thrown(() => use(document)) as RequestError;
  const message = "must not be a reference: references are not followed; bundle the document into one file";
  expect(error.issues).toEqual(
    ["securityDefinitions.users.$ref", 'paths["/orders"].$ref', 'paths["/health"].get.$ref'].map((path) => ({
      path,
      message,
      rule: "openapi-document",
    })),
  );
});

test("effectiveSecurity reports a method and a path that are not strings together", () => {
  const error = thrown(() => effectiveSecurity({ swagger: "2.0" }, 5 as never, null as never)) as RequestError;
  expect(error.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
    "method: must be a string, got 5",
    "path: must be a string, got null",
  ]);
});

test.each([
  [undefined, ""],
  ["", ""],
  ["/", ""],
  ["v1", "/v1"],
  ["//v1/a//", "/v1/a"],
])("the base path %j is %j", (basePath, expected) => {
  expect(viewDocument({ swagger: "2.0", basePath }, "test").basePath).toBe(expected);
});
