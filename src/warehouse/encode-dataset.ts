import { kindOf } from "../core/describe.js";
import { issuesBeside, plainIssue } from "../core/issue-path.js";
import { isObject } from "../core/objects.js";
import { pathIssues } from "../core/path.js";
import { encodeBody } from "../core/schema/codec.js";
import { SHAPE_RULE, shapeIssues } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { Dataset, type DatasetReference } from "./schemas/dataset.js";

/** A new dataset as a request body, with its issues. */
export interface EncodedDataset {
  readonly body: unknown;
  readonly errors: readonly Issue[];
}

/** Checks a new dataset and encodes it. */
export function encodeDataset(input: unknown, checksRequests: boolean): EncodedDataset {
  if (!isObject(input)) {
    return { body: {}, errors: [{ path: "", message: `must be a dataset, got ${kindOf(input)}`, rule: SHAPE_RULE }] };
  }
  const { body, issues, nulls } = encodeBody(Dataset, input, checksRequests);
  if (!checksRequests) return { body, errors: issues };
  const cleared = nulls.map((path) => ({ path, message: "must not be null; omit it", rule: SHAPE_RULE }));
  const errors = [...issues, ...issuesBeside(cleared, issues)];
  errors.push(...issuesBeside(shapeIssues(Dataset, body).map(plainIssue), errors));
  const { projectId, datasetId } = datasetIds(input);
  errors.push(...issuesBeside(pathIssues({ projectId, datasetId }, "datasetReference"), errors));
  return { body, errors };
}

/** Returns the ids in a dataset, which are checked with it. */
export function datasetIds(dataset: unknown): DatasetReference {
  const { datasetReference } = Object(dataset) as { readonly datasetReference?: unknown };
  const { projectId, datasetId } = Object(datasetReference) as DatasetReference; // checked with the dataset
  return { projectId, datasetId };
}
