/** Time limits of a run, in milliseconds. */
export interface TimeLimits {
  /** Maximum duration of loading the worker's script. */
  readonly loadMs: number;
  /** Interval of the worker's heartbeats. */
  readonly heartbeatMs: number;
  /** Time without a heartbeat after which the worker is terminated. */
  readonly silenceMs: number;
  /** Maximum duration of a run. */
  readonly runMs: number;
}

export const TIME_LIMITS: TimeLimits = { loadMs: 30_000, heartbeatMs: 500, silenceMs: 5_000, runMs: 60_000 };

/** Maximum number of lines and characters of output. */
export const OUTPUT_LIMITS = { lines: 2_000, characters: 1_000_000 };

/** Maximum number of requests in the log. */
export const MAX_REQUESTS = 500;

/** Maximum number of characters of a body in the log. */
export const MAX_BODY = 20_000;

/** Maximum number of characters of a method, a path and an error in the log. */
export const MAX_METHOD = 20;
export const MAX_PATH = 2_000;
export const MAX_ERROR = 5_000;

/** Maximum number of messages of a run. A program that does not tamper with its worker sends fewer. */
export const MAX_MESSAGES = 20_000;

/** Maximum number of sandboxes whose state is shown. */
export const MAX_STATES = 10;

/** Maximum number of characters of a state as JSON. */
export const MAX_STATE = 300_000;

/** Time limits of the type checker, in milliseconds. */
export const CHECK_LIMITS = {
  /** Time after a change before the code is checked. */
  delayMs: 400,
  /** Maximum duration of loading the compiler and the declarations. */
  loadMs: 60_000,
  /** Maximum duration of a check. */
  checkMs: 15_000,
};

/** Maximum number of problems that are shown, and of characters of their messages. */
export const MAX_PROBLEMS = 50;
export const MAX_PROBLEM = 2_000;

/** Maximum number of characters of code in a link, and of code that is checked. */
export const MAX_SHARED = 30_000;

/** Returns a text, or its beginning if it exceeds the limit. */
export function truncated(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}\n(truncated)`;
}
