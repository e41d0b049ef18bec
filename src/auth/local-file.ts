import { throwIssue } from "../errors/request-error.js";

/** Name of the function in errors. */
export const OPERATION = "applicationDefault";
/** Rule id of issues about default credentials. */
export const RULE = "application-default";

const MAX_BYTES = 1_048_576;

/** @throws {RequestError} */
export function fail(message: string, path = ""): never {
  throwIssue(OPERATION, { path, message, rule: RULE });
}

/** Node, Deno or Bun. Bundlers for browsers fail on an import of `node:fs`, even if it never runs. */
export function runtimeOf(): NodeJS.Process {
  const { process } = globalThis as { readonly process?: NodeJS.Process };
  if (typeof process?.getBuiltinModule === "function") return process;
  return fail("requires a current version of Node, Deno or Bun; use serviceAccount or bearer instead");
}

/** Maximum length of a path in a message. Tokens and keys are longer. */
const MAX_PATH = 500;

/** Names a file in a message, unless its path may be the content of credentials, passed by mistake. */
export function fileAt(path: string): string {
  return path.length > MAX_PATH || path.trimStart().startsWith("{")
    ? "the file (its path is not shown, because it looks like the content of credentials)"
    : `the file ${JSON.stringify(path)}`;
}

/**
 * Reads a small UTF-8 file; undefined if it does not exist. `at` is the path of the issue.
 *
 * @throws {RequestError} If the file cannot be read, is larger than 1 MiB, or is a folder, a device or a pipe.
 */
export async function readSmallFile(path: string, at = ""): Promise<string | undefined> {
  const file = fileAt(path);
  const { stat, readFile } = runtimeOf().getBuiltinModule("node:fs/promises");
  try {
    const found = await stat(path);
    if (!found.isFile()) return fail(`${file} is not a regular file`, at);
    if (found.size > MAX_BYTES)
      return fail(`${file} is larger than ${MAX_BYTES} bytes, the maximum for credentials`, at);
    return await readFile(path, "utf8");
  } catch (error) {
    const { code } = Object(error) as { readonly code?: string };
    if (code === "invalid_request") throw error;
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(String(code))) return undefined;
    return fail(`${file} cannot be read (${code ?? "unknown reason"})`, at);
  }
}

/** Parses JSON; undefined if it is invalid. The runtime's message is dropped, because it would quote secrets. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
