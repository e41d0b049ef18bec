import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import { isObject } from "../../values/objects.js";

/** A change of one value of a table. */
export interface Change {
  readonly kind: ChangeKind;
  /** Path of the value in the desired table, or in the live table if the desired table lacks the value. */
  readonly path: string;
  /** Dotted name of the column, such as `address.city`; empty for other properties. */
  readonly column: string;
  /** The live value; null if there is none. */
  readonly before: unknown;
  /** The desired value; null if it is cleared. */
  readonly after: unknown;
  /** The property that a request replaces to make the change: the value itself, or the list that contains it. */
  readonly at: readonly string[];
  /** The value of that property in a request. */
  readonly value: unknown;
}

/** The reason why a patch cannot make a change, with its remedy. */
interface Rejection {
  readonly rule: string;
  /** The requirement, with the value that was found. */
  message(change: Change): string;
  /** Remedy, used if no SQL statement can make the change. Default: none, because the requirement is sufficient. */
  readonly remedy?: string;
  /** An option of plans that makes the change possible. */
  readonly option?: string;
  /** Path of the issue. Default: the path of the change. */
  readonly pathOf?: (path: string) => string;
}

const COPY = "copy the table to change it";

/** A value of an enumeration, such as a type, without quotes. */
function text(value: unknown): string {
  return typeof value === "string" && /^\w+(<\w+>)?$/.test(value) ? value : shown(value);
}

function asBefore({ before, after }: Change, what = ""): string {
  const required = before == null ? "absent" : isObject(before) ? "present" : text(before);
  return `must be ${required}, as in the table${what}, got ${after == null ? "nothing" : text(after)}`;
}

const columnAsBefore = (change: Change) => asBefore(change, `, for ${shown(change.column)}`);

/** Kinds of changes that a patch can make. */
const POSSIBLE = undefined;

/**
 * Every kind of change, in the order in which issues are reported: undefined if a patch can make the change, otherwise the
 * reason why not. Changes of columns are in the order in which the service reports them. The service's messages are in the
 * sandbox.
 */
