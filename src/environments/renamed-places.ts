import type { RenamedPlaces } from "../core/rename.js";

/** Paths of an environment with vendor-specific names. */
export const environmentPlaces: RenamedPlaces = {
  members: ["config.softwareConfig.orchestratorConfigOverrides"],
};

/** Paths of an operation with vendor-specific names. */
export const operationPlaces: RenamedPlaces = {
  members: ["response.config.softwareConfig.orchestratorConfigOverrides"],
};
