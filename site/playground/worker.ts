// Runs one program, in the sandboxed frame. The page removes the frame when the program has ended, or when it does not respond.
import { createSandbox, type Sandbox } from "fourfold/testing";
import { inspect } from "node-inspect-extracted";
import { codeFrame, compile } from "./compile.js";
import { MAX_STATE, MAX_STATES, TIME_LIMITS } from "./limits.js";
import { lockDown } from "./lock-down.js";
import type { Program, SandboxState, WorkerMessage } from "./messages.js";
import { createRequire } from "./modules.js";
import { observedCreateSandbox } from "./observed-sandbox.js";
import { createOutput } from "./output.js";
import { createPendingWork } from "./pending-work.js";
import { type CryptoCall, createRemoteCrypto } from "./remote-crypto.js";
import { lineOf, tidyStacks } from "./stack.js";

type Run = (require: (specifier: string) => unknown, exports: object) => Promise<void>;

const STATE_INTERVAL_MS = 200;

const send: (message: WorkerMessage | CryptoCall) => void = globalThis.postMessage.bind(globalThis);
// biome-ignore lint/security/noGlobalEval: running code is the purpose of this worker
const evaluate = globalThis.eval;
const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
const timers = {
  setTimeout: setTimeout.bind(globalThis),
  clearTimeout: clearTimeout.bind(globalThis),
  setInterval: setInterval.bind(globalThis),
  clearInterval: clearInterval.bind(globalThis),
} as typeof globalThis;

Error.stackTraceLimit = 100; // frames of the package are removed
timers.setInterval(() => send({ type: "heartbeat" }), TIME_LIMITS.heartbeatMs);
addEventListener("message", ({ data }) => void run(data as Program), { once: true });
if (crypto.subtle === undefined) {
  const { subtle, receive } = createRemoteCrypto(send);
  Object.defineProperty(crypto, "subtle", { value: subtle });
  addEventListener("message", ({ data }) => {
    if (data.type === "crypto") receive(data);
  });
}
send({ type: "ready" });

async function run({ file, code, faults }: Program): Promise<void> {
  const output = createOutput(file, (stream, text) => send({ type: "output", stream, text }));
  const sandboxes: Sandbox[] = [];
  const states = createStateReports(sandboxes);
  let isDone = false;
  const finish = (problem?: string): void => {
    if (isDone) return;
    isDone = true;
    try {
      if (problem !== undefined) output.write("stderr", problem);
      states.report();
    } finally {
      send({ type: "done", failed: problem !== undefined });
    }
  };
  const fail = (error: unknown): void => {
    const line = error instanceof Error ? lineOf(error.stack, file) : undefined;
    tidyStacks(error, file);
    const text = inspect(error);
    finish(`${codeFrame(file, code, line)}${error instanceof Error ? text : `Uncaught ${text}`}`);
  };

  const compiled = compile(file, code);
  if ("error" in compiled) return finish(compiled.error);
  const work = createPendingWork(timers);
  lockDown(globalThis, { ...work.timers, console: { ...output.console } });
  const source = `(async (require, exports) => {${compiled.code}\n})\n//# sourceURL=${file}`;
  let main: Run;
  try {
    main = evaluate(source);
  } catch (error) {
    const line = await lineOfSyntaxError(source);
    return finish(`${codeFrame(file, code, line)}${error}`);
  }

  const ends = new Map<number, () => void>();
  const observedCreate = observedCreateSandbox(createSandbox, faults, {
    created(sandbox) {
      sandboxes.push(sandbox);
      states.schedule();
    },
    request(request) {
      ends.set(request.id, work.begin());
      send({ type: "request", request });
    },
    outcome(outcome) {
      ends.get(outcome.id)?.();
      send({ type: "outcome", outcome });
      states.schedule();
    },
    responseBody: (id, body) => send({ type: "responseBody", id, body }),
    moreRequests: () => send({ type: "moreRequests" }),
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    fail(event.error);
  });
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    fail(event.reason);
  });
  const require = createRequire(file, observedCreate);
  try {
    await main(require, {});
    await work.idle();
    finish();
  } catch (error) {
    fail(error);
  }
}

/** Finds the line of a syntax error. Only the `error` event of an uncaught error contains it. */
function lineOfSyntaxError(source: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      resolve(event.lineno);
    };
    addEventListener("error", onError, { once: true });
    timers.setTimeout(() => evaluate(source));
  });
}

/** Reports the states of the sandboxes, at most once per interval. */
function createStateReports(sandboxes: readonly Sandbox[]): { schedule(): void; report(): void } {
  let isScheduled = false;
  const report = () => {
    for (const [index, sandbox] of sandboxes.slice(0, MAX_STATES).entries())
      send({ type: "state", sandbox: index + 1, state: stateOf(sandbox) });
  };
  return {
    report,
    schedule() {
      if (isScheduled) return;
      isScheduled = true;
      timers.setTimeout(() => {
        isScheduled = false;
        report();
      }, STATE_INTERVAL_MS);
    },
  };
}

function stateOf(sandbox: Sandbox): SandboxState {
  try {
    const { services } = sandbox.snapshot();
    const text = JSON.stringify(services);
    if (text.length <= MAX_STATE) return { services: text };
    return { omitted: `The state is too large to show (${text.length} characters).` };
  } catch {
    return { omitted: "The state cannot be shown, because it is not JSON data." };
  }
}
