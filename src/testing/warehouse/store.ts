import type { Clock } from "../../call/clock.js";
import { isObject, isSame } from "../../values/objects.js";
import { etagOf } from "../etag.js";
import type { JsonObject, Store } from "../fake-service.js";
import { notFound } from "../service-error.js";

/** Identifies a dataset. */
interface DatasetKey {
  readonly projectId: string;
  readonly datasetId: string;
}

/** Identifies a table. */
export interface TableKey extends DatasetKey {
  readonly tableId: string;
}

/** A project in the store. */
export interface StoredProject {
  readonly projectId: string;
  friendlyName: string;
  serviceEnabled: boolean;
}

/** A dataset in the store. */
export interface StoredDataset extends DatasetKey {
  readonly creationTime: string;
  lastModifiedTime: string;
  etag: string;
  /** The fields that requests may set, in wire form, without the reference. */
  body: JsonObject;
}

/** A table in the store; plain JSON. */
export interface StoredTable extends TableKey {
  /** Sequence number, which determines the position in lists. */
  readonly sequence: number;
  readonly creationTime: string;
  lastModifiedTime: string;
  etag: string;
  /** The fields that requests may set, in wire form. */
  body: JsonObject;
  /** The output-only fields that a test has set. */
  readonly reported: JsonObject;
  /** The access policy. */
  policy: JsonObject;
}

/** The content of a store, as plain JSON. */
interface WarehouseState {
  readonly sequence: number;
  readonly projects: readonly [id: string, StoredProject][];
  readonly datasets: readonly [key: string, StoredDataset][];
  readonly tables: readonly [key: string, StoredTable][];
}

/** The etag of a policy that has never been set. */
const UNSET_ETAG = "ACAB";

