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
  ["/files/a", ["/files/{path=**}"], "/files/{path=**}"],
  ["/files/a/b/c", ["/files/{path=**}"], "/files/{path=**}"],
  ["/files", ["/files/{path=**}"], "/files/{path=**}"],
  ["/files/", ["/files/{path=**}"], "/files/{path=**}"],
  ["/files/a//b", ["/files/{path=**}"], "/files/{path=**}"],
  ["/filesystem", ["/files/{path=**}"], undefined],
  ["/a/b/c", ["/{path=**}"], "/{path=**}"],
  ["/", ["/{path=**}"], "/{path=**}"],
  ["/files/a", ["/files/{name=*}"], "/files/{name=*}"],
  ["/files/a/b", ["/files/{name=*}"], undefined],
  ["/files", ["/files/{name=*}"], undefined],
  ["/files/a/b/raw", ["/files/{path=**}/raw", "/files/{path=**}"], "/files/{path=**}/raw"],
  ["/files/a/b", ["/files/{path=**}/raw", "/files/{path=**}"], "/files/{path=**}"],
  ["/files/raw", ["/files/{path=**}/raw", "/files/{path=**}"], "/files/{path=**}/raw"],
  ["/files", ["/files/{path=**}", "/files"], "/files"],
  ["/files/", ["/files/{path=**}", "/files"], "/files"],
  ["/files/a", ["/files/{path=**}", "/files/{id}", "/files/a"], "/files/a"],
  ["/files/b", ["/files/{path=**}", "/files/{id}"], "/files/{id}"],
  ["/files/a/b", ["/{path=**}", "/files/{rest=**}", "/files/{id}/b"], "/files/{id}/b"],
  ["/files/a/b:run", ["/files/{path=**}:run"], "/files/{path=**}:run"],
  ["/files/a/b:run", ["/files/{path=**}:stop"], undefined],
  ["/v1/books/7", ["/v1/{name=books/*}"], "/v1/{name=books/*}"],
  ["/v1/shelves/7", ["/v1/{name=books/*}"], undefined],
  ["/v1/books/7/pages/8:read", ["/v1/{name=books/*/pages/**}:read"], "/v1/{name=books/*/pages/**}:read"],
  ["/a/x/a/b/c", ["/a/{path=**}/a/b/c"], "/a/{path=**}/a/b/c"],
  ["/a/x/a/b/c/a/b/c", ["/a/{path=**}/a/b/c"], "/a/{path=**}/a/b/c"],
  ["/a/%2E%2E/b", ["/a/{path=**}"], "/a/{path=**}"],
  ["/a/**", ["/a/{path=**}"], "/a/{path=**}"],
  ["/a/x", ["/a/*"], "/a/*"],
  ["/a/x/y", ["/a/*"], undefined],
  ["/a/x/y", ["/**", "/a/*"], "/**"],
  ["/a/x", ["/**", "/a/*"], "/a/*"],
])("%s among %j is %s", (path, paths, found) => {
  expect(first(paths, path)).toBe(found);
});

test.each([
  [undefined, "/echo", "/echo"],
  ["", "/echo", "/echo"],
  ["/", "/echo", "/echo"],
  [null, "/echo", "/echo"],
  ["/v1", "/v1/echo", "/echo"],
  ["v1/", "/v1/echo", "/echo"],
  ["//v1/a//", "/v1/a/echo", "/echo"],
  ["/v1", "/v1", "/"],
  ["/v1", "/v1echo", undefined],
  ["/v1", "/echo", undefined],
])("below the base path %j, %s is %s", (basePath, path, rest) => {
  expect(pathBelow(viewOf([], basePath), path)).toBe(rest);
});
