/** Words that an exported constant must not be called: reserved words, and names that the file or the compiler uses. */
const RESERVED: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "abstract arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package private " +
    "protected public return static super switch this throw true try typeof var void while with yield undefined NaN " +
    "Infinity globalThis Object Promise exports module require then __esModule defineTable RowOf"
  ).split(" "),
);

/**
 * Returns a valid name of a variable for a table: its id if that is one, such as `orders`; otherwise `_2024_orders` for
 * `2024-orders` and `class_` for `class`.
 */
export function variableName(tableId: string): string {
  const letters = tableId.replace(/[^\p{ID_Continue}$]/gu, "_");
  const name = /^[\p{ID_Start}$_]/u.test(letters) ? letters : `_${letters}`;
  return RESERVED.has(name) ? `${name}_` : name;
}

/** Returns the name of the type of a table's rows: `OrderLinesRow` for `order_lines`. */
export function rowTypeName(variable: string): string {
  const words = variable.split("_").filter((word) => word !== "");
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join("");
  return `${/^[\p{ID_Start}$_]/u.test(name) ? "" : "_"}${name}Row`;
}