/** The projects, datasets and tables of a sandbox, each in the order of creation. */
export class WarehouseStore implements Store {
  readonly #clock: Clock;
  #projects = new Map<string, StoredProject>();
  #datasets = new Map<string, StoredDataset>();
  #tables = new Map<string, StoredTable>();
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** All projects. */
  get projects(): readonly StoredProject[] {
    return [...this.#projects.values()];
  }

  /** Returns the datasets of a project. @throws {ServiceError} 404 if the project does not exist. */
  datasetsOf(projectId: string): readonly StoredDataset[] {
    if (!this.#projects.has(projectId)) throw notFound(`Project ${projectId}`);
    return [...this.#datasets.values()].filter((dataset) => dataset.projectId === projectId);
  }

  /** Returns the tables of a dataset. */
  tablesOf({ projectId, datasetId }: StoredDataset): readonly StoredTable[] {
    this.#deleteExpired();
    const isInside = (table: StoredTable) => table.projectId === projectId && table.datasetId === datasetId;
    return [...this.#tables.values()].filter(isInside);
  }

  /** Finds or creates a project. */
  ensureProject(projectId: string): StoredProject {
    const project = this.#projects.get(projectId) ?? { projectId, friendlyName: "", serviceEnabled: true };
    this.#projects.set(projectId, project);
    return project;
  }

  /** Finds or creates a dataset and its project. */
  ensureDataset(key: DatasetKey): StoredDataset {
    return this.findDataset(key) ?? this.insertDataset(key, {});
  }

  /** Finds a dataset. */
  findDataset({ projectId, datasetId }: DatasetKey): StoredDataset | undefined {
    return this.#datasets.get(keyOf({ projectId, datasetId }));
  }

  /** Adds a dataset with a new id. Finds or creates its project. */
  insertDataset({ projectId, datasetId }: DatasetKey, body: JsonObject): StoredDataset {
    const dataset = { projectId, datasetId, creationTime: this.#time(), lastModifiedTime: "", etag: "", body: {} };
    // The service returns multi-regions in upper case.
    const location = String(body.location ?? "US").replace(/^(us|eu)$/i, (name) => name.toUpperCase());
    this.replaceDataset(dataset, { ...body, location });
    this.ensureProject(projectId);
    this.#datasets.set(keyOf(dataset), dataset);
    return dataset;
  }

  /** Replaces the settings of a dataset, which changes its etag. */
  replaceDataset(dataset: StoredDataset, body: JsonObject): void {
    dataset.body = withoutAbsent(body);
    dataset.lastModifiedTime = this.#time();
    dataset.etag = etagOf([dataset.etag, dataset.lastModifiedTime, body]);
  }

  /** Deletes a dataset and its tables. */
  removeDataset(dataset: StoredDataset): void {
    for (const table of this.tablesOf(dataset)) this.remove(table);
    this.#datasets.delete(keyOf(dataset));
  }

  /** @throws {ServiceError} 404 if the dataset or its project does not exist. */
  dataset(key: DatasetKey): StoredDataset {
    const dataset = this.findDataset(key);
    if (dataset === undefined) throw notFound(`Dataset ${key.projectId}:${key.datasetId}`);
    return dataset;
  }

  /** @throws {ServiceError} 404 if the table, its dataset or its project does not exist. */
  table(key: TableKey): StoredTable {
    this.dataset(key);
    const table = this.find(key);
    if (table === undefined) throw notFound(`Table ${tableIdOf(key)}`);
    return table;
  }

  /** Finds a table; undefined if it, its dataset or its project does not exist. */
  find(key: TableKey): StoredTable | undefined {
    this.#deleteExpired();
    return this.#tables.get(keyOf(key));
  }

  /**
   * Adds a table with a new id; the default expirations of its dataset are applied.
   *
   * @param reported - Output-only fields that differ from the defaults.
   * @throws {ServiceError} 404 if its dataset or its project does not exist.
   */
  insert({ projectId, datasetId, tableId }: TableKey, input: JsonObject, reported: JsonObject = {}): StoredTable {
    const dataset = this.dataset({ projectId, datasetId });
    const now = this.#time();
    const { creationTime = now, lastModifiedTime, ...others } = reported;
    this.#sequence += 1;
    const table: StoredTable = {
      projectId,
      datasetId,
      tableId,
      sequence: this.#sequence,
      creationTime: String(creationTime),
      lastModifiedTime: "",
      etag: "",
      body: {},
      reported: others,
      policy: { etag: UNSET_ETAG },
    };
    this.#tables.set(keyOf(table), table);
    this.replace(table, withDefaultExpiration(input, dataset, now));
    if (lastModifiedTime !== undefined) table.lastModifiedTime = String(lastModifiedTime);
    return table;
  }

  /** Replaces the body of a table, which changes its etag. */
  replace(table: StoredTable, body: JsonObject): void {
    table.body = withoutAbsent(body);
    table.lastModifiedTime = this.#time();
    table.etag = etagOf([table.etag, table.sequence, body]);
  }

  /** Deletes a table. */
  remove(table: StoredTable): void {
    this.#tables.delete(keyOf(table));
  }

  /** Returns the content as a copy in plain JSON. */
  snapshot(): WarehouseState {
    const [projects, datasets, tables] = [[...this.#projects], [...this.#datasets], [...this.#tables]];
    return structuredClone({ sequence: this.#sequence, projects, datasets, tables });
  }

  /** Restores a snapshot, and takes ownership of it. */
  restore({ sequence, projects, datasets, tables }: WarehouseState): void {
    this.#sequence = sequence;
    this.#projects = new Map(projects);
    this.#datasets = new Map(datasets);
    this.#tables = new Map(tables);
  }

  /** Removes everything. */
  reset(): void {
    this.restore({ sequence: 0, projects: [], datasets: [], tables: [] });
  }

  /** The current time, as a resource contains it. */
  #time(): string {
    return String(Math.trunc(this.#clock.now()));
  }

  #deleteExpired(): void {
    const now = this.#clock.now();
    for (const [key, { body }] of this.#tables) {
      if (body.expirationTime !== undefined && Number(body.expirationTime) <= now) this.#tables.delete(key);
    }
  }
}

/** Ids contain no slash. */
function keyOf({ projectId, datasetId, tableId }: DatasetKey & Partial<TableKey>): string {
  return `${projectId}/${datasetId}/${tableId}`;
}

/** Returns the id that the service gives a table: `p:d.t`. */
export function tableIdOf({ projectId, datasetId, tableId }: TableKey): string {
  return `${projectId}:${datasetId}.${tableId}`;
}

/** Objects of a table whose null properties count as absent, like those of the table itself. Other nulls are kept. */
const PARTS = ["labels", "resourceTags", "timePartitioning"];

/** Returns a table or dataset without what counts as absent: null properties, no labels and an empty schema. */
function withoutAbsent(body: JsonObject): JsonObject {
  const fields: Record<string, unknown> = withoutNullProperties(body);
  for (const name of PARTS) if (fields[name] !== undefined) fields[name] = withoutNullProperties(Object(fields[name]));
  for (const name of ["labels", "schema"]) if (isSame(fields[name], {})) delete fields[name];
  return fields;
}

function withoutNullProperties(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}

/**
 * Applies the default expirations of a dataset to a new table; for a table with partitions, only the default of partitions
 * applies, if there is one. Null is no expiration, whatever the default.
 */
function withDefaultExpiration(input: JsonObject, { body }: StoredDataset, now: string): JsonObject {
  const { defaultTableExpirationMs, defaultPartitionExpirationMs: expirationMs } = body;
  const { timePartitioning } = input;
  if (isObject(timePartitioning) && expirationMs !== undefined) {
    return { ...input, timePartitioning: { expirationMs, ...timePartitioning } };
  }
  if (defaultTableExpirationMs === undefined) return input;
  return { expirationTime: String(Number(now) + Number(defaultTableExpirationMs)), ...input };
}
