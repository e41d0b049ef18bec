import type { Clock } from "../../call/clock.js";
import { assertNoIssues, type Issue, throwIssue } from "../../errors/request-error.js";
import type { DeepReadonly } from "../../schema/fields.js";
import { fieldOf, markOf } from "../../schema/schema.js";
import { SHAPE_RULE, wrongShape } from "../../schema/shape-issues.js";
import { kindOf, shown } from "../../values/describe.js";
import { issuesBeside } from "../../values/issue-path.js";
import { booleanOption, isString, must, type OptionChecks, strictOptions } from "../../values/options.js";
import type { DatasetInput, InputValue, OutputOnly, TableInput } from "../../warehouse/input.js";
import { checkTableInput } from "../../warehouse/rules/check-table.js";
import type { ServiceSettings } from "../../warehouse/rules/service-settings.js";
import { Dataset } from "../../warehouse/schemas/dataset.js";
import { Table } from "../../warehouse/schemas/table.js";
import type { JsonObject } from "../fake-service.js";
import { typoIssues } from "../seed-issues.js";
import { readDatasetSettings } from "./accept-dataset.js";
import { idIssues, tableIdIssues } from "./accept-table.js";
import { tableTypeOf } from "./responses.js";
import type { StoredTable, TableKey, WarehouseStore } from "./store.js";
import { storedForm, withDerivedColumns } from "./stored-form.js";

/** A project, as `sandbox.warehouse.projects.add` accepts it. */
export interface ProjectSeed {
  /** Id of the project: not empty, no slash. */
  readonly projectId: string;
  /** Human-readable name. Default: the empty string. */
  readonly friendlyName?: string | undefined;
  /**
   * Whether the BigQuery API is enabled for the project. Other projects count for the page size but are removed from the page,
   * so pages can be short or empty. Default: `true`.
   */
  readonly serviceEnabled?: boolean | undefined;
}

/** A dataset, as `sandbox.warehouse.datasets.add` accepts it: its ids, and the input of `datasets.insert`. */
export interface DatasetSeed extends Omit<DatasetInput, "datasetReference" | "$schema"> {
  /** Id of the project, which is created if it does not exist. */
  readonly projectId: string;
  /** Id of the dataset: not empty, no slash. */
  readonly datasetId: string;
}

type ReportedTable = Pick<Table, Exclude<OutputOnly<Table>, "etag" | "id" | "location" | "selfLink">>;
type Reported = { readonly [K in keyof ReportedTable]?: InputValue<ReportedTable[K]> | undefined };

/**
 * A table, as `sandbox.warehouse.tables.add` accepts it: the input of `insert`, and output-only fields such as `numRows`,
 * `streamingBuffer` or `snapshotDefinition`.
 *
 * Set `type` for a `SNAPSHOT` only; for all others it is derived from the table.
 */
export interface TableSeed extends TableInput, Reported {}

/** Adds data to the sandbox's BigQuery without a request, as the initial state of a test. */
export interface WarehouseSeeds {
  /** The projects. */
  readonly projects: {
    /**
     * Adds a project, or updates an existing one. Omitted properties are not changed.
     *
     * @param project - The project.
     * @throws {RequestError} If it is invalid, with all issues.
     */
    add(project: ProjectSeed): void;
  };
  /** The datasets. */
  readonly datasets: {
    /**
     * Adds a dataset and its project, or updates an existing one. Omitted properties are not changed.
     *
     * @param dataset - The dataset.
     * @throws {RequestError} If it is invalid, with all issues.
     */
    add(dataset: DeepReadonly<DatasetSeed>): void;
  };
  /** The tables. */
  readonly tables: {
    /**
     * Adds a table, with its project and dataset, and returns it as `get` would. The fields `etag`, `id`, `location`
     * and `selfLink` are allowed, so that you can spread a table, but the sandbox sets them itself.
     *
     * @param table - The table, as input of `tables.insert`.
     * @returns The table, as the service stored it.
     * @throws {RequestError} If it is invalid or already exists, with all issues.
     */
    add(table: DeepReadonly<TableSeed>): Table;
  };
}

