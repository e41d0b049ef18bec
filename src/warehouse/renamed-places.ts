import type { RenamedPlaces } from "../core/rename.js";

/** Paths of a table with names that differ from the code, such as `biglakeConfiguration` in Google's profile. */
export const tablePlaces: RenamedPlaces = {
  members: [
    "vendorLakeConfiguration",
    "externalDataConfiguration.vendorTableOptions",
    "externalDataConfiguration.vendorSheetsOptions",
  ],
  values: ["externalDataConfiguration.sourceFormat"],
};
