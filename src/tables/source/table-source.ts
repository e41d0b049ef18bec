import { pathIssues } from "../../call/template.js";
import { assertNoIssues, throwIssue } from "../../errors/request-error.js";
import { nameIssues } from "../../naming/translate.js";
import { plainObjectProblem } from "../../values/describe.js";
import { isObject } from "../../values/objects.js";
import { oneOf, strictOptions } from "../../values/options.js";
import { escaped, isReservedWord, propertyName, quoted } from "../../values/source-text.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { Table } from "../../warehouse/schemas/table.js";
import { fieldPatterns, type IgnoredTables, ignoreOption, withoutFields } from "../compare/ignored-fields.js";
import { type DatasetMap, datasetInCode, datasetsOption, mapReferencedTables, nameOf } from "../names.js";
import { definitionOf } from "./definition-of.js";

/** Options of {@link tableSource}. */
export interface TableSourceOptions {
  /** Datasets of the project by the names in the code, as in the options of `planTables`. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
  /** Fields that the file omits, such as `labels.goog-*`. `tables` has no effect here. Default: none. */
  readonly ignore?: IgnoredTables | undefined;
  /** Language of the file. A file in `javascript` does not export a type of the rows. Default: `typescript`. */
  readonly language?: "typescript" | "javascript" | undefined;
}

/**
 * Returns the text of a file that defines a BigQuery table with `defineTable`, as `fourfold table pull` writes it.
 *
 * The file contains the properties that a user can set, in a fixed order and without defaults. It omits output-only
 * fields, `expirationTime`, ignored fields, the columns of a view without descriptions and policy tags, and the project. Foreign keys to tables of the same
 * project are names, so that they follow the project of a plan; queries stay as they are. The text depends only on the table
 * and the options.
 *
 * @param table - The table, as `tables.get` returned it.
 * @param options - Ignored fields and the language of the file.
 * @returns The text. Its only exported value is the definition.
 * @throws {RequestError} If the table has no reference, or an option is invalid.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 *
 * @example
 * const table = await client.warehouse.tables.get(parseTableReference("shop.sales.orders"));
 * await writeFile("schemas/sales/orders.ts", tableSource(table));
 */
export function tableSource(table: Readonly<Table>, options: TableSourceOptions = {}): string {
  strictOptions("tableSource", options, {
    ignore: ignoreOption,
    language: oneOf("typescript", "javascript"),
    datasets: datasetsOption,
  });
  const { ignore, datasets, language } = options;
  const problem = plainObjectProblem(table);
  if (problem !== undefined) throwIssue("tableSource", { path: "table", message: problem, rule: "shape" });
  const { datasetId, tableId } = Object(table.tableReference) as Record<string, unknown>; // checked by the next line
  const references = pathIssues({ datasetId, tableId }, "tableReference");
  assertNoIssues("tableSource", [...references, ...nameIssues("Table", table)]);
  const kept = withoutFields(table as unknown as TableJson, fieldPatterns(ignore)); // a table contains only JSON values
  const { projectId } = table.tableReference;
  const own = mapReferencedTables(kept, (reference) => {
    const { projectId: other, datasetId: dataset, tableId: id } = Object(reference) as Record<string, unknown>; // properties of a table
    const ownDataset = other === projectId ? datasetInCode(String(dataset), datasets) : undefined;
    return ownDataset === undefined ? reference : nameOf({ datasetId: ownDataset, tableId: String(id) });
  });
  const name = nameOf({
    datasetId: datasetInCode(String(datasetId), datasets) ?? String(datasetId),
    tableId: String(tableId),
  });
  return formatFile(name, variableName(String(tableId)), definitionOf(own), language !== "javascript");
}

/** The entry point that a definition file imports. */
const PACKAGE = "fourfold/tables";

/** Properties that are template literals. */
const QUERIES: readonly string[] = ["view.query", "materializedView.query"];

function templateLiteral(text: string): string {
  // A template literal changes CR LF to LF.
  return `\`${escaped(text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replaceAll("\r", "\\r"))}\``;
}

/** Formats a definition file. */
function formatFile(name: string, variable: string, definition: TableJson, isTyped: boolean): string {
  const { schema } = definition;
  const { fields, ...rest } = isObject(schema) ? schema : {};
  const columns = fields !== undefined && Object.keys(rest).length === 0 ? fields : schema;
  const hasRows = isTyped && fields !== undefined;
  const body = format(columns === undefined ? definition : { ...definition, schema: columns });
  return [
    `import { defineTable${hasRows ? ", type RowOf" : ""} } from ${quoted(PACKAGE)};`,
    "",
    `export const ${variable} = defineTable(${quoted(name)}, ${body});`,
    ...(hasRows ? [`export type ${rowTypeName(variable)} = RowOf<typeof ${variable}>;`] : []),
    "",
  ].join("\n");
}

/**
 * Returns a valid name of a variable for a table: the table's id if it is a valid name, such as `orders`; otherwise a name
 * derived from the id, such as `_2024_orders` for `2024-orders` or `class_` for `class`.
 */
function variableName(tableId: string): string {
  const letters = tableId.replace(/[^\p{ID_Continue}$]/gu, "_");
  const name = /^[\p{ID_Start}$_]/u.test(letters) ? letters : `_${letters}`;
  return isReservedWord(name) || name === "defineTable" || name === "RowOf" ? `${name}_` : name;
}

/** Returns the name of the type of a table's rows: `OrderLinesRow` for `order_lines`. */
function rowTypeName(variable: string): string {
  const words = variable.split("_").filter((word) => word !== "");
  const name = words.map((word) => word.replace(/^./u, (letter) => letter.toUpperCase())).join("");
  return `${/^[\p{ID_Start}$_]/u.test(name) ? "" : "_"}${name}Row`;
}

const MAX_WIDTH = 100;

/** Formats a value as an expression. Objects and lists are on one line if they fit; the table and lists of several objects never are. */
function format(value: unknown, indent = "", path = ""): string {
  if (typeof value === "string") return QUERIES.includes(path) ? templateLiteral(value) : quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((each: unknown) => format(each, inner, path))
    : Object.entries(value).map(
        ([name, each]) => `${propertyName(name)}: ${format(each, inner, path === "" ? name : `${path}.${name}`)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return `${open}${close}`;
  const line = isList ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  const isBroken = items.some((item) => item.includes("\n")) || (isList && value.length > 1 && value.some(isObject));
  if (path !== "" && !isBroken && indent.length + line.length <= MAX_WIDTH) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}
