import { type Issue, isFourfoldError } from "../gateway/index.js";

/** The work could not be done. */
export class Failure extends Error {
  /** What the command exits with. */
  readonly exitCode: number = 1;
  /** All that is wrong, each in a sentence. */
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join("; "));
    this.problems = problems;
  }
}

/** The command line is wrong; nothing was done. */
export class UsageError extends Failure {
  override readonly exitCode = 2;
}

/**
 * What the system says about a file or a port, in a sentence of ours; the error itself when there is none for it.
 *
 * @param sentences By the code of the error.
 */
export function systemFailure(subject: string, error: unknown, sentences: Readonly<Record<string, string>>): unknown {
  const sentence = sentences[codeOf(error) ?? ""];
  return sentence === undefined ? error : new Failure(`${subject}: ${sentence}`);
}

/** What an error says, in sentences for people: all issues, no stack. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof Failure) return error.problems;
  if (isFourfoldError(error, "invalid_request")) return error.issues.map(describeIssue);
  return [error instanceof Error ? error.message : String(error)];
}

/** Formats an issue: its path, the problem and the rule. */
export function describeIssue({ path, message, rule }: Issue): string {
  return `${path === "" ? "" : `${path}: `}${message} (${rule})`;
}

/** The code that errors of Node bear. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }; // anything may be thrown
  return typeof code === "string" ? code : undefined;
}
