import {
  booleanOption,
  checked,
  listOf,
  type OptionCheck,
  type OptionChecks,
  optionsOf,
  required,
} from "../../core/rules/options.js";
import { int64Problem } from "../../core/schema/scalars.js";
import { Policy } from "../../warehouse/schemas/policy.js";
import { Table } from "../../warehouse/schemas/table.js";
import { count, orNull, resourceOf, text } from "../state-checks.js";

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Identifies a table. */
export interface TableKey {
  readonly projectId: string;
  readonly datasetId: string;
  readonly tableId: string;
}

/** A project in the store. */
export interface StoredProject {
  readonly projectId: string;
  readonly numericId: string;
  friendlyName: string;
  serviceEnabled: boolean;
  readonly datasets: Map<string, StoredDataset>;
}

/** A dataset in the store. */
export interface StoredDataset {
  readonly projectId: string;
  readonly datasetId: string;
  location: string;
  /** Default lifetime of new tables, in milliseconds; undefined for no expiration. */
  defaultTableExpirationMs?: string;
  /** Default lifetime of partitions of new tables, in milliseconds; undefined for no expiration. */
  defaultPartitionExpirationMs?: string;
  readonly tables: Map<string, StoredTable>;
  /** The cached list of tables, until one is added or removed. */
  listed: readonly StoredTable[] | undefined;
  /** Earliest expiration time of a table, in Unix milliseconds. */
  nextExpiry: number;
}

/** A table in the store; plain JSON. */
export interface StoredTable extends TableKey {
  /** Sequence number, which determines the position in lists. */
  readonly sequence: number;
  readonly creationTime: string;
  lastModifiedTime: string;
  /** Number of changes. */
  revision: number;
  etag: string;
  /** The fields that requests may set, in wire form. */
  body: JsonObject;
  /** The output-only fields that a test has set. */
  readonly reported: JsonObject;
  /** The access policy without its etag; null if none has been set. */
  policy: JsonObject | null;
  /** Number of changes of the policy. */
  policyRevision: number;
}

/** The content of a store, as plain JSON. */
export interface WarehouseState {
  readonly sequence: number;
  readonly projects: readonly ProjectState[];
}

interface ProjectState extends Pick<StoredProject, "projectId" | "friendlyName" | "serviceEnabled"> {
  readonly datasets: readonly DatasetState[];
}

interface DatasetState extends Omit<StoredDataset, "projectId" | "listed" | "nextExpiry" | "tables"> {
  readonly tables: readonly StoredTable[];
}

const int64 = checked((value) => int64Problem(value, true));
const TABLE: OptionChecks<keyof StoredTable> = {
  projectId: text,
  datasetId: text,
  tableId: text,
  sequence: count,
  creationTime: required(int64),
  lastModifiedTime: required(int64),
  revision: count,
  etag: text,
  body: resourceOf(Table),
  reported: resourceOf(Table),
  policy: orNull(resourceOf(Policy)),
  policyRevision: count,
};
const DATASET: OptionChecks<keyof DatasetState> = {
  datasetId: text,
  location: text,
  defaultTableExpirationMs: int64,
  defaultPartitionExpirationMs: int64,
  tables: required(listOf(optionsOf(TABLE), "a list of tables")),
};
const PROJECT: OptionChecks<keyof ProjectState> = {
  projectId: text,
  friendlyName: text,
  serviceEnabled: required(booleanOption),
  datasets: required(listOf(optionsOf(DATASET), "a list of datasets")),
};
const STATE: OptionChecks<keyof WarehouseState> = {
  sequence: count,
  projects: required(listOf(optionsOf(PROJECT), "a list of projects")),
};

/** Checks the state of a warehouse in a snapshot. */
export const warehouseStateCheck: OptionCheck = optionsOf(STATE);
