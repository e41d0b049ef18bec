import { exactInteger } from "../../schema/scalars.js";

/** Format of values that are strings, in responses and in rows to load. */
export interface TextForm {
  /** Requirement, for messages. */
  readonly form: string;
  /** Whether a string has the form. Linear in its length. */
  readonly isValid: (text: string) => boolean;
}

const LEAP_YEAR = String.raw`(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)`;
const MONTH_DAY = "(?:0[13578]|1[02])-31|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])";
const DATE = String.raw`(?!0000)(?:\d{4}-(?:${MONTH_DAY})|${LEAP_YEAR}-02-29)`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,12})?`;
const ZONE = String.raw`(?: ?(?:Z|UTC)|[+-](?:[01]?\d|2[0-3])(?::?[0-5]\d)?)?`;

function matching(form: string, pattern: string): TextForm {
  const whole = new RegExp(`^${pattern}$`);
  return { form, isValid: (text) => whole.test(text) };
}

/** Any string. */
export const anyText: TextForm = { form: "a string", isValid: () => true };

/** Bytes in base64. */
export const bytesForm: TextForm = {
  form: "base64",
  isValid: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
};

/** A 64-bit integer. */
export const integerForm: TextForm = {
  form: "a 64-bit integer as a string",
  isValid: (text) => /^-?\d{1,19}$/.test(text) && exactInteger(text) !== undefined,
};

/** A number, with or without an exponent. */
export const numberForm: TextForm = matching(
  "a decimal number as a string",
  String.raw`-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?`,
);

/** Maximum number of digits that {@link unitsOf} converts: more than any type has. */
const MAX_DIGITS = 100;

/** Returns a number as a multiple of 10^-scale; undefined if it is not one, or has too many digits. */
export function unitsOf(text: string, scale: number): bigint | undefined {
  const [mantissa = "", exponent = "0"] = text.replace(/^-/, "").split(/e/i);
  const [integer = "", fraction = ""] = mantissa.split(".");
  const digits = integer + fraction;
  const zeros = scale - fraction.length + Number(exponent);
  if (digits.length > MAX_DIGITS || Math.abs(zeros) > MAX_DIGITS) return undefined;
  if (zeros < 0 && /[1-9]/.test(digits.slice(zeros))) return undefined;
  const units = BigInt(zeros < 0 ? digits.slice(0, zeros) : digits + "0".repeat(zeros));
  return text.startsWith("-") ? -units : units;
}

/** A date and a time, without a time zone. */
export const dateTimeForm: TextForm = matching("a date and time such as 2026-01-31T08:00:00", `${DATE}[T ]${TIME}`);

/** A date or a date and time, with a time zone or in UTC. */
export const timestampForm: TextForm = matching(
  "a timestamp such as 2026-01-31T08:00:00Z",
  `${DATE}(?:[T ]${TIME})?${ZONE}`,
);

/** Formats of the types whose values are strings both in responses and in rows to load. */
export const TEXT_FORMS: Readonly<Record<string, TextForm | undefined>> = {
  STRING: anyText,
  GEOGRAPHY: anyText,
  INTERVAL: anyText,
  BYTES: bytesForm,
  DATE: matching("a date such as 2026-01-31", DATE),
  TIME: matching("a time such as 08:00:00", TIME),
  DATETIME: dateTimeForm,
};

/** Removes trailing zeros of digits. A regular expression would take quadratic time. */
export function withoutLastZeros(digits: string): string {
  let { length } = digits;
  while (digits[length - 1] === "0") length -= 1;
  return digits.slice(0, length);
}

/** Appends decimals to a string, without trailing zeros. */
export function withDecimals(text: string, decimals: string): string {
  const digits = withoutLastZeros(decimals);
  return digits === "" ? text : `${text}.${digits}`;
}
