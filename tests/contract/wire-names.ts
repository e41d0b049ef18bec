import { googleNaming, type Naming } from "fourfold";

/** The names of the profile on the wire, written independently of its data; the suite expects them. */
export interface WireNames {
  readonly warehouse: string;
  readonly lake: string;
  readonly wideColumn: string;
  readonly sheets: string;
  readonly overrides: string;
  readonly vocabulary: string;
  readonly formats: { readonly sheets: string; readonly backup: string; readonly wideColumn: string };
}

const vendor: WireNames = {
  warehouse: "warehouse",
  lake: "vendorLakeConfiguration",
  wideColumn: "vendorTableOptions",
  sheets: "vendorSheetsOptions",
  overrides: "orchestratorConfigOverrides",
  vocabulary: "http://schema.vendor.example/",
  formats: { sheets: "VENDOR_SHEETS", backup: "VENDOR_DATASTORE_BACKUP", wideColumn: "VENDOR_TABLE" },
};

const google: WireNames = {
  warehouse: "bigquery",
  lake: "biglakeConfiguration",
  wideColumn: "bigtableOptions",
  sheets: "googleSheetsOptions",
  overrides: "airflowConfigOverrides",
  vocabulary: "http://schema.googleapis.com/",
  formats: { sheets: "GOOGLE_SHEETS", backup: "DATASTORE_BACKUP", wideColumn: "BIGTABLE" },
};

/** The names under a profile. */
export function wireNamesOf(naming: Naming): WireNames {
  return naming === googleNaming ? google : vendor;
}
