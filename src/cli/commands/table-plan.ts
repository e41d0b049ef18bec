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
  examples: ["table plan", "table plan --markdown"],
  flags: {
    json: toggle("print the plan as JSON"),
    markdown: toggle("print the plan as Markdown for a comment, at most 60 000 characters"),
  },
  async run({ flags: { json, markdown } }, terminal) {
    if (json && markdown) throw new UsageError("--json and --markdown cannot be combined; pass one of them");
    const { plan } = await planOf(await loadConfig(terminal), terminal);
    for (const warning of plan.warnings) print(terminal.stderr, `warning: ${warning}`);
    print(json || markdown ? terminal.stderr : terminal.stdout, planLines(plan));
    if (json) printJson(terminal.stdout, plan);
    if (markdown) terminal.stdout.write(planMarkdown(plan)); // its control characters are escaped
    const { impossible, unreadable, create, patch } = plan.summary;
    return impossible + unreadable > 0 ? 1 : create + patch > 0 ? 3 : 0;
  },
});
