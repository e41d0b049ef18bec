import type { RenamedPlaces } from "../core/rename.js";

/** Where an environment bears names of the brand. */
export const environmentPlaces: RenamedPlaces = {
  members: ["config.softwareConfig.orchestratorConfigOverrides"],
};

/** Where an operation on an environment bears names of the brand. */
export const operationPlaces: RenamedPlaces = {
  members: ["response.config.softwareConfig.orchestratorConfigOverrides"],
};
