import { NetworkError } from "../../errors/network-error.js";
import type { RequestSummary } from "../../errors/request-summary.js";
import { oneLine } from "../rules/describe.js";
import type { Redactor } from "./redact.js";

/** Creates the error of an attempt without a complete response from the runtime's own error. */
export function connectionFailure(
  error: unknown,
  facts: { readonly request: RequestSummary; readonly attempts: number; readonly redact: Redactor },
): NetworkError {
  const { request, attempts, redact } = facts;
  // Masked before it is shortened, because half a secret might remain.
  const message = oneLine(redact.text(innermostMessage(error)), 200);
  const text = NO_TLS.test(message) ? "the server does not speak TLS on this port; did you mean http://?" : message;
  return new NetworkError({ request, attempts, text: `no complete response: ${text}`, cause: redact.error(error) });
}

/** Matches the messages of TLS libraries about a server that uses plain HTTP. */
const NO_TLS = /wrong version number|packet length too long/;

/** Returns the message of the innermost cause, because `fetch failed` does not describe the problem. */
function innermostMessage(error: unknown): string {
  let text = String(error);
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    const { message, code } = current as Error & { code?: unknown };
    text = message || (typeof code === "string" ? code : "") || text;
    current = current.cause;
  }
  return text;
}
