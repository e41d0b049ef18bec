/** A body of which the beginning has been read. */
export interface BodyStart {
  /** What was there at once. */
  readonly chunks: readonly Uint8Array[];
  /** Whether that was all, and nothing went wrong. */
  readonly isWhole: boolean;
  /** The chunks that are still to come; fails where the body does. */
  readonly rest: AsyncIterable<Uint8Array>;
  /** Cancels the rest of the body. */
  cancel(): Promise<void>;
}

/** Reads what of a body is there without waiting, up to about so many bytes. */
export async function readAhead(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyStart> {
  const reader = body?.getReader();
  const read = async () => (await reader?.read()) ?? { done: true as const, value: undefined };
  // What is ready comes before any timer does.
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
