import { type Bounds, bounded } from "./bounded.js";

const UTF_8 = /* @__PURE__ */ new TextDecoder();

/** A whole answer: the body is read, whatever the status. */
export interface RawAnswer {
  readonly response: Response;
  readonly text: string;
  readonly bodyBytes: number;
}

/** Bounds of one attempt; its time includes the body. */
export interface AttemptLimits extends Bounds {
  /** Bytes of body at most. */
  readonly maxBytes: number;
}

/** The body of a successful answer is larger than it may be; `head` is what was read of it. */
export class BodyTooLarge extends Error {
  readonly head: string;
  readonly status: number;

  constructor(head: string, status: number) {
    super("the body is too large");
    this.head = head;
    this.status = status;
  }
}

const HEAD_BYTES = 4_096;

/**
 * Sends a request once and reads the whole body, within the limits. Of a refusal whose body is too large, only the
 * beginning is kept: its status says enough.
 *
 * @throws the signal's own reason, `TimeUp`, {@link BodyTooLarge}, or what `send` throws.
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  limits: AttemptLimits,
): Promise<RawAnswer> {
  return bounded(async (signal) => {
    const response = await send(signal);
    const { bytes, isCut } = await readBody(response, limits.maxBytes, signal);
    const text = UTF_8.decode(isCut ? bytes.subarray(0, HEAD_BYTES) : bytes);
    if (isCut && response.ok) throw new BodyTooLarge(text, response.status);
    return { response, text, bodyBytes: bytes.byteLength };
  }, limits);
}

interface Body {
  readonly bytes: Uint8Array;
  /** Whether reading ended because there was too much. */
  readonly isCut: boolean;
}

async function readBody(response: Response, maxBytes: number, signal: AbortSignal): Promise<Body> {
  if (response.body === null) return { bytes: new Uint8Array(), isCut: false };
  const announced = announcedLength(response);
  // A runtime holds the answers of its own fetch to their length; those made by hand may announce anything.
  const isHeld = response.type === "basic" && announced !== undefined && announced <= maxBytes;
  const body = isHeld
    ? { bytes: new Uint8Array(await response.arrayBuffer()), isCut: false }
    : await readStream(response.body, maxBytes, signal);
  if (announced !== undefined && !body.isCut && body.bytes.byteLength < announced) {
    throw new Error(`the body broke off after ${body.bytes.byteLength} of ${announced} bytes`);
  }
  return body;
}

/** The length of the body as it will be read; undefined where the header cannot tell. */
function announcedLength({ headers, type }: Response): number | undefined {
  const text = headers.get("content-length");
  // The length of a compressed body says nothing about what it unfolds to, and a browser hides from other origins
  // whether it was compressed.
  if (text === null || type === "cors" || headers.has("content-encoding")) return undefined;
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

async function readStream(stream: ReadableStream<Uint8Array>, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const reader = stream.getReader();
  // Not awaited: the other end may never confirm.
  const cancel = () => void reader.cancel().catch(() => undefined);
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { bytes: join(chunks, length), isCut: false };
    chunks.push(value);
    length += value.byteLength;
    if (length > maxBytes) {
      cancel();
      return { bytes: join(chunks, length), isCut: true };
    }
  }
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
