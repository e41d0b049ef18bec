import { type Issue, isFourfoldError } from "../gateway/index.js";

/** A command failed. */
export class Failure extends Error {
  /** Exit code of the command. */
  readonly exitCode: number;
  /** All problems, one sentence each. */
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[], exitCode = 1) {
    const all = [problems].flat();
    super(all.join("; "));
    this.problems = all;
    this.exitCode = exitCode;
  }
}

/** The command line is invalid; nothing was done. */
export class UsageError extends Failure {
  constructor(problems: string | readonly string[]) {
    super(problems, 2);
  }
}

/**
 * Waits for an operation on a file or port, and explains its system errors.
 *
 * @param subject - The file or port, for messages.
 * @param sentences - Sentences by error code, such as `ENOENT`. Errors with other codes are thrown as they are.
 * @throws {Failure} If the operation fails with one of these codes.
 */
export async function explained<T>(
  operation: Promise<T>,
  subject: string,
  sentences: Readonly<Record<string, string>>,
): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    const sentence = sentences[codeOf(error) ?? ""];
    throw sentence === undefined ? error : new Failure(`${subject}: ${sentence}`);
  }
}

/** Waits for an operation on a file or folder, and resolves to undefined if it does not exist. */
export async function ifExists<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Formats an error for people: one sentence per problem, no stack. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof Failure) return error.problems;
  if (isFourfoldError(error, "invalid_request")) return error.issues.map(describeIssue);
  return [error instanceof Error ? error.message : String(error)];
}

/** Formats an issue: its path, the problem and the rule. */
export function describeIssue({ path, message, rule }: Issue): string {
  return `${path === "" ? "" : `${path}: `}${message} (${rule})`;
}

/** Returns the `code` of a Node error. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }; // any value can be thrown
  return typeof code === "string" ? code : undefined;
}
