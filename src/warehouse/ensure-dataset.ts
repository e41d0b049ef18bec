import type { CallContext } from "../core/call-context.js";
import { assertCallOptions, wholeResourceQuery } from "../core/http/call-options.js";
import type { CallOptions } from "../core/http/transport.js";
import type { CallDetails } from "../core/prepare-request.js";
import { hasCode } from "../errors/fourfold-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { leavesOpen, type Outcome, sequenceOf, unlessMissing } from "./attempts.js";
import type { EncodedDataset } from "./encode-dataset.js";
import type { DatasetInput } from "./input.js";
import type { Dataset, DatasetReference } from "./schemas/dataset.js";
import { DATASET } from "./table-reference.js";

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

/** Functions that get and insert a dataset. */
export interface DatasetCalls {
  get(reference: DatasetReference, options?: CallOptions, details?: CallDetails): Promise<Dataset>;
  insert(dataset: DatasetInput, options?: CallOptions, details?: CallDetails): Promise<Dataset>;
}

const OPERATION = "datasets.ensure";

/** Creates a dataset if it does not exist. */
export async function ensureDataset(
  context: CallContext,
  calls: DatasetCalls,
  { body, errors }: EncodedDataset,
  options: CallOptions,
): Promise<EnsuredDataset> {
  assertCallOptions(OPERATION, options, { query: wholeResourceQuery() });
  assertNoIssues(OPERATION, errors);
  const wanted = body as DatasetInput; // checked in the line above
  const ref = { ...wanted.datasetReference };
  const sequence = sequenceOf(context, OPERATION, options, DATASET);
  const { options: requestOptions, details } = sequence;
  // An insert whose response was lost may have created the dataset.
  let change: EnsuredDataset["change"] = "unchanged";
  /** Gets the dataset; undefined if there is none. */
  const read = async (): Promise<EnsuredDataset | undefined> => {
    const dataset = await unlessMissing(calls.get(ref, requestOptions, details));
    return dataset && { dataset, change };
  };
  return sequence.inAttempts(ref, async (): Promise<Outcome<EnsuredDataset>> => {
    const existing = await read();
    if (existing !== undefined) return { done: existing };
    try {
      return { done: { dataset: await calls.insert(wanted, requestOptions, details), change: "created" } };
    } catch (error) {
      if (leavesOpen(error)) change = "created";
      else if (!hasCode(error, "conflict")) throw error;
      const now = await read();
      return now === undefined ? { failed: error } : { done: now };
    }
  });
}
