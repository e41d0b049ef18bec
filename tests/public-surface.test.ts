import * as fourfold from "fourfold";
import * as auth from "fourfold/auth";
import * as entities from "fourfold/entities";
import * as environments from "fourfold/environments";
import * as gateway from "fourfold/gateway";
import * as userInfo from "fourfold/gateway/user-info";
import * as tables from "fourfold/tables";
import * as testing from "fourfold/testing";
import * as msw from "fourfold/testing/msw";
import * as server from "fourfold/testing/server";
import * as warehouse from "fourfold/warehouse";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const subpaths: Record<string, object> = {
  ".": fourfold,
  "./warehouse": warehouse,
  "./tables": tables,
  "./entities": entities,
  "./environments": environments,
  "./gateway": gateway,
  "./gateway/user-info": userInfo,
  "./auth": auth,
  "./testing": testing,
  "./testing/msw": msw,
  "./testing/server": server,
};

test("covers every subpath of the package", () => {
  expect(Object.keys(subpaths)).toEqual(Object.keys(manifest.exports).filter((path) => !path.endsWith(".json")));
});

test("every subpath has types for module resolution that does not read exports", () => {
  const { "*": types } = manifest.typesVersions;
  const expected = Object.entries(manifest.exports).flatMap(([path, target]) =>
    path !== "." && typeof target === "object" ? [[path.slice(2), [target.types]]] : [],
  );
  expect(types).toEqual(Object.fromEntries(expected));
});

test("the root has everything that the areas have, except testing", () => {
  for (const module of [warehouse, entities, environments, gateway, auth]) {
    for (const name of Object.keys(module)) expect(fourfold).toHaveProperty(name);
  }
  expect(fourfold).not.toHaveProperty("createSandbox");
});

test.each([
  ["warehouse", warehouse, ["bearer", "googleNaming", "vendorNaming"]],
  ["entities", entities, ["apiKey", "bearer", "googleNaming", "vendorNaming"]],
  ["environments", environments, ["bearer", "googleNaming", "vendorNaming"]],
])("a client of %s needs no other entry point", (_, area, names) => {
  for (const name of names) expect([name, Object(area)[name]]).toEqual([name, Object(fourfold)[name]]);
});
