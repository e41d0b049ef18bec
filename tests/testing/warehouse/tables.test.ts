import { expect, test } from "vitest";
import { hivePartitionKeys } from "../../../src/testing/warehouse/tables.js";

const keys = (sourceUriPrefix: string | undefined, sourceUris: string[], mode?: string) =>
  hivePartitionKeys({ sourceUris, hivePartitioningOptions: { mode, sourceUriPrefix } });

test.each([undefined, "AUTO", "STRINGS"])("reads the keys of the first URI that has any with the mode %s", (mode) => {
  const uris = ["gs://b/t/*", "gs://b/t/dt=2026-01-01/country=NZ/x=y.avro", "gs://b/t/other=1/f"];
  expect(keys("gs://b/t", uris, mode)).toEqual(["dt", "country"]);
  expect(keys("gs://b/t/", uris, mode)).toEqual(["dt", "country"]);
});

test("reads the keys of the prefix with the mode CUSTOM", () => {
  expect(keys("gs://b/t/{dt:DATE}/{country:STRING}", ["gs://b/t/a=1/f"], "CUSTOM")).toEqual(["dt", "country"]);
});

test("reads keys only after the prefix", () => {
  expect(keys("gs://b/a=1/t", ["gs://b/a=1/t/b=2/f"])).toEqual(["b"]);
  expect(keys(undefined, ["gs://b/a=1/t/b=2/f"])).toEqual(["a", "b"]);
});

test("finds no keys in a URI without keys", () => {
  expect(keys("gs://b/t", ["gs://b/t/*.avro"])).toBeUndefined();
  expect(keys("gs://b/t", [], "CUSTOM")).toBeUndefined();
  expect(hivePartitionKeys({ sourceUris: ["gs://b/a=1/f"] })).toBeUndefined();
  expect(hivePartitionKeys({ hivePartitioningOptions: {} })).toBeUndefined();
});
