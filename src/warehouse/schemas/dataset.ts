import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { boolean, int64Schema, openEnum, openObject, opt, outputOnly, string, stringMap } from "../../schema/schema.js";
import {
  type CatalogSource,
  COLLATIONS,
  type DatasetAccessTargetType,
  type DatasetRole,
  type DatasetType,
  type LinkState,
  ROUNDING_MODES,
  type SpecialGroup,
  type StorageBillingModel,
} from "./enums.js";
import { Expr } from "./policy.js";
import { EncryptionConfiguration, RestrictionConfig, TableReference } from "./table-parts.js";

/**
 * Reference to a BigQuery dataset: its project and its id.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#DatasetReference | DatasetReference} in the BigQuery reference
 */
export interface DatasetReference extends Fields<typeof datasetReferenceShape> {}

const datasetReferenceShape = {
  /** Id of the project. */
  projectId: string,
  /** Id of the dataset, without the project id: at most 1 024 letters, digits and underscores. */
  datasetId: string,
};

/** Schema of `DatasetReference`, with `parse` and `safeParse`. */
export const DatasetReference = openObject<DatasetReference>(datasetReferenceShape);

/**
 * Reference to a routine: its project, its dataset and its id.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/routines#RoutineReference | RoutineReference} in the BigQuery reference
 */
export interface RoutineReference extends Fields<typeof routineReferenceShape> {}

const routineReferenceShape = {
  /** Id of the project that contains the dataset. */
  projectId: string,
  /** Id of the dataset that contains the routine. */
  datasetId: string,
  /** Id of the routine within its dataset: at most 256 letters, digits and underscores. */
  routineId: string,
};

/** Schema of `RoutineReference`, with `parse` and `safeParse`. */
export const RoutineReference = openObject<RoutineReference>(routineReferenceShape);

/**
 * Grants the views or routines of another dataset read access to a dataset, including those that are created later.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/DatasetAccessEntry | DatasetAccessEntry} in the BigQuery reference
 */
export interface DatasetAccessEntry extends Fields<typeof datasetAccessEntryShape> {}

const datasetAccessEntryShape = {
  /** The other dataset. */
  dataset: opt(DatasetReference),
  /** Kinds of resources that get access. */
  targetTypes: opt(z.array(openEnum<DatasetAccessTargetType>())),
};

/** Schema of `DatasetAccessEntry`, with `parse` and `safeParse`. */
export const DatasetAccessEntry = openObject<DatasetAccessEntry>(datasetAccessEntryShape);

/**
 * Grants access to a dataset. Besides `role` and `condition`, exactly one field is set: it names who, or what, gets access.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset | Dataset} in the BigQuery reference
 */
export interface DatasetAccess extends Fields<typeof datasetAccessShape> {}

const datasetAccessShape = {
  /**
   * IAM role of the user, group or domain. Responses contain the short name of a basic role: `READER` for
   * `roles/bigquery.dataViewer`, `WRITER` for `roles/bigquery.dataEditor`, `OWNER` for `roles/bigquery.dataOwner`. Not
   * required for `view`, `routine` and `dataset`.
   */
  role: opt(openEnum<DatasetRole>()),
  /** Email address of a user or service account. */
  userByEmail: opt(string),
  /** Email address of a Google group. */
  groupByEmail: opt(string),
  /** Domain, such as `example.com`: every user who is signed in with it has access. */
  domain: opt(string),
  /** Predefined group of users. */
  specialGroup: opt(openEnum<SpecialGroup>()),
  /** Any other member of an IAM policy. */
  iamMember: opt(string),
  /** View in another dataset, whose queries can read this dataset. Grant it again after each change to the view. */
  view: opt(TableReference),
  /**
   * Routine in another dataset, whose queries can read this dataset. Only user-defined functions. Grant it again after each
   * change to the routine.
   */
  routine: opt(RoutineReference),
  /** Another dataset, whose views or routines can read this dataset. Grant it again if that dataset is created again. */
  dataset: opt(DatasetAccessEntry),
  /**
   * Condition of the access. Requests with conditions require the query parameter `accessPolicyVersion` 3. Default: the
   * access is unconditional.
   */
  condition: opt(Expr),
};

/** Schema of `DatasetAccess`, with `parse` and `safeParse`. */
export const DatasetAccess = openObject<DatasetAccess>(datasetAccessShape);

/**
 * Properties of a dataset in an open-source catalog.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#ExternalCatalogDatasetOptions | ExternalCatalogDatasetOptions} in the BigQuery reference
 */
export interface ExternalCatalogDatasetOptions extends Fields<typeof externalCatalogDatasetOptionsShape> {}

const externalCatalogDatasetOptionsShape = {
  /** Properties of the schema in the catalog. At most 2 MiB. */
  parameters: opt(stringMap),
  /** Storage location of all tables, as `locationUri` of a Hive metastore. At most 1 024 characters. */
  defaultStorageLocationUri: opt(string),
};

