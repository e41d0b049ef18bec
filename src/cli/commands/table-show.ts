import { defineCommand } from "../command.js";
import { assertOneFormat, formatFlags, printPlan, readPlan } from "../plan-file.js";

/** `fourfold table show`: prints a plan that was saved. */
export const tableShowCommand = defineCommand({
  name: "table show",
  summary: "print a plan that table plan --json saved",
  about: `Prints the plan as fourfold table plan does; - is standard input. Sends nothing. With --markdown or --sql, prints that
format on standard output, and the readable plan on standard error.

Exit codes: 0 printed, 1 <plan.json> cannot be read or is not a plan, 2 invalid command line.`,
  examples: [
    "table show plan.json",
    "table show plan.json --markdown > plan.md",
    "table show plan.json --sql > changes.sql",
  ],
  argument: "plan.json",
  flags: formatFlags,
  async run({ argument, flags }, terminal) {
    assertOneFormat(flags);
    printPlan((await readPlan(argument, terminal)).plan, flags, terminal);
    return 0;
  },
});
