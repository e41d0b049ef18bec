import type { RenamedPlaces } from "../naming/rename.js";

const external = ["externalDataConfiguration"];

/** Where a table bears names of the brand. */
export const tablePlaces: RenamedPlaces = {
  members: [
    { inside: [], name: "vendorLakeConfiguration" },
    { inside: external, name: "vendorTableOptions" },
    { inside: external, name: "vendorSheetsOptions" },
  ],
  values: [[...external, "sourceFormat"]],
};
