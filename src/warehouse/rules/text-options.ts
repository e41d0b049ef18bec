import type { CsvOptions } from "../schemas/format-options.js";
import { below, unlike } from "./conditions.js";
import { ADVICE, IMPLIED, rule, type Scope } from "./rule.js";
import type { Draft, TableRule } from "./table-rule.js";

const CSV = "externalDataConfiguration.csvOptions";
const SHEETS = "externalDataConfiguration.vendorSheetsOptions";
const DELIMITER = `${CSV}.fieldDelimiter`;

// A sheet, then two cells: column letters and a row number from 1.
const SHEET_RANGE = /^(.+!\$?[a-z]+\$?[1-9]\d*:\$?[a-z]+\$?[1-9]\d*)?$/is;

/** Returns the single character of a delimiter; the escape `\t` is one character. Undefined for any other number. */
function characterOf(delimiter: string): number | undefined {
  if (delimiter === "\\t") return 9;
  const characters = delimiter.length > 2 ? [] : Array.from(delimiter);
  return characters.length === 1 ? characters[0]?.codePointAt(0) : undefined;
}

/** Whether the file is in UTF-8, which is the default; undefined if a patch omits the encoding. */
function isUtf8({ encoding }: Draft<CsvOptions>, { complete }: Scope): boolean | undefined {
  return encoding === undefined && !complete ? undefined : (encoding ?? "UTF-8") === "UTF-8";
}

/** Rules about the options of CSV files and of sheets. */
export const textOptionRules = [
  rule(
    "csv-delimiter-one-character",
    DELIMITER,
    "should be one character, or \\t for a tab",
    (delimiter) => characterOf(delimiter) === undefined && delimiter,
    ADVICE,
  ),
  rule("csv-delimiter-utf-8", DELIMITER, "must be one of U+0001 to U+007F in a UTF-8 file", (delimiter, csv, scope) => {
    const code = characterOf(delimiter);
    return code !== undefined && (code < 1 || code > 0x7f) && isUtf8(csv, scope) && delimiter;
  }),
  rule(
    "csv-delimiter-first-byte",
    DELIMITER,
    "has several bytes, of which only the first is used",
    (delimiter, csv, scope) => (characterOf(delimiter) ?? 0) > 0xff && isUtf8(csv, scope) === false && delimiter,
    { severity: "warn" },
  ),
  rule(
    "csv-quote-one-byte",
    `${CSV}.quote`,
    'should be one character of ISO-8859-1, or "" to disable quoting',
    unlike(/^[\0-\xff]?$/),
    ADVICE,
  ),
  rule(
    "skip-leading-rows-not-negative",
    [`${CSV}.skipLeadingRows`, `${SHEETS}.skipLeadingRows`],
    "must be 0 or more",
    below(0n),
    IMPLIED,
  ),
  rule("sheets-range-form", `${SHEETS}.range`, 'must have the form "sheet1!A1:B20", or be empty', unlike(SHEET_RANGE)),
] as const satisfies readonly TableRule[];
