import type { ApplyOptions } from "../../environments/index.js";
import { subjectOf } from "../../environments/update/check.js";
import { isFourfoldError } from "../../gateway/index.js";
import { isSame } from "../../values/objects.js";
import { defineCommand } from "../command.js";
import type { ConfigClient } from "../config.js";
import {
  type EnvironmentFile,
  environmentReport,
  environmentsFor,
  type PlannedUpdate,
  planEnvironment,
  plannedUpdates,
  readEnvironment,
} from "../environment-plan.js";
import { Failure, sentencesOf } from "../failure.js";
import { approvalFlags, assertCanAsk, assertDigest, confirm, type PlanOutcome, printOutcome } from "../plan-command.js";
import { planLines } from "../plan-lines.js";
import { createProgress, type Progress } from "../progress.js";
import { print, type Terminal } from "../terminal.js";

/** `fourfold environment apply`: updates a Cloud Composer environment so that it matches a file. */
export const environmentApplyCommand = defineCommand({
  name: "environment apply",
  summary: "update a Cloud Composer environment to match a file, after confirmation",
  about: `Waits until an update that is running has ended, prints the plan, asks for confirmation, and sends the updates one after
another. Each one can take 10 to 40 minutes. If a change is impossible, nothing is sent.

Ctrl+C stops waiting; the update that is running continues. After that, or after a failure, run the command again: it
applies the remaining changes. Before each update, the plan is made again; if another user has changed the environment,
apply ends.

Exit codes: 0 applied or nothing to do; 1 a change is impossible, an update failed, Cloud Composer ignored a change, or the
plan has changed; 2 invalid command line, or declined; 130 stopped.`,
  examples: ["environment apply flows.json", 'environment apply flows.json --digest "$DIGEST" --yes'],
  argument: "file",
  flags: approvalFlags,
  async run({ argument, flags: { digest, yes } }, terminal) {
    assertCanAsk(yes, terminal);
    const file = await readEnvironment(argument, terminal);
    const environments = await environmentsFor(file.name, terminal);
    const stop = new AbortController();
    void terminal.stopped().then(() => stop.abort());
    const wait: Wait = { progress: createProgress(terminal), signal: stop.signal, status: "nothing was sent" };
    try {
      const current = await getIdle(environments, file.name, wait, terminal);
      const { plan, planned } = await planEnvironment(file, current, terminal);
      print(terminal.stdout, planLines(environmentReport(plan)));
      assertDigest(digest, plan);
      if (plan.impossible.length > 0) throw new Failure("a change is impossible; nothing was sent");
      if (planned.length === 0) return 0;
      await confirm(`Updates of ${file.name}: ${planned.length}`, yes, terminal, stop.signal);
      return await apply(environments, file, planned, wait, terminal);
    } catch (error) {
      wait.progress.end();
      if (!stop.signal.aborted) throw error;
      throw new Failure(`stopped waiting; ${wait.status}; run the command again to resume`, 130);
    }
  },
});

type Client = ConfigClient["environments"];

/** State of a waiting command. */
interface Wait {
  readonly progress: Progress;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** What was sent, for the message when the user stops the command. */
  status: string;
}

const STARTED = "an update that has started";
const POLL_MS = 5_000;

/** Gets the environment as soon as no update is running, such as one whose wait was stopped. */
async function getIdle(client: Client, name: string, { progress, signal }: Wait, { clock }: Terminal) {
  for (let waits = 0; ; waits += 1) {
    const environment = await client.get(name, { signal });
    const isUpdating = environment.state === "UPDATING";
    if (isUpdating || waits > 0) progress.show(STARTED, isUpdating ? "running" : "done");
    if (!isUpdating) {
      progress.end();
      return environment;
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Applies confirmed updates one after another, each only if the rest of the plan is still the same. Returns the exit code. */
async function apply(
  client: Client,
  file: EnvironmentFile,
  confirmed: readonly PlannedUpdate[],
  wait: Wait,
  terminal: Terminal,
): Promise<number> {
  const { progress, signal } = wait;
  const subjects = confirmed.map(({ update }) => subjectOf(update));
  const applied: string[] = [];
  const report = (failed: PlanOutcome["failed"] = []) =>
    printOutcome({ applied, failed, remaining: subjects.slice(applied.length + failed.length) }, terminal);
  try {
    let current = await getIdle(client, file.name, wait, terminal);
    for (const [index, subject] of subjects.entries()) {
      const { planned } = plannedUpdates(file, current);
      const rest = planned.filter(({ update }) => !applied.includes(subjectOf(update)));
      const [next] = rest;
      if (next === undefined || !isSame(rest.map(changesOf), confirmed.slice(index).map(changesOf))) {
        report();
        throw new Failure("the environment has changed since the plan; run the command again to review the new plan");
      }
      const onStep: ApplyOptions["onStep"] = ({ state, operation }) => {
        const shown = state === "running" ? (operation?.metadata?.state ?? state) : state;
        progress.show(`${index + 1} of ${subjects.length}: ${subject}`, String(shown));
        wait.status = state === "done" ? "no update is running" : `${operation?.name ?? STARTED} continues`;
        if (state !== "done") return;
        progress.end();
        applied.push(subject);
      };
      wait.status = `${STARTED} continues`;
      current = await client.apply(file.name, [next.update], { signal, onStep });
    }
    report();
    const ignored = plannedUpdates(file, current).planned;
    for (const { update } of ignored) print(terminal.stderr, `${subjectOf(update)}: Cloud Composer ignored the change`);
    return ignored.length > 0 ? 1 : 0;
  } catch (error) {
    if (!isFourfoldError(error, "apply_environment_failed")) throw error;
    progress.end();
    report(error.failed.map(({ update, error }) => ({ name: subjectOf(update), error })));
    if (error.failed.length === 0) print(terminal.stderr, sentencesOf(error.cause));
    return 1;
  }
}

const changesOf = ({ changes }: PlannedUpdate) => changes;
