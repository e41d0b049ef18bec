import * as z from "zod";
import { call, type ListOptions, list } from "../call/call.js";
import { type BuiltInTypes, type CallContext, type Method, methodOf, type RawInput } from "../call/method.js";
import { assertCallOptions, type CallOptions, wholeResourceQuery } from "../call/options.js";
import type { Pager } from "../call/pages.js";
import { buildPath, idsOf, pathIssues } from "../call/template.js";
import { hasCode } from "../errors/fourfold-error.js";
import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { encodeBody } from "../schema/codec.js";
import type { DeepReadonly } from "../schema/fields.js";
import { misplacedOptions, wrongShape } from "../schema/shape-issues.js";
import { kindOf } from "../values/describe.js";
import { joinIssues } from "../values/issue-path.js";
import { isObject } from "../values/objects.js";
import { booleanOption, isString, must } from "../values/options.js";
import type { DatasetInput } from "./input.js";
import { DATASET, DATASETS, METADATA_WRITE, READ, WRITE } from "./method-facts.js";
import { checkDataset } from "./rules/check-resource.js";
import { locationIssues } from "./rules/datasets-and-policies.js";
import { Dataset, DatasetList, type DatasetListEntry, type DatasetReference } from "./schemas/dataset.js";
import type { ProjectReference } from "./schemas/lists.js";
import { inAttempts, leavesOpen, type Outcome, startSequence, unlessMissing } from "./sequence.js";

/** Options of `datasets.list`. */
export interface ListDatasetsOptions extends ListOptions {
  /** Whether hidden datasets, whose ids begin with `_`, are listed, too. Default: `false`. */
  all?: boolean | undefined;
  /**
   * Labels that a dataset must have: `labels.team:data`, or `labels.team` for any value. Separate several by spaces. Default:
   * all datasets.
   */
  filter?: string | undefined;
}

/**
 * Client methods for BigQuery datasets.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets | datasets} in the BigQuery reference
 */
export interface Datasets {
  /**
   * Lists the BigQuery datasets of a project that the caller may read, one page per request. Entries contain the most
   * important fields; `get` returns all fields.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param project - Id of the project.
   * @param options - `filter` selects by label; `maxResults` is the page size, not a limit on the number of datasets.
   * @returns An async iterable of entries; `.pages()` iterates over whole pages.
   * @throws {RequestError} At the first request, if an id or an option is invalid.
   * @throws {ApiError} While iterating, if the service responds with an error: `not_found` if the project does not
   * exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/list | datasets.list} in the BigQuery reference
   *
   * @example
   * for await (const { datasetReference } of client.warehouse.datasets.list({ projectId })) console.log(datasetReference);
   */
  list(project: ProjectReference, options?: ListDatasetsOptions): Pager<DatasetListEntry, DatasetList>;

  /**
   * Gets a BigQuery dataset.
   *
   * To read conditions of `access`, pass `query: { accessPolicyVersion: 3 }`.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery.readonly`, `https://www.googleapis.com/auth/bigquery`,
   * `https://www.googleapis.com/auth/cloud-platform.read-only`, `https://www.googleapis.com/auth/cloud-platform`.
   * Permissions: `bigquery.datasets.get`.
   *
   * @param reference - Project and id of the dataset.
   * @param options - Options of the call.
   * @returns The dataset.
   * @throws {RequestError} If an id or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the dataset does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/get | datasets.get} in the BigQuery reference
   *
   * @example
   * const { location, labels } = await client.warehouse.datasets.get({ projectId: "shop", datasetId: "sales" });
   */
  get(reference: DatasetReference, options?: CallOptions): Promise<Dataset>;

  /**
   * Creates an empty BigQuery dataset. The request is retried only after a failure that proves that nothing was created, such
   * as a rate limit. After another failure, get the dataset to find out whether it was created, or use `ensure`, which does.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   * Permissions: `bigquery.datasets.create`.
   *
   * @param dataset - The dataset. `datasetReference` determines the project. Output-only fields are not sent.
   * @param options - Options of the call.
   * @returns The dataset, as the service created it.
   * @throws {RequestError} If the dataset is invalid, with all issues; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `conflict` if the dataset exists.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/insert | datasets.insert} in the BigQuery reference
   *
   * @example
   * await client.warehouse.datasets.insert({ datasetReference: { projectId, datasetId }, location: "EU" });
   */
  insert(dataset: DeepReadonly<DatasetInput>, options?: CallOptions): Promise<Dataset>;

  /**
   * Creates a BigQuery dataset if it does not exist. An existing dataset is never changed, whatever its settings; one in another
   * location is rejected, because a location cannot change.
   *
   * Gets the dataset, and inserts it if it is missing. If another client creates the dataset in between, or if a response is
   * lost, the call gets the dataset again. Concurrent calls are safe.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/bigquery`, `https://www.googleapis.com/auth/cloud-platform`.
   * Permissions: `bigquery.datasets.get`, `bigquery.datasets.create`.
   *
   * @param dataset - The dataset, as for `insert`.
   * @param options - Options of the call; `deadlineMs` limits all its requests together.
   * @returns The dataset, and whether this call created it.
   * @throws {RequestError} If the dataset or an option is invalid, with all issues; nothing is sent. Rule `dataset-location` if
   * the dataset exists in another location.
   * @throws {ApiError} If the service responds with an error: `not_found` if the project does not exist.
   * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/insert | datasets.insert} in the BigQuery reference
   *
   * @example
   * const { change } = await client.warehouse.datasets.ensure({ datasetReference: { projectId, datasetId } });
   */
  ensure(dataset: DeepReadonly<DatasetInput>, options?: CallOptions): Promise<EnsuredDataset>;
}

