import { RequestError } from "../errors/request-error.js";
import { type CallOutcome, inTime, send } from "./call.js";
import type { CallContext } from "./call-context.js";
import { deadlineOf } from "./http/time-limits.js";
import type { CallOptions, WireResponse } from "./http/transport.js";
import { isObject } from "./is-object.js";
import type { Method, MethodInput, MethodTypes } from "./method.js";
import { createPager, PAGE_TOKEN_RULE, type Pager } from "./pagination.js";
import { assertMethod, type CallDetails, prepareRequest } from "./prepare-request.js";
import { type ResponsePolicy, report } from "./read-response.js";
import { checked, isInteger, must, type OptionChecks } from "./rules/options.js";
import { valueAt } from "./value-at.js";

/** Options of a list. */
export interface ListOptions extends CallOptions {
  /** Maximum number of items per page; a positive integer. Default: the service's (50 for projects). */
  maxResults?: number | undefined;
  /** Page token to start at: the `nextPageToken` of a page that was fetched earlier. Default: the first page. */
  pageToken?: string | undefined;
  /** Number of pages to fetch ahead while one is consumed, from 0 to 100. Default: 0. */
  prefetch?: number | undefined;
}

/** Maximum of `prefetch`: each prefetched page may be as large as `maxResponseBytes`. */
const MAX_PREFETCH = 100;

const listChecks: OptionChecks<Exclude<keyof ListOptions, keyof CallOptions>> = {
  maxResults: /* @__PURE__ */ must((value) => isInteger(value, 1), "a positive integer"),
  pageToken: /* @__PURE__ */ must(
    (value) => typeof value === "string" && value !== "",
    "the nextPageToken of a page (omit it to start with the first)",
  ),
  prefetch: /* @__PURE__ */ must(
    (value) => isInteger(value, 0) && Number(value) <= MAX_PREFETCH,
    `an integer from 0 to ${MAX_PREFETCH}`,
  ),
};

/**
 * Lists the items of a method. Items and page tokens are read from the parsed JSON, not from the schema's output: a
 * schema may strip the token, which would end the list.
 *
 * @throws {RequestError} If the input is invalid.
 */
export function list<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: ListOptions = {},
  details: CallDetails = {},
): Pager<T["item"], T["result"]> {
  assertMethod("list", method);
  const { paging } = method;
  if (paging === undefined) {
    const message = 'cannot be listed: its definition has neither "items" nor "paging"';
    throw new RequestError({ operation: method.name, issues: [{ path: "method", message, rule: "method-input" }] });
  }
  const hasNoSize = { maxResults: checked(() => `is not allowed: ${method.name} has no page size`) };
  const prepared = prepareRequest(context, method, input, options, {
    ...details,
    options: paging.sizeParam === false ? { ...listChecks, ...hasNoSize } : listChecks,
    token: paging.token,
  });
  // Reported when the first page is requested.
  if (prepared instanceof Promise) prepared.catch(() => undefined);
  const { maxResults } = options;
  return createPager<unknown, CallOutcome, unknown>({
    options,
    deadlineMs: context.deadlineMs,
    clock: context.clock,
    newCallId: context.transport.newCallId,
    fetchPage: async (token, given) => {
      const sendOptions = { ...given, callDeadline: deadlineOf(context, given) };
      const { wire, warnings } =
        prepared instanceof Promise ? await inTime(context, method, prepared, sendOptions) : prepared;
      const page = { [paging.sizeParam || "maxResults"]: maxResults, [paging.tokenParam]: token };
      const query = {
        ...wire.query,
        ...Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined)),
      };
      const outcome = await send(context, method, { wire: { ...wire, query }, warnings }, sendOptions);
      reportUnreadTokens(outcome.response, method, paging.token, context);
      return outcome;
    },
    itemsOf: ({ response }) => {
      // A page that does not match its schema does not end the list.
      const items = valueAt(response.body, [paging.items]);
      return Array.isArray(items) ? items : [];
    },
    responseOf: ({ response }) => response,
    tokenField: paging.token,
    pageOf: ({ result }) => result,
  });
}

/** Matches the name of a field that contains the token of the next page. */
const TOKEN_NAME = /^(next_?)?((pag(e|ing|ination)|continu(e|ation))_?)?(token|cursor)$/i;

/** A list that does not read its page token would end after the first page. @throws {ResponseError} If the policy is strict. */
function reportUnreadTokens(response: WireResponse, method: Method, token: string, policy: ResponsePolicy): void {
  const unread = Object.entries(isObject(response.body) ? response.body : {}).filter(
    ([name, value]) => name !== token && TOKEN_NAME.test(name) && typeof value === "string" && value !== "",
  );
  const mismatches = unread.map(([name]) => ({
    path: name,
    publicPath: name,
    message: `looks like a page token, but the list reads "${token}"; set the name in "paging", such as { items: "${method.paging?.items}", token: "${name}" }`,
    rule: PAGE_TOKEN_RULE,
  }));
  report(mismatches, method.shipped?.resource ?? method.name, response, policy);
}
