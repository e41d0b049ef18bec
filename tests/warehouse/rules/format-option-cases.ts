import { COLUMN, EXTERNAL, type RuleCase, withColumn, withCsv, withExternal, withHive } from "./rule-case.js";

const sheets = (external: object) =>
  withExternal({ sourceFormat: "GOOGLE_SHEETS", sourceUris: ["https://sheets.example/s"], ...external });
const csv = (csvOptions: object) => withCsv({ csvOptions });
const hive = (mode: string, sourceUriPrefix: string, ...sourceUris: string[]) =>
  withHive({ mode, sourceUriPrefix }, ...sourceUris);

const DELIMITER = `${EXTERNAL}.csvOptions.fieldDelimiter`;
const PREFIX = `${EXTERNAL}.hivePartitioningOptions.sourceUriPrefix`;

export const formatOptionCases = {
  "csv-delimiter-utf-8": {
    breaks: [
      [csv({ fieldDelimiter: "\0" }), DELIMITER],
      [csv({ fieldDelimiter: "\u0080" }), DELIMITER],
      [csv({ fieldDelimiter: "" }), DELIMITER],
      [csv({ fieldDelimiter: "||" }), DELIMITER],
      [csv({ fieldDelimiter: "😀", encoding: "UTF-8" }), DELIMITER],
    ],
    holds: [
      csv({ fieldDelimiter: "\u0001" }),
      csv({ fieldDelimiter: "\\t" }),
      csv({ fieldDelimiter: "\u007f" }),
      csv({ fieldDelimiter: "þ", encoding: "ISO-8859-1" }),
    ],
  },
  "csv-null-marker-once": {
    breaks: [[csv({ nullMarker: "NA", nullMarkers: ["", "-"] }), `${EXTERNAL}.csvOptions.nullMarkers`]],
    holds: [csv({ nullMarker: "NA" }), csv({ nullMarkers: ["", "-"] })],
  },
  "skip-leading-rows-not-negative": {
    breaks: [
      [csv({ skipLeadingRows: "-1" }), `${EXTERNAL}.csvOptions.skipLeadingRows`],
      [sheets({ googleSheetsOptions: { skipLeadingRows: "-1" } }), `${EXTERNAL}.googleSheetsOptions.skipLeadingRows`],
    ],
    holds: [csv({ skipLeadingRows: "0" }), sheets({ googleSheetsOptions: { skipLeadingRows: "2" } })],
  },
  "sheets-range-form": {
    breaks: ["A1:B20", "sheet1", "sheet1!A1", "sheet1!A:B", "sheet1!A0:B2"].map((range) => [
      sheets({ googleSheetsOptions: { range } }),
      `${EXTERNAL}.googleSheetsOptions.range`,
    ]),
    holds: ["sheet1!A1:B20", "it's! mine!AA10:ab99", ""].map((range) => sheets({ googleSheetsOptions: { range } })),
  },
  "hive-prefix-common": {
    breaks: [
      [hive("AUTO", "store://b/t", "store://b/t/k=1/f", "store://b/u/k=1/f"), PREFIX],
      [hive("CUSTOM", "store://b/t/{k:INTEGER}", "store://b/t*"), PREFIX],
    ],
    holds: [
      hive("AUTO", "store://b/t", "store://b/t/k=1/f", "store://b/t/k=2/*"),
      hive("AUTO", "store://b/t/", "store://b/t/*"),
      hive("AUTO", "store://b/t", "store://b/t*"),
      hive("CUSTOM", "store://b/t/{k:INTEGER}", "store://b/t/*"),
    ],
  },
  "hive-prefix-before-keys": {
    breaks: [
      [hive("AUTO", "store://b/t/k=1", "store://b/t/k=1/*"), PREFIX],
      [hive("AUTO", "store://b/t/k=1/", "store://b/t/k=1/*"), PREFIX],
      [hive("STRINGS", "store://b", "store://b/t/k=1/f"), PREFIX],
      [hive("STRINGS", "store://b/ta", "store://b/table/k=1/f"), PREFIX],
    ],
    holds: [hive("STRINGS", "store://b/table", "store://b/table/k=1/f"), hive("AUTO", "store://b/", "store://b/k=1/*")],
  },
  "hive-keys-only-custom": {
    breaks: ["AUTO", "STRINGS"].map((mode) => [hive(mode, "store://b/t/{k:INTEGER}", "store://b/t/*"), PREFIX]),
    holds: [hive("CUSTOM", "store://b/t/{k:INTEGER}", "store://b/t/*"), hive("AUTO", "store://b/t", "store://b/t/*")],
  },
  "hive-custom-keys": {
    breaks: ["store://b/t", "store://b/t/{k}", "store://b/t/{k:INTEGER}/f", "store://b/t/{k:}"].map((prefix) => [
      hive("CUSTOM", prefix, "store://b/t/*"),
      PREFIX,
    ]),
    holds: [
      hive("CUSTOM", "store://b/t/{day:DATE}/{country:STRING}", "store://b/t/day=2030-01-01/country=AT/f"),
      hive("AUTO", "store://b/t", "store://b/t/*"),
    ],
  },
  "column-qualifier-base64": {
    breaks: ["a", "Y*I=", "YWI==", "Y=WI", "ä"].map((qualifierEncoded) => [
      withColumn({ qualifierEncoded, fieldName: "x" }),
      `${COLUMN}.qualifierEncoded`,
    ]),
    holds: ["YWI=", "YWI", "_-8=", "/+8=", ""].map((qualifierEncoded) =>
      withColumn({ qualifierEncoded, fieldName: "x" }),
    ),
  },
} as const satisfies Record<string, RuleCase>;
