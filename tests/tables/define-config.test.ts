import { createClient } from "fourfold";
import { defineConfig, type TablesConfig } from "fourfold/tables";
import { createSandbox } from "fourfold/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { thrown } from "../support/rejection.js";

const variables = ["GOOGLE_CLOUD_PROJECT", "GCLOUD_PROJECT", "CLOUDSDK_CORE_PROJECT"];
beforeEach(() => {
  for (const name of variables) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

test("the default of projectId is the first environment variable that is set", () => {
  const config = { client: () => createClient(), tables: "schemas" };
  for (const name of variables.toReversed()) {
    vi.stubEnv(name, name.toLowerCase());
    expect(defineConfig(config)).toEqual({ ...config, projectId: name.toLowerCase() });
  }
  expect(defineConfig({ ...config, projectId: "shop" }).projectId).toBe("shop");
  vi.stubEnv("GOOGLE_CLOUD_PROJECT", "");
  expect(defineConfig({ ...config, projectId: undefined }).projectId).toBe("gcloud_project");
  expect(Object.keys(config)).toEqual(["client", "tables"]);
});

test("returns a valid configuration", () => {
  const config = {
    client: () => createClient(createSandbox().clientOptions),
    projectId: "shop",
    tables: "schemas",
    ignore: { tables: ["sales.tmp_*"], fields: ["labels.goog-*"] },
    datasets: { sales: "sales_test" },
    extraColumns: "keep",
    concurrency: 20,
  } as const;
  expect(defineConfig(config)).toBe(config);
});

test("reports all problems of a configuration together", () => {
  const config = {
    client: "shop",
    tables: " ",
    ignore: { tables: "sales.*", columns: [] },
    datasets: { sales: 1 },
    concurrency: 51,
    project: "shop",
  };
  expect(thrown(() => defineConfig(config as unknown as TablesConfig))).toMatchObject({
    code: "invalid_request",
    issues: [
      { path: "client", message: "must be a function, got a string", rule: "config" },
      {
        path: "projectId",
        message: "is required: the id of the project; set it, or the environment variable GOOGLE_CLOUD_PROJECT",
      },
      { path: "tables", message: 'must be a folder such as "schemas", got " "' },
      { path: "ignore.tables", message: "must be a list of patterns, got a string" },
      { path: "ignore.columns" },
      { path: "datasets.sales" },
      { path: "concurrency", message: "must be an integer from 1 to 50, got 51" },
      { path: "project" },
    ],
  });
});
