import fc from "fast-check";
import { expect, test } from "vitest";
import { clip } from "../../src/errors/message-text.js";
import { int64, int64Digits, int64Problem, toDate } from "../../src/schema/scalars.js";
import { kindOf, shown } from "../../src/values/describe.js";
import { propertyRuns } from "../support/property-runs.js";
import { thrown } from "../support/rejection.js";

const LOWEST = -(1n << 63n);
const HIGHEST = (1n << 63n) - 1n;
const HIGHEST_UNSIGNED = (1n << 64n) - 1n;

/** Integers around every bound that matters, and far beyond. */
const anyInteger = fc.oneof(
  fc.bigInt(),
  fc.bigInt({ min: -(1n << 70n), max: 1n << 70n }),
  fc
    .tuple(
      fc.constantFrom(0n, LOWEST, HIGHEST, HIGHEST_UNSIGNED, 10n ** 17n, 10n ** 18n, -(10n ** 18n)),
      fc.bigInt({ min: -3n, max: 3n }),
    )
    .map(([bound, offset]) => bound + offset),
);

const fitsInto = (value: bigint, unsigned: boolean) =>
  unsigned ? BigInt.asUintN(64, value) === value : BigInt.asIntN(64, value) === value;

test.each([false, true])(
  "accepts exactly the integers of 64 bits, as a bigint or a string (unsigned: %s)",
  (unsigned) => {
    fc.assert(
      fc.property(anyInteger, (value) => {
        const isFine = fitsInto(value, unsigned);
        expect(int64Problem(value, unsigned) === undefined).toBe(isFine);
        expect(int64Problem(String(value), unsigned) === undefined).toBe(isFine);
        if (!isFine || unsigned) return;
        expect(BigInt(int64(value))).toBe(value);
        expect(int64(String(value))).toBe(String(value));
      }),
      propertyRuns(200),
    );
  },
);

test("leading zeros change nothing", () => {
  fc.assert(
    fc.property(anyInteger, fc.integer({ min: 1, max: 30 }), fc.boolean(), (value, zeros, unsigned) => {
      const digits = String(value < 0n ? -value : value);
      const padded = `${value < 0n ? "-" : ""}${"0".repeat(zeros)}${digits}`;
      const isFine = fitsInto(value, unsigned);
      expect(int64Problem(padded, unsigned) === undefined).toBe(isFine);
      if (isFine) expect(int64Digits(padded)).toBe(String(value));
    }),
  );
});

test("accepts a number only if it is a safe integer", () => {
  const anyNumber = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.constantFrom(2 ** 53, -(2 ** 53), 2 ** 63, -0),
  );
  fc.assert(
    fc.property(anyNumber, fc.boolean(), (value, unsigned) => {
      const isFine = Number.isInteger(value) && Math.abs(value) < 2 ** 53 && !(unsigned && value < 0);
      expect(int64Problem(value, unsigned) === undefined).toBe(isFine);
      if (isFine) expect(BigInt(int64Digits(value))).toBe(BigInt(value));
    }),
  );
});

test.each([
  ["", "must be a 64-bit integer as a string of decimal digits"],
  ["abc", 'got "abc"'],
  ["1.0", 'got "1.0"'],
  ["1e3", 'got "1e3"'],
  ["+5", 'got "+5"'],
  [" 5", 'got " 5"'],
  ["5\n", 'got "5\\n"'],
  ["0x10", 'got "0x10"'],
  ["--5", 'got "--5"'],
  ["٣", 'got "٣"'],
  ["9".repeat(200), "does not fit into a 64-bit integer"],
  ["9223372036854775808", "does not fit into a 64-bit integer: 9223372036854775808"],
  [0.5, "must be a 64-bit integer, got 0.5"],
  [Number.NaN, "must be a 64-bit integer, got NaN"],
  [Number.POSITIVE_INFINITY, "got Infinity"],
  [2 ** 53, "9007199254740992 is beyond Number.MAX_SAFE_INTEGER"],
  [1n << 63n, "does not fit into a 64-bit integer: 9223372036854775808"],
  [undefined, "got nothing"],
  [null, "got null"],
  [true, "got a boolean"],
  [[5], "got a list"],
  [new Date(5), "got a Date"],
])("int64(%o) reports the problem", (value, message) => {
  expect(int64Problem(value, false)).toContain(message);
  const error = thrown(() => int64(value as string));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ path: "value", rule: "int64" }] });
  expect(String(error)).toContain(message);
});

