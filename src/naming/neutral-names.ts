/** All fields and enum values for which a naming profile can have other names. */
export const NEUTRAL_NAMES = [
  "vendorLakeConfiguration",
  "vendorTableOptions",
  "vendorSheetsOptions",
  "VENDOR_SHEETS",
  "VENDOR_DATASTORE_BACKUP",
  "VENDOR_TABLE",
  "orchestratorConfigOverrides",
] as const;

/** A field or enum value that a naming profile can rename. */
export type NeutralName = (typeof NEUTRAL_NAMES)[number];
