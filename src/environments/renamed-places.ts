import type { Names, RenamedPlaces } from "../core/rename.js";
import { googleNames } from "../naming/google.js";

/** Paths of an environment with names that differ from the code, such as `airflowConfigOverrides` in Google's profile. */
export const environmentPlaces: RenamedPlaces = {
  members: ["config.softwareConfig.orchestratorConfigOverrides"],
};

/** Paths of an operation with names that differ from the code. */
export const operationPlaces: RenamedPlaces = {
  members: ["response.config.softwareConfig.orchestratorConfigOverrides"],
};

/** Cloud Composer's names, which functions without a naming profile accept. */
export const composerNames: Names = { names: googleNames };
