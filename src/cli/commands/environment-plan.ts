import { defineCommand } from "../command.js";
import { environmentReport, environmentsFor, planEnvironment, readEnvironment } from "../environment-plan.js";
import { assertOneFormat, formatFlags, printPlan } from "../plan-command.js";

/** `fourfold environment plan`: compares a Cloud Composer environment with a file. */
export const environmentPlanCommand = defineCommand({
  name: "environment plan",
  summary: "print the updates that make a Cloud Composer environment match a file",
  about: `The file is JSON, or YAML if the package yaml is installed: { name, labels, config }, with the values to set. Omitted values
are not changed; null deletes an entry of a map. Prints each update in order, with the old and the new value.
Sends only a read request. Values whose names look like secrets, such as DB_PASSWORD, are masked.
With --json or --markdown, prints that format on standard output, and the readable plan on standard error.

Exit codes: 0 no changes, 1 a change is impossible or the command failed, 2 invalid command line, 3 there are changes.`,
  examples: ["environment plan flows.json", "environment plan flows.yaml --markdown"],
  argument: "file",
  flags: formatFlags,
  async run({ argument, flags: formats }, terminal) {
    assertOneFormat(formats);
    const file = await readEnvironment(argument, terminal);
    const environments = await environmentsFor(file.name, terminal);
    const { plan } = await planEnvironment(file, await environments.get(file.name), terminal);
    printPlan(environmentReport(plan), plan, formats, terminal);
    return plan.impossible.length > 0 ? 1 : plan.updates.length > 0 ? 3 : 0;
  },
});
