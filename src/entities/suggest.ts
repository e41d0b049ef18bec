import type { CallOptions } from "../core/http/transport.js";
import { kindOf } from "../core/rules/describe.js";
import { RequestError } from "../errors/request-error.js";
import type { EntitySearchResponse } from "./schemas/entity-search.js";

/**
 * Searches for what has been typed so far.
 *
 * A call ends the one before it, which rejects with an `AbortError`, whatever its request does in the meantime: results
 * of an outdated call never arrive. An empty text (or white space alone) answers `{}` without a request.
 *
 * @throws {RequestError} when the text is no string.
 * @throws `DOMException` named `AbortError` when a newer call has replaced this one.
 * @throws the signal's own reason, when the signal is aborted; and whatever `search` throws.
 */
export type Suggest = (text: string, options?: CallOptions) => Promise<EntitySearchResponse>;

/** Makes a {@link Suggest} out of a search. */
export function createSuggest(search: (text: string, options: CallOptions) => Promise<EntitySearchResponse>): Suggest {
  let latest: AbortController | undefined;
  return async (text, options = {}) => {
    latest?.abort(new DOMException("a newer call of suggest has replaced this one", "AbortError"));
    const controller = new AbortController();
    latest = controller;
    const { signal } = options;
    const follow = () => controller.abort(signal?.reason);
    if (signal?.aborted) follow();
    signal?.addEventListener("abort", follow, { once: true });
    try {
      controller.signal.throwIfAborted();
      demandText(text);
      if (text.trim() === "") return {};
      return await search(text, { ...options, signal: controller.signal });
    } finally {
      signal?.removeEventListener("abort", follow);
      // Also when the answer was there already, and when it failed for another reason.
      controller.signal.throwIfAborted();
    }
  };
}

function demandText(text: unknown): void {
  if (typeof text === "string") return;
  const message = `must be a string, got ${kindOf(text)}`;
  throw new RequestError({ operation: "entities.suggest", issues: [{ path: "text", message, rule: "member-type" }] });
}
