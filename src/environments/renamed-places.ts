import type { RenamedPlaces } from "../naming/rename.js";

const software = ["config", "softwareConfig"];

/** Where an environment bears names of the brand. */
export const environmentPlaces: RenamedPlaces = {
  members: [{ inside: software, name: "orchestratorConfigOverrides" }],
};

/** Where an operation on an environment bears names of the brand. */
export const operationPlaces: RenamedPlaces = {
  members: [{ inside: ["response", ...software], name: "orchestratorConfigOverrides" }],
};
