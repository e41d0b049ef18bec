import { BodyTooLarge } from "../body-limit.js";

/** The body of a request while it is being received. */
export interface Upload {
  /** The body for a handler. It fails with a {@link BodyTooLarge} if it is too large. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether the stream has a reader. */
  readonly isRead: boolean;
  /** Whether the body is too large. */
  readonly isTooLarge: boolean;
  /** Reads the rest of the body and discards it. */
  drain(): Promise<void>;
}

/**
 * Passes chunks on as they are received, and counts their bytes.
 *
 * @param length Size according to the sender, in bytes; 0 if unknown.
 */
export function createUpload(chunks: AsyncIterator<Uint8Array>, length: number, maxBytes: number): Upload {
  let size = 0;
  let isRead = false;
  let isTooLarge = length > maxBytes;
  const next = async () => {
    const step = await chunks.next();
    size += step.done ? 0 : step.value.byteLength;
    isTooLarge ||= size > maxBytes;
    return step;
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      isRead = true;
      const step = isTooLarge ? undefined : await next();
      if (step === undefined || isTooLarge) controller.error(new BodyTooLarge(maxBytes));
      else if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
  };
  return {
    // Nothing is read before the first read request.
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    get isRead() {
      return isRead;
    },
    get isTooLarge() {
      return isTooLarge;
    },
    async drain() {
      while (!(await next()).done);
    },
  };
}
