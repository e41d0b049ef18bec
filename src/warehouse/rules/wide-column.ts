import { clip } from "../../core/scalars.js";
import type { Table } from "../schemas/table.js";
import type { VendorTableColumn } from "../schemas/vendor-table-options.js";
import type { Draft, TableRule } from "./table-rule.js";

const FAMILIES = "externalDataConfiguration.vendorTableOptions.columnFamilies";

type Column = Draft<VendorTableColumn>;

function* columnsOf(table: Draft<Table>): Generator<[column: Column, path: string]> {
  const families = table.externalDataConfiguration?.vendorTableOptions?.columnFamilies ?? [];
  for (const [outer, family] of families.entries()) {
    for (const [index, column] of (family?.columns ?? []).entries()) {
      if (column != null) yield [column, `${FAMILIES}[${outer}].columns[${index}]`];
    }
  }
}

/** Reads base64 of either alphabet, padded or not, as one character a byte; undefined when it is none. */
function decodeBase64(text: string): string | undefined {
  const digits = text.replace(/={1,2}$/, "");
  const isPadded = digits.length < text.length;
  if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1 || (isPadded && text.length % 4 !== 0)) return undefined;
  return atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
}

/** The text as UTF-8, one character a byte, to be compared with {@link decodeBase64}. */
function encodeUtf8(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** Rules about the columns of the wide-column store. */
export const wideColumnRules = [
  {
    id: "column-qualifier-base64",
    severity: "error",
    text: "The encoded qualifier of a column is base64.",
    spec: 'warehouse, "VendorTableColumn"',
    check(table, report) {
      for (const [{ qualifierEncoded: encoded }, path] of columnsOf(table)) {
        if (encoded == null || decodeBase64(encoded) !== undefined) continue;
        report(`${path}.qualifierEncoded`, `must be base64, got ${JSON.stringify(clip(encoded))}`);
      }
    },
  },
  {
    id: "column-qualifiers-agree",
    severity: "error",
    text: "The encoded qualifier of a column and the one in plain text are the same bytes.",
    spec: 'warehouse, "VendorTableColumn"',
    check(table, report) {
      for (const [{ qualifierEncoded: encoded, qualifierString: plain }, path] of columnsOf(table)) {
        if (encoded == null || plain == null) continue;
        const bytes = decodeBase64(encoded);
        if (bytes === undefined || bytes === encodeUtf8(plain)) continue;
        report(
          `${path}.qualifierString`,
          `must be what "qualifierEncoded" encodes, got ${JSON.stringify(clip(plain))}`,
        );
      }
    },
  },
  {
    id: "column-field-name-required",
    severity: "error",
    text: "A column whose qualifier is not a letter followed by letters, digits and underscores needs a field name.",
    spec: 'warehouse, "VendorTableColumn"',
    check(table, report) {
      for (const [{ qualifierEncoded: encoded, qualifierString: plain, fieldName }, path] of columnsOf(table)) {
        const qualifier = plain ?? (encoded == null ? undefined : decodeBase64(encoded));
        if (fieldName || qualifier === undefined || /^[a-zA-Z]\w*$/.test(qualifier)) continue;
        report(`${path}.fieldName`, "is required: the qualifier does not match [a-zA-Z][a-zA-Z0-9_]*");
      }
    },
  },
] as const satisfies readonly TableRule[];
