/** Every member and every enumerated value that stands for a brand's own name: all that a profile may rename. */
export const NEUTRAL_NAMES = [
  "vendorLakeConfiguration",
  "vendorTableOptions",
  "vendorSheetsOptions",
  "VENDOR_SHEETS",
  "VENDOR_DATASTORE_BACKUP",
  "VENDOR_TABLE",
  "orchestratorConfigOverrides",
] as const;

/** A member or an enumerated value that stands for a brand's own name. */
export type NeutralName = (typeof NEUTRAL_NAMES)[number];
