import { clip } from "../../core/scalars.js";
import type { ExternalDataConfiguration } from "../schemas/external-data-configuration.js";
import type { Table } from "../schemas/table.js";
import { isHttpUri } from "./object-uri.js";
import type { Draft, TableRule } from "./table-rule.js";

const URIS = "externalDataConfiguration.sourceUris";
const MANIFEST = "FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST";

function urisOf(external: Draft<ExternalDataConfiguration> | null | undefined): [uri: string, path: string][] {
  const uris: readonly (string | null)[] = external?.sourceUris ?? [];
  return uris.flatMap((uri, index): [string, string][] => (uri == null ? [] : [[uri, `${URIS}[${index}]`]]));
}

/** The external data of a table where its URIs follow the rules of object storage. */
function inStorage({ externalDataConfiguration: external }: Draft<Table>) {
  return external?.sourceFormat === "VENDOR_TABLE" ? undefined : external;
}

function withFormat(format: string, { externalDataConfiguration: external }: Draft<Table>) {
  return external?.sourceFormat === format ? external : undefined;
}

/** Where the path inside the bucket begins; without a scheme, the text up to the first slash is taken for the bucket. */
function pathStart(uri: string): number {
  const bucket = /^([a-z][a-z\d+.-]*:\/\/)?[^/]*\//i.exec(uri);
  return bucket === null ? uri.length : bucket[0].length;
}

/** Rules about the source URIs of external data. */
export const sourceUriRules = [
  {
    id: "source-uri-one-wildcard",
    severity: "error",
    text: "An object-storage URI has at most one wildcard.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      for (const [uri, path] of urisOf(inStorage(table))) {
        const count = uri.split("*").length - 1;
        if (count > 1) report(path, `may hold one "*", it has ${count}; list several URIs instead`);
      }
    },
  },
  {
    id: "source-uri-wildcard-after-bucket",
    severity: "error",
    text: "A wildcard stands after the bucket name of an object-storage URI.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      for (const [uri, path] of urisOf(inStorage(table))) {
        const wildcard = uri.indexOf("*");
        if (wildcard === -1) continue;
        if (isHttpUri(uri)) report(path, 'only an object-storage URI may hold "*"');
        else if (wildcard < pathStart(uri))
          report(path, '"*" must stand after the bucket name: <scheme>://<bucket>/…*…');
      }
    },
  },
  {
    id: "wide-column-one-uri",
    severity: "error",
    text: "The wide-column store is read from exactly one URI.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      const { length } = urisOf(withFormat("VENDOR_TABLE", table));
      if (length > 1) report(URIS, `must hold exactly one URI for VENDOR_TABLE, got ${length}`);
    },
  },
  {
    id: "wide-column-https-uri",
    severity: "error",
    text: "The URI of the wide-column store is a complete HTTPS URL without a wildcard.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      for (const [uri, path] of urisOf(withFormat("VENDOR_TABLE", table))) {
        if (/^https:\/\/[^/*\s]+\/[^*\s]+$/i.test(uri)) continue;
        report(path, `must be the complete https URL of a table for VENDOR_TABLE, got ${JSON.stringify(clip(uri))}`);
      }
    },
  },
  {
    id: "datastore-backup-one-uri",
    severity: "error",
    text: "A datastore backup is read from exactly one URI.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      const { length } = urisOf(withFormat("VENDOR_DATASTORE_BACKUP", table));
      if (length > 1) report(URIS, `must hold exactly one URI for VENDOR_DATASTORE_BACKUP, got ${length}`);
    },
  },
  {
    id: "datastore-backup-no-wildcard",
    severity: "error",
    text: "The URI of a datastore backup has no wildcard.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check(table, report) {
      for (const [uri, path] of urisOf(withFormat("VENDOR_DATASTORE_BACKUP", table))) {
        if (uri.includes("*")) report(path, 'must not hold "*" for VENDOR_DATASTORE_BACKUP: name the backup itself');
      }
    },
  },
  {
    id: "manifest-uri-no-wildcard",
    severity: "error",
    text: "The URI of a manifest file has no wildcard.",
    spec: 'warehouse, "ExternalDataConfiguration", enum FileSetSpecType',
    check({ externalDataConfiguration: external }, report) {
      if (external?.fileSetSpecType !== MANIFEST) return;
      for (const [uri, path] of urisOf(external)) {
        if (uri.includes("*")) report(path, 'must not hold "*": with a manifest, name each manifest file');
      }
    },
  },
  {
    id: "file-set-spec-only-object-storage",
    severity: "error",
    text: "Only URIs in object storage can be matched as files or read as manifests.",
    spec: 'warehouse, "ExternalDataConfiguration"',
    check({ externalDataConfiguration: external }, report) {
      if (external?.fileSetSpecType == null) return;
      const { sourceFormat: format } = external;
      const elsewhere = format === "VENDOR_TABLE" || format === "VENDOR_SHEETS";
      if (elsewhere || urisOf(external).some(([uri]) => isHttpUri(uri))) {
        const got = elsewhere ? `the format is ${format}` : "the source is an HTTP URL";
        report("externalDataConfiguration.fileSetSpecType", `belongs to object storage only, ${got}: leave it out`);
      }
    },
  },
] as const satisfies readonly TableRule[];
