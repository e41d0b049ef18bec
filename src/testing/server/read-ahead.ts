/** A body whose beginning has been read. */
export interface BodyStart {
  /** The chunks that were available immediately. */
  readonly chunks: readonly Uint8Array[];
  /** Whether the body ended there without an error. */
  readonly isWhole: boolean;
  /** The remaining chunks; fails if the body does. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Cancels the body. */
  cancel(): Promise<void>;
}

/** Reads the part of a body that is available without waiting, up to about the given number of bytes. */
export async function readAhead(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyStart> {
  const reader = body?.getReader();
  const read = async () => (await reader?.read()) ?? { done: true as const, value: undefined };
  // Available chunks arrive before any timer fires.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const turn = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, 0, undefined);
  });
  const chunks: Uint8Array[] = [];
  let pending = read();
  let isWhole = false;
  for (let size = 0; size <= maxBytes; ) {
    const step = await Promise.race([pending, turn]).catch(() => undefined);
    isWhole = step?.done === true;
    if (step === undefined || step.done) break;
    chunks.push(step.value);
    size += step.value.byteLength;
    pending = read();
  }
  clearTimeout(timer);
  pending.catch(() => {}); // reported to the reader of the rest
  return {
    chunks,
    isWhole,
    rest: {
      async *[Symbol.asyncIterator]() {
        for (let step = await pending; !step.done; step = await read()) yield step.value;
      },
    },
    cancel: async () => reader?.cancel().catch(() => {}),
  };
}
