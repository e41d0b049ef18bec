import { issuesBeside } from "../../core/issue-path.js";
import { valueAt } from "../../core/objects.js";
import { type Issue, isFourfoldError } from "../../gateway/index.js";
import { encodeTable, type TableJson } from "../../warehouse/encode-table.js";
import { type DesiredTable, planTablePatch, type Table, type TablePatch } from "../../warehouse/index.js";
import { diff } from "../../warehouse/plan/diff.js";
import { checkTable } from "../../warehouse/rules/check-table.js";
import { defineCommand, type FlagValues, namingFlag, oneOf, option, readText, toggle } from "../command.js";
import { describeIssue, Failure, UsageError } from "../failure.js";
import { assertOneFormat, exitCodeOf, formatFlags, printPlan } from "../plan-file.js";
import { changeLine } from "../plan-lines.js";
import { readJsonFiles, schemaOf } from "../table-file.js";
import { configFlag, loadConfig, planOf } from "../tables-config.js";
import { print, printJson, type Terminal } from "../terminal.js";

const flags = {
  config: configFlag,
  against: option("<file>", "compare <file> with the live table in this file, as tables.get returned it", readText),
  json: toggle('print the plan as JSON; with --against, the patch ({} for none), or { "issues": [...] }'),
  ...formatFlags,
  "extra-columns": option("keep", "keep live columns that <file> omits, instead of reporting them", oneOf("keep")),
  naming: namingFlag,
};

/** `fourfold table plan`: compares the tables of a project with their definitions, or a desired table with a live one. */
export const tablePlanCommand = defineCommand({
  name: "table plan",
  summary: "print the changes that make live BigQuery tables match their definitions",
  about: `Compares the definitions of the configuration with the tables of its project, and prints the changes.
PATTERN selects tables, as in "sales.*" or orders. Sends only read requests. For a change that only SQL can make,
prints the statement below the change, for review. With --json, --markdown or --sql, prints that format on standard
output, and the readable plan on standard error.

With --against, compares two JSON files and sends nothing. <file>, the only argument, contains the desired table, or
only its schema: a list of fields, as bq show --schema prints it, or { "fields": [...] }. The file of --against contains
the live table as the service returned it. - is standard input.

Properties that <file> omits are not changed. Changes that the service does not support, such as another column type,
are reported together, each with a remedy. Prints a warning for each value or property that is probably a typo.

Exit codes: 0 no changes, 1 a change is impossible or the command failed, 2 invalid command line, 3 there are changes.`,
  examples: [
    "table plan",
    'table plan "sales.*" --json',
    "table plan --markdown",
    "table plan --sql > changes.sql",
    "table plan orders.json --against live.json",
    "table plan orders.json --against live.json --extra-columns keep --json",
  ],
  others: "PATTERN",
  flags,
  async run({ others, flags: given }, terminal) {
    const { against, markdown, sql } = given;
    assertOneFormat(given);
    if (against === undefined) return planProject(others, given, terminal);
    if (markdown || sql) throw new UsageError(`--${markdown ? "markdown" : "sql"} is not for --against; pass --json`);
    const [file, ...rest] = others;
    if (file === undefined || rest.length > 0)
      throw new UsageError("<file> is required with --against, and no other argument");
    return planFiles(file, against, given, terminal);
  },
});

async function planProject(
  patterns: readonly string[],
  given: FlagValues<typeof flags>,
  terminal: Terminal,
): Promise<number> {
  const { plan } = await planOf(await loadConfig(given.config, terminal), patterns, terminal);
  printPlan(plan, given, terminal);
  return exitCodeOf(plan);
}

/** Compares two files. */
async function planFiles(
  file: string,
  against: string,
  { json, "extra-columns": extraColumns, naming }: FlagValues<typeof flags>,
  terminal: Terminal,
): Promise<number> {
  if (file === "-" && against === "-")
    throw new UsageError("<file> and --against cannot both be standard input; save one of them as a file");
  const { files, problems } = await readJsonFiles([file, against], terminal);
  const [wanted, current] = files;
  if (wanted === undefined || current === undefined) throw new Failure(problems);
  const live = current.data;
  const found = schemaOf(wanted.data);
  const desired =
    found === undefined ? wanted.data : { tableReference: valueAt(live, ["tableReference"]), schema: found.schema };
  /** Replaces the path of an issue with the path in its file. */
  const inFile = ({ path, message, rule, sql }: Issue): Issue => {
    const named =
      path === "desired" ? wanted.name : path.replace(/^current(\.|$)/, (_, end) => current.name + (end && ": "));
    return { path: found?.pathInFile(named) ?? named, message, rule, ...(sql === undefined ? {} : { sql }) };
  };
  const { warnings } = checkTable(desired, { ...naming, complete: false, now: Date.now() });
  /** Prints the warnings that are not among the issues. */
  const warn = (issues: readonly Issue[]) => {
    for (const warning of issuesBeside(warnings, issues)) {
      print(terminal.stderr, `warning: ${wanted.name}: ${describeIssue(inFile(warning))}\n`);
    }
  };
  let patch: TablePatch | undefined;
  try {
    patch = planTablePatch(live as Table, desired as DesiredTable, { extraColumns, naming }); // validates both
  } catch (error) {
    if (!isFourfoldError(error, "invalid_request")) throw error;
    warn(error.issues);
    // A schema file gets its reference from the live table, so an invalid reference is reported only for the live table.
    const isRepeated = found !== undefined && error.issues.some(({ path }) => path === "current");
    const own = error.issues.filter(({ path }) => !(isRepeated && path === "tableReference"));
    const issues = own.map((issue) => ({
      ...inFile(issue),
      message: issue.message.replace('pass extraColumns: "keep"', "pass --extra-columns keep"),
    }));
    if (!json) throw new Failure(issues.map((issue) => describeIssue(issue).replace('in "sql"', "that --json prints")));
    printJson(terminal.stdout, { issues });
    return 1;
  }
  warn([]);
  if (json) printJson(terminal.stdout, patch ?? {});
  else if (patch === undefined) print(terminal.stdout, "Nothing to change.\n");
  else
    print(
      terminal.stdout,
      diff(live as TableJson, encodeTable(desired).body, { extraColumns })
        .map((change) => `${changeLine(change)}\n`)
        .join(""),
    );
  return patch === undefined ? 0 : 3;
}
