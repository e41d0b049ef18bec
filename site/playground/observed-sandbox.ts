import type { createSandbox, Sandbox, SandboxFetch } from "fourfold/testing";
import { FAULTS, type FaultName } from "./faults.js";
import { MAX_BODY, MAX_ERROR, MAX_METHOD, MAX_PATH, MAX_REQUESTS, truncated } from "./limits.js";
import type { WireOutcome, WireRequest } from "./messages.js";

/** Receives the events of the sandboxes. */
export interface SandboxObserver {
  created(sandbox: Sandbox): void;
  request(request: WireRequest): void;
  outcome(outcome: WireOutcome): void;
  responseBody(id: number, body: string): void;
  /** Called once, for the first request that is not reported. */
  moreRequests(): void;
}

/** Returns a `createSandbox` whose sandboxes have faults and report their requests. */
export function observedCreateSandbox(
  create: typeof createSandbox,
  faults: readonly FaultName[],
  observer: SandboxObserver,
): typeof createSandbox {
  let sandboxes = 0;
  let requests = 0;

  const observed =
    (fetch: SandboxFetch, { baseUrl }: Sandbox, sandbox: number): SandboxFetch =>
    async (input, init) => {
      if (requests === MAX_REQUESTS) observer.moreRequests();
      requests += 1;
      if (requests > MAX_REQUESTS) return fetch(input, init);
      const id = requests;
      const isRequest = input instanceof Request && init === undefined;
      const request = isRequest
        ? input
        : new Request(typeof input === "string" ? new URL(input, baseUrl) : input, init);
      const { pathname, search } = new URL(request.url);
      const method = truncated(request.method, MAX_METHOD);
      const path = truncated(pathname + search, MAX_PATH);
      const body = truncated(await request.clone().text(), MAX_BODY);
      observer.request({ id, sandbox, method, path, body });
      const start = performance.now();
      const elapsed = () => performance.now() - start;
      try {
        const response = await fetch(request);
        observer.outcome({ id, status: response.status, ms: elapsed() });
        void textOf(response.clone()).then((text) => observer.responseBody(id, text));
        return response;
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        observer.outcome({ id, error: truncated(text, MAX_ERROR), ms: elapsed() });
        throw error;
      }
    };

  return (options) => {
    const sandbox = create(options);
    sandboxes += 1;
    const number = sandboxes;
    for (const [name, { fault }] of Object.entries(FAULTS)) {
      if (faults.includes(name as FaultName)) sandbox.faults.next(fault);
    }
    observer.created(sandbox);
    const fetch = observed(sandbox.fetch, sandbox, number);
    return {
      ...sandbox,
      fetch,
      clientOptions: { ...sandbox.clientOptions, fetch },
      gateway: (gateway) => observed(sandbox.gateway(gateway), sandbox, number),
    };
  };
}

/**
 * Reads the beginning of a response body, which can be endless. If the connection is lost, returns the text received so
 * far.
 */
async function textOf({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    while (reader !== undefined && text.length <= MAX_BODY) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
    }
  } catch {
    return `${text}\n(the connection was lost)`;
  }
  void reader?.cancel().catch(() => undefined);
  return truncated(text, MAX_BODY);
}