/** Creates the seed functions of a store. */
export function createWarehouseSeeds(context: {
  store: WarehouseStore;
  clock: Clock;
  /** Settings for the service's table checks. */
  settings: ServiceSettings;
  show(table: StoredTable): JsonObject;
}): WarehouseSeeds {
  const { store, clock, settings, show } = context;
  return {
    projects: {
      add(seed) {
        strictOptions("sandbox.warehouse.projects.add", seed ?? null, PROJECT, SHAPE_RULE);
        const project = store.ensureProject(seed.projectId);
        project.friendlyName = seed.friendlyName ?? project.friendlyName;
        project.serviceEnabled = seed.serviceEnabled ?? project.serviceEnabled;
      },
    },
    datasets: {
      add(seed) {
        const { projectId, datasetId, ...settings } = Object(seed) as DatasetSeed;
        const { body, issues } = readDatasetSettings(settings);
        const typos = typoIssues(seed, Dataset, ["projectId", "datasetId"]);
        const ids = issuesBeside(idIssues({ projectId, datasetId }), typos);
        assertNoIssues("sandbox.warehouse.datasets.add", [...typos, ...ids, ...issues]);
        const dataset = store.ensureDataset({ projectId, datasetId });
        if (Object.keys(body).length > 0) store.replaceDataset(dataset, { ...dataset.body, ...body });
      },
    },
    tables: {
      add(seed) {
        const { body, errors } = checkTableInput(seed, { complete: true, now: clock.now(), ...settings });
        const reported = reportedFields(seed);
        const ids = issuesBeside(tableIdIssues(body), errors);
        const others = kindIssues(seed, tableTypeOf({ body, reported }));
        assertNoIssues("sandbox.warehouse.tables.add", [...errors, ...ids, ...others]);
        const key = body.tableReference as TableKey; // validated just before
        if (store.find(key) !== undefined) {
          const message = `${key.projectId}.${key.datasetId}.${key.tableId} already exists; reset the sandbox or use another id`;
          throwIssue("sandbox.warehouse.tables.add", { path: "tableReference.tableId", message, rule: "duplicate" });
        }
        store.ensureDataset(key);
        const table = store.insert(key, storedForm(withDerivedColumns(Object(seed), body), body), reported);
        return jsonCopy(show(table)) as unknown as Table; // validated, and in the form of the schema
      },
    },
  };
}

const PROJECT: OptionChecks<keyof ProjectSeed> = {
  projectId: (projectId) => idIssues({ projectId }),
  friendlyName: must(isString, "a string", kindOf),
  serviceEnabled: booleanOption,
};

/** Fields that the sandbox sets itself and ignores in seeds. */
const BOUND: readonly string[] = ["kind", "etag", "id", "location", "selfLink"];

/** The output-only fields of a valid seed, in wire form. */
function reportedFields(seed: DeepReadonly<TableSeed>): JsonObject {
  const isReported = (name: string) => !BOUND.includes(name) && markOf(fieldOf(Table, name)).outputOnly === true;
  const given = Object.entries(Object(seed)).filter(([name, value]) => value != null && isReported(name));
  return Table.partial().parse(jsonCopy(Object.fromEntries(given)));
}

/** Lists the issues of a seed that has rows, or a type that does not fit its other properties. */
function kindIssues(seed: unknown, actual: string): Issue[] {
  const { rows, type = actual } = Object(seed) as Readonly<Record<string, unknown>>;
  const issues = rows === undefined ? [] : [wrongShape("rows", "the sandbox stores no rows; see encodeRows")];
  const message = `must be ${shown(actual)} for a table with these properties, got ${shown(type)}`;
  return type === actual ? issues : [...issues, wrongShape("type", message)];
}

/** A copy via JSON, with bigints as decimal digits. */
function jsonCopy(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value, (_, member) => (typeof member === "bigint" ? String(member) : member)));
}
