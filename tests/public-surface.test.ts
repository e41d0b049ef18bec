import * as fourfold from "fourfold";
import * as auth from "fourfold/auth";
import * as entities from "fourfold/entities";
import * as environments from "fourfold/environments";
import * as naming from "fourfold/naming";
import * as testing from "fourfold/testing";
import * as msw from "fourfold/testing/msw";
import * as server from "fourfold/testing/server";
import * as warehouse from "fourfold/warehouse";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };

const subpaths: Record<string, object> = {
  ".": fourfold,
  "./warehouse": warehouse,
  "./entities": entities,
  "./environments": environments,
  "./auth": auth,
  "./naming": naming,
  "./testing": testing,
  "./testing/msw": msw,
  "./testing/server": server,
};

test("covers every subpath of the package", () => {
  expect(Object.keys(subpaths)).toEqual(Object.keys(manifest.exports).filter((path) => path !== "./package.json"));
});

test.each(Object.entries(subpaths))("%s exports what it did before", (_, module) => {
  expect(Object.keys(module).sort()).toMatchSnapshot();
});

test("the root has everything that the areas have, except testing", () => {
  for (const module of [warehouse, entities, environments, auth, naming]) {
    for (const name of Object.keys(module)) expect(fourfold).toHaveProperty(name);
  }
  expect(fourfold).not.toHaveProperty("createSandbox");
});
