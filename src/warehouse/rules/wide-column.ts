import { ADVICE, required, rule } from "./rule.js";
import type { TableRule } from "./table-rule.js";

const COLUMN = "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[]";

/** Decodes base64 of either alphabet, with or without padding, to one character per byte; undefined if it is invalid. */
function decodeBase64(text: string): string | undefined {
  const digits = text.replace(/={1,2}$/, "");
  const isPadded = digits.length < text.length;
  if (!/^[\w+/-]*$/.test(digits) || digits.length % 4 === 1 || (isPadded && text.length % 4 !== 0)) return undefined;
  return atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
}

/** Encodes a string as UTF-8, one character per byte, like {@link decodeBase64}. */
function encodeUtf8(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

/** Rules about the columns of Bigtable. */
export const wideColumnRules = [
  rule(
    "column-qualifier-base64",
    `${COLUMN}.qualifierEncoded`,
    "must be base64",
    (encoded) => decodeBase64(encoded) === undefined && encoded,
  ),
  rule(
    "column-qualifiers-agree",
    `${COLUMN}.qualifierString`,
    'should match the decoded "qualifierEncoded"',
    (plain, { qualifierEncoded }) => {
      const bytes = qualifierEncoded == null ? undefined : decodeBase64(qualifierEncoded);
      return bytes !== undefined && bytes !== encodeUtf8(plain) && plain;
    },
    ADVICE,
  ),
  required("column-field-name-required", `${COLUMN}.fieldName`, {
    hint: "the qualifier does not match [a-zA-Z][a-zA-Z0-9_]*",
    when: ({ qualifierString, qualifierEncoded }) => {
      const encoded = qualifierEncoded == null ? undefined : decodeBase64(qualifierEncoded);
      const qualifier = qualifierString ?? encoded;
      return qualifier !== undefined && !/^[a-zA-Z]\w*$/.test(qualifier);
    },
  }),
] as const satisfies readonly TableRule[];
