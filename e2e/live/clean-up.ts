import { type Client, isFourfoldError } from "fourfold";
import { deleteDataset, listDatasets } from "./methods.js";
import { maskedText } from "./observe.js";
import { messageOf } from "./run-checks.js";
import { datasetsOf, isLeftover, type Names } from "./side.js";

/** The result of cleaning up. */
export interface CleanUp {
  /** Number of deleted datasets. */
  readonly deleted: number;
  /** Messages about datasets that could not be deleted, and about a list that failed. */
  readonly problems: readonly string[];
  /** Ids of datasets that an older run did not delete. They are not deleted here. */
  readonly leftovers: readonly string[];
}

/** Deletes the datasets of a run with their tables, and finds datasets of older runs. */
export async function cleanUp({ warehouse }: Client, names: Names, now: Date): Promise<CleanUp> {
  const { projectId } = names;
  const problems: string[] = [];
  const textOf = (error: unknown) => maskedText(messageOf(error), names);
  let deleted = 0;
  for (const datasetId of datasetsOf(names)) {
    try {
      await warehouse.call(deleteDataset, { projectId, datasetId, query: { deleteContents: true } });
      deleted += 1;
    } catch (error) {
      if (!isFourfoldError(error, "not_found")) problems.push(`${datasetId} was not deleted: ${textOf(error)}`);
    }
  }
  const leftovers: string[] = [];
  try {
    for await (const { datasetReference } of warehouse.list(listDatasets, { projectId }, { maxResults: 1_000 })) {
      if (isLeftover(datasetReference.datasetId, now)) leftovers.push(datasetReference.datasetId);
    }
  } catch (error) {
    problems.push(`older datasets could not be listed: ${textOf(error)}`);
  }
  return { deleted, problems, leftovers };
}
