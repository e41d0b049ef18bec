import { listed, shown } from "../core/describe.js";
import type { Issue } from "../errors/request-error.js";
import {
  MAX_COLUMN_DEPTH,
  MAX_COLUMNS,
  RESERVED_PREFIXES,
  type SchemaChange,
  type SchemaProblem,
} from "./schema-changes.js";
import type { TableChange } from "./table-changes.js";

const COPY = "copy the table to change it";

/** Formats a problem of a schema as an issue. */
export function problemIssue({ kind, path, column, count }: SchemaProblem): Issue {
  const name = shown(column);
  switch (kind) {
    case "duplicate":
      return {
        path,
        message: `must be unique, ignoring case, got ${name} twice`,
        rule: "column-name-distinct",
      };
    case "reserved":
      return {
        path,
        message: `must not start with ${listed(RESERVED_PREFIXES)}, got ${name}`,
        rule: "column-name-reserved",
      };
    case "depth":
      return { path, message: `must be at most ${MAX_COLUMN_DEPTH} levels deep, got ${name}`, rule: "column-depth" };
    case "count":
      return {
        path,
        message: `must have at most ${MAX_COLUMNS} columns, including nested ones, got ${count}`,
        rule: "column-count",
      };
  }
}

/** Formats a change to columns that a patch cannot make as an issue. */
export function schemaIssue({ kind, path, column, from, to }: SchemaChange): Issue {
  const name = shown(column);
  switch (kind) {
    case "missing":
      return {
        path,
        message: `must list ${name}, a column of the table: requests cannot remove or rename it; add it`,
        rule: "column-missing",
      };
    case "type":
      return {
        path,
        message: `${asBefore(name, from, to)}; ${COPY}, or add another column`,
        rule: "column-type-fixed",
      };
    case "mode":
      return { path, message: `${asBefore(name, from, to)}; ${COPY}`, rule: "column-mode-fixed" };
    case "required":
      return {
        path,
        message: `must be NULLABLE or REPEATED for ${name}, a new column, got REQUIRED; add it as NULLABLE`,
        rule: "column-required-new",
      };
    case "default":
      return {
        path,
        message: `must be absent for ${name}, a new column; set it when the column exists`,
        rule: "column-default-new",
      };
    case "case":
      return {
        path,
        message: `must be spelled ${shown(from)}, as in the table, got ${shown(to)}`,
        rule: "column-name-fixed",
      };
    case "parameter":
      return { path, message: `${asBefore(name, from, to)}; ${COPY}`, rule: "column-parameter-fixed" };
  }
}

function asBefore(name: string, from: unknown, to: unknown): string {
  return `must be ${from == null ? "absent" : text(from)}, as in the table, for ${name}, got ${to == null ? "nothing" : text(to)}`;
}

/** Formats a value of an enumeration, such as a type, without quotes. */
function text(value: unknown): string {
  return typeof value === "string" && /^\w+(<\w+>)?$/.test(value) ? value : shown(value);
}

/** Formats another change that a patch cannot make as an issue. */
export function changeIssue({ kind, path, from, to }: TableChange): Issue {
  const before = from == null ? "absent" : text(from);
  const got = to == null ? "nothing" : text(to);
  switch (kind) {
    case "kind": {
      const message = `must be ${from == null ? "absent, as in the table" : "present, as in the table"}, got ${got}; delete the table and create it again`;
      return { path, message, rule: "table-kind-fixed" };
    }
    case "two-partitionings":
      return { path, message: "must be absent: a table has one partitioning", rule: "one-partitioning" };
    case "partitioned":
      return {
        path,
        message: `must be absent: the table is not partitioned, got ${got}; ${COPY}`,
        rule: "partitioning-fixed",
      };
    case "unpartitioned":
      return {
        path,
        message: `must be present: the table is partitioned, got ${got}; ${COPY}`,
        rule: "partitioning-fixed",
      };
    case "partitioning":
      return { path, message: `must be ${before}, as in the table, got ${got}; ${COPY}`, rule: "partitioning-fixed" };
    case "clustering-column":
      return { path, message: `must be a top-level column of the schema, got ${got}`, rule: "clustering-field-exists" };
    case "clustering-empty":
      return {
        path,
        message: "must have at least one column; set clustering to null to remove it",
        rule: "clustering-not-empty",
      };
    case "view-query":
      return {
        path,
        message: `must be the query of the table, ${before}, got ${got}; delete the materialized view and create it again`,
        rule: "materialized-view-fixed",
      };
    case "view-schema":
      return {
        path,
        message: `must be the schema of the table, got another one; omit it, because it follows from the query`,
        rule: "materialized-view-fixed",
      };
    case "snapshot-schema":
      return {
        path,
        message: "must be the schema of the table, got another one; omit it, because a snapshot keeps its columns",
        rule: "snapshot-fixed",
      };
    case "encryption":
      return {
        path,
        message: `must ${from == null ? "be absent: the table has the default key" : "be present: the table has a key"}, got ${got}; ${COPY}`,
        rule: "encryption-fixed",
      };
  }
}

/** Formats a reference to another table as an issue. */
export function referenceIssue(path: string, from: unknown, to: unknown): Issue {
  const message = `must be ${shown(from)}, as in the table, got ${shown(to)}; a patch cannot move or rename a table, copy it`;
  return { path, message, rule: "table-reference-fixed" };
}
