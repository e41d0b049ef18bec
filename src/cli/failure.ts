import { isTooDeep, TOO_DEEP } from "../core/objects.js";
import { type Issue, isFourfoldError } from "../gateway/index.js";

/** A command failed. */
export class Failure extends Error {
  /** Exit code of the command. */
  readonly exitCode: number = 1;
  /** All problems, one sentence each. */
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[]) {
    const all = [problems].flat();
    super(all.join("; "));
    this.problems = all;
  }
}

/** The command line is invalid; nothing was done. */
export class UsageError extends Failure {
  override readonly exitCode = 2;
}

/**
 * Returns a {@link Failure} for a system error of a file or port, or the error itself if `sentences` has no entry for its code.
 *
 * @param sentences - Sentences by error code, such as `ENOENT`.
 */
export function systemFailure(subject: string, error: unknown, sentences: Readonly<Record<string, string>>): unknown {
  const sentence = sentences[codeOf(error) ?? ""];
  return sentence === undefined ? error : new Failure(`${subject}: ${sentence}`);
}

/** Formats an error for people: one sentence per problem, no stack. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof Failure) return error.problems;
  if (isFourfoldError(error, "invalid_request")) return error.issues.map(describeIssue);
  return [error instanceof Error ? error.message : String(error)];
}

/** Formats an issue: its path, the problem and the rule. */
export function describeIssue({ path, message, rule }: Issue): string {
  return `${path === "" ? "" : `${path}: `}${forCommand(message)} (${rule})`;
}

/** Replaces the naming profile in the remedy of a message by the option of the command. */
export function forCommand(message: string): string {
  return message.replace(/pass naming: (\w+)Naming(?: to \w+)?$/, "pass --naming $1");
}

/** Returns the `code` of a Node error. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }; // any value can be thrown
  return typeof code === "string" ? code : undefined;
}

/** @throws {Failure} If parsed data is nested so deeply that functions that walk it would overflow the stack. */
export function assertShallow(data: unknown, name: string): void {
  if (isTooDeep(data)) throw new Failure(`${name} ${TOO_DEEP}`);
}
