import type { ExternalDataConfiguration } from "../schemas/external-data.js";
import { unlike } from "./conditions.js";
import { OBJECT_URI } from "./object-uri.js";
import { type Finding, rule } from "./rule.js";
import type { Draft, NamedTableRule, TableRule } from "./table-rule.js";

const URI = "externalDataConfiguration.sourceUris[]";
const STORAGE_URI = "vendorLakeConfiguration.storageUri";
const EXTERNAL_CONNECTION = "externalDataConfiguration.connectionId";
const LAKE_CONNECTION = "vendorLakeConfiguration.connectionId";

const BACKUP = "VENDOR_DATASTORE_BACKUP";
const WIDE_COLUMN = "VENDOR_TABLE";
const MANIFEST = "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST";

// A project id may contain dots, as in "example.com:project".
const CONNECTION = /^([^/;\s]+\.[^./;\s]+[.;][^./;\s]+|projects\/[^/\s]+\/locations\/[^/\s]+\/connections\/[^/\s]+)$/;

const NO_WILDCARD = 'must not contain "*"';

const hasWildcard = (uri: string): Finding => uri.includes("*") && uri;
const isOnTheWeb = (uri: string) => /^https?:/i.test(uri);

/** Creates a rule that a format has a single URI. */
function oneUri<const Id extends string>(id: Id, format: string): NamedTableRule<Id> {
  return rule(
    id,
    "externalDataConfiguration.sourceUris",
    `must contain exactly one URI for ${format}`,
    (uris, { sourceFormat }) => sourceFormat === format && uris.length > 1 && uris.length,
  );
}

/** Whether a wildcard is in the bucket name, or in a URI that is not an object-storage URI. */
function isMisplaced(uri: string): boolean {
  const wildcard = uri.indexOf("*");
  if (wildcard === -1) return false;
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(uri)?.[0] ?? "";
  const afterBucket = uri.indexOf("/", scheme.length);
  return isOnTheWeb(uri) || afterBucket === -1 || wildcard < afterBucket;
}

function isOutsideObjectStorage({ sourceFormat, sourceUris }: Draft<ExternalDataConfiguration>): Finding {
  if (sourceFormat === WIDE_COLUMN || sourceFormat === "VENDOR_SHEETS") return sourceFormat;
  return sourceUris?.find((uri) => uri != null && isOnTheWeb(uri));
}

/** Rules about storage URIs and connections. */
export const locationRules = [
  rule("source-uri-one-wildcard", URI, 'must contain at most one "*"', (uri, { sourceFormat }) => {
    const count = uri.split("*").length - 1;
    return sourceFormat !== WIDE_COLUMN && count > 1 && uri;
  }),
  rule(
    "source-uri-wildcard-after-bucket",
    URI,
    'must have its "*" after the bucket name of an object-storage URI',
    (uri, { sourceFormat }) => sourceFormat !== WIDE_COLUMN && isMisplaced(uri) && uri,
  ),
  oneUri("wide-column-one-uri", WIDE_COLUMN),
  rule(
    "wide-column-https-uri",
    URI,
    `must be the complete https URL of a table for ${WIDE_COLUMN}`,
    (uri, { sourceFormat }) => sourceFormat === WIDE_COLUMN && !/^https:\/\/[^/*\s]+\/[^*\s]+$/i.test(uri) && uri,
  ),
  oneUri("datastore-backup-one-uri", BACKUP),
  rule(
    "datastore-backup-no-wildcard",
    URI,
    `${NO_WILDCARD} for ${BACKUP}`,
    (uri, { sourceFormat }) => sourceFormat === BACKUP && hasWildcard(uri),
  ),
  rule(
    "manifest-uri-no-wildcard",
    URI,
    `${NO_WILDCARD} with a manifest`,
    (uri, { fileSetSpecType }) => fileSetSpecType === MANIFEST && hasWildcard(uri),
  ),
  rule(
    "file-set-spec-only-object-storage",
    "externalDataConfiguration.fileSetSpecType",
    "is only allowed for object storage",
    (_, external) => isOutsideObjectStorage(external),
  ),
  rule("lake-storage-uri-form", STORAGE_URI, "must be an object-storage URI", unlike(OBJECT_URI)),
  rule("lake-storage-uri-slash", STORAGE_URI, 'must end in "/"', unlike(/\/$/)),
  rule("lake-storage-uri-no-wildcard", STORAGE_URI, NO_WILDCARD, hasWildcard),
  rule(
    "connection-id-form",
    [EXTERNAL_CONNECTION, LAKE_CONNECTION],
    "must name project, location and connection, or be projects/{project}/locations/{location}/connections/{connection}",
    unlike(CONNECTION),
  ),
  rule(
    "external-connection-separator",
    EXTERNAL_CONNECTION,
    "must be {project}.{location};{connection}, with a semicolon",
    (id) => CONNECTION.test(id) && !/[;/]/.test(id) && id,
  ),
  rule(
    "lake-connection-separator",
    LAKE_CONNECTION,
    "must be {project}.{location}.{connection}, without a semicolon",
    (id) => CONNECTION.test(id) && id.includes(";") && id,
  ),
] as const satisfies readonly TableRule[];
