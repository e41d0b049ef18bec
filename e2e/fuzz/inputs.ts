import fc from "fast-check";

/** Strings, many of which contain characters that parsers look for. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(..."./-_:,;=%&?#[]{}()<>\"'`\\ \t\n\0*+~^|$@!", "..", "://", "%2F", "composer-", "1", "a", "é"),
      {
        maxLength: 24,
      },
    )
    .map((parts) => parts.join("")),
);

/** JSON values, random ones and some with the names and values of the services. */
export function jsonWith(...words: readonly string[]): fc.Arbitrary<unknown> {
  const name = fc.oneof(fc.constantFrom(...words, "__proto__", "constructor", "toString"), texts);
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, "", "9223372036854775808", ...words),
      texts,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(name, tie("value"), { maxKeys: 5 }),
    ),
  })).value;
}

/** Strings of 100 kB that make quadratic code slow. */
export const hostileTexts: readonly string[] = [
  ...[
    "a",
    "0",
    "/",
    ".",
    "-",
    "_",
    ",",
    " ",
    "\t",
    "\n",
    "(",
    "[",
    "{",
    '"',
    "`",
    "\\",
    "%",
    "&",
    "+",
    "=",
    "é",
    "\ud800",
  ],
  ...["a.", "a-", "/a", "a,", "a;", "a_", "[[", '{"a":', "..", "./", "%2", "9.", "a=b&", "<a", "1-1.", "\\u0041"],
].flatMap((unit) => {
  const run = unit.repeat(Math.ceil(100_000 / unit.length));
  return [run, `${run}\0`];
});

/** Values that no type allows. */
export const anything: fc.Arbitrary<unknown> = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
