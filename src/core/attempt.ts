import { MAX_TIMER_MS } from "./clock.js";

/** A whole answer: the body is read, whatever the status. */
export interface RawAnswer {
  readonly response: Response;
  readonly text: string;
  readonly bodyBytes: number;
}

/** Bounds of one attempt. */
export interface AttemptLimits {
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for the attempt, its body included; `Infinity` for none. */
  readonly timeoutMs: number;
  /** Bytes of body at most. */
  readonly maxBytes: number;
}

/** The attempt took longer than it may. */
export class AttemptTimeout extends Error {}

/** The body is larger than it may be; `head` is what was read of it. */
export class BodyTooLarge extends Error {
  readonly head: string;
  readonly status: number;

  constructor(head: string, status: number) {
    super("the body is too large");
    this.head = head;
    this.status = status;
  }
}

/**
 * Sends a request once and reads the whole body, within the limits. No timer and no listener outlives it.
 *
 * @throws the signal's own reason, {@link AttemptTimeout}, {@link BodyTooLarge}, or what `fetch` throws.
 */
export async function attempt(
  fetch: typeof globalThis.fetch,
  request: Request,
  limits: AttemptLimits,
): Promise<RawAnswer> {
  const { signal, timeoutMs, maxBytes } = limits;
  if (signal?.aborted) throw signal.reason;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onAbort: (() => void) | undefined;
  // A fetch that takes no notice of its signal must not hold the call up.
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (reason: unknown) => {
      reject(reason);
      controller.abort(reason);
    };
    if (timeoutMs <= MAX_TIMER_MS) timer = setTimeout(() => stop(new AttemptTimeout()), timeoutMs);
    if (signal !== undefined) {
      onAbort = () => stop(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
    }
  });
  const answered = async (): Promise<RawAnswer> => {
    const response = await fetch(request, { signal: controller.signal });
    const bytes = await readBody(response, maxBytes);
    return { response, text: new TextDecoder().decode(bytes), bodyBytes: bytes.byteLength };
  };
  try {
    return await Promise.race([answered(), interrupted]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort);
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const announced = announcedLength(response.headers);
  if (announced !== undefined && announced <= maxBytes) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength < announced) {
      throw new Error(`the body broke off after ${bytes.byteLength} of ${announced} bytes`);
    }
    if (bytes.byteLength > maxBytes) throw tooLarge(bytes, response.status);
    return bytes;
  }
  return readStream(response, maxBytes);
}

/** The length of the body as it will be read; undefined where the header cannot tell. */
function announcedLength(headers: Headers): number | undefined {
  const text = headers.get("content-length");
  // The length of a compressed body says nothing about what it unfolds to.
  if (text === null || headers.has("content-encoding")) return undefined;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

const HEAD_BYTES = 4_096;

function tooLarge(bytes: Uint8Array, status: number): BodyTooLarge {
  return new BodyTooLarge(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)), status);
}

async function readStream(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body!.getReader(); // the caller saw a body
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.byteLength;
    if (length > maxBytes) {
      // Not awaited: the other end may never confirm.
      void reader.cancel().catch(() => undefined);
      throw tooLarge(join(chunks, length), response.status);
    }
  }
  return join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
