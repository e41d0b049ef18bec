import type { RenamedPlaces } from "../core/rename.js";

/** Paths of a table with vendor-specific names. */
export const tablePlaces: RenamedPlaces = {
  members: [
    "vendorLakeConfiguration",
    "externalDataConfiguration.vendorTableOptions",
    "externalDataConfiguration.vendorSheetsOptions",
  ],
  values: ["externalDataConfiguration.sourceFormat"],
};
