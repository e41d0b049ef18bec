import type { Clock } from "../core/clock.js";
import { kindOf } from "../core/describe.js";
import { assertCallOptions } from "../core/http/call-options.js";
import { deadlineOf, onAbort, pause, remainingMs } from "../core/http/time-limits.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { RequestError } from "../errors/request-error.js";
import type { EntitySearchResponse } from "./schemas/entity.js";
import type { EntityConstraints } from "./search-query.js";

/** Options of `entities.suggest`. */
export interface SuggestOptions extends EntityConstraints {
  /** Wait before a search is sent, in milliseconds. A newer call during the wait cancels it. Default: 150; 0 sends at once. */
  debounceMs?: number | undefined;
}

/**
 * Searches for entities whose name starts with a text.
 *
 * Each call waits `debounceMs`, and aborts the previous one, which then rejects with an `AbortError`, so outdated results
 * are never returned. An empty or blank text resolves to `{}` without a request. If the signal is aborted, the call rejects with its
 * reason.
 *
 * @param text - The text to search for.
 * @param options - Options of the call.
 * @returns The response of the search.
 * @throws {RequestError} If the text is not a string.
 * @throws {ApiError} If the service responds with an error.
 */
export type Suggest = (text: string, options?: CallOptions) => Promise<EntitySearchResponse>;

/** Longer than the time between two keys of a typist, and too short to be noticed as a delay. */
const DEFAULT_DEBOUNCE_MS = 150;

/** Creates a {@link Suggest} from a search. */
export function createSuggest(
  search: (text: string, options: SendOptions) => Promise<EntitySearchResponse>,
  client: { readonly clock: Clock; readonly deadlineMs: number | undefined },
  debounceMs = DEFAULT_DEBOUNCE_MS,
): Suggest {
  const { clock } = client;
  let latest: AbortController | undefined;
  return async (text, options = {}) => {
    latest?.abort(new DOMException("a newer call of suggest has replaced this one", "AbortError"));
    const controller = new AbortController();
    latest = controller;
    assertCallOptions("entities.suggest", options);
    const { signal: given } = options;
    const { signal } = controller;
    if (given?.aborted) controller.abort(given.reason);
    const unlink = given === undefined ? undefined : onAbort(given, () => controller.abort(given.reason));
    try {
      signal.throwIfAborted();
      assertText(text);
      if (text.trim() === "") return {};
      const callDeadline = deadlineOf(client, options);
      if (debounceMs > 0) {
        // Timers may fire up to a millisecond early, and a search must not start just before the deadline.
        const waitMs = Math.min(debounceMs, Math.ceil(remainingMs(clock, callDeadline)) + 1);
        await pause(clock, waitMs, signal);
      }
      return await search(text, { ...options, callDeadline, signal });
    } finally {
      unlink?.();
      // Also if the response has already arrived, or the search failed for another reason.
      signal.throwIfAborted();
    }
  };
}

function assertText(text: unknown): void {
  if (typeof text === "string") return;
  const message = `must be a string, got ${kindOf(text)}`;
  throw new RequestError({ operation: "entities.suggest", issues: [{ path: "text", message, rule: "member-type" }] });
}
