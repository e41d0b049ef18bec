import { type Bounds, bounded } from "./time-limits.js";

const UTF_8 = new TextDecoder();

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
/**
 * Number of bytes to read for {@link HEAD_LENGTH} characters. Exceeds the need, so that a secret at the cut is read in
 * full unless it is very long.
 */
const HEAD_BYTES = 65_536;

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
  const { bytes, isCut } = await readStream(response.body, maxBytes, options.signal);
  if (!isCut) assertComplete(response, bytes.byteLength);
  const text = isCut ? mask(UTF_8.decode(bytes.subarray(0, HEAD_BYTES))).slice(0, HEAD_LENGTH) : UTF_8.decode(bytes);
  if (isCut && response.ok) throw new BodyTooLarge(text, response.status);
  return { response, text, bodyBytes: bytes.byteLength };
}

/** Options of {@link fetchBody}. */
interface FetchOptions extends Bounds, Pick<ReadOptions, "mask"> {
  /** Default: `globalThis.fetch`. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
}

const MAX_BYTES = 1_048_576;

/** Fetches a URL and reads the whole body, of at most 1 MiB, within limits of time. Redirects are not followed. */
export function fetchBody(url: string, init: RequestInit, options: FetchOptions): Promise<ReadBody> {
  const { fetch = globalThis.fetch, mask, ...bounds } = options;
  return bounded(async (signal) => {
    // Workers do not support the mode "error".
    const response = await fetch(url, { ...init, redirect: "manual", signal });
    return readBody(response, { maxBytes: MAX_BYTES, signal, mask });
  }, bounds);
}

interface Bytes {
  readonly bytes: Uint8Array;
  /** Whether reading stopped at the limit. */
  readonly isCut: boolean;
}

/** @throws {Error} If a body is shorter than its headers say. */
function assertComplete({ headers, type, body }: Response, length: number): void {
  const announced = headers.get("content-length");
  // The header has the compressed length, and browsers do not show other origins whether a body was compressed.
  if (body === null || announced === null || type === "cors" || headers.has("content-encoding")) return;
  if (length < Number(announced)) throw new Error(`the body broke off after ${length} of ${announced} bytes`);
}

async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<Bytes> {
  if (stream === null) return { bytes: new Uint8Array(), isCut: false };
  const reader = stream.getReader();
  // Not awaited: the server may never confirm.
  const cancel = () => void reader.cancel().catch(() => undefined);
  if (signal?.aborted) cancel();
  signal?.addEventListener("abort", cancel, { once: true });
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
