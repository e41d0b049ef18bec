/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Names a table. */
export interface TableKey {
  readonly projectId: string;
  readonly datasetId: string;
  readonly tableId: string;
}

/** A project as the store keeps it. */
export interface StoredProject {
  readonly projectId: string;
  readonly numericId: string;
  friendlyName: string;
  serviceEnabled: boolean;
  readonly datasets: Map<string, StoredDataset>;
}

/** A dataset as the store keeps it. */
export interface StoredDataset {
  readonly projectId: string;
  readonly datasetId: string;
  location: string;
  /** Milliseconds that new tables live unless they say otherwise; undefined for ever. */
  defaultTableExpirationMs?: string;
  /** Milliseconds that partitions of new tables are kept unless they say otherwise; undefined for ever. */
  defaultPartitionExpirationMs?: string;
  readonly tables: Map<string, StoredTable>;
  /** The tables as a list, until one comes or goes. */
  listed: readonly StoredTable[] | undefined;
  /** When the next table expires, at the earliest, in milliseconds since the epoch. */
  nextExpiry: number;
}

/** A table as the store keeps it; plain JSON. */
export interface StoredTable extends TableKey {
  /** Grows from table to table: its place in listings. */
  readonly sequence: number;
  readonly creationTime: string;
  lastModifiedTime: string;
  /** Counts the changes. */
  revision: number;
  etag: string;
  /** What requests may set, in wire form. */
  body: JsonObject;
  /** What the service reports beyond its own defaults: members that a test has set. */
  readonly reported: JsonObject;
  /** The access policy without its etag; null if it was never set. */
  policy: JsonObject | null;
  /** Counts the changes of the policy. */
  policyRevision: number;
}

/** What a store holds, as plain JSON. */
export interface WarehouseState {
  readonly sequence: number;
  readonly projects: readonly (Pick<StoredProject, "projectId" | "friendlyName" | "serviceEnabled"> & {
    readonly datasets: readonly (Omit<StoredDataset, "projectId" | "listed" | "nextExpiry" | "tables"> & {
      readonly tables: readonly StoredTable[];
    })[];
  })[];
}
