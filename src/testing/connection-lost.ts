/** Creates the error of a connection that ended too early, in the form of Node's `fetch`. */
export function connectionLost(message: "fetch failed" | "terminated" = "fetch failed"): TypeError {
  const cause = Object.assign(new Error("the sandbox dropped the connection"), { code: "ECONNRESET" });
  return new TypeError(message, { cause });
}

/** Whether a caught value is an error of {@link connectionLost}, or has the same form. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof TypeError)) return false;
  return (error.cause as { code?: unknown } | undefined)?.code === "ECONNRESET";
}
