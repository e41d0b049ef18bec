import { effectiveSecurity } from "fourfold/gateway";
import { expect, test } from "vitest";
import { viewDocument } from "../../src/gateway/document.js";
import { operationsAt, pathBelow } from "../../src/gateway/find-operation.js";

const viewOf = (paths: readonly string[], basePath?: unknown) =>
  viewDocument(
    { swagger: "2.0", basePath, paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) },
    "test",
  );
const first = (paths: readonly string[], path: string) => operationsAt(viewOf(paths), path)[0]?.path;

test.each([
  ["/users/me", ["/users/{id}", "/users/me"], "/users/me"],
  ["/users/7", ["/users/{id}", "/users/me"], "/users/{id}"],
  ["/users/{id}", ["/users/{other}", "/users/{id}"], "/users/{id}"],
  ["/a/b/c", ["/{x}/b/c", "/a/{y}/{z}"], "/a/{y}/{z}"],
  ["/a/b", ["/{x}/{y}", "/{x}/b", "/a"], "/{x}/b"],
  ["/files/7.json", ["/files/{id}.json"], "/files/{id}.json"],
  ["/files/.json", ["/files/{id}.json"], undefined],
  ["/things/7:run", ["/things/{id}:stop", "/things/{id}:run"], "/things/{id}:run"],
  ["/users/%6d%65", ["/users/{id}", "/users/me"], "/users/me"],
  ["/users/a%2Fb", ["/users/{id}", "/users/a/b"], "/users/{id}"],
  ["/caf%C3%A9", ["/café"], "/café"],
  ["/users/%", ["/users/{id}"], "/users/{id}"],
  ["/users/", ["/users"], "/users"],
  ["/users", ["/users/"], "/users/"],
  ["/users//", ["/users", "/users/{id}"], undefined],
  ["/", ["/"], "/"],
  ["/users", ["/Users"], undefined],
])("%s among %j is %s", (path, paths, found) => {
  expect(first(paths, path)).toBe(found);
});

test("an operation is found by every spelling of its path", () => {
  const document = { swagger: "2.0", security: [{ a: [] }], paths: { "/open": { get: { security: [] } } } };
  for (const path of ["/open", "/open/", "/%6Fpen"]) expect(effectiveSecurity(document, "get", path)).toEqual([]);
  expect(effectiveSecurity(document, "POST", "/open")).toEqual([["a"]]);
});

test.each([
  [undefined, "/echo", "/echo"],
  ["", "/echo", "/echo"],
  ["/", "/echo", "/echo"],
  [null, "/echo", "/echo"],
  ["/v1", "/v1/echo", "/echo"],
  ["v1/", "/v1/echo", "/echo"],
  ["/v1", "/v1", "/"],
  ["/v1", "/v1echo", undefined],
  ["/v1", "/echo", undefined],
])("below the base path %j, %s is %s", (basePath, path, rest) => {
  expect(pathBelow(viewOf([], basePath), path)).toBe(rest);
});
