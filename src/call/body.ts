import { type Bounds, bounded } from "./clock.js";

/** A response whose body has been read, whatever its status. */
export interface ReadBody {
  readonly response: Response;
  readonly text: string;
  readonly bodyBytes: number;
}

/** The body of a successful response is larger than allowed. `head` is its beginning. */
export class BodyTooLarge extends Error {
  readonly head: string;
  readonly status: number;

  constructor(head: string, status: number) {
    super("the body is too large");
    this.head = head;
    this.status = status;
  }
}

/** Maximum size of the body of an error response, so that masking it takes little time. */
const MAX_ERROR_BYTES = 4_194_304;
const HEAD_LENGTH = 4_096;
/** Length of the text that is masked before it is cut to {@link HEAD_LENGTH}, so that a secret at the cut is masked in full. */
const MASKED_LENGTH = 1_048_576;

/** Options of {@link readBody}. */
export interface ReadOptions {
  readonly maxBytes: number;
  /** Stops reading and cancels the body. */
  readonly signal?: AbortSignal | undefined;
  /** Masks the text of a body that is too large, before it is cut. Default: no masking. */
  readonly mask?: ((text: string) => string) | undefined;
}

/**
 * Reads the whole body of a response. If the body of an error response is too large, only its beginning is kept.
 *
 * @throws {BodyTooLarge} If the body of a successful response has more than `maxBytes` bytes.
 */
export async function readBody(response: Response, options: ReadOptions): Promise<ReadBody> {
  const { mask = (text) => text } = options;
  const maxBytes = response.ok ? options.maxBytes : Math.min(options.maxBytes, MAX_ERROR_BYTES);
  const { text, bodyBytes } = await readText(response.body, maxBytes, options.signal);
  if (bodyBytes <= maxBytes) {
    assertComplete(response, bodyBytes);
    return { response, text, bodyBytes };
  }
  const head = mask(text.slice(0, MASKED_LENGTH)).slice(0, HEAD_LENGTH);
  if (response.ok) throw new BodyTooLarge(head, response.status);
  return { response, text: head, bodyBytes };
}

/** Options of {@link fetchBody}. */
interface FetchOptions extends Bounds, Pick<ReadOptions, "mask"> {
  /** Default: `globalThis.fetch`. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
}

const MAX_BYTES = 1_048_576;

/** Fetches a URL and reads the whole body, of at most 1 MiB, within time limits. Redirects are not followed. */
export function fetchBody(url: string, init: RequestInit, options: FetchOptions): Promise<ReadBody> {
  const { fetch = globalThis.fetch, mask, ...bounds } = options;
  return bounded(async (signal) => {
    // Workers do not support the mode "error".
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    return readBody(response, { maxBytes: MAX_BYTES, signal, mask });
  }, bounds);
}

/** @throws {Error} If a body is shorter than its headers say. */
function assertComplete({ headers, type, body }: Response, length: number): void {
  const announced = headers.get("content-length");
  // The header has the compressed length, and browsers do not show other origins whether a body was compressed.
  if (body === null || announced === null || type === "cors" || headers.has("content-encoding")) return;
  if (length < Number(announced)) throw new Error(`the body ended after ${length} of ${announced} bytes`);
}

/** Reads a stream to its end, or until it has more than `maxBytes` bytes. */
async function readText(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly text: string; readonly bodyBytes: number }> {
  if (stream === null) return { text: "", bodyBytes: 0 };
  const reader = stream.getReader();
  // Not awaited: the server may never confirm.
  const cancel = () => void reader.cancel().catch(() => undefined);
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
  const decoder = new TextDecoder();
  let text = "";
  let bodyBytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), bodyBytes };
    text += decoder.decode(value, { stream: true });
    bodyBytes += value.byteLength;
    if (bodyBytes > maxBytes) {
      cancel();
      return { text, bodyBytes };
    }
  }
}
