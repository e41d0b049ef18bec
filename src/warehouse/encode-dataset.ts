import { kindOf } from "../core/describe.js";
import { issuesBeside, plainIssue } from "../core/issue-path.js";
import { isObject } from "../core/objects.js";
import { pathIssues } from "../core/path.js";
import { encodeBody } from "../core/schema/codec.js";
import { nullIssues, shapeIssues, wrongShape } from "../core/schema/shape-issues.js";
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
    return { body: {}, errors: [wrongShape("", `must be a dataset, got ${kindOf(input)}`)] };
  }
  const { body, issues, nulls } = encodeBody(Dataset, input, checksRequests);
  if (!checksRequests) return { body, errors: issues };
  const errors = [...issues, ...issuesBeside(nullIssues(nulls), issues)];
  errors.push(...issuesBeside(shapeIssues(Dataset, body).map(plainIssue), errors));
  const { projectId, datasetId } = datasetIds(input);
  errors.push(...issuesBeside(pathIssues({ projectId, datasetId }, "datasetReference"), errors));
  return { body, errors };
}

/** Returns the ids in a dataset, which are checked together with the dataset. */
export function datasetIds(dataset: unknown): DatasetReference {
  const { datasetReference } = Object(dataset) as { readonly datasetReference?: unknown };
  const { projectId, datasetId } = Object(datasetReference) as DatasetReference; // checked with the dataset
  return { projectId, datasetId };
}
