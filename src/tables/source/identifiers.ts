import { isReservedWord } from "../../core/source-text.js";

/**
 * Returns a valid name of a variable for a table: the table's id if it is a valid name, such as `orders`; otherwise a name
 * derived from the id, such as `_2024_orders` for `2024-orders` or `class_` for `class`.
 */
export function variableName(tableId: string): string {
  const letters = tableId.replace(/[^\p{ID_Continue}$]/gu, "_");
  const name = /^[\p{ID_Start}$_]/u.test(letters) ? letters : `_${letters}`;
  return isReservedWord(name) || IMPORTED.includes(name) ? `${name}_` : name;
}

/** Names that a definition file imports. */
const IMPORTED: readonly string[] = ["defineTable", "RowOf", "DefinedTable"];

/** Returns the name of the constant with the columns of a table, beside the variable of its definition. */
export function columnsName(variable: string): string {
  return variable === "columns" ? "columns_" : "columns";
}

/** Returns the name of the type of a table's rows: `OrderLinesRow` for `order_lines`. */
export function rowTypeName(variable: string): string {
  const words = variable.split("_").filter((word) => word !== "");
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join("");
  return `${/^[\p{ID_Start}$_]/u.test(name) ? "" : "_"}${name}Row`;
}
