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

/** Maximum number of sandboxes whose state is shown. */
export const MAX_STATES = 10;

/** Maximum number of characters of a state as JSON. */
export const MAX_STATE = 300_000;

/** Maximum number of characters of code in a link. */
export const MAX_SHARED = 30_000;
