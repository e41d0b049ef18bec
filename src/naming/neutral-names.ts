/** Every field and every enumerated value that a profile can rename, because a vendor has its own name for it. */
export const NEUTRAL_NAMES = [
  "vendorLakeConfiguration",
  "vendorTableOptions",
  "vendorSheetsOptions",
  "VENDOR_SHEETS",
  "VENDOR_DATASTORE_BACKUP",
  "VENDOR_TABLE",
  "orchestratorConfigOverrides",
] as const;

/** A field or an enumerated value that a profile can rename. */
export type NeutralName = (typeof NEUTRAL_NAMES)[number];
