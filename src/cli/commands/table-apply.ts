import { isFourfoldError } from "../../gateway/index.js";
import { type ApplyTablesOptions, applyTables, type TablesPlan } from "../../tables/index.js";
import { defineCommand, toggle } from "../command.js";
import type { ConfigClient } from "../config.js";
import { describeIssue, Failure } from "../failure.js";
import { approvalFlags, assertCanAsk, assertDigest, confirm, printOutcome } from "../plan-command.js";
import { listedNames, planLines } from "../plan-lines.js";
import { loadConfig, planOf } from "../tables-config.js";
import { tablesReport } from "../tables-report.js";
import { print, type Terminal } from "../terminal.js";

/** `fourfold table apply`: creates and patches tables so that they match their definitions. */
export const tableApplyCommand = defineCommand({
  name: "table apply",
  summary: "create and patch BigQuery tables to match their definitions, after confirmation",
  about: `Prints the plan, asks for confirmation, and applies it: tables first, then views.
Never deletes a table or a column. Ctrl+C lets the requests in flight finish and prints a summary.

If a table cannot be applied, nothing is sent. With --only-possible, only such tables are skipped.
With --create-datasets, missing datasets are created first.

Exit codes: 0 applied or nothing to do; 1 a table cannot be applied, was skipped or failed, BigQuery ignored a change,
or the plan has another digest; 2 invalid command line, or declined.`,
  examples: [
    "table apply --yes",
    'table apply --digest "$DIGEST" --yes',
    "table apply --only-possible --yes",
    "table apply --create-datasets --yes",
  ],
  flags: {
    ...approvalFlags,
    "only-possible": toggle("skip tables that cannot be applied, instead of applying none"),
    "create-datasets": toggle("create the missing datasets of new tables"),
  },
  async run({ flags: { digest, "only-possible": onlyPossible, "create-datasets": createDatasets, yes } }, terminal) {
    assertCanAsk(yes, terminal);
    const config = await loadConfig(terminal);
    const { plan, shown, warehouse } = await planOf(config, createDatasets, terminal);
    const { create, patch, impossible, unreadable } = shown.summary;
    print(terminal.stdout, planLines(tablesReport(shown)));
    assertDigest(digest, shown);
    if (impossible + unreadable > 0 && !onlyPossible) {
      throw new Failure("a table cannot be applied; nothing was sent; pass --only-possible to apply the others");
    }
    if (create + patch + impossible + unreadable === 0) return 0;
    const question = `Tables to write in the project ${plan.projectId}: ${create + patch}`;
    await confirm(question, yes || create + patch === 0, terminal);
    const impossibleTables = onlyPossible ? "skip" : undefined;
    return apply(
      warehouse,
      plan,
      { concurrency: config.concurrency, impossible: impossibleTables, createDatasets },
      terminal,
    );
  },
});

async function apply(
  warehouse: ConfigClient["warehouse"],
  plan: TablesPlan,
  options: ApplyTablesOptions,
  terminal: Terminal,
): Promise<number> {
  let isStopped = false;
  void terminal.stopped().then(() => {
    isStopped = true;
    print(terminal.stderr, "stopping after the requests in flight");
  });
  const onStep: ApplyTablesOptions["onStep"] = ({ table, action }) => {
    print(terminal.stdout, `${table}: ${action === "create" ? "created" : "patched"}`);
    if (isStopped) throw new Failure("stopped");
  };
  const outcome = await applyTables(warehouse, plan, { ...options, onStep }).catch((error: unknown) => {
    if (!isFourfoldError(error, "apply_tables_failed")) throw error;
    const { applied, failed, remaining } = error;
    return { applied, failed, remaining };
  });
  const none = { unchanged: [], skipped: [], ignored: [], failed: [], remaining: [] };
  const { applied, unchanged, skipped, ignored, failed, remaining } = { ...none, ...outcome };
  const failures = failed.map(({ table, error }) => ({ name: table, error }));
  printOutcome({ applied, unchanged, failed: failures, remaining }, terminal);
  if (skipped.length > 0) print(terminal.stderr, `skipped: ${listedNames(skipped)}`);
  for (const { table, issues } of ignored) {
    for (const issue of issues) print(terminal.stderr, `${table}: ${describeIssue(issue)}`);
  }
  return [failed, remaining, skipped, ignored].some(({ length }) => length > 0) ? 1 : 0;
}
