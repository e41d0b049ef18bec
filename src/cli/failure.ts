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

/** Descriptions of system errors. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "no such file; check the path, which is relative to the current directory",
  ENOTDIR: "this is a file; pass a folder",
  EISDIR: "this is a directory; pass a file",
  EACCES: "permission denied",
  ENOSPC: "no space left on the disk; free some, and run the command again",
  EADDRINUSE: "already in use; use another port, or --port 0 for a free one",
  ERR_ENCODING_INVALID_ENCODED_DATA: "must be encoded in UTF-8; convert it, for example with iconv",
};

/**
 * Waits for an operation on a file or port, and explains its system errors.
 *
 * @param subject - The file or port, for messages.
 * @throws {Failure} If the operation fails with a known system error.
 */
export async function explained<T>(operation: Promise<T>, subject: string): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    const sentence = SENTENCES[codeOf(error) ?? ""];
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