test.each(["-1", -1, -1n, "-9999999999999999999999999"])("an unsigned integer is not %s", (value) => {
  expect(int64Problem(value, true)).toMatch(/unsigned 64-bit integer/);
});

test("a message shows only the beginning of a long text", () => {
  expect(int64Problem("x".repeat(10_000), false)!.length).toBeLessThan(200);
});

test("toDate converts Unix time in milliseconds exactly", () => {
  const range = 8_640_000_000_000_000;
  fc.assert(
    fc.property(fc.integer({ min: -range, max: range }), (ms) => {
      expect(toDate(String(ms)).getTime()).toBe(ms);
      expect(toDate(BigInt(ms)).getTime()).toBe(ms);
      expect(toDate(ms).getTime()).toBe(ms);
    }),
  );
  expect(toDate("1767225600000").toISOString()).toBe("2026-01-01T00:00:00.000Z");
});

test("toDate keeps undefined", () => {
  expect(toDate(undefined)).toBeUndefined();
});

test.each(["8640000000000001", "-8640000000000001", "9223372036854775807"])(
  "toDate rejects %s: Date cannot represent it",
  (ms) => {
    expect(thrown(() => toDate(ms))).toMatchObject({ code: "invalid_request", issues: [{ rule: "date-range" }] });
  },
);

test.each(["soon", "2026-01-01", 0.5, Number.NaN])("toDate rejects %o: it is not an integer", (ms) => {
  const error = thrown(() => toDate(ms));
  expect(error).toMatchObject({ code: "invalid_request", issues: [{ rule: "int64" }] });
  expect(String(error)).toContain("toDate: value: must be a 64-bit integer");
});

test.each([
  ["5", '"5"'],
  ["", '""'],
  ["a\nb", '"a\\nb"'],
  ["x".repeat(70), `"${"x".repeat(60)}…"`],
  [5, "5"],
  [-0.5, "-0.5"],
  [5n, "5"],
  [true, "true"],
  [null, "null"],
  [undefined, "nothing"],
  [{ token: "t" }, "an object"],
  [["t"], "a list"],
  [Symbol("s"), "a symbol"],
])("a message shows %o as %s", (value, text) => {
  expect(shown(value)).toBe(text);
});

test.each([
  [null, "null"],
  [undefined, "nothing"],
  [[], "a list"],
  [{}, "an object"],
  ["", "a string"],
  [5n, "a bigint"],
  [() => 1, "a function"],
  [Symbol("s"), "a symbol"],
])("messages describe %o as %s", (value, name) => {
  expect(kindOf(value)).toBe(name);
});

test("clip keeps a short text and marks a cut", () => {
  expect(clip("abc", 3)).toBe("abc");
  expect(clip("abcd", 3)).toBe("abc…");
});

test.each<[value: unknown, message: string]>([
  [
    "2027-01-01T00:00:00Z",
    'must be a 64-bit integer as a string of decimal digits, got "2027-01-01T00:00:00Z"; a time is in milliseconds since 1970, such as Date.parse("2027-01-01")',
  ],
  [
    "2027-01-01",
    'must be a 64-bit integer as a string of decimal digits, got "2027-01-01"; a time is in milliseconds since 1970, such as Date.parse("2027-01-01")',
  ],
  [
    new Date(0),
    'must be a 64-bit integer (a string of decimal digits, a number or a bigint), got a Date; a time is in milliseconds since 1970, such as Date.parse("2027-01-01")',
  ],
])("a date in place of an integer has a remedy: %j", (value, message) => {
  expect(int64Problem(value, false)).toBe(message);
});
