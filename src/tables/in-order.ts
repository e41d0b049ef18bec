import { onAbort } from "../http/time-limits.js";

/** Options of {@link inOrder}. */
export interface InOrder {
  /** Maximum number of items in progress. */
  readonly concurrency: number;
  /** Maximum number of items in progress and of results that are not yet consumed. Default: `concurrency`. */
  readonly buffer?: number | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Limits the wait for the next item. Default: no limit. */
  inTime?<T>(wait: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/**
 * Works on several items at a time, and yields the results in the order of the items. Work starts in that order, too. Work in
 * progress is aborted when the consumer leaves.
 */
export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  { concurrency, buffer = concurrency, signal: outer, inTime = (wait) => wait() }: InOrder,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): AsyncGenerator<R, undefined, undefined> {
  outer?.throwIfAborted();
  const stopped = new AbortController();
  const { signal } = stopped;
  const unlink = outer && onAbort(outer, () => stopped.abort(outer.reason));
  // One listener for the whole iteration is faster than one per request. It is released with the signal.
  onAbort(signal, () => {});
  const source = each(items);
  const ahead: Promise<{ readonly result: R } | undefined>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let running = 0;
  let isExhausted = false;
  const start = async (next: Promise<IteratorResult<T, undefined>>) => {
    try {
      const { done, value } = await next;
      isExhausted ||= done === true;
      return done ? undefined : { result: await work(value, signal) };
    } finally {
      running -= 1;
      fill();
    }
  };
  const fill = () => {
    while (running < concurrency && ahead.length < buffer && !isExhausted && !signal.aborted) {
      running += 1;
      const next = last.then(() => inTime(() => source.next(), signal));
      const entry = start(next);
      // Prevents an unhandled rejection: the consumer receives the error when it reaches this item.
      entry.catch(() => undefined);
      last = next;
      ahead.push(entry);
    }
  };
  try {
    for (;;) {
      fill();
      const entry = await ahead[0];
      ahead.shift();
      outer?.throwIfAborted();
      if (entry === undefined) return undefined;
      fill();
      yield entry.result;
      outer?.throwIfAborted();
    }
  } finally {
    unlink?.();
    stopped.abort(new DOMException("the iteration was stopped", "AbortError"));
    // Not awaited: the source may wait for something that the abort does not end.
    source.return(undefined).catch(() => undefined);
  }
}

/** Iterates over an iterable or an async iterable. */
async function* each<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, undefined, undefined> {
  yield* items;
  return undefined;
}