/** Schema of `ExternalCatalogDatasetOptions`, with `parse` and `safeParse`. */
export const ExternalCatalogDatasetOptions = openObject<ExternalCatalogDatasetOptions>(
  externalCatalogDatasetOptionsShape,
);

/**
 * Source of a read-only dataset that is defined in a catalog outside of BigQuery.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#ExternalDatasetReference | ExternalDatasetReference} in the BigQuery reference
 */
export interface ExternalDatasetReference extends Fields<typeof externalDatasetReferenceShape> {}

const externalDatasetReferenceShape = {
  /** The external source. */
  externalSource: string,
  /** Connection to the source: `projects/p/locations/l/connections/c`. */
  connection: string,
};

/** Schema of `ExternalDatasetReference`, with `parse` and `safeParse`. */
export const ExternalDatasetReference = openObject<ExternalDatasetReference>(externalDatasetReferenceShape);

/**
 * Source of a linked dataset.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#LinkedDatasetSource | LinkedDatasetSource} in the BigQuery reference
 */
export interface LinkedDatasetSource extends Fields<typeof linkedDatasetSourceShape> {}

const linkedDatasetSourceShape = {
  /** The source dataset. Its `projectId` is the number of the project. */
  sourceDataset: opt(DatasetReference),
};

/** Schema of `LinkedDatasetSource`, with `parse` and `safeParse`. */
export const LinkedDatasetSource = openObject<LinkedDatasetSource>(linkedDatasetSourceShape);

/**
 * State of a linked dataset. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#LinkedDatasetMetadata | LinkedDatasetMetadata} in the BigQuery reference
 */
export interface LinkedDatasetMetadata extends Fields<typeof linkedDatasetMetadataShape> {}

const linkedDatasetMetadataShape = {
  /** Whether the dataset is still linked to its source. Output only. */
  linkState: outputOnly(openEnum<LinkState>()),
};

/** Schema of `LinkedDatasetMetadata`, with `parse` and `safeParse`. */
export const LinkedDatasetMetadata = openObject<LinkedDatasetMetadata>(linkedDatasetMetadataShape);

/**
 * A tag of a dataset. Output only.
 *
 * @deprecated Use `resourceTags` of the dataset instead.
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#GcpTag | GcpTag} in the BigQuery reference
 */
export interface DatasetTag extends Fields<typeof datasetTagShape> {}

const datasetTagShape = {
  /** Key of the tag: `<parent_id>/<key_name>`. */
  tagKey: string,
  /** Short name of the tag value. */
  tagValue: string,
};

/** Schema of `DatasetTag`, with `parse` and `safeParse`. */
export const DatasetTag = openObject<DatasetTag>(datasetTagShape);

/**
 * A BigQuery dataset: the container of tables, with its location, access and the defaults of new tables.
 *
 * 64-bit integers are decimal strings of type `Int64`, displayed as `` `${bigint}` ``: create them with `int64()`, and convert
 * them with `BigInt()`. Times are Unix times in milliseconds; convert them with `toDate`.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets#Dataset | Dataset} in the BigQuery reference
 */
export interface Dataset extends Fields<typeof datasetShape> {}

