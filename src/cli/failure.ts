import { isFourfoldError } from "../gateway/index.js";

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

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "this is a folder, not a file",
  EACCES: "it may not be read",
};

/** What the system says about a file, in a sentence; the error itself when it says something else. */
export function fileFailure(path: string, error: unknown): unknown {
  const sentence = systemErrors[codeOf(error) ?? ""];
  return sentence === undefined ? error : new Failure(`${path}: ${sentence}`);
}

/** What an error says, in sentences for people: all issues, no stack. */
export function sentencesOf(error: unknown): readonly string[] {
  if (error instanceof Failure) return error.problems;
  if (isFourfoldError(error, "invalid_request")) {
    return error.issues.map(({ path, message, rule }) => `${path === "" ? "" : `${path}: `}${message} (${rule})`);
  }
  return [error instanceof Error ? error.message : String(error)];
}

/** The code that errors of Node bear. */
export function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }; // anything may be thrown
  return typeof code === "string" ? code : undefined;
}
