import { clip } from "../../core/scalars.js";
import type { CsvOptions } from "../schemas/text-options.js";
import { exactInteger } from "./exact-integer.js";
import type { Draft, TableRule } from "./table-rule.js";

const CSV = "externalDataConfiguration.csvOptions";
const SHEETS = "externalDataConfiguration.vendorSheetsOptions";

// A sheet, then two cells: column letters and a row that counts from 1.
const SHEET_RANGE = /^.+![a-z]+[1-9]\d*:[a-z]+[1-9]\d*$/is;

/** The one character that a text consists of, the escape `\t` included; undefined when it is not one. */
function singleCharacter(text: string): number | undefined {
  if (text === "\\t") return 9;
  const code = text.codePointAt(0);
  return code !== undefined && text.length === (code > 0xffff ? 2 : 1) ? code : undefined;
}

/** The encoding of the file, UTF-8 unless said otherwise; undefined where a patch does not say. */
function encodingOf(options: Draft<CsvOptions>, complete: boolean): string | undefined {
  return options.encoding === undefined && !complete ? undefined : (options.encoding ?? "UTF-8");
}

/** Rules about the options of CSV files and spreadsheets. */
export const sourceOptionRules = [
  {
    id: "csv-delimiter-one-character",
    severity: "error",
    text: "The field delimiter of CSV is one character, or \\t for a tab.",
    spec: 'warehouse, "CsvOptions"',
    check({ externalDataConfiguration: external }, report) {
      const delimiter = external?.csvOptions?.fieldDelimiter;
      if (delimiter == null || singleCharacter(delimiter) !== undefined) return;
      report(
        `${CSV}.fieldDelimiter`,
        `must be one character, or \\t for a tab, got ${JSON.stringify(clip(delimiter))}`,
      );
    },
  },
  {
    id: "csv-delimiter-utf-8",
    severity: "error",
    text: "In a UTF-8 file the field delimiter is one of U+0001 to U+007F.",
    spec: 'warehouse, "CsvOptions"',
    check({ externalDataConfiguration: external }, report, { complete }) {
      const options = external?.csvOptions;
      if (options?.fieldDelimiter == null || encodingOf(options, complete) !== "UTF-8") return;
      const code = singleCharacter(options.fieldDelimiter);
      if (code === undefined || (code >= 1 && code <= 0x7f)) return;
      report(`${CSV}.fieldDelimiter`, `must be one of U+0001 to U+007F in a UTF-8 file, got ${unicode(code)}`);
    },
  },
  {
    id: "csv-delimiter-first-byte",
    severity: "warn",
    text: "Of a field delimiter with several bytes, only the first byte counts.",
    spec: 'warehouse, "CsvOptions"',
    check({ externalDataConfiguration: external }, report, { complete }) {
      const options = external?.csvOptions;
      const encoding = options == null ? undefined : encodingOf(options, complete);
      if (options?.fieldDelimiter == null || encoding === undefined || encoding === "UTF-8") return;
      const code = singleCharacter(options.fieldDelimiter);
      if (code === undefined || code <= 0xff) return;
      report(`${CSV}.fieldDelimiter`, `has several bytes, of which only the first counts: ${unicode(code)}`);
    },
  },
  {
    id: "csv-quote-one-byte",
    severity: "error",
    text: "The quote of CSV is one character of ISO-8859-1, or empty.",
    spec: 'warehouse, "CsvOptions"',
    check({ externalDataConfiguration: external }, report) {
      const quote = external?.csvOptions?.quote;
      if (quote == null || quote === "" || (quote.length === 1 && quote.charCodeAt(0) <= 0xff)) return;
      const got = JSON.stringify(clip(quote));
      report(`${CSV}.quote`, `must be one character of ISO-8859-1, or "" where nothing is quoted, got ${got}`);
    },
  },
  {
    id: "skip-leading-rows-not-negative",
    severity: "error",
    text: "The number of leading rows to skip is 0 or more.",
    spec: 'warehouse, "CsvOptions" and "VendorSheetsOptions"',
    check({ externalDataConfiguration: external }, report) {
      const counts = [
        [CSV, external?.csvOptions?.skipLeadingRows],
        [SHEETS, external?.vendorSheetsOptions?.skipLeadingRows],
      ] as const;
      for (const [path, rows] of counts) {
        const count = exactInteger(rows);
        if (count !== undefined && count < 0n) report(`${path}.skipLeadingRows`, `must be 0 or more, got ${count}`);
      }
    },
  },
  {
    id: "sheets-range-form",
    severity: "error",
    text: "A range of a spreadsheet has the form <sheet_name>!<top_left_cell>:<bottom_right_cell>, or is empty.",
    spec: 'warehouse, "VendorSheetsOptions"',
    check({ externalDataConfiguration: external }, report) {
      const range = external?.vendorSheetsOptions?.range;
      if (range == null || range === "" || SHEET_RANGE.test(range)) return;
      report(`${SHEETS}.range`, `must have the form "sheet1!A1:B20", got ${JSON.stringify(clip(range))}`);
    },
  },
] as const satisfies readonly TableRule[];

function unicode(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
