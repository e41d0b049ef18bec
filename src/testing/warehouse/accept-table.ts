import type { Clock } from "../../call/clock.js";
import type { Issue } from "../../errors/request-error.js";
import { shown } from "../../values/describe.js";
import { issuesAt, issuesBeside } from "../../values/issue-path.js";
import { isSame, valueAt } from "../../values/objects.js";
import { checkTableInput } from "../../warehouse/rules/check-table.js";
import type { Draft, FindTable } from "../../warehouse/rules/rule-builders.js";
import type { ServiceSettings } from "../../warehouse/rules/service-settings.js";
import type { Table } from "../../warehouse/schemas/table.js";
import type { JsonObject } from "../fake-service.js";
import { brokenRules } from "../service-error.js";
import { tableTypeOf } from "./responses.js";
import type { StoredTable, TableKey, WarehouseStore } from "./store.js";
import { storedForm, withDerivedColumns } from "./stored-form.js";
import { changeIssues } from "./table-changes.js";

/**
 * Returns the stored form of a new table, or of a table after a change.
 *
 * @throws {ServiceError} 400 if the table breaks a rule, or if the service rejects it or its change.
 */
export type TableCheck = (
  input: unknown,
  change?: { readonly table: StoredTable; readonly autodetect: boolean },
) => JsonObject;

/** Creates a check for the tables of a store. */
export function createTableCheck(store: WarehouseStore, clock: Clock, settings: ServiceSettings): TableCheck {
  /** Finds the tables that the keys of a table reference. Tables of other projects are not known. */
  const referencedBy =
    (table: unknown): FindTable =>
    (reference) => {
      if (reference.projectId !== valueAt(table, ["tableReference", "projectId"])) return undefined;
      return (store.find(reference as TableKey)?.body ?? null) as Draft<Table> | null; // validated when it was stored
    };
  return (input, change) => {
    const now = clock.now();
    const keys = valueAt(input, ["tableConstraints", "foreignKeys"]);
    // A key that the table already has is not checked again.
    const isNew = !isSame(keys, valueAt(change?.table.body, ["tableConstraints", "foreignKeys"]));
    const referenced = isNew ? referencedBy(input) : undefined;
    const isCreated = change === undefined;
    const { body, errors } = checkTableInput(input, { complete: true, isNew: isCreated, now, ...settings, referenced });
    const issues = [...errors, ...issuesBeside(tableIdIssues(body), errors)];
    const live = change?.table.body ?? {};
    const next = withDerivedColumns(live, body, change?.autodetect);
    const own = change ? changeIssues({ ...live, type: tableTypeOf(change.table) }, next) : insertIssues(body, now);
    assertAccepted(issues, own);
    return storedForm(next, live);
  };
}

/** @throws {ServiceError} 400 with the issues of the rules and, at other paths, of the service. */
function assertAccepted(issues: readonly Issue[], serviceIssues: readonly Issue[]): void {
  const all = [...issues, ...issuesBeside(serviceIssues, issues)];
  if (all.length > 0) throw brokenRules(all, TEXTS);
}

/** Messages of the service by rule id. */
const TEXTS: Readonly<Record<string, string>> = {
  "csv-options-only-csv": "CsvOptions can only be specified if storage format is CSV.",
  "sheets-options-only-sheets": "GoogleSheetsOptions can only be specified if storage format is GOOGLE_SHEETS.",
  "external-schema-place":
    "Schema can be specified only on the Table.Schema field for external tables with an associated connection_id but schema was provided on Table.Externaldataconfig.Schema.",
  "object-table-without-source-format":
    "Request invalidated by conflicting fields. Fields 'source_format' and 'object_metadata' can not be used at the same time.",
  "metadata-cache-connection": "metadataCacheMode provided for non BigLake external table.",
  "kms-key-not-view": "Cloud KMS based encryption is not supported for views or BigQuery Omni external tables.",
  "view-schema-new": "Schema field shouldn't be used as input with a view",
  "materialized-view-schema-new": "Schema field shouldn't be used as input with a materialized view",
  "hive-partition-filter":
    "require_partition_filter has been set for a hive-partitioned table without using the HivePartitioningOptions.",
  "hive-no-native-partitions":
    "This table is an external, hive-partitioned table.  None of TimePartitioning, RangePartitioning or Clustering may be supplied for external tables; they only apply to managed tables.",
};

/** Lists the issues of the ids of a table. */
export function tableIdIssues({ tableReference }: JsonObject): Issue[] {
  const { projectId, datasetId, tableId } = Object(tableReference) as Partial<TableKey>;
  return issuesAt("tableReference", idIssues({ projectId, datasetId, tableId }));
}

/** Lists the issues of ids, each of which must be a single path segment. */
export function idIssues(ids: JsonObject): Issue[] {
  const isSegment = (id: unknown) => typeof id === "string" && /^(?!\.{1,2}$)[^/\p{Cc}\p{Surrogate}]+$/u.test(id);
  const form = 'must be a segment of a path: no slash or control character, not empty, "." or ".."';
  const wrong = Object.entries(ids).filter(([, id]) => !isSegment(id));
  return wrong.map(([path, id]) => ({ path, message: `${form}, got ${shown(id)}`, rule: "id" }));
}

/** The minimum time until a new table expires, in milliseconds. */
const MIN_LIFETIME_MS = 1_000;

/** Lists the issues of a new table that no rule of the client reports. */
function insertIssues({ expirationTime }: JsonObject, now: number): Issue[] {
  if (expirationTime == null || Number(expirationTime) >= now + MIN_LIFETIME_MS) return [];
  const message = `must be at least 1 second in the future, got ${shown(expirationTime)}`;
  return [{ path: "expirationTime", rule: "expiration-time-in-past", message }];
}