export const KINDS = {
  /** A value is set, replaced or cleared. */
  value: POSSIBLE,
  /** A new column. Its default values are set by a second patch. */
  "column-added": POSSIBLE,
  /** A column of a view that its new query no longer has. */
  "column-dropped": POSSIBLE,
  /** Another project, dataset or table id. */
  reference: {
    rule: "table-reference-fixed",
    message: (change) => `${asBefore(change)}; a patch cannot move or rename a table; copy it instead`,
  },
  /** A live column that the desired list omits. */
  "column-missing": {
    rule: "column-missing",
    message: ({ column, path }) => {
      const isExternal = path.startsWith("externalDataConfiguration.");
      const reason = isExternal ? "plans never remove a column" : "requests cannot remove or rename it";
      return `must list the live column ${shown(column)}: ${reason}`;
    },
    remedy: "add it",
    option: 'set extraColumns: "keep"',
    pathOf: (path) => path.replace(/\[\d+\]$/, ""),
  },
  /** Another type, including another element type of a `RANGE`. */
  "column-type": { rule: "column-type-fixed", message: columnAsBefore, remedy: `${COPY}, or add another column` },
  /** Any change of the mode other than from `REQUIRED` to `NULLABLE`. */
  "column-mode": { rule: "column-mode-fixed", message: columnAsBefore, remedy: COPY },
  /** A new column that is `REQUIRED`, unless it is inside a new column. */
  "column-required": {
    rule: "column-required-new",
    message: ({ column }) => `must be NULLABLE or REPEATED for the new column ${shown(column)}, got REQUIRED`,
    remedy: "add it as NULLABLE",
  },
  /** A new column with a default value, in one request. */
  "column-default": {
    rule: "column-default-new",
    message: ({ column }) => `must be absent for the new column ${shown(column)}`,
    remedy: "set it when the column exists",
  },
  /** Another `maxLength`, `precision` or `scale`. */
  "column-parameter": { rule: "column-parameter-fixed", message: columnAsBefore, remedy: COPY },
  /** Another spelling of the name of a column. */
  "column-case": {
    rule: "column-name-fixed",
    message: ({ before, after }) => `must be spelled ${shown(before)}, as in the table, got ${shown(after)}`,
  },
  /** To or from a view, a materialized view, an external table or a BigLake table. */
  "table-kind": {
    rule: "table-kind-fixed",
    message: asBefore,
    remedy: "delete the table and create it again",
  },
  /** The keys by which the files of an external table are partitioned are added, removed or changed. */
  "hive-keys": {
    rule: "hive-keys-fixed",
    message: asBefore,
    remedy: "delete the table and create it again",
  },
  /** Partitioning is added, removed or changed, except for its expiration. */
  partitioning: {
    rule: "partitioning-fixed",
    message: asBefore,
    remedy: COPY,
  },
  /** An empty list of clustering columns, which does not remove the clustering. */
  "clustering-empty": {
    rule: "clustering-not-empty",
    message: () => "must have at least one column",
    remedy: "set clustering to null to remove it",
  },
  /** Another query of a materialized view, or another way to refresh it. */
  "materialized-view": {
    rule: "materialized-view-fixed",
    message: asBefore,
    remedy: "delete the materialized view and create it again",
  },
  /** A column that the query of a view does not have, or another property of one than its description or policy tags. */
  "view-schema": {
    rule: "view-schema-fixed",
    message: columnAsBefore,
    remedy: "omit it, because BigQuery derives it from the query",
  },
  /** Another schema of a materialized view. */
  "materialized-view-schema": {
    rule: "materialized-view-fixed",
    message: () => "must be the schema of the table, got another schema",
    remedy: "omit it, because BigQuery derives it from the query",
    pathOf: () => "schema",
  },
  /** Other columns of a snapshot. */
  "snapshot-schema": {
    rule: "snapshot-fixed",
    message: () => "must be the schema of the table, got another schema",
    remedy: "omit it, because a snapshot keeps its columns",
    pathOf: () => "schema",
  },
  /** From the default key to another one, or back. */
  encryption: {
    rule: "encryption-fixed",
    message: asBefore,
    remedy: COPY,
  },
  /** An expiration time in the past. */
  expired: {
    rule: "expiration-time-in-past",
    message: ({ after }) => `must be in the future, got ${shown(after)}: the service deletes an expired table`,
    remedy: "set a later time, or delete the table yourself",
  },
} satisfies Record<string, Rejection | undefined>;

/** A kind of change. */
export type ChangeKind = keyof typeof KINDS;

const ORDER = Object.keys(KINDS);

/** Returns one issue for each change that no patch can make, without duplicates, in the order of {@link KINDS}. */
export function issuesOf(changes: readonly Change[], statementFor: (change: Change) => string | undefined): Issue[] {
  const issues = new Map<string, Issue>();
  for (const change of [...changes].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))) {
    const sql = statementFor(change);
    const issue = issueOf(change, { sql, ...KINDS[change.kind] });
    if (issue !== undefined) issues.set(`${issue.path} ${issue.message}`, issue);
  }
  return [...issues.values()];
}

/**
 * Returns a change that no patch can make as an issue; undefined if a patch can make it.
 *
 * @param plan - Offered by a plan in addition to the remedy: an option, and an SQL statement.
 */
export function issueOf(
  change: Change,
  { option, sql }: { option?: string; sql?: string | undefined } = {},
): Issue | undefined {
  const rejection: Rejection | undefined = KINDS[change.kind];
  if (rejection === undefined) return undefined;
  const { rule, message, remedy, pathOf = (path) => path } = rejection;
  // A statement that changes the table is better than a copy of it.
  const isReplaced = sql !== undefined && remedy?.startsWith(COPY);
  const statement = sql === undefined ? undefined : "run the SQL statement";
  const remedies = [isReplaced ? undefined : remedy, statement, option].filter((each) => each !== undefined);
  return {
    path: pathOf(change.path),
    message: [message(change), remedies.join(", or ")].filter((text) => text !== "").join("; "),
    rule,
    ...(sql === undefined ? {} : { sql }),
  };
}
