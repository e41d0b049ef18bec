import { expect, test } from "vitest";
import { nearest, nearMiss } from "../../src/values/nearest.js";
import { FIELD_MODES, FIELD_TYPES, SOURCE_FORMATS } from "../../src/warehouse/schemas/enums.js";

test.each<[word: string, known: readonly string[], meant: string]>([
  ["INTGER", FIELD_TYPES, "INTEGER"],
  ["INTGR", FIELD_TYPES, "INTEGER"],
  ["NUMRC", FIELD_TYPES, "NUMERIC"],
  ["STIRNG", FIELD_TYPES, "STRING"],
  ["TIMSTAMP", FIELD_TYPES, "TIMESTAMP"],
  ["DATETME", FIELD_TYPES, "DATETIME"],
  ["BOLO", FIELD_TYPES, "BOOL"],
  ["JSONB", FIELD_TYPES, "JSON"],
  ["REQUIERD", FIELD_MODES, "REQUIRED"],
  ["CVS", SOURCE_FORMATS, "CSV"],
  ["UTF8", ["UTF-8", "UTF-16BE"], "UTF-8"],
  ["clustring", ["clustering", "schema"], "clustering"],
  ["Clustering", ["clustering", "schema"], "clustering"],
  ["friendly_name", ["friendlyName"], "friendlyName"],
  ["config.nodeCont", ["config.nodeCount", "config.softwareConfig"], "config.nodeCount"],
])("%s is a typo of one of %j: %s", (word, known, meant) => {
  expect(nearMiss(word, known)).toBe(meant);
});

test.each<[word: string, known: readonly string[]]>([
  ["DATE", FIELD_TYPES],
  ["DATETIME", FIELD_TYPES],
  ["TIMESTAMP_PICOS", FIELD_TYPES],
  ["BIGINT", FIELD_TYPES],
  ["DECIMAL", FIELD_TYPES],
  ["UUID", FIELD_TYPES],
  ["ROW", FIELD_TYPES],
  ["BLOB", FIELD_TYPES],
  ["INT8", FIELD_TYPES],
  ["FLOAT32", FIELD_TYPES],
  ["float32", FIELD_TYPES],
  ["ISO-8859-15", ["ISO-8859-1"]],
  ["XML", SOURCE_FORMATS],
  ["DELTA_LAKE", SOURCE_FORMATS],
  ["", ["A"]],
  ["x".repeat(100_000), FIELD_TYPES],
])("%.20s is not a typo of one of %j", (word, known) => {
  expect(nearMiss(word, known)).toBeUndefined();
});

test("the nearest name is the one with the fewest different letters, ignoring case", () => {
  expect(nearest("TABEL", ["able", "table", "plan"])).toBe("table");
  expect(nearest("zzzz", ["plan", "table"])).toBeUndefined();
});
