import { outcome, typesOf } from "../observe.js";
import type { Check } from "../run-checks.js";

/**
 * Checks of the named environment, which is only read. The sandbox contains a copy of it. Values may be private, so only
 * the names and the types of fields are compared.
 */
export const environmentChecks: readonly Check[] = [
  {
    name: "environments: get",
    run: async ({ client: { environments }, names: { environment = "" } }) => ({
      get: await outcome(environments.get(environment), typesOf),
      "get, missing environment": await outcome(environments.get(`${environment}-missing`), typesOf),
    }),
  },
];
