/** The body of a request on its way in. */
export interface Upload {
  /** The body for a handler. It fails when it turns out to be too large. */
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether the stream is being read. */
  readonly isRead: boolean;
  /** Whether it is known to be too large. */
  readonly isTooLarge: boolean;
  /** Reads the rest. */
  drain(): Promise<void>;
}

/**
 * Hands chunks on as they come, and counts them.
 *
 * @param length What the sender says of the size, in bytes; 0 where it says nothing.
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
      const step = await next();
      if (isTooLarge) controller.error(new Error(`the body is larger than ${maxBytes} bytes`));
      else if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
  };
  return {
    // Nothing is read before it is requested.
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
