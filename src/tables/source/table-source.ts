import { plainObjectProblem } from "../../core/describe.js";
import { isObject, valueAt } from "../../core/objects.js";
import { booleanOption, both, isString, must, oneOf, plainObjectOption, strictOptions } from "../../core/options.js";
import { pathIssues } from "../../core/path.js";
import { parsePatterns } from "../../core/patterns.js";
import { escaped, propertyName, quoted } from "../../core/source-text.js";
import { assertNoIssues, throwIssue } from "../../errors/request-error.js";
import { nameIssues } from "../../naming/translate.js";
import type { TableJson } from "../../warehouse/encode-table.js";
import type { Table } from "../../warehouse/schemas/table.js";
import { fieldNames, withoutFields } from "../compare/ignored-fields.js";
import { type DatasetMap, datasetInCode, datasetsOption, mapReferencedTables, nameOf } from "../names.js";
import type { IgnoredTables } from "../plan/tables-plan.js";
import { definitionOf, UnknownProperties } from "./definition-of.js";
import { columnsName, rowTypeName, variableName } from "./identifiers.js";

/** Options of {@link tableSource}. */
export interface TableSourceOptions {
  /** Datasets of the project by the names in the code, as in the options of `planTables`. Default: the same names. */
  readonly datasets?: DatasetMap | undefined;
  /** Fields that the file omits, such as `labels.goog-*`. `tables` has no effect here. Default: none. */
  readonly ignore?: IgnoredTables | undefined;
  /**
   * Name of the exported constant; must be a valid identifier. Default: the table id if it is a valid identifier; otherwise a
   * name derived from it.
   */
  readonly variable?: string | undefined;
  /** Language of the file. A file in `javascript` does not export a type of the rows. Default: `typescript`. */
  readonly language?: "typescript" | "javascript" | undefined;
  /**
   * Whether the file compiles with the option `isolatedDeclarations` of TypeScript: its columns are a constant, and its
   * definition has the type {@link DefinedTable}. Editors complete less in such a file. Has no effect in `javascript`. Default:
   * `false`.
   */
  readonly isolatedDeclarations?: boolean | undefined;
}

/**
 * Returns the text of a file that defines a BigQuery table with `defineTable`, as `fourfold table pull` writes it.
 *
 * The file contains the properties that a user can set, in a fixed order and without defaults. It omits output-only
 * fields, `expirationTime`, ignored fields, the columns of a view, and the project. Foreign keys to tables of the same
 * project are names, so that they follow the project of a plan; queries stay as they are. Column properties that this
 * version does not know become comments. The text depends only on the table and the options.
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
    ignore: both(plainObjectOption, (ignored, path) => fieldNames(Object(ignored).fields, `${path}.fields`)),
    variable: must((value) => isString(value) && variableName(value) === value, "an identifier"),
    language: oneOf("typescript", "javascript"),
    isolatedDeclarations: booleanOption,
    datasets: datasetsOption,
  });
  const { ignore, variable, datasets } = options;
  const problem = plainObjectProblem(table);
  if (problem !== undefined) throwIssue("tableSource", { path: "table", message: problem, rule: "shape" });
  const { datasetId, tableId } = Object(table.tableReference) as Record<string, unknown>; // checked by the next line
  const references = pathIssues({ datasetId, tableId }, "tableReference");
  assertNoIssues("tableSource", [...references, ...nameIssues("Table", table)]);
  const kept = withoutFields(table as unknown as TableJson, parsePatterns(ignore?.fields, true)); // a table is JSON
  const { projectId } = table.tableReference;
  const own = mapReferencedTables(kept, (reference) => {
    const { projectId: other, datasetId: dataset, tableId: id } = Object(reference) as Record<string, unknown>; // of a table
    const ownDataset = other === projectId ? datasetInCode(String(dataset), datasets) : undefined;
    return ownDataset === undefined ? reference : nameOf({ datasetId: ownDataset, tableId: String(id) });
  });
  const name = nameOf({
    datasetId: datasetInCode(String(datasetId), datasets) ?? String(datasetId),
    tableId: String(tableId),
  });
  const definition = withQuerySource(definitionOf(own));
  return formatFile(name, variable ?? variableName(String(tableId)), definition, options);
}

/** Replaces the query of a definition by a template literal. */
function withQuerySource(definition: TableJson): TableJson {
  const kind = definition.view == null ? "materializedView" : "view";
  const view = definition[kind];
  const query = valueAt(view, ["query"]);
  if (typeof query !== "string") return definition;
  return { ...definition, [kind]: { ...Object(view), query: new Expression(`\`${templateText(query)}\``) } };
}

