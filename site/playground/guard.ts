import { limitOutput } from "./limit-output.js";
import {
  MAX_BODY,
  MAX_ERROR,
  MAX_MESSAGES,
  MAX_METHOD,
  MAX_PATH,
  MAX_REQUESTS,
  MAX_STATE,
  MAX_STATES,
  truncated,
} from "./limits.js";
import type { SandboxState, WorkerMessage } from "./messages.js";

/** A message of a worker. Its program may have changed everything in its realm, so no property has a known type. */
type Received = Readonly<Record<string, unknown>>;

/**
 * Returns a function that checks the messages of a worker and sends copies within the limits. It runs outside the
 * program's realm, so that a program that tampers with its worker cannot overload the page. After `MAX_MESSAGES`, all
 * messages are dropped.
 */
export function createGuard(send: (message: WorkerMessage) => void): (message: unknown) => void {
  const output = limitOutput((stream, text) => send({ type: "output", stream, text }));
  let messages = 0;
  let requests = 0;
  return (message) => {
    messages += 1;
    if (messages > MAX_MESSAGES) return;
    const received = recordOf(message);
    switch (received.type) {
      case "ready":
      case "heartbeat":
      case "moreRequests":
        return send({ type: received.type });
      case "output": {
        const stream = received.stream === "stderr" ? "stderr" : "stdout";
        return output.write(stream, textOf(received.text, Number.POSITIVE_INFINITY).replace(/\n$/, ""));
      }
      case "request": {
        const request = recordOf(received.request);
        const [id, sandbox] = [numberOf(request.id), numberOf(request.sandbox)];
        const method = textOf(request.method, MAX_METHOD);
        const path = textOf(request.path, MAX_PATH);
        const body = textOf(request.body, MAX_BODY);
        requests += 1;
        if (requests <= MAX_REQUESTS) send({ type: "request", request: { id, sandbox, method, path, body } });
        return;
      }
      case "outcome": {
        const { id, status, error, ms } = recordOf(received.outcome);
        const result = error === undefined ? { status: numberOf(status) } : { error: textOf(error, MAX_ERROR) };
        return send({ type: "outcome", outcome: { id: numberOf(id), ms: numberOf(ms), ...result } });
      }
      case "responseBody":
        return send({ type: "responseBody", id: numberOf(received.id), body: textOf(received.body, MAX_BODY) });
      case "state": {
        const sandbox = numberOf(received.sandbox);
        const isShown = Number.isInteger(sandbox) && sandbox <= MAX_STATES;
        if (isShown) send({ type: "state", sandbox, state: stateOf(recordOf(received.state)) });
        return;
      }
      case "done":
        return send({ type: "done", failed: received.failed === true });
    }
  };
}

const recordOf = (value: unknown): Received => (typeof value === "object" && value !== null ? (value as Received) : {});

const numberOf = (value: unknown): number => (typeof value === "number" && value >= 0 ? value : Number.NaN);

const textOf = (value: unknown, limit: number): string => (typeof value === "string" ? truncated(value, limit) : "");

function stateOf({ services, omitted }: Received): SandboxState {
  if (typeof services === "string" && services.length <= MAX_STATE) return { services };
  return { omitted: textOf(omitted, MAX_ERROR) || "The state is too large to show." };
}
