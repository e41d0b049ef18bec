import { option, readText, toggle } from "./command.js";
import { Failure, sentencesOf, UsageError } from "./failure.js";
import { listedNames, type PlanReport, planLines } from "./plan-lines.js";
import { planMarkdown } from "./plan-markdown.js";
import { print, printJson, type Terminal } from "./terminal.js";

/** The formats of a plan, other than the readable one. */
export interface PlanFormats {
  readonly json: boolean;
  readonly markdown: boolean;
}

/** Flags of a command that prints a plan. */
export const formatFlags = {
  json: toggle("print the plan as JSON"),
  markdown: toggle("print the plan as Markdown for a comment, at most 60 000 characters"),
};

/** @throws {UsageError} If both formats are chosen. */
export function assertOneFormat({ json, markdown }: PlanFormats): void {
  if (json && markdown) throw new UsageError("--json and --markdown cannot be combined; pass one of them");
}

/** Prints a plan in the chosen format, with the readable plan on standard error. `data` is the plan as JSON. */
export function printPlan(
  report: PlanReport,
  data: unknown,
  { json, markdown }: PlanFormats,
  terminal: Terminal,
): void {
  print(json || markdown ? terminal.stderr : terminal.stdout, planLines(report));
  if (json) printJson(terminal.stdout, data);
  if (markdown) terminal.stdout.write(planMarkdown(report)); // its control characters are escaped
}

/** Flags of a command that applies a plan. */
export const approvalFlags = {
  digest: option("<digest>", "apply the plan only if it has this digest, as printed by plan", readText),
  yes: toggle("do not ask; required without a terminal"),
};

/** @throws {UsageError} If the user cannot be asked. */
export function assertCanAsk(yes: boolean, { canAsk }: Terminal): void {
  if (!yes && !canAsk) throw new UsageError("--yes is required without a terminal; nothing was sent");
}

/** @throws {Failure} If a plan is not the reviewed one. */
export function assertDigest(reviewed: string | undefined, { digest }: { readonly digest: string }): void {
  if (reviewed === undefined || reviewed === digest) return;
  throw new Failure(`--digest must be the digest of the plan, ${digest}, got ${reviewed}; nothing was sent`);
}

/** Result of applying a plan, by names of its parts. */
export interface PlanOutcome {
  readonly applied: readonly unknown[];
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  readonly unchanged?: readonly unknown[];
  readonly remaining: readonly string[];
}

/** Prints the result of applying a plan: `2 applied, 1 not started`, names of the rest, and failures. */
export function printOutcome({ applied, failed, unchanged = [], remaining }: PlanOutcome, terminal: Terminal): void {
  const counts = Object.entries({ failed, unchanged, "not started": remaining }).filter(([, { length }]) => length > 0);
  const result = [`${applied.length} applied`, ...counts.map(([name, { length }]) => `${length} ${name}`)].join(", ");
  print(terminal.stdout, ["", result]);
  if (remaining.length > 0) print(terminal.stderr, `not started: ${listedNames(remaining)}; run the command again`);
  for (const { name, error } of failed) print(terminal.stderr, `${name}: ${sentencesOf(error).join("; ")}`);
}

/** Asks for confirmation unless `yes`. @throws {Failure} If the user declines, or `signal` is aborted. */
export async function confirm(question: string, yes: boolean, terminal: Terminal, signal?: AbortSignal): Promise<void> {
  const answer = yes ? "y" : await terminal.ask(`${question}. Continue? [y/N] `, signal);
  if (!/^y(es)?$/i.test(answer?.trim() ?? "")) throw new Failure("declined; nothing was sent", 2);
}
