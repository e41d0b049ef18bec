import { defineCommand, toggle } from "../command.js";
import { UsageError } from "../failure.js";
import { planLines } from "../plan-lines.js";
import { planMarkdown } from "../plan-markdown.js";
import { loadConfig, planOf } from "../tables-config.js";
import { print, printJson } from "../terminal.js";

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
    json: toggle("print the plan as JSON"),
    markdown: toggle("print the plan as Markdown for a comment, at most 60 000 characters"),
    "create-datasets": toggle(
      "plan as if the missing datasets of new tables existed, for table apply --create-datasets",
    ),
  },
  async run({ flags: { json, markdown, "create-datasets": createDatasets } }, terminal) {
    if (json && markdown) throw new UsageError("--json and --markdown cannot be combined; pass one of them");
    const { shown } = await planOf(await loadConfig(terminal), createDatasets, terminal);
    print(json || markdown ? terminal.stderr : terminal.stdout, planLines(shown));
    if (json) printJson(terminal.stdout, shown);
    if (markdown) terminal.stdout.write(planMarkdown(shown)); // its control characters are escaped
    const { impossible, unreadable, create, patch } = shown.summary;
    return impossible + unreadable > 0 ? 1 : create + patch > 0 ? 3 : 0;
  },
});
