import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { CsvEncoding, JsonEncoding } from "./enums.js";

/**
 * How external CSV files are read.
 *
 * @see Spec: warehouse, "CsvOptions"
 */
export interface CsvOptions {
  /**
   * What stands between two columns, one byte. Default: a comma.
   *
   * `\t` stands for the tab. In UTF-8 files any of U+0001 to U+007F will do; of a longer character only the first byte
   * counts.
   */
  fieldDelimiter?: string | undefined;
  /**
   * How many rows at the top are no data. Default: `"0"`.
   *
   * With `autodetect`, absent means that the first row is tried as a header, `"0"` that there is no header, and N that
   * N - 1 rows are passed over and row N is tried as a header; row N is no data even if it turns out not to be one.
   */
  skipLeadingRows?: Int64 | undefined;
  /**
   * What encloses a quoted value: the first byte of this text in ISO-8859-1. Default: a double quote.
   *
   * The empty string says that no value is quoted. A quote inside a value is doubled. When quoted values hold line
   * breaks, set `allowQuotedNewlines` too.
   */
  quote?: string | undefined;
  /** Whether a quoted value may hold line breaks. Default: `false`. */
  allowQuotedNewlines?: boolean | undefined;
  /**
   * Whether columns missing at the end of a row are read as null; otherwise the row is a bad record.
   *
   * Default: `false`.
   */
  allowJaggedRows?: boolean | undefined;
  /** Character encoding of the files. Default: `UTF-8`. */
  encoding?: CsvEncoding | undefined;
  /** Whether control characters (`\x00` to `\x1F`) inside values are kept. */
  preserveAsciiControlCharacters?: boolean | undefined;
  /**
   * Text that stands for null. Default: the empty string.
   *
   * With another marker, an empty value is an error in every column but those of `STRING` and `BYTES`, which read it as
   * empty.
   */
  nullMarker?: string | undefined;
}

export const CsvOptions: SchemaOf<CsvOptions> = /* @__PURE__ */ openObject({
  fieldDelimiter: opt(z.string()),
  skipLeadingRows: opt(int64Schema()),
  quote: opt(z.string()),
  allowQuotedNewlines: opt(z.boolean()),
  allowJaggedRows: opt(z.boolean()),
  encoding: opt(openEnum<CsvEncoding>()),
  preserveAsciiControlCharacters: opt(z.boolean()),
  nullMarker: opt(z.string()),
} satisfies ShapeOf<CsvOptions>);

/**
 * How external JSON files are read.
 *
 * @see Spec: warehouse, "JsonOptions"
 */
export interface JsonOptions {
  /** Character encoding of the files. Default: `UTF-8`. */
  encoding?: JsonEncoding | undefined;
}

export const JsonOptions: SchemaOf<JsonOptions> = /* @__PURE__ */ openObject({
  encoding: opt(openEnum<JsonEncoding>()),
} satisfies ShapeOf<JsonOptions>);

/**
 * How an external spreadsheet is read.
 *
 * @see Spec: warehouse, "VendorSheetsOptions"
 */
export interface VendorSheetsOptions {
  /**
   * How many rows at the top are no data. Default: `"0"`.
   *
   * Works together with `autodetect` as it does in {@link CsvOptions}.
   */
  skipLeadingRows?: Int64 | undefined;
  /** Part of the sheet to read, as in `Sheet1!A1:B20`. Counts only when not empty. */
  range?: string | undefined;
}

export const VendorSheetsOptions: SchemaOf<VendorSheetsOptions> = /* @__PURE__ */ openObject({
  skipLeadingRows: opt(int64Schema()),
  range: opt(z.string()),
} satisfies ShapeOf<VendorSheetsOptions>);
