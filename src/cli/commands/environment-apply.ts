import type { ApplyOptions, EnvironmentUpdate } from "../../environments/index.js";
import { subjectOf } from "../../environments/update/check.js";
import { isFourfoldError } from "../../gateway/index.js";
import { defineCommand } from "../command.js";
import type { ConfigClient } from "../config.js";
import {
  type EnvironmentFile,
  environmentReport,
  environmentsFor,
  planEnvironment,
  readEnvironment,
} from "../environment-plan.js";
import { Failure, sentencesOf } from "../failure.js";
import { approvalFlags, assertCanAsk, assertDigest, confirm, printOutcome } from "../plan-command.js";
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
applies the remaining changes.

Exit codes: 0 applied or nothing to do; 1 a change is impossible, an update failed, Cloud Composer ignored a change, or the
plan has another digest; 2 invalid command line, or declined; 130 stopped.`,
  examples: ["environment apply flows.json", 'environment apply flows.json --digest "$DIGEST" --yes'],
  argument: "file",
  flags: approvalFlags,
  async run({ argument, flags: { digest, yes } }, terminal) {
    assertCanAsk(yes, terminal);
    const file = await readEnvironment(argument, terminal);
    const environments = await environmentsFor(file.name, terminal);
    const stop = new AbortController();
    void terminal.stopped().then(() => stop.abort());
    const wait: Wait = { progress: createProgress(terminal), signal: stop.signal, operation: undefined };
    try {
      const current = await getIdle(environments, file.name, wait, terminal);
      const { plan, updates } = await planEnvironment(file, current, terminal);
      print(terminal.stdout, planLines(environmentReport(plan)));
      assertDigest(digest, plan);
      if (plan.impossible.length > 0) throw new Failure("a change is impossible; nothing was sent");
      if (updates.length === 0) return 0;
      await confirm(`Updates of ${file.name}: ${updates.length}`, yes, terminal);
      return await apply(environments, file, updates, wait, terminal);
    } catch (error) {
      wait.progress.end();
      if (!stop.signal.aborted) throw error;
      const { operation = "an update that has started" } = wait;
      throw new Failure(`stopped waiting; ${operation} continues; run the command again to resume`, 130);
    }
  },
});

type Client = ConfigClient["environments"];

/** State of a waiting command. */
interface Wait {
  readonly progress: Progress;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Name of the operation that runs, if it is known. */
  operation: string | undefined;
}

const POLL_MS = 5_000;

/** Gets the environment as soon as no update is running, such as one whose wait was stopped. */
async function getIdle(client: Client, name: string, { progress, signal }: Wait, { clock }: Terminal) {
  for (let waits = 0; ; waits += 1) {
    const environment = await client.get(name, { signal });
    const isUpdating = environment.state === "UPDATING";
    if (isUpdating || waits > 0) progress.show("an update that has started", isUpdating ? "running" : "done");
    if (!isUpdating) {
      progress.end();
      return environment;
    }
    await clock.sleep(POLL_MS, signal);
  }
}

/** Applies updates one after another. Returns the exit code. */
async function apply(
  client: Client,
  file: EnvironmentFile,
  updates: readonly EnvironmentUpdate[],
  wait: Wait,
  terminal: Terminal,
): Promise<number> {
  const { progress, signal } = wait;
  const onStep: ApplyOptions["onStep"] = ({ update, index, total, state, operation }) => {
    const shown = state === "running" ? (operation?.metadata?.state ?? state) : state;
    progress.show(`${index + 1} of ${total}: ${subjectOf(update)}`, String(shown));
    wait.operation = state === "done" ? undefined : operation?.name;
    if (state === "done") progress.end();
  };
  try {
    const environment = await client.apply(file.name, updates, { signal, onStep });
    printOutcome({ applied: updates, failed: [], remaining: [] }, terminal);
    const { plan } = await planEnvironment(file, environment, terminal);
    for (const update of plan.updates) {
      print(terminal.stderr, `${subjectOf(update)}: Cloud Composer ignored the change`);
    }
    return plan.updates.length > 0 ? 1 : 0;
  } catch (error) {
    if (!isFourfoldError(error, "apply_environment_failed")) throw error;
    progress.end();
    const { applied, failed, remaining, cause } = error;
    const failures = failed.map(({ update, error }) => ({ name: subjectOf(update), error }));
    printOutcome({ applied, failed: failures, remaining: remaining.map(subjectOf) }, terminal);
    if (failed.length === 0) print(terminal.stderr, sentencesOf(cause));
    return 1;
  }
}
