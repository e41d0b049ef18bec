import { googleNaming, permissions, scopes, vendorNaming } from "fourfold";
import { expect, test } from "vitest";

test("lists the four scopes of the warehouse, the narrowest first", () => {
  expect(scopes(vendorNaming).warehouse.projects.list).toEqual([
    "{scope_base}/warehouse.readonly",
    "{scope_base}/warehouse",
    "{scope_base}/cloud-platform.read-only",
    "{scope_base}/cloud-platform",
  ]);
  expect(scopes(googleNaming).warehouse.tables.get).toEqual([
    "https://www.googleapis.com/auth/bigquery.readonly",
    "https://www.googleapis.com/auth/bigquery",
    "https://www.googleapis.com/auth/cloud-platform.read-only",
    "https://www.googleapis.com/auth/cloud-platform",
  ]);
});

test("requires wider scopes for changes, and none for the search", () => {
  const { warehouse, entities, environments } = scopes(googleNaming);
  for (const method of ["insert", "patch", "update", "delete", "setIamPolicy"] as const) {
    expect(warehouse.tables[method]).toEqual([
      "https://www.googleapis.com/auth/bigquery",
      "https://www.googleapis.com/auth/cloud-platform",
    ]);
  }
  expect(entities).toEqual({ search: [] });
  expect(environments.patch).toEqual(["https://www.googleapis.com/auth/cloud-platform"]);
});

test("uses the placeholders of the spec for unknown names", () => {
  expect(scopes(vendorNaming).environments.patch).toEqual(["{scope_base}/cloud-platform"]);
  expect(permissions(vendorNaming).environments.patch).toEqual(["<product>.environments.update"]);
  expect(permissions(googleNaming).environments.patch).toEqual(["composer.environments.update"]);
});

test("lists the permissions of datasets", () => {
  expect(permissions().warehouse.datasets).toEqual({
    list: [],
    get: ["bigquery.datasets.get"],
    insert: ["bigquery.datasets.create"],
  });
  expect(scopes().warehouse.datasets.list).toEqual(scopes().warehouse.tables.list);
});
