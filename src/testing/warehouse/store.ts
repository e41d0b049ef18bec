import type { Clock } from "../../core/clock.js";
import { isObject } from "../../core/objects.js";
import { etagOf, hexOf } from "../etag.js";
import type { JsonObject, Store } from "../fake-service.js";
import { notFound } from "../service-error.js";

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
  creationTime: string;
  lastModifiedTime: string;
  etag: string;
  /** The fields that requests may set, in wire form, without the reference. */
  body: JsonObject;
  readonly tables: Map<string, StoredTable>;
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
  /** Number of changes to the policy. */
  policyRevision: number;
}

/** The content of a store, as plain JSON. */
export interface WarehouseState {
  readonly sequence: number;
  readonly projects: readonly ProjectState[];
}

interface ProjectState extends Omit<StoredProject, "numericId" | "datasets"> {
  readonly datasets: readonly DatasetState[];
}

interface DatasetState extends Omit<StoredDataset, "projectId" | "tables"> {
  readonly tables: readonly StoredTable[];
}

/** Settings of a new dataset without explicit settings. */
const DATASET_DEFAULTS = {
  access: [
    { role: "WRITER", specialGroup: "projectWriters" },
    { role: "OWNER", specialGroup: "projectOwners" },
    { role: "OWNER", userByEmail: "creator@example.com" },
    { role: "READER", specialGroup: "projectReaders" },
  ],
  location: "US",
};
/** The projects, datasets and tables of a sandbox. */
export class WarehouseStore implements Store {
  readonly #clock: Clock;
  readonly #byId = new Map<string, StoredProject>();
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All projects, in the order of creation. */
  get projects(): readonly StoredProject[] {
    return [...this.#byId.values()];
  }

  /** Finds or creates a project. */
  ensureProject(projectId: string): StoredProject {
    const known = this.#byId.get(projectId);
    if (known !== undefined) return known;
    const project = {
      projectId,
      numericId: numericIdOf(projectId),
      friendlyName: "",
      serviceEnabled: true,
      datasets: new Map(),
    };
    this.#byId.set(projectId, project);
    return project;
  }

  /** Finds or creates a dataset and its project. */
  ensureDataset(projectId: string, datasetId: string): StoredDataset {
    return this.ensureProject(projectId).datasets.get(datasetId) ?? this.insertDataset(projectId, datasetId, {});
  }

  /** Adds a dataset to its project, which must not contain its id. Finds or creates the project. */
  insertDataset(projectId: string, datasetId: string, body: JsonObject): StoredDataset {
    const dataset: StoredDataset = {
      projectId,
      datasetId,
      creationTime: String(Math.trunc(this.#clock.now())),
      lastModifiedTime: "",
      etag: "",
      body: {},
      tables: new Map(),
    };
    this.replaceDataset(dataset, { ...structuredClone(DATASET_DEFAULTS), ...body });
    this.ensureProject(projectId).datasets.set(datasetId, dataset);
    return dataset;
  }

  /** Replaces the settings of a dataset, which changes its etag. */
  replaceDataset(dataset: StoredDataset, body: JsonObject): void {
    dataset.body = body;
    dataset.lastModifiedTime = String(Math.trunc(this.#clock.now()));
    const { projectId, datasetId, creationTime, lastModifiedTime } = dataset;
    dataset.etag = etagOf([projectId, datasetId, creationTime, lastModifiedTime, body]);
  }

  /** @throws {ServiceError} 404 if the project does not exist. */
  project(projectId: string): StoredProject {
    const project = this.#byId.get(projectId);
    if (project !== undefined) return project;
    throw notFound(`Project ${projectId}`);
  }

  /** @throws {ServiceError} 404 if the dataset or its project does not exist. */
  dataset(projectId: string, datasetId: string): StoredDataset {
    const dataset = this.#byId.get(projectId)?.datasets.get(datasetId);
    if (dataset === undefined) throw notFound(`Dataset ${projectId}:${datasetId}`);
    this.#deleteExpired(dataset);
    return dataset;
  }

  /** @throws {ServiceError} 404 if the table, its dataset or its project does not exist. */
  table({ projectId, datasetId, tableId }: TableKey): StoredTable {
    const table = this.dataset(projectId, datasetId).tables.get(tableId);
    if (table === undefined) throw notFound(`Table ${tableIdOf({ projectId, datasetId, tableId })}`);
    return table;
  }

  /** Finds a table; undefined if it, its dataset or its project does not exist. */
  find({ projectId, datasetId, tableId }: TableKey): StoredTable | undefined {
    const dataset = this.#byId.get(projectId)?.datasets.get(datasetId);
    if (dataset !== undefined) this.#deleteExpired(dataset);
    return dataset?.tables.get(tableId);
  }

  /**
   * Adds a table to a dataset that does not contain its id; the default expirations of the dataset are applied.
   * `reported` contains output-only fields that differ from the defaults.
   */
  insert(dataset: StoredDataset, tableId: string, input: JsonObject, reported: JsonObject = {}): StoredTable {
    this.#sequence += 1;
    const now = Math.trunc(this.#clock.now());
    const { creationTime, lastModifiedTime, ...others } = reported;
    const { projectId, datasetId } = dataset;
    const table: StoredTable = {
      projectId,
      datasetId,
      tableId,
      sequence: this.#sequence,
      creationTime: String(creationTime ?? now),
      lastModifiedTime: "",
      revision: 0,
      etag: "",
      body: {},
      reported: others,
      policy: null,
      policyRevision: 0,
    };
    dataset.tables.set(tableId, table);
    this.replace(table, withDefaultExpiration(input, dataset, now));
    if (lastModifiedTime !== undefined) table.lastModifiedTime = String(lastModifiedTime);
    return table;
  }

  /** Replaces the body of a table, which changes its etag. */
  replace(table: StoredTable, body: JsonObject): void {
    table.body = body;
    table.revision += 1;
    table.lastModifiedTime = String(Math.trunc(this.#clock.now()));
    table.etag = etagOf([table.projectId, table.datasetId, table.tableId, table.sequence, table.revision, body]);
  }

  /** Deletes a table. */
  remove(table: StoredTable): void {
    this.ensureDataset(table.projectId, table.datasetId).tables.delete(table.tableId);
  }

  /** Returns the content as a copy in plain JSON. */
  snapshot(): WarehouseState {
    const projects = this.projects.map(({ projectId, friendlyName, serviceEnabled, datasets }) => ({
      projectId,
      friendlyName,
      serviceEnabled,
      datasets: [...datasets.values()].map(({ projectId: _, tables, ...settings }) => ({
        ...settings,
        tables: [...tables.values()],
      })),
    }));
    return structuredClone({ sequence: this.#sequence, projects });
  }

  /** Restores a snapshot, and takes ownership of it. */
  restore(state: WarehouseState): void {
    this.reset();
    for (const { projectId, friendlyName, serviceEnabled, datasets } of state.projects) {
      Object.assign(this.ensureProject(projectId), { friendlyName, serviceEnabled });
      for (const { tables, ...settings } of datasets) {
        const dataset = Object.assign(this.ensureDataset(projectId, settings.datasetId), settings);
        for (const table of tables) dataset.tables.set(table.tableId, table);
      }
    }
    this.#sequence = state.sequence;
  }

  /** Removes everything. */
  reset(): void {
    this.#byId.clear();
    this.#sequence = 0;
  }

  #deleteExpired({ tables }: StoredDataset): void {
    const now = this.#clock.now();
    for (const { tableId, body } of tables.values()) {
      if (body.expirationTime !== undefined && Number(body.expirationTime) <= now) tables.delete(tableId);
    }
  }
}

/** Returns the id that the service gives a table: `p:d.t`. */
export function tableIdOf({ projectId, datasetId, tableId }: TableKey): string {
  return `${projectId}:${datasetId}.${tableId}`;
}

/**
 * Applies the default expiration of a dataset to a new table; for a table with partitions, only the default of
 * partitions applies. Null is no expiration, whatever the default.
 */
function withDefaultExpiration(input: JsonObject, dataset: StoredDataset, now: number): JsonObject {
  const { defaultTableExpirationMs: tableMs, defaultPartitionExpirationMs: partitionMs } = dataset.body;
  const isPartitioned = input.timePartitioning !== undefined && partitionMs != null;
  const usual = isPartitioned || tableMs == null ? undefined : String(BigInt(now) + BigInt(String(tableMs)));
  const { timePartitioning, ...others } = withDefault(input, "expirationTime", usual);
  if (!isObject(timePartitioning)) return others;
  return { ...others, timePartitioning: withDefault(timePartitioning, "expirationMs", partitionMs) };
}

/** Sets a field that is absent, and removes one that is null. */
function withDefault(object: JsonObject, name: string, value: unknown): JsonObject {
  const { [name]: given, ...others } = object;
  const chosen = given === undefined ? value : given;
  return chosen == null ? others : { ...others, [name]: chosen };
}

/** Returns the number of a project: twelve digits that are derived from its id. */
function numericIdOf(projectId: string): string {
  return String((BigInt(`0x${hexOf(projectId)}`) % 900_000_000_000n) + 100_000_000_000n);
}