const datasetShape = {
  /** Type of the resource; the same for every dataset. Output only. */
  kind: outputOnly(string),
  /** Hash of the current version of the resource. Output only. */
  etag: outputOnly(string),
  /** Unique name of the dataset: `project:dataset`. Output only. */
  id: outputOnly(string),
  /** URL of the resource. Output only. */
  selfLink: outputOnly(string),
  /** Project and id of the dataset. */
  datasetReference: DatasetReference,
  /** Display name. */
  friendlyName: opt(string),
  /** Description for users. */
  description: opt(string),
  /**
   * Default lifetime of new tables, in milliseconds; at least 3 600 000, one hour. The `expirationTime` of a new table is its
   * creation time plus this value, unless the request sets `expirationTime`. Existing tables do not change. Default: tables
   * do not expire.
   */
  defaultTableExpirationMs: opt(int64Schema),
  /**
   * Default lifetime of the partitions of new tables, in milliseconds. Applies to tables with `timePartitioning` that do not
   * set `expirationMs`; `defaultTableExpirationMs` does not apply to these. Default: partitions do not expire.
   */
  defaultPartitionExpirationMs: opt(int64Schema),
  /**
   * Labels to organize datasets.
   *
   * Keys and values have at most 63 characters: lower-case letters of any script, digits, underscores and dashes. A key
   * starts with a letter; a value may be empty. Keys are unique.
   */
  labels: opt(stringMap),
  /**
   * Access to the dataset; the whole list. Default: `READER`, `WRITER` and `OWNER` for the viewers, editors and owners of the
   * project, and `OWNER` for the creator.
   */
  access: opt(z.array(DatasetAccess)),
  /** Creation time, as Unix time in milliseconds, which `toDate` converts. Output only. */
  creationTime: outputOnly(int64Schema),
  /** Time of the last modification, as Unix time in milliseconds, which `toDate` converts. Output only. */
  lastModifiedTime: outputOnly(int64Schema),
  /** Geographic location, such as `US`, `EU` or `europe-west3`. It cannot be changed. Default: `US`. */
  location: opt(string),
  /** Default encryption key of new tables. Default: a key that Google manages. */
  defaultEncryptionConfiguration: opt(EncryptionConfiguration),
  /** Reserved for future use. Output only. */
  satisfiesPzs: outputOnly(boolean),
  /** Reserved for future use. Output only. */
  satisfiesPzi: outputOnly(boolean),
  /** Type of the dataset. Output only. */
  type: outputOnly(openEnum<DatasetType>()),
  /** Origin of the dataset: `BIGLAKE`; absent for a dataset of BigQuery itself. Output only. */
  catalogSource: outputOnly(openEnum<CatalogSource>()),
  /** Source of a linked dataset. It cannot be changed. */
  linkedDatasetSource: opt(LinkedDatasetSource),
  /** State of a linked dataset. Output only. */
  linkedDatasetMetadata: outputOnly(LinkedDatasetMetadata),
  /** Source of an external dataset, which is read-only. */
  externalDatasetReference: opt(ExternalDatasetReference),
  /** Properties of the dataset in an open-source catalog. */
  externalCatalogDatasetOptions: opt(ExternalCatalogDatasetOptions),
  /**
   * Whether the ids of the dataset and its tables are case-insensitive. Does not affect routines. Default: `false`.
   */
  isCaseInsensitive: opt(boolean),
  /** Default collation of the `STRING` columns of new tables; existing tables do not change. */
  defaultCollation: opt(openEnum(COLLATIONS)),
  /** Default rounding mode of new tables; existing tables do not change. */
  defaultRoundingMode: opt(openEnum(ROUNDING_MODES)),
  /** Time travel window, in hours; from 48 to 168. Default: 168. */
  maxTimeTravelHours: opt(int64Schema),
  /**
   * Tags, as a list. Output only.
   *
   * @deprecated Use `resourceTags` instead.
   */
  tags: outputOnly(z.array(DatasetTag)),
  /** Whether storage is billed by logical or by physical bytes. Default: the setting of the project or organization. */
  storageBillingModel: opt(openEnum<StorageBillingModel>()),
  /** Restrictions of access to the dataset and its tables. Output only. */
  restrictions: outputOnly(RestrictionConfig),
  /** Tags. A key is `<parent_id>/<key_name>` and globally unique; a value is the short name of the tag value. */
  resourceTags: opt(stringMap),
};

/** Schema of `Dataset`, with `parse` and `safeParse`. */
export const Dataset = openObject<Dataset>(datasetShape);

/**
 * An entry in a list of datasets: the most important fields of a dataset. `datasets.get` returns all fields. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/list | datasets.list} in the BigQuery reference
 */
export interface DatasetListEntry extends Fields<typeof datasetListEntryShape> {}

const datasetListEntryShape = {
  /** Type of the resource; the same for every dataset. */
  kind: opt(string),
  /** Unique name of the dataset: `project:dataset`. */
  id: opt(string),
  /** Project and id of the dataset. */
  datasetReference: opt(DatasetReference),
  /** Labels of the dataset. */
  labels: opt(stringMap),
  /** Display name. */
  friendlyName: opt(string),
  /** Geographic location. */
  location: opt(string),
  /** Type of the dataset. Output only. */
  type: outputOnly(openEnum<DatasetType>()),
  /** Origin of the dataset: `BIGLAKE`; absent for a dataset of BigQuery itself. Output only. */
  catalogSource: outputOnly(openEnum<CatalogSource>()),
  /** Source of an external dataset. Output only. */
  externalDatasetReference: outputOnly(ExternalDatasetReference),
};

/** Schema of `DatasetListEntry`, with `parse` and `safeParse`. */
export const DatasetListEntry = openObject<DatasetListEntry>(datasetListEntryShape);

/**
 * One page of the datasets of a project. Output only.
 *
 * @see {@link https://cloud.google.com/bigquery/docs/reference/rest/v2/datasets/list | datasets.list} in the BigQuery reference
 */
export interface DatasetList extends Fields<typeof datasetListShape> {}

const datasetListShape = {
  /** Type of the response; the same for every page. Output only. */
  kind: outputOnly(string),
  /** Hash of the page. Output only. */
  etag: outputOnly(string),
  /** Token of the next page; absent on the last page. */
  nextPageToken: opt(string),
  /** Datasets of the page; absent if there are none. */
  datasets: opt(z.array(DatasetListEntry)),
  /** Locations that could not be reached, such as `europe-west5`; their datasets are missing from the list. */
  unreachable: opt(z.array(string)),
};

/** Schema of `DatasetList`, with `parse` and `safeParse`. */
export const DatasetList = openObject<DatasetList>(datasetListShape);
