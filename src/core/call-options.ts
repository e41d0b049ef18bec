import type { Issue } from "./rules.js";
import { shown } from "./scalars.js";
import type { CallOptions } from "./transport.js";

const isPositive = (value: unknown) => typeof value === "number" && value > 0;
const isDuration = (value: unknown) => typeof value === "number" && value >= 0;
const isPolicy = (value: unknown) => value === false || (typeof value === "object" && value !== null);
const isCount = (value: unknown) =>
  value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && Number(value) >= 0);

/** What is wrong with the bounds of a call or a client. */
export function callOptionIssues(
  options: Pick<CallOptions, "timeoutMs" | "deadlineMs" | "retry"> & { maxResponseBytes?: number | undefined },
): Issue[] {
  const { timeoutMs, deadlineMs, maxResponseBytes } = options;
  // Most calls set none of them.
  const given = [timeoutMs, deadlineMs, maxResponseBytes, options.retry].some((value) => value !== undefined);
  if (!given) return [];
  const retry = options.retry || {};
  const rows: [path: string, value: unknown, fits: (value: unknown) => boolean, form: string][] = [
    ["timeoutMs", timeoutMs, isPositive, "a positive number of milliseconds"],
    ["deadlineMs", deadlineMs, isPositive, "a positive number of milliseconds"],
    ["maxResponseBytes", maxResponseBytes, isPositive, "a positive number of bytes"],
    ["retry", options.retry, isPolicy, "false or an object of settings"],
    ["retry.limit", retry.limit, isCount, "a non-negative integer"],
    ["retry.minDelayMs", retry.minDelayMs, isDuration, "a non-negative number of milliseconds"],
    ["retry.maxDelayMs", retry.maxDelayMs, isDuration, "a non-negative number of milliseconds"],
    ["retry.maxRetryAfterMs", retry.maxRetryAfterMs, isDuration, "a non-negative number of milliseconds"],
  ];
  return rows
    .filter(([, value, fits]) => value !== undefined && !fits(value))
    .map(([path, value, , form]) => ({ path, message: `must be ${form}, got ${shown(value)}`, rule: "call-option" }));
}
