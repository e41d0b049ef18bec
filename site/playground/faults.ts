import type { Fault } from "fourfold/testing";

/** A fault that the page can switch on. */
export type FaultName = "unavailable" | "drop" | "slow";

interface FaultSwitch {
  readonly label: string;
  readonly effect: string;
  readonly fault: Fault;
}

/**
 * The faults in the order in which a sandbox gets them: at most one applies to a request. The first two match only
 * requests that the client retries.
 */
export const FAULTS: Readonly<Record<FaultName, FaultSwitch>> = {
  unavailable: {
    label: "503",
    effect: "the first two GET requests fail with status 503",
    fault: { status: 503, times: 2, match: { method: "GET" } },
  },
  drop: {
    label: "Drop",
    effect: "the connection of a GET request is lost",
    fault: { drop: true, match: { method: "GET" } },
  },
  slow: {
    label: "Slow",
    effect: "each other request takes one second longer",
    fault: { delayMs: 1_000, times: Number.POSITIVE_INFINITY },
  },
};

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