/** The entry point that a definition file imports. */
const PACKAGE = "fourfold/tables";

/** Source text of a value in a definition: a constant of the file, or a query. */
class Expression {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Formats a definition file. */
function formatFile(
  name: string,
  variable: string,
  definition: TableJson,
  { language = "typescript", isolatedDeclarations = false }: TableSourceOptions,
): string {
  const { schema } = definition;
  const { fields, ...rest } = isObject(schema) ? schema : {};
  const columns = fields !== undefined && Object.keys(rest).length === 0 ? fields : schema;
  const isTyped = language === "typescript";
  const isIsolated = isTyped && isolatedDeclarations;
  const constant = isIsolated && columns !== undefined ? new Expression(columnsName(variable)) : undefined;
  const hasRows = isTyped && fields !== undefined;
  const imports = [...(isIsolated ? ["type DefinedTable"] : []), "defineTable", ...(hasRows ? ["type RowOf"] : [])];
  const type = isIsolated ? `: DefinedTable<${constant === undefined ? "undefined" : `typeof ${constant.text}`}>` : "";
  const body = format(columns === undefined ? definition : { ...definition, schema: constant ?? columns });
  return [
    `import { ${imports.join(", ")} } from ${quoted(PACKAGE)};`,
    "",
    ...(constant === undefined ? [] : [`const ${constant.text} = ${format(columns, "", "schema")} as const;`, ""]),
    `export const ${variable}${type} = defineTable(${quoted(name)}, ${body});`,
    ...(hasRows ? [`export type ${rowTypeName(variable)} = RowOf<typeof ${variable}>;`] : []),
    "",
  ].join("\n");
}

const MAX_WIDTH = 100;

/** Formats a value as an expression. Objects and lists are on one line if they fit; the table and lists of several objects never are. */
function format(value: unknown, indent = "", path = ""): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof Expression) return value.text;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((each: unknown) => format(each, inner, path))
    : Object.entries(value).map(([name, each]) =>
        each instanceof UnknownProperties
          ? commentOf(each)
          : `${propertyName(name)}: ${format(each, inner, path === "" ? name : `${path}.${name}`)}`,
      );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return `${open}${close}`;
  const line = isList ? `[${items.join(", ")}]` : `{ ${items.join(", ")} }`;
  const isBroken =
    items.some((item) => item.startsWith("//") || item.includes("\n")) ||
    (isList && value.length > 1 && value.some(isObject));
  if (path !== "" && !isBroken && indent.length + line.length <= MAX_WIDTH) return line;
  return `${open}\n${items.map((item) => `${inner}${item}${item.startsWith("//") ? "" : ","}\n`).join("")}${indent}${close}`;
}

function commentOf({ values }: UnknownProperties): string {
  const list = Object.entries(values).map(
    ([name, value]) => `${propertyName(name)}: ${escaped(JSON.stringify(value))}`,
  );
  return `// not known to this version of fourfold: ${list.join(", ")}`;
}

/** Formats a text as a part of a template literal. */
function templateText(text: string): string {
  // A template literal changes CR LF to LF.
  return escaped(text.replace(/[\\`]|\$(?=\{)/g, "\\$&").replaceAll("\r", "\\r"));
}
