import type { Issue } from "../../errors/request-error.js";
import { encodeBody } from "../../schema/codec.js";
import { withoutNulls } from "../../values/merge-patch.js";
import { isObject, valueAt } from "../../values/objects.js";
import { checkDataset } from "../../warehouse/rules/check-resource.js";
import { locationIssues } from "../../warehouse/rules/datasets-and-policies.js";
import { Dataset } from "../../warehouse/schemas/dataset.js";
import type { JsonObject } from "../fake-service.js";
import { assertObject, badMember, badParameter, brokenRules, readFlag, ServiceError } from "../service-error.js";
import type { StoredDataset } from "./store.js";

/** Reads the settings of a dataset in wire form: all fields except its reference and those that the service sets. */
export function readDatasetSettings(input: JsonObject): { body: JsonObject; issues: readonly Issue[] } {
  const { datasetReference: _, ...given } = input;
  const encoded = encodeBody(Dataset, given);
  const issues = checkDataset(encoded).errors.filter(({ path }) => path !== "datasetReference");
  return { body: withoutNulls(encoded.body) as JsonObject, issues }; // encoded from an object
}

const MIN_EXPIRATION_MS = 3_600_000;

/**
 * Reads the settings of a new or changed dataset.
 *
 * @param live - The dataset that is changed; empty for a new one.
 * @throws {ServiceError} If they are invalid.
 */
export function acceptDataset(input: unknown, live: Pick<Dataset, "id" | "location"> = {}): JsonObject {
  assertObject(input);
  const { body, issues } = readDatasetSettings(input);
  if (issues.length > 0) throw brokenRules(issues);
  const { defaultTableExpirationMs: lifetime, location } = body;
  const moved = locationIssues(location as string | undefined, live); // validated just before
  if (moved.length > 0) throw brokenRules(moved);
  if (Number(lifetime) < MIN_EXPIRATION_MS) {
    throw badMember("defaultTableExpirationMs", `must be at least ${MIN_EXPIRATION_MS}, got ${lifetime}`);
  }
  return body;
}

/** Reads the id of a new dataset. @throws {ServiceError} If it is missing or invalid. */
export function newDatasetId(input: unknown): string {
  const datasetId = valueAt(input, ["datasetReference", "datasetId"]);
  if (typeof datasetId !== "string") throw badMember("datasetReference.datasetId", "is required");
  if (/^\w{1,1024}$/.test(datasetId)) return datasetId;
  const rule = "Dataset IDs must be alphanumeric (plus underscores) and must be at most 1024 characters long.";
  throw new ServiceError({ status: 400, message: `Invalid dataset ID ${JSON.stringify(datasetId)}. ${rule}` });
}

/** Reads the parameters of `list`: which datasets it returns. @throws {ServiceError} If a parameter is invalid. */
export function readDatasetFilter(query: URLSearchParams): (dataset: StoredDataset) => boolean {
  const all = readFlag(query, "all");
  const terms = (query.get("filter") ?? "").split(/\s+/).filter((term) => term !== "");
  const wanted = terms.map((term) => {
    const [, key, value] = /^labels\.([^:]+)(?::(.*))?$/.exec(term) ?? [];
    if (key !== undefined) return { key, value };
    throw badParameter("filter", `must consist of labels.key or labels.key:value, got ${JSON.stringify(term)}`);
  });
  return ({ datasetId, body }) => {
    const labels = isObject(body.labels) ? body.labels : {};
    const hasLabel = ({ key, value }: (typeof wanted)[number]) =>
      Object.hasOwn(labels, key) && (value === undefined || labels[key] === value);
    return (all || !datasetId.startsWith("_")) && wanted.every(hasLabel);
  };
}
