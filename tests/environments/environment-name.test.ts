import { formatEnvironmentName, formatOperationName, parseEnvironmentName, parseOperationName } from "fourfold";
import { expect, test } from "vitest";
import { thrown } from "../support/rejection.js";

test("builds and parses names", () => {
  const reference = { projectId: "example.com:shop", locationId: "europe", environmentId: "flows" };
  expect(formatEnvironmentName(reference)).toBe("projects/example.com:shop/locations/europe/environments/flows");
  expect(parseEnvironmentName(formatEnvironmentName(reference))).toEqual(reference);
  const operation = { projectId: "p", locationId: "l", operationId: "o" };
  expect(parseOperationName(formatOperationName(operation))).toEqual(operation);
});

test.each([
  ["", /must have the form projects\/\{projectId\}/],
  ["flows", /must have the form/],
  ["/projects/p/locations/l/environments/e", /must have the form/],
  ["projects/p/locations/l/environments/", /environmentId must not be empty/],
  ["projects/p/locations/l/environments/..", /environmentId must not be "\.\."/],
  ["projects/p/regions/l/environments/e", /locations.*, got "projects.p.regions/],
  ["projects/p/locations/l/operations/o", /environments.*, got "projects.p.locations.l.operations/],
  [undefined, /must have the form .*, got nothing/],
])("reports the problem of %j", (name, message) => {
  expect(String(thrown(() => parseEnvironmentName(name as string)))).toMatch(message);
});

test("rejects all invalid ids together", () => {
  const error = thrown(() => formatEnvironmentName({ projectId: "", locationId: "a/b", environmentId: ".." }));
  expect(error).toMatchObject({ issues: [{ path: "projectId" }, { path: "locationId" }, { path: "environmentId" }] });
});
