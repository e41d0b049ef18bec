import type { RenamedPlaces } from "../core/rename.js";

/** Where a table bears names of the brand. */
export const tablePlaces: RenamedPlaces = {
  members: [
    "vendorLakeConfiguration",
    "externalDataConfiguration.vendorTableOptions",
    "externalDataConfiguration.vendorSheetsOptions",
  ],
  values: ["externalDataConfiguration.sourceFormat"],
};
