import type { RenamedPlaces } from "../core/rename.js";

/** Paths of an environment with names that differ from the code, such as `airflowConfigOverrides` in Google's profile. */
export const environmentPlaces: RenamedPlaces = {
  members: ["config.softwareConfig.orchestratorConfigOverrides"],
};

/** Paths of an operation with names that differ from the code. */
export const operationPlaces: RenamedPlaces = {
  members: ["response.config.softwareConfig.orchestratorConfigOverrides"],
};