const listQuery = z.object({ all: z.boolean().optional(), filter: z.string().optional() });
const asDataset = { resource: "Dataset" } as const;

/** The methods of datasets, as data. */
export const datasetMethods = {
  /** Lists the datasets of a project. */
  list: methodOf<
    BuiltInTypes<ProjectReference, DatasetList, undefined, z.input<typeof listQuery> | undefined, DatasetListEntry>
  >(
    {
      name: "datasets.list",
      http: `GET ${DATASETS}`,
      query: listQuery,
      response: DatasetList,
      items: "datasets",
      scopes: READ,
    },
    { resource: "DatasetList" },
  ),
  /** Gets a dataset. */
  get: methodOf<BuiltInTypes<DatasetReference, Dataset>>(
    { name: "datasets.get", http: `GET ${DATASET}`, response: Dataset, scopes: READ },
    { ...asDataset, permissions: ["{servicePath}.datasets.get"] },
  ),
  /** Creates a dataset. */
  insert: methodOf<BuiltInTypes<ProjectReference, Dataset, DeepReadonly<DatasetInput>>>(
    { name: "datasets.insert", http: `POST ${DATASETS}`, body: Dataset, response: Dataset, scopes: WRITE },
    {
      ...asDataset,
      ...METADATA_WRITE,
      permissions: ["{servicePath}.datasets.create"],
      encode: (_: Method, { body }: RawInput, context: CallContext) => encodeDataset(body, context),
    },
  ),
} as const;

/** Creates the client of datasets. */
export function createDatasets(context: CallContext): Datasets {
  const { list: listMethod, get, insert } = datasetMethods;
  return {
    list: (project, options = {}) => {
      const input = () => {
        const { all, filter } = Object(options) as ListDatasetsOptions; // checked by the call
        const ids = idsOf(listMethod.name, project, ["projectId"], ["datasetId", "tableId"]);
        return { ...ids, query: { all, filter } };
      };
      return list(context, listMethod, input, options, {
        options: { all: booleanOption, filter: must(isString, "a string") },
      });
    },
    get: async (reference, options) =>
      call(context, get, idsOf(get.name, reference, ["projectId", "datasetId"], ["tableId"]), options),
    insert: async (dataset, options) => {
      const { projectId } = datasetIds(dataset);
      return call(context, insert, { projectId, body: dataset }, options, { idPath: "datasetReference" });
    },
    ensure: async (dataset, options = {}) => ensureDataset(context, encodeDataset(dataset, context), options),
  };
}

/** Result of `datasets.ensure`. */
export interface EnsuredDataset {
  /** The dataset, as the service returned it. */
  dataset: Dataset;
  /**
   * Effect of the call:
   *
   * - `created`: it created the dataset
   * - `unchanged`: the dataset already existed
   */
  change: "created" | "unchanged";
}

const OPERATION = "datasets.ensure";

/** Creates a dataset if it does not exist. */
async function ensureDataset(
  context: CallContext,
  { body, errors }: EncodedDataset,
  options: CallOptions,
): Promise<EnsuredDataset> {
  assertCallOptions(OPERATION, options, { query: wholeResourceQuery() });
  assertNoIssues(OPERATION, errors);
  const wanted = body as DatasetInput; // checked in the line above
  const ref = { ...wanted.datasetReference };
  const { requestOptions, limits, details } = startSequence(context, OPERATION, options);
  const request = { method: "GET", path: buildPath(DATASET, { ...ref }, context.servicePath) };
  // An insert whose response was lost may have created the dataset.
  let change: EnsuredDataset["change"] = "unchanged";
  /** Gets the dataset; undefined if there is none. */
  const read = async (): Promise<EnsuredDataset | undefined> => {
    const dataset = await unlessMissing(call(context, datasetMethods.get, ref, requestOptions, details));
    if (dataset !== undefined) assertNoIssues(OPERATION, locationIssues(wanted.location, dataset));
    return dataset && { dataset, change };
  };
  return inAttempts(limits, request, async (): Promise<Outcome<EnsuredDataset>> => {
    const existing = await read();
    if (existing !== undefined) return { done: existing };
    try {
      const input = { projectId: ref.projectId, body: wanted };
      const dataset = await call(context, datasetMethods.insert, input, requestOptions, details);
      return { done: { dataset, change: "created" } };
    } catch (error) {
      if (leavesOpen(error)) change = "created";
      else if (!hasCode(error, "conflict")) throw error;
      const now = await read();
      return now === undefined ? { failed: error } : { done: now };
    }
  });
}

/** A new dataset as a request body, with its issues. */
interface EncodedDataset {
  readonly body: unknown;
  readonly errors: readonly Issue[];
  readonly warnings: readonly Issue[];
}

/** Checks a new dataset and encodes it. */
function encodeDataset(input: unknown, { checksRequests, rules }: CallContext): EncodedDataset {
  if (!isObject(input)) {
    return { body: {}, warnings: [], errors: [wrongShape("", `must be a dataset, got ${kindOf(input)}`)] };
  }
  const encoded = encodeBody(Dataset, input, checksRequests);
  const { body, issues } = encoded;
  if (!checksRequests) return { body, warnings: [], errors: issues };
  const { errors, warnings } = checkDataset(encoded, { rules, allowsNull: false });
  const { projectId, datasetId } = datasetIds(input);
  const ids = pathIssues({ projectId, datasetId }, "datasetReference");
  return { body, errors: joinIssues(errors, misplacedOptions(input), ids), warnings };
}

/** Returns the ids in a dataset, which are checked together with the dataset. */
function datasetIds(dataset: unknown): DatasetReference {
  const { datasetReference } = Object(dataset) as { readonly datasetReference?: unknown };
  const { projectId, datasetId } = Object(datasetReference) as DatasetReference; // checked with the dataset
  return { projectId, datasetId };
}
