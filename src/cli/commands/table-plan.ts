import { defineCommand, toggle } from "../command.js";
import { assertOneFormat, formatFlags, printPlan } from "../plan-command.js";
import { loadConfig, planOf } from "../tables-config.js";
import { tablesReport } from "../tables-report.js";

/** `fourfold table plan`: compares the tables of a project with their definitions. */
export const tablePlanCommand = defineCommand({
  name: "table plan",
  summary: "print the changes that make live BigQuery tables match their definitions",
  about: `Compares the definitions of the configuration with the tables of its project, and prints the changes.
Sends only read requests. For a change that only SQL can make, prints the statement below the change, for review.
With --json or --markdown, prints that format on standard output, and the readable plan on standard error.

Exit codes: 0 no changes, 1 a change is impossible or the command failed, 2 invalid command line, 3 there are changes.`,
  examples: ["table plan", "table plan --create-datasets --markdown"],
  flags: {
    ...formatFlags,
    "create-datasets": toggle(
      "plan as if the missing datasets of new tables existed, for table apply --create-datasets",
    ),
  },
  async run({ flags: { "create-datasets": createDatasets, ...formats } }, terminal) {
    assertOneFormat(formats);
    const { shown } = await planOf(await loadConfig(terminal), createDatasets, terminal);
    printPlan(tablesReport(shown), shown, formats, terminal);
    const { impossible, unreadable, create, patch } = shown.summary;
    return impossible + unreadable > 0 ? 1 : create + patch > 0 ? 3 : 0;
  },
});
