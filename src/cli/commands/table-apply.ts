import { isFourfoldError } from "../../gateway/index.js";
import { type AppliedTables, type ApplyTablesStep, applyTables, type TablesPlan } from "../../tables/index.js";
import { inNewDataset, summaryOf } from "../../tables/plan/tables-plan.js";
import { defineCommand, option, readText, toggle } from "../command.js";
import { describeIssue, Failure, sentencesOf, UsageError } from "../failure.js";
import { listedNames, planLines } from "../plan-lines.js";
import { loadConfig, planOf } from "../tables-config.js";
import { print, type Terminal } from "../terminal.js";

/** `fourfold table apply`: creates and patches the tables of a project as defined. */
export const tableApplyCommand = defineCommand({
  name: "table apply",
  summary: "create and patch live BigQuery tables as defined, after confirmation",
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
    digest: option("<digest>", "apply the plan only if it has this digest, as printed by table plan", readText),
    "only-possible": toggle("skip tables that cannot be applied, instead of applying none"),
    "create-datasets": toggle("create the missing datasets of new tables"),
    yes: toggle("do not ask; required without a terminal"),
  },
  async run({ flags: { digest, "only-possible": onlyPossible, "create-datasets": createDatasets, yes } }, terminal) {
    if (!yes && !terminal.canAsk) throw new UsageError("--yes is required without a terminal; nothing was sent");
    const config = await loadConfig(terminal);
    const { plan, client } = await planOf(config, terminal);
    const shown = createDatasets ? withDatasets(plan) : plan;
    const { create, patch, impossible, unreadable } = shown.summary;
    for (const warning of plan.warnings) print(terminal.stderr, `warning: ${warning}`);
    print(terminal.stdout, planLines(shown, ""));
    if (digest !== undefined && digest !== plan.digest) {
      throw new Failure(`--digest must be the digest of the plan, ${plan.digest}, got ${digest}; nothing was sent`);
    }
    if (impossible + unreadable > 0 && !onlyPossible) {
      throw new Failure("a table cannot be applied; nothing was sent; pass --only-possible to apply the others");
    }
    if (create + patch + impossible + unreadable === 0) return 0;
    const writes = create + patch;
    const count = `${writes} ${writes === 1 ? "table" : "tables"}`;
    const answer =
      yes || writes === 0 ? "y" : await terminal.ask(`Write ${count} in the project ${plan.projectId}? [y/N] `);
    if (!/^y(es)?$/i.test(answer?.trim() ?? "")) throw new UsageError("declined; nothing was sent");
    const send = (onStep: (step: ApplyTablesStep) => void) =>
      applyTables(client.warehouse, plan, {
        concurrency: config.concurrency,
        impossible: onlyPossible ? "skip" : undefined,
        createDatasets,
        onStep,
      });
    return apply(send, terminal);
  },
});

/** Returns a plan in which the missing datasets exist. Its digest does not change. */
function withDatasets(plan: TablesPlan): TablesPlan {
  const tables = plan.tables.map(inNewDataset);
  return { ...plan, tables, summary: summaryOf(tables) };
}

async function apply(
  send: (onStep: (step: ApplyTablesStep) => void) => Promise<AppliedTables>,
  terminal: Terminal,
): Promise<number> {
  let isStopped = false;
  void terminal.stopped().then(() => {
    isStopped = true;
    print(terminal.stderr, "stopping after the requests in flight");
  });
  const onStep = ({ table, action }: ApplyTablesStep) => {
    print(terminal.stdout, `${table}: ${action === "create" ? "created" : "patched"}`);
    if (isStopped) throw new Failure("stopped");
  };
  try {
    const result = await send(onStep);
    print(terminal.stdout, ["", countsOf(result.applied, [], [], result.unchanged.length)]);
    const { skipped } = result;
    if (skipped.length > 0) print(terminal.stderr, `skipped: ${listedNames(skipped)}`);
    for (const { table, issues } of result.ignored) {
      for (const issue of issues) print(terminal.stderr, `${table}: ${describeIssue(issue)}`);
    }
    return result.ignored.length + skipped.length === 0 ? 0 : 1;
  } catch (error) {
    if (!isFourfoldError(error, "apply_tables_failed")) throw error;
    const { applied, remaining } = error;
    const failed = error.failed.map(({ table, error: cause }) => ({ table, error: sentencesOf(cause).join("; ") }));
    print(terminal.stdout, ["", countsOf(applied, failed, remaining, 0)]);
    for (const { table, error: cause } of failed) print(terminal.stderr, `${table}: ${cause}`);
    return 1;
  }
}

function countsOf(
  applied: readonly string[],
  failed: readonly { readonly table: string }[],
  remaining: readonly string[],
  unchanged: number,
): string {
  const counts = [
    `${applied.length} applied`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(remaining.length > 0
      ? [`${remaining.length} not started: ${listedNames(remaining)}; run the command again`]
      : []),
  ];
  return counts.join(", ");
}
