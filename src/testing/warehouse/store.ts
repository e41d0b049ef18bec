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

/** The content of a store, each list in the order of creation. */
interface WarehouseState {
  sequence: number;
  readonly projects: StoredProject[];
  datasets: StoredDataset[];
  tables: StoredTable[];
}

/** The etag of a policy that has never been set. */
const UNSET_ETAG = "ACAB";

/** The projects, datasets and tables of a sandbox. */
export class WarehouseStore implements Store {
  state: WarehouseState = { sequence: 0, projects: [], datasets: [], tables: [] };
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the datasets of a project. @throws {ServiceError} 404 if the project does not exist. */
  datasetsOf(projectId: string): readonly StoredDataset[] {
    const { projects, datasets } = this.state;
    if (!projects.some((project) => project.projectId === projectId)) throw notFound(`Project ${projectId}`);
    return datasets.filter((dataset) => dataset.projectId === projectId);
  }

  /** Returns the tables of a dataset. */
  tablesOf(dataset: DatasetKey): readonly StoredTable[] {
    this.#deleteExpired();
    return this.state.tables.filter((table) => isInside(table, dataset));
  }

  /** Finds or creates a project. */
  ensureProject(projectId: string): StoredProject {
    const { projects } = this.state;
    const existing = projects.find((project) => project.projectId === projectId);
    if (existing !== undefined) return existing;
    const project = { projectId, friendlyName: "", serviceEnabled: true };
    projects.push(project);
    return project;
  }

  /** Finds or creates a dataset and its project. */
  ensureDataset(key: DatasetKey): StoredDataset {
    return this.findDataset(key) ?? this.insertDataset(key, {});
  }

  /** Finds a dataset. */
  findDataset(key: DatasetKey): StoredDataset | undefined {
    return this.state.datasets.find((dataset) => isInside(key, dataset));
  }

  /** Adds a dataset with a new id. Finds or creates its project. */
  insertDataset({ projectId, datasetId }: DatasetKey, body: JsonObject): StoredDataset {
    const dataset = { projectId, datasetId, creationTime: this.#time(), lastModifiedTime: "", etag: "", body: {} };
    this.replaceDataset(dataset, body);
    this.ensureProject(projectId);
    this.state.datasets.push(dataset);
    return dataset;
  }

  /** Replaces the settings of a dataset, which changes its etag. Without a location, it stays where it is. */
  replaceDataset(dataset: StoredDataset, body: JsonObject): void {
    // The service returns multi-regions in upper case.
    const location = String(body.location ?? dataset.body.location ?? "US").replace(/^(us|eu)$/i, (name) =>
      name.toUpperCase(),
    );
    dataset.body = withoutAbsent({ ...body, location });
    dataset.lastModifiedTime = this.#time();
    dataset.etag = etagOf([dataset.etag, dataset.lastModifiedTime, body]);
  }

  /** Deletes a dataset and its tables. */
  removeDataset(dataset: StoredDataset): void {
    this.state.tables = this.state.tables.filter((table) => !isInside(table, dataset));
    this.state.datasets = this.state.datasets.filter((each) => each !== dataset);
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
    return this.state.tables.find((table) => table.tableId === key.tableId && isInside(table, key));
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
    this.state.sequence += 1;
    const table: StoredTable = {
      projectId,
      datasetId,
      tableId,
      sequence: this.state.sequence,
      creationTime: String(creationTime),
      lastModifiedTime: "",
      etag: "",
      body: {},
      reported: others,
      policy: { etag: UNSET_ETAG },
    };
    this.state.tables.push(table);
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
    this.state.tables = this.state.tables.filter((each) => each !== table);
  }

  /** The current time, as a resource contains it. */
  #time(): string {
    return String(Math.trunc(this.#clock.now()));
  }

  #deleteExpired(): void {
    const now = this.#clock.now();
    const isExpired = ({ body: { expirationTime } }: StoredTable) =>
      expirationTime !== undefined && Number(expirationTime) <= now;
    if (this.state.tables.some(isExpired)) this.state.tables = this.state.tables.filter((table) => !isExpired(table));
  }
}

/** Whether a dataset or table is, or is in, a dataset. */
function isInside({ projectId, datasetId }: DatasetKey, dataset: DatasetKey): boolean {
  return projectId === dataset.projectId && datasetId === dataset.datasetId;
}

/** Returns the id that the service gives a table: `p:d.t`. */
export function tableIdOf({ projectId, datasetId, tableId }: TableKey): string {
  return `${projectId}:${datasetId}.${tableId}`;
}

/** Objects of a table whose null properties count as absent, like those of the table itself. Other nulls are kept. */
const PARTS = ["labels", "resourceTags", "timePartitioning"];

/** Returns a table or dataset without values that mean absent: nulls, empty labels and tags, and an empty schema. */
function withoutAbsent(body: JsonObject): JsonObject {
  const fields: Record<string, unknown> = withoutNullProperties(body);
  for (const name of PARTS) if (fields[name] !== undefined) fields[name] = withoutNullProperties(Object(fields[name]));
  for (const name of ["labels", "resourceTags", "schema"]) if (isSame(fields[name], {})) delete fields[name];
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
