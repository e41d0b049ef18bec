import type { Check } from "../run-checks.js";
import type { Names } from "../side.js";
import { entityChecks, environmentChecks } from "./other-areas.js";
import { policyChecks } from "./policies.js";
import { projectChecks } from "./projects.js";
import { changeChecks } from "./table-changes.js";
import { tableChecks } from "./tables.js";

/** All checks. The environment is only read if one is named. */
export function checksFor({ environment }: Names): readonly Check[] {
  return [
    ...projectChecks,
    ...tableChecks,
    ...changeChecks,
    ...policyChecks,
    ...entityChecks,
    ...(environment === undefined ? [] : environmentChecks),
  ];
}
