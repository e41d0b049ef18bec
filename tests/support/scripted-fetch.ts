/** The outcome of one request of a scripted fetch. */
export type Step = (request: Request, signal: AbortSignal) => Response | Promise<Response>;

/** A `fetch` that follows a script and records its requests. */
export interface ScriptedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The requests, in order. */
  readonly requests: readonly Request[];
}

/** Creates a `fetch` from steps; the last one is repeated. */
export function scriptedFetch(...steps: readonly Step[]): ScriptedFetch {
  const requests: Request[] = [];
  const follow = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    requests.push(request);
    const step = steps[Math.min(requests.length, steps.length) - 1];
    if (step === undefined) throw new Error("the script has no step");
    return step(request, init?.signal ?? request.signal);
  };
  return Object.assign(follow, { requests });
}

/** A step that responds with JSON. */
export function json(body: unknown, init?: ResponseInit): Step {
  return () => Response.json(body, init);
}

/** A step that returns an error in the warehouse's format. */
export function errorResponse(status: number, reason = "", headers: Record<string, string> = {}): Step {
  const message = `rejected with ${status}`;
  const errors = reason === "" ? [] : [{ domain: "global", reason, message }];
  return json({ error: { code: status, message, errors } }, { status, headers });
}

/** A step that returns a text. */
export function text(body: string, init?: ResponseInit): Step {
  return () => new Response(body, init);
}

/** A step that fails like `fetch` on Node when a connection fails. */
export function lost(code = "ECONNRESET"): Step {
  return () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(`connect ${code}`), { code }) });
  };
}

/** A step that never responds and ignores its signal. */
export const never: Step = () => new Promise(() => undefined);

/** A step that never responds, but rejects when its signal is aborted. */
export const silent: Step = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** The response that contained a page, for pages that a test created. */
export function pageResponse(body: unknown) {
  const request = { method: "GET", path: "/things" };
  return { status: 200, callId: "c-1", methodName: "things.list", request, redact: (value: unknown) => value, body };
}
