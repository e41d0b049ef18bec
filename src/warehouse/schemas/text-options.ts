import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { CsvEncoding, JsonEncoding, SourceColumnMatch } from "./enums.js";

/**
 * Options of external CSV files.
 *
 * @see Spec: warehouse, "CsvOptions"
 */
export interface CsvOptions extends Fields<typeof csvOptionsShape> {}

const csvOptionsShape = {
  /**
   * Delimiter between columns, read as a single byte. Default: a comma.
   *
   * The escape `\t` means a tab. For UTF-8 files, use one of U+0001 to U+007F. Of a longer text, the service uses only
   * the first byte.
   */
  fieldDelimiter: opt(z.string()),
  /**
   * Number of rows to skip at the top. Default: `"0"`.
   *
   * With `autodetect`: if absent, the service tries to detect a header in the first row; with `"0"`, there is no
   * header; with N, it skips N - 1 rows and tries to detect a header in row N. Row N is skipped even if it is not a
   * header.
   */
  skipLeadingRows: opt(int64Schema()),
  /**
   * Quotation mark around values, read as the first byte of its ISO-8859-1 form. Default: a double quote.
   *
   * The empty string means that values are not quoted. A quotation mark inside a value is doubled. If quoted values
   * contain line breaks, also set `allowQuotedNewlines`.
   */
  quote: opt(z.string()),
  /** Whether quoted values may contain line breaks. Default: `false`. */
  allowQuotedNewlines: opt(z.boolean()),
  /** Whether missing columns at the end of a row are null; otherwise the row is a bad record. Default: `false`. */
  allowJaggedRows: opt(z.boolean()),
  /**
   * Character encoding of the files: `UTF-8`, `ISO-8859-1`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Default:
   * `UTF-8`.
   */
  encoding: opt(openEnum<CsvEncoding>()),
  /** Whether control characters (`\x00` to `\x1F`) in values are kept. Default: `false`. */
  preserveAsciiControlCharacters: opt(z.boolean()),
  /**
   * Text that represents null. Default: the empty string.
   *
   * With any other marker, an empty value is an error, except in `STRING` and `BYTES` columns, where it is an empty
   * value.
   */
  nullMarker: opt(z.string()),
  /** Texts that represent null, in columns of any type. Not together with `nullMarker`. Beyond the spec. */
  nullMarkers: opt(z.array(z.string())),
  /**
   * How the columns of the file are matched to those of the schema. Default: `NAME` with `autodetect`, otherwise
   * `POSITION`. Beyond the spec.
   *
   * - `POSITION`: by position
   * - `NAME`: by the names in the header row
   */
  sourceColumnMatch: opt(openEnum<SourceColumnMatch>()),
};

/** Schema of `CsvOptions`, with `parse` and `safeParse`. */
export const CsvOptions: SchemaOf<CsvOptions> = /* @__PURE__ */ openObject(csvOptionsShape);

/**
 * Options of external JSON files.
 *
 * @see Spec: warehouse, "JsonOptions"
 */
export interface JsonOptions extends Fields<typeof jsonOptionsShape> {}

const jsonOptionsShape = {
  /** Character encoding of the files: `UTF-8`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Default: `UTF-8`. */
  encoding: opt(openEnum<JsonEncoding>()),
};

/** Schema of `JsonOptions`, with `parse` and `safeParse`. */
export const JsonOptions: SchemaOf<JsonOptions> = /* @__PURE__ */ openObject(jsonOptionsShape);

/**
 * Google Sheets options of an external table (Google: `googleSheetsOptions`).
 *
 * @see Spec: warehouse, "VendorSheetsOptions"
 */
export interface VendorSheetsOptions extends Fields<typeof vendorSheetsOptionsShape> {}

const vendorSheetsOptionsShape = {
  /** Number of rows to skip at the top. Default: `"0"`. With `autodetect`, it works as in {@link CsvOptions}. */
  skipLeadingRows: opt(int64Schema()),
  /** Cells to read, as in `Sheet1!A1:B20`. Default: the whole sheet, also for the empty string. */
  range: opt(z.string()),
};

/** Schema of `VendorSheetsOptions`, with `parse` and `safeParse`. */
export const VendorSheetsOptions: SchemaOf<VendorSheetsOptions> = /* @__PURE__ */ openObject(vendorSheetsOptionsShape);
