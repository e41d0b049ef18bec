import * as z from "zod/mini";
import type { Int64 } from "../../core/schema/scalars.js";
import { int64Schema, openEnum, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import type { CsvEncoding, JsonEncoding, SourceColumnMatch } from "./enums.js";

/**
 * Options of external CSV files.
 *
 * @see Spec: warehouse, "CsvOptions"
 */
export interface CsvOptions {
  /**
   * Delimiter between columns, read as a single byte. Default: a comma.
   *
   * The escape `\t` means a tab. For UTF-8 files, use one of U+0001 to U+007F. Of a longer text, the service uses only
   * the first byte.
   */
  fieldDelimiter?: string | undefined;
  /**
   * Number of rows to skip at the top. Default: `"0"`.
   *
   * With `autodetect`: if absent, the service tries to detect a header in the first row; with `"0"`, there is no
   * header; with N, it skips N - 1 rows and tries to detect a header in row N. Row N is skipped even if it is not a
   * header.
   */
  skipLeadingRows?: Int64 | undefined;
  /**
   * Quotation mark around values, read as the first byte of its ISO-8859-1 form. Default: a double quote.
   *
   * The empty string means that values are not quoted. A quotation mark inside a value is doubled. If quoted values
   * contain line breaks, also set `allowQuotedNewlines`.
   */
  quote?: string | undefined;
  /** Whether quoted values may contain line breaks. Default: `false`. */
  allowQuotedNewlines?: boolean | undefined;
  /** Whether missing columns at the end of a row are null; otherwise the row is a bad record. Default: `false`. */
  allowJaggedRows?: boolean | undefined;
  /**
   * Character encoding of the files: `UTF-8`, `ISO-8859-1`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Default:
   * `UTF-8`.
   */
  encoding?: CsvEncoding | undefined;
  /** Whether control characters (`\x00` to `\x1F`) in values are kept. Default: `false`. */
  preserveAsciiControlCharacters?: boolean | undefined;
  /**
   * Text that represents null. Default: the empty string.
   *
   * With any other marker, an empty value is an error, except in `STRING` and `BYTES` columns, where it is an empty
   * value.
   */
  nullMarker?: string | undefined;
  /** Texts that represent null, in columns of any type. Not together with `nullMarker`. Beyond the spec. */
  nullMarkers?: string[] | undefined;
  /**
   * How the columns of the file are matched to those of the schema. Default: `NAME` with `autodetect`, otherwise
   * `POSITION`. Beyond the spec.
   *
   * - `POSITION`: by position
   * - `NAME`: by the names in the header row
   */
  sourceColumnMatch?: SourceColumnMatch | undefined;
}

/** Schema of `CsvOptions`, with `parse` and `safeParse`. */
export const CsvOptions: SchemaOf<CsvOptions> = /* @__PURE__ */ openObject({
  fieldDelimiter: opt(z.string()),
  skipLeadingRows: opt(int64Schema()),
  quote: opt(z.string()),
  allowQuotedNewlines: opt(z.boolean()),
  allowJaggedRows: opt(z.boolean()),
  encoding: opt(openEnum<CsvEncoding>()),
  preserveAsciiControlCharacters: opt(z.boolean()),
  nullMarker: opt(z.string()),
  nullMarkers: opt(z.array(z.string())),
  sourceColumnMatch: opt(openEnum<SourceColumnMatch>()),
} satisfies ShapeOf<CsvOptions>);

/**
 * Options of external JSON files.
 *
 * @see Spec: warehouse, "JsonOptions"
 */
export interface JsonOptions {
  /** Character encoding of the files: `UTF-8`, `UTF-16BE`, `UTF-16LE`, `UTF-32BE` or `UTF-32LE`. Default: `UTF-8`. */
  encoding?: JsonEncoding | undefined;
}

/** Schema of `JsonOptions`, with `parse` and `safeParse`. */
export const JsonOptions: SchemaOf<JsonOptions> = /* @__PURE__ */ openObject({
  encoding: opt(openEnum<JsonEncoding>()),
} satisfies ShapeOf<JsonOptions>);

/**
 * Google Sheets options of an external table (Google: `googleSheetsOptions`).
 *
 * @see Spec: warehouse, "VendorSheetsOptions"
 */
export interface VendorSheetsOptions {
  /** Number of rows to skip at the top. Default: `"0"`. With `autodetect`, it works as in {@link CsvOptions}. */
  skipLeadingRows?: Int64 | undefined;
  /** Cells to read, as in `Sheet1!A1:B20`. Default: the whole sheet, also for the empty string. */
  range?: string | undefined;
}

/** Schema of `VendorSheetsOptions`, with `parse` and `safeParse`. */
export const VendorSheetsOptions: SchemaOf<VendorSheetsOptions> = /* @__PURE__ */ openObject({
  skipLeadingRows: opt(int64Schema()),
  range: opt(z.string()),
} satisfies ShapeOf<VendorSheetsOptions>);
