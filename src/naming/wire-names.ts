/** Names on the wire, by the names in code. */
type Pairs = Readonly<Record<string, string>>;

/** The names of a resource that differ on the wire. In paths, a segment `[]` is every element of a list. */
export interface WireNames {
  /** Names of fields, by the path of the object that has them. */
  readonly fields: Readonly<Record<string, Pairs>>;
  /** Values of enums, by the path of the field. */
  readonly values?: Readonly<Record<string, Pairs>>;
}

const OVERRIDES: Pairs = { airflowConfigOverrides: "orchestratorConfigOverrides" };
const SOFTWARE = "config.softwareConfig";

/** The specification's names of fields and enum values, by resource. All other names are the same in code and on the wire. */
export const wireNames: Readonly<Record<string, WireNames>> = {
  Table: {
    fields: {
      "": { biglakeConfiguration: "vendorLakeConfiguration" },
      externalDataConfiguration: { bigtableOptions: "vendorTableOptions", googleSheetsOptions: "vendorSheetsOptions" },
    },
    values: {
      "externalDataConfiguration.sourceFormat": {
        GOOGLE_SHEETS: "VENDOR_SHEETS",
        DATASTORE_BACKUP: "VENDOR_DATASTORE_BACKUP",
        BIGTABLE: "VENDOR_TABLE",
      },
    },
  },
  Environment: { fields: { [SOFTWARE]: OVERRIDES } },
  EnvironmentList: { fields: { [`environments.[].${SOFTWARE}`]: OVERRIDES } },
  Operation: { fields: { [`response.${SOFTWARE}`]: OVERRIDES } },
};
