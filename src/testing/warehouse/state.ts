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
  readonly projects: readonly (Pick<StoredProject, "projectId" | "friendlyName" | "serviceEnabled"> & {
    readonly datasets: readonly (Omit<StoredDataset, "projectId" | "listed" | "nextExpiry" | "tables"> & {
      readonly tables: readonly StoredTable[];
    })[];
  })[];
}
