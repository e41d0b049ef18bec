import { type CreateClientOptions, createClient } from "fourfold";
import { createSandbox } from "fourfold/testing";
import { expect, test } from "vitest";

const refused: [what: string, options: object | undefined, paths: string[]][] = [
  ["nothing at all", undefined, ["baseUrl"]],
  [
    "several at once",
    { baseUrl: "nope", headers: { "a b": "x" }, timeoutMs: -1 },
    ["baseUrl", 'headers["a b"]', "timeoutMs"],
  ],
  ["a token in place of a provider", { baseUrl: "http://a.test", auth: "token" }, ["auth"]],
  ["null in place of a provider", { baseUrl: "http://a.test", auth: null }, ["auth"]],
  ["a promise of a provider", { baseUrl: "http://a.test", auth: Promise.resolve({}) }, ["auth"]],
  ["a misspelled severity", { baseUrl: "http://a.test", rules: { "field-mode": "eror" } }, ['rules["field-mode"]']],
];

test.each(refused)("refuses %s", (_, options, paths) => {
  try {
    createClient(options as CreateClientOptions);
    expect.fail("it was taken");
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_request", issues: paths.map((path) => ({ path })) });
  }
});

test("a snapshot that is none is refused, and the sandbox stays as it was", () => {
  const sandbox = createSandbox();
  sandbox.warehouse.projects.add({ projectId: "p" });
  const before = sandbox.snapshot();
  expect(() => sandbox.restore({ version: 1, services: { warehouse: { foo: 1 } } })).toThrow(
    /must be what sandbox.snapshot/,
  );
  expect(sandbox.snapshot()).toEqual(before);
});
