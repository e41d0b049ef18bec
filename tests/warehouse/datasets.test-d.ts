import {
  type Dataset,
  type DatasetInput,
  type DatasetList,
  type DatasetListEntry,
  type DatasetReference,
  type Datasets,
  type EnsuredDataset,
  type Int64,
  Dataset as schema,
} from "fourfold/warehouse";
import { expectTypeOf } from "vitest";

declare const dataset: Dataset;
declare const datasets: Datasets;
const datasetReference: DatasetReference = { projectId: "p", datasetId: "d" };

// --- What is read ----------------------------------------------------------------------------------------------------

expectTypeOf(schema.parse({})).toEqualTypeOf<Dataset>();
expectTypeOf(dataset.defaultTableExpirationMs).toEqualTypeOf<Int64 | undefined>();
expectTypeOf(dataset.access![0]!.dataset!.dataset).toEqualTypeOf<DatasetReference | undefined>();
expectTypeOf(dataset.linkedDatasetMetadata!.linkState).not.toBeAny();
expectTypeOf(datasets.list({ projectId: "p" }).firstPage()).resolves.toEqualTypeOf<DatasetList>();
expectTypeOf(datasets.list({ projectId: "p" }).toArray({ limit: 1 })).resolves.toEqualTypeOf<DatasetListEntry[]>();
expectTypeOf<EnsuredDataset["change"]>().toEqualTypeOf<"created" | "unchanged">();
// @ts-expect-error set by the service
dataset.etag = "e";
// @ts-expect-error set by the service
dataset.type = "DEFAULT";

// --- Requests --------------------------------------------------------------------------------------------------------

const copy: DatasetInput = { ...dataset, datasetReference };
void copy;
void datasets.insert({ datasetReference, location: "EU", defaultTableExpirationMs: 3_600_000n, labels: { a: "b" } });
void datasets.insert({ datasetReference, access: [{ role: "READER", specialGroup: "projectReaders" }] as const });
// @ts-expect-error a dataset has a reference
void datasets.ensure({ location: "EU" });
// @ts-expect-error set by the service
void datasets.insert({ datasetReference, creationTime: "0" });
// @ts-expect-error only a patch clears
void datasets.ensure({ datasetReference, description: null });
// @ts-expect-error a project, not its id
datasets.list("p");
// @ts-expect-error not an option of the list
datasets.list({ projectId: "p" }, { labels: "a" });
