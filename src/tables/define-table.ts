import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { isPlainObject } from "../values/objects.js";
import type { DesiredColumn, DesiredTable, Input } from "../warehouse/input.js";
import type { ForeignKey, TableConstraints, TableReference } from "../warehouse/schemas/table-parts.js";
import type { MaterializedViewDefinition, ViewDefinition } from "../warehouse/schemas/views.js";
import { checkDefinition, schemaOf } from "./check-definition.js";
import type { Inferred } from "./define-schema.js";
import type { ViewQuery } from "./view-query.js";

/** The referenced table of a foreign key. Without `projectId`, it is in the project of the defined table. */
export interface DefinitionTableReference
  extends Omit<TableReference, "projectId">,
    Partial<Pick<TableReference, "projectId">> {}

/** A foreign key of a definition. */
export interface DefinitionForeignKey extends Omit<Input<ForeignKey, null>, "referencedTable"> {
  /**
   * Table whose primary key is referenced: its name in the code, such as `sales.customers`, or an object. Without
   * `projectId`, it is in the project of the defined table, and `datasets` maps its dataset, too.
   */
  readonly referencedTable: string | DefinitionTableReference;
}

/** A view in a definition. */
export interface DefinitionView extends Omit<Input<ViewDefinition, null>, "query"> {
  /** SQL query that runs when the view is referenced: a string, or a function that names tables with `table("sales.orders")`. */
  readonly query: ViewQuery;
}

/** A materialized view in a definition. */
export interface DefinitionMaterializedView extends Omit<Input<MaterializedViewDefinition, null>, "query"> {
  /** SQL query whose results are stored: a string, or a function that names tables with `table("sales.orders")`. */
  readonly query: ViewQuery;
}

/** Primary and foreign keys of a definition. BigQuery stores them, but does not enforce them. */
export interface DefinitionConstraints extends Omit<Input<TableConstraints, null>, "foreignKeys"> {
  /** Foreign keys; `null` clears them. */
  readonly foreignKeys?: readonly DefinitionForeignKey[] | null | undefined;
}

type SameProperties = Readonly<
  Omit<DesiredTable, "$schema" | "schema" | "tableReference" | "view" | "materializedView" | "tableConstraints">
>;

/** Properties of a table in a definition, except the name and the columns. An omitted property is not changed. */
export interface TableProperties extends SameProperties {
  /** Definition of the view. Makes the table a view. */
  readonly view?: DefinitionView | null | undefined;
  /** Definition of the materialized view. Makes the table a materialized view. */
  readonly materializedView?: DefinitionMaterializedView | null | undefined;
  /** Primary and foreign keys. BigQuery stores them, but does not enforce them; `null` clears them. */
  readonly tableConstraints?: DefinitionConstraints | null | undefined;
}

/** The schema of a table in a definition. */
export interface DefinitionTableSchema extends Readonly<NonNullable<DesiredTable["schema"]>> {}

/** The columns of a definition: a list, or a schema as `defineSchema` returns it. */
export type DefinitionSchema = readonly DesiredColumn[] | DefinitionTableSchema;

/**
 * The definition of a BigQuery table: everything about it except the project, so that one definition serves test and
 * production. A plain object: a changed copy, such as `{ ...orders, description: "x" }`, is a definition, too.
 *
 * `null` clears a property, an omitted property is not changed.
 */
export interface TableDefinition extends TableProperties {
  /** Dataset and id of the table, such as `sales.orders`. */
  readonly table: string;
  /**
   * All columns, as a list or as `{ fields }`. The columns of a view follow from its query: only their descriptions and policy
   * tags can be changed. Default: the columns are not changed.
   */
  readonly schema?: DefinitionSchema | null | undefined;
}

/**
 * Result of {@link defineTable}. Annotate an exported definition with it where `isolatedDeclarations` requires a type.
 *
 * @example
 * const columns = [{ name: "id", type: "INTEGER", mode: "REQUIRED" }] as const;
 * const orders: DefinedTable<typeof columns> = defineTable("sales.orders", { schema: columns });
 */
export interface DefinedTable<S extends DefinitionSchema | null | undefined = DefinitionSchema>
  extends TableProperties {
  /** Dataset and id of the table, such as `sales.orders`. */
  readonly table: string;
  /** Columns with their literal types, for {@link RowOf}; undefined if the definition has none. */
  readonly schema: S extends readonly DesiredColumn[] ? { readonly fields: S } : S;
}

/** The second argument of {@link defineTable}: the properties of a table and its columns, whose literal types are `S`. */
export type DefinitionInput<S> = TableProperties & {
  /** All columns, as a list or as `{ fields }`. Default: the columns are not changed. */
  readonly schema?:
    | Inferred<S>
    | (S extends readonly unknown[] ? readonly DesiredColumn[] : DefinitionTableSchema)
    | null
    | undefined;
};

/**
 * Defines a BigQuery table as code. Keeps the literal types of columns, with or without `as const`, so that {@link RowOf}
 * can use them.
 *
 * A view without `useLegacySql` is created with `useLegacySql: false`, and keeps its dialect if it exists. Its query can be a function, {@link ViewQuery}, so that it reads tables of the project of the plan.
 *
 * `planTables` compares definitions with a project. Properties that a table does not have are rejected.
 *
 * @param table - Dataset and id, such as `sales.orders`; without the project.
 * @param definition - The properties of the table. `schema` is a list of columns or `{ fields }`.
 * @returns The definition as plain data, deeply frozen; a query that is a function remains one.
 * @throws {RequestError} If the name is invalid or the table breaks a rule of the service, with all issues.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/tables#Table | Table} in the BigQuery reference
 *
 * @example
 * const orders = defineTable("sales.orders", {
 *   description: "One row per order",
 *   schema: [{ name: "id", type: "INTEGER", mode: "REQUIRED" }, { name: "day", type: "DATE" }],
 *   timePartitioning: { type: "DAY", field: "day" },
 * });
 * type OrdersRow = RowOf<typeof orders>; // { id: string; day: string | null }
 */
export function defineTable<const S = undefined>(
  table: string,
  definition: DefinitionInput<S>,
): DefinedTable<Extract<S, TableDefinition["schema"]>> {
  const whole: unknown = isPlainObject(definition) ? { ...definition, table } : definition;
  const { errors } = checkDefinition(whole, {});
  const isNamed = errors.every(({ path }) => path !== "table" && path !== "");
  assertNoIssues("defineTable", isNamed ? errors.map((issue) => inTable(issue, table)) : errors);
  return frozen({ ...definition, table, schema: schemaOf(definition.schema) }) as ReturnType<typeof defineTable<S>>; // `S` is inferred from its schema
}

/** Adds the name of the table to an issue of its definition. */
function inTable(issue: Issue, table: string): Issue {
  return { ...issue, message: `${issue.message}, in ${table}` };
}

/** Copies JSON deeply, without undefined properties, and freezes the copy. */
function frozen(value: unknown): unknown {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen));
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([name, inner]) => [name, frozen(inner)])));
}
