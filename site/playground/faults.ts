import type { Fault } from "fourfold/testing";

/** A fault that the page can switch on. */
export type FaultName = "unavailable" | "drop" | "slow";

interface FaultSwitch {
  readonly label: string;
  readonly effect: string;
  readonly fault: Fault;
}

/**
 * The faults, in the order in which they are added to a sandbox. At most one applies to each request. The first two
 * match only requests that the client retries.
 */
export const FAULTS: Readonly<Record<FaultName, FaultSwitch>> = {
  unavailable: {
    label: "503",
    effect: "the first two GET requests fail with status 503",
    fault: { status: 503, times: 2, match: { method: "GET" } },
  },
  drop: {
    label: "Drop",
    effect: "one GET request gets no response: the connection is lost",
    fault: { drop: true, match: { method: "GET" } },
  },
  slow: {
    label: "Slow",
    effect: "every request without another fault takes one second longer",
    fault: { delayMs: 1_000, times: Number.POSITIVE_INFINITY },
  },
};

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
