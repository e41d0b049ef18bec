import { clip } from "../../core/scalars.js";
import { isObjectUri } from "./object-uri.js";
import type { TableRule } from "./table-rule.js";

const STORAGE_URI = "vendorLakeConfiguration.storageUri";

/** Rules about managed lake tables. */
export const lakeRules = [
  {
    id: "lake-storage-uri-form",
    severity: "error",
    text: "The storage URI of a lake table is an object-storage URI.",
    spec: 'warehouse, "VendorLakeConfiguration"',
    check(table, report) {
      const uri = table.vendorLakeConfiguration?.storageUri;
      if (uri == null || isObjectUri(uri)) return;
      report(STORAGE_URI, `must be an object-storage URI, <scheme>://<bucket>/…/, got ${JSON.stringify(clip(uri))}`);
    },
  },
  {
    id: "lake-storage-uri-slash",
    severity: "error",
    text: "The storage URI of a lake table ends in a slash.",
    spec: 'warehouse, "VendorLakeConfiguration"',
    check(table, report) {
      const uri = table.vendorLakeConfiguration?.storageUri;
      if (uri != null && !uri.endsWith("/")) report(STORAGE_URI, 'must end in "/": it names a location, not an object');
    },
  },
  {
    id: "lake-storage-uri-no-wildcard",
    severity: "error",
    text: "The storage URI of a lake table has no wildcard.",
    spec: 'warehouse, "VendorLakeConfiguration"',
    check(table, report) {
      if (table.vendorLakeConfiguration?.storageUri?.includes("*")) {
        report(STORAGE_URI, 'must not hold "*": it names one location');
      }
    },
  },
] as const satisfies readonly TableRule[];
