import type { Clock } from "../../core/clock.js";
import { isObject } from "../../core/is-object.js";
import { etagOf, hashOf } from "../etag.js";
import { notFound } from "../refusal.js";
import type { JsonObject, StoredDataset, StoredProject, StoredTable, TableKey, WarehouseState } from "./state.js";
import { tableIdOf } from "./tables.js";

/** Where a dataset lies unless it says otherwise. */
const DEFAULT_LOCATION = "US";
/** How to create what no request creates: in a test, and where the command runs the sandbox. */
const ADD = "sandbox.warehouse.datasets.add({ projectId, datasetId }) or fourfold sandbox --seed FILE";

/** The projects, datasets and tables of a sandbox. */
export class WarehouseStore {
  readonly #clock: Clock;
  readonly #byId = new Map<string, StoredProject>();
  readonly #explains: boolean;
  #projects: StoredProject[] = [];
  #sequence = 0;

  /** @param options - `explains`: whether errors say how a test adds what is missing. */
  constructor(clock: Clock, { explains }: { readonly explains: boolean }) {
    this.#clock = clock;
    this.#explains = explains;
  }

  /** Every project, in the order in which they came. */
  get projects(): readonly StoredProject[] {
    return this.#projects;
  }

  /** Finds a project, or makes it. */
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
    this.#projects.push(project);
    return project;
  }

  /** Finds a dataset, or makes it and its project. */
  ensureDataset(projectId: string, datasetId: string): StoredDataset {
    const { datasets } = this.ensureProject(projectId);
    const known = datasets.get(datasetId);
    if (known !== undefined) return known;
    const dataset: StoredDataset = {
      projectId,
      datasetId,
      location: DEFAULT_LOCATION,
      tables: new Map(),
      listed: undefined,
      nextExpiry: Number.POSITIVE_INFINITY,
    };
    datasets.set(datasetId, dataset);
    return dataset;
  }

  /** @throws {Refusal} 404 when the dataset or its project is not there. */
  dataset(projectId: string, datasetId: string): StoredDataset {
    const project = this.#byId.get(projectId);
    const dataset = project?.datasets.get(datasetId);
    if (dataset === undefined) {
      if (!this.#explains) throw notFound(`Dataset ${projectId}:${datasetId}`);
      if (project === undefined) throw notFound(`Project ${projectId}`, `add it and its dataset with ${ADD}`);
      throw notFound(`Dataset ${projectId}:${datasetId}`, `add it with ${ADD}`);
    }
    this.#deleteExpired(dataset);
    return dataset;
  }

  /** @throws {Refusal} 404 when the table, its dataset or its project is not there. */
  table({ projectId, datasetId, tableId }: TableKey): StoredTable {
    const table = this.dataset(projectId, datasetId).tables.get(tableId);
    if (table === undefined) throw notFound(`Table ${tableIdOf({ projectId, datasetId, tableId })}`);
    return table;
  }

  /** The tables of a dataset, in the order in which they came. */
  list(dataset: StoredDataset): readonly StoredTable[] {
    dataset.listed ??= [...dataset.tables.values()];
    return dataset.listed;
  }

  /**
   * Puts a table into a dataset that has none of that id; the default expirations of the dataset are applied. `reported`
   * is what the service sets, where it is not its own default.
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
    dataset.listed = undefined;
    this.replace(table, withDefaultExpiration(input, dataset, now));
    if (lastModifiedTime !== undefined) table.lastModifiedTime = String(lastModifiedTime);
    return table;
  }

  /** Gives a table another body, and with it another etag. */
  replace(table: StoredTable, body: JsonObject): void {
    table.body = body;
    table.revision += 1;
    table.lastModifiedTime = String(Math.trunc(this.#clock.now()));
    table.etag = etagOf([table.projectId, table.datasetId, table.tableId, table.sequence, table.revision, body]);
    const dataset = this.ensureDataset(table.projectId, table.datasetId);
    dataset.nextExpiry = Math.min(dataset.nextExpiry, expiryOf(table));
  }

  /** Deletes a table. */
  remove(table: StoredTable): void {
    const dataset = this.ensureDataset(table.projectId, table.datasetId);
    dataset.tables.delete(table.tableId);
    dataset.listed = undefined;
  }

  /** A copy of the state, as JSON data. */
  snapshot(): WarehouseState {
    const projects = this.#projects.map(({ projectId, friendlyName, serviceEnabled, datasets }) => ({
      projectId,
      friendlyName,
      serviceEnabled,
      datasets: [...datasets.values()].map(({ projectId: _, listed, nextExpiry, tables, ...settings }) => ({
        ...settings,
        tables: [...tables.values()],
      })),
    }));
    return structuredClone({ sequence: this.#sequence, projects });
  }

  /** Replaces the state. */
  restore(state: WarehouseState): void {
    this.reset();
    const copy = structuredClone(state);
    for (const { projectId, friendlyName, serviceEnabled, datasets } of copy.projects) {
      Object.assign(this.ensureProject(projectId), { friendlyName, serviceEnabled });
      for (const { datasetId, tables, ...settings } of datasets) {
        const dataset = Object.assign(this.ensureDataset(projectId, datasetId), settings);
        for (const table of tables) dataset.tables.set(table.tableId, table);
        dataset.nextExpiry = Number.NEGATIVE_INFINITY; // found anew at the first look
      }
    }
    this.#sequence = copy.sequence;
  }

  /** Forgets everything. */
  reset(): void {
    this.#byId.clear();
    this.#projects = [];
    this.#sequence = 0;
  }

  #deleteExpired(dataset: StoredDataset): void {
    const now = this.#clock.now();
    if (now < dataset.nextExpiry) return;
    dataset.nextExpiry = Number.POSITIVE_INFINITY;
    dataset.listed = undefined;
    for (const table of dataset.tables.values()) {
      const expiry = expiryOf(table);
      if (expiry <= now) dataset.tables.delete(table.tableId);
      else dataset.nextExpiry = Math.min(dataset.nextExpiry, expiry);
    }
  }
}

/** Applies the default expiration of a dataset to a new table; that of partitions counts alone, where a table has any. */
function withDefaultExpiration(input: JsonObject, dataset: StoredDataset, now: number): JsonObject {
  const { defaultTableExpirationMs: tableMs, defaultPartitionExpirationMs: partitionMs } = dataset;
  const { timePartitioning, expirationTime } = input;
  if (isObject(timePartitioning) && partitionMs !== undefined) {
    const expirationMs = timePartitioning.expirationMs ?? partitionMs;
    return { ...input, timePartitioning: { ...timePartitioning, expirationMs } };
  }
  if (tableMs === undefined || expirationTime !== undefined) return input;
  return { ...input, expirationTime: String(BigInt(now) + BigInt(tableMs)) };
}

/** When a table is deleted, in milliseconds since the epoch. */
function expiryOf({ body }: StoredTable): number {
  return body.expirationTime === undefined ? Number.POSITIVE_INFINITY : Number(body.expirationTime);
}

/** Twelve digits that belong to a project id for good. */
function numericIdOf(projectId: string): string {
  const number = hashOf(projectId)
    .subarray(0, 6)
    .reduce((sum, byte) => sum * 256 + byte, 0);
  return String(100_000_000_000 + (number % 900_000_000_000));
}
