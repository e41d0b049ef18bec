import * as fc from "fast-check";
import { compareImageVersions, parseImageVersion } from "fourfold";
import { expect, test } from "vitest";
import { isDowngrade } from "../../src/environments/image-version.js";
import { thrown } from "../support/rejection.js";

test.each([
  "composer-2.9.6-airflow-2.9.3",
  "composer-1.20.12-airflow-1.10.15",
  "composer-3-airflow-2.11.1-build.14",
  "composer-2.0.0-preview.3-airflow-2.1.1",
  "composer-2.9.6-airflow-2.9.3-preview.1",
  "composer-3-airflow-2.11.1",
  "composer-2-airflow-2",
  "composer-2-airflow-2.9.3",
  "composer-2.9.6-airflow-2.9",
  "composer-latest-airflow-2",
])("parses %s", (text) => {
  expect(parseImageVersion(text)).toMatchObject({ product: "composer", engine: "airflow" });
});

test("splits a version into its parts", () => {
  const names = { product: "word", engine: "engine" };
  expect(parseImageVersion("word-3-engine-2.11.1-build.14")).toEqual({
    ...names,
    productVersion: { major: 3, minor: undefined, patch: undefined, preview: undefined },
    engineVersion: { major: 2, minor: 11, patch: 1, preview: undefined },
    build: 14,
  });
  expect(parseImageVersion("word-12.13.14-preview.15-engine-16.17.18-preview.19-build.20")).toEqual({
    ...names,
    productVersion: { major: 12, minor: 13, patch: 14, preview: 15 },
    engineVersion: { major: 16, minor: 17, patch: 18, preview: 19 },
    build: 20,
  });
});

test("parses strings of at most 199 characters", () => {
  const ofLength = (length: number) => `${"w".repeat(length - "-2-e-2".length)}-2-e-2`;
  expect(parseImageVersion(ofLength(199)).engine).toBe("e");
  expect(thrown(() => parseImageVersion(ofLength(200)))).toMatchObject({ issues: [{ rule: "image-version" }] });
});

test.each([
  "",
  "2.9.6",
  "Composer-2.9.6-airflow-2.9.3",
  "composer-2.9.6",
  "composer--airflow-2",
  "composer-2.9.6-airflow-latest",
  "composer-2.9.6-airflow-2.9.3-",
  " composer-2-airflow-2",
  "a".repeat(10_000),
  5,
  null,
  ["composer-2-airflow-2"],
])("rejects %j", (text) => {
  expect(thrown(() => parseImageVersion(text as string))).toMatchObject({ issues: [{ rule: "image-version" }] });
});

test("orders versions from the oldest to the newest", () => {
  const sorted = [
    "w-1.20.12-e-1.10.15",
    "w-1.20.12-e-2.4.3",
    "w-2.0.0-preview.3-e-2.1.1",
    "w-2.0.0-e-2.1.1",
    "w-2.9.6-e-2.9.3",
    "w-2.10.0-e-2.9.3",
    "w-2-e-2",
    "w-3-e-2.11.1-build.9",
    "w-3-e-2.11.1-build.14",
    "w-3-e-2.11.1",
    "w-latest-e-2",
  ];
  for (const [index, a] of sorted.entries()) {
    for (const [other, b] of sorted.entries())
      expect(Math.sign(compareImageVersions(a, b))).toBe(Math.sign(index - other));
  }
  expect([...sorted].reverse().sort(compareImageVersions)).toEqual(sorted);
  for (const other of ["x-2-e-2", "w-2-x-2"]) {
    const [product, , engine] = other.split("-");
    const message = `cannot compare versions of w-e with versions of ${product}-${engine}`;
    expect(thrown(() => compareImageVersions("w-2-e-2", other))).toMatchObject({
      message: `[invalid_request] compareImageVersions: ${message} (image-version)`,
      issues: [{ path: "", message, rule: "image-version" }],
    });
  }
});

test.each([
  ["p-2.9.6-e-2.9.3", "p-2.9.5-e-2.9.3", true],
  ["p-2.9.6-e-2.9.3", "p-2.9.6-e-2.9.3", false],
  ["p-2.9.6-e-2.9.3", "p-2.10.0-e-2.9.3", false],
  ["p-2.9.6-e-2.9.3", "p-2.10.0-e-2.9.2", true],
  ["p-2.9.6-e-2.9.3", "p-1.99.99-e-2.9.3", true],
  ["p-2.9.6-e-2.9.3", "p-2.9.6-preview.1-e-2.9.3", true],
  ["p-2.9.6-preview.2-e-2.9.3", "p-2.9.6-preview.1-e-2.9.3", true],
  ["p-2.9.6-preview.1-e-2.9.3", "p-2.9.6-e-2.9.3", false],
  ["p-3-e-2.11.1-build.14", "p-3-e-2.11.1-build.13", true],
  ["p-3-e-2.11.1-build.14", "p-3-e-2.11.1-build.15", false],
  ["p-3-e-2.11.1-build.14", "p-3-e-2.11.1", false],
  ["p-3-e-2.11.1-build.14", "p-3-e-2.11.2-build.1", false],
  ["p-2.9.6-e-2.9.3", "p-2-e-2", false],
  ["p-2.9.6-e-2.9.3", "p-2-e-1", true],
  ["p-2.9.6-e-2.9.3", "p-latest-e-2.9.2", true],
  ["p-2.9.6-e-2.9.3", "p-latest-e-2", false],
  ["p-2-e-2", "p-2.0.0-preview.1-e-2", false],
  ["p-2.9.6-e-2", "p-2.9.6-e-2.9.3-preview.1", false],
  ["p-2.9.6-e-2.9.3", "p-2.9.6-e-2-preview.1", false],
  ["p-3-e-2.11-build.14", "p-3-e-2.11-build.13", false],
  ["p-latest-e-2.11.1-build.14", "p-latest-e-2.11.1-build.13", false],
  ["p-3-e-2.11.1-build.14", "p-4-e-2.11.1-build.13", false],
])("from %s to %s is certainly a downgrade: %s", (now, next, expected) => {
  expect(isDowngrade(parseImageVersion(now), parseImageVersion(next))).toBe(expected);
});

test("an upgrade in place that is not a downgrade is never older", () => {
  const number = fc.integer({ min: 1, max: 3 });
  const versions = fc
    .tuple(number, number, number, number, number, number)
    .map(([a, b, c, d, e, f]) => `p-${a}.${b}.${c}-e-${d}.${e}.${f}`);
  fc.assert(
    fc.property(versions, versions, (now, next) => {
      const isUpgrade = !isDowngrade(parseImageVersion(now), parseImageVersion(next));
      expect(isUpgrade && compareImageVersions(next, now) < 0).toBe(false);
      expect(isUpgrade && !isDowngrade(parseImageVersion(next), parseImageVersion(now))).toBe(now === next);
    }),
  );
});

test.each([
  ["a", {}, "p-2.9.6-e-2.9.3"],
  ["b", "p-2.9.6-e-2.9.3", null],
])("names the argument %s if it is not a version", (argument, a, b) => {
  const error = thrown(() => compareImageVersions(a as never, b as never));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: argument, rule: "image-version" }] });
  expect(String(error)).toContain("[invalid_request] compareImageVersions: ");
});
