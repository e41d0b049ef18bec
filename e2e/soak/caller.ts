import {
  type AccessTokenProvider,
  type AnyFourfoldError,
  type CallOptions,
  type Client,
  isFourfoldError,
} from "fourfold";
import type { Sandbox } from "fourfold/testing";
import { CALL_HEADER } from "./faults.js";
import type { Ledger, Outcome } from "./ledger.js";
import { type Random, randomOf } from "./random.js";

/** Longer than any call may take: `DEADLINE_MS` and the delays of a busy machine. */
const WATCHDOG_MS = 30_000;
/** Deadline of every call. */
export const DEADLINE_MS = 15_000;
/** Maximum number of retries. */
export const RETRIES = 3;
/** The first attempt, the retries, and the attempt with a new token after a 401. */
export const MAX_ATTEMPTS = RETRIES + 2;

/** Error codes that faults explain. */
const FAULT_CODES: readonly string[] = [
  "network",
  "timeout",
  "deadline",
  "unavailable",
  "rate_limited",
  "invalid_response",
  "unauthenticated",
];

/** Outcomes that a call may have in addition to a value and the errors of faults. */
export interface Expected {
  /** Whether a newer call may replace it, so that it rejects with an AbortError. */
  readonly isReplaceable?: boolean;
  /** Whether an error can be caused by the call itself. */
  readonly isKnown?: (error: AnyFourfoldError) => boolean;
}

/** State that all callers of a round share. */
export interface Round {
  readonly sandbox: Sandbox;
  readonly client: Client;
  readonly ledger: Ledger;
  /** Ids of the finished calls: no more requests may be sent for them. */
  readonly ended: Set<string>;
}

/** A simulated user, who makes calls one after the other. */
export class Caller {
  readonly round: Round;
  readonly random: Random;
  readonly #name: string;
  #count = 0;

  constructor(round: Round, name: string, random: Random) {
    this.round = round;
    this.random = random;
    this.#name = name;
  }

  /** Returns a unique name. */
  uniqueName(): string {
    this.#count += 1;
    return `${this.#name}x${this.#count}`;
  }

  /**
   * Makes a call and checks that it ends as expected. Some calls are aborted, some have a short deadline.
   *
   * `send` receives the options that it must pass on.
   */
  async call<T>(
    method: string,
    send: (options: CallOptions, id: string) => Promise<T>,
    { isReplaceable = false, isKnown = () => false }: Expected = {},
  ): Promise<Outcome<T>> {
    const { ledger, ended } = this.round;
    const id = this.uniqueName();
    const abort = this.random.chance(0.05) ? this.random.below(30) : undefined;
    const deadlineMs = this.random.chance(0.04) ? 1 + this.random.below(60) : undefined;
    const reason = new Error("aborted by the caller");
    const controller = new AbortController();
    const timer = abort === undefined ? undefined : setTimeout(() => controller.abort(reason), abort);
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const lost = new Promise<"lost">((resolve) => {
      watchdog = setTimeout(() => resolve("lost"), WATCHDOG_MS);
    });
    const options: CallOptions = {
      headers: { [CALL_HEADER]: id },
      ...(abort === undefined ? {} : { signal: controller.signal }),
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    };
    let outcome: Outcome<T> = { kind: "aborted" };
    let noToken = false;
    try {
      const value = await Promise.race([send(options, id), lost]);
      if (value === "lost") ledger.violation(`${method} ${id}: has not ended after ${WATCHDOG_MS} ms`, "lost");
      else outcome = { kind: "value", value: value as T }; // any other value is the result of the call
    } catch (error) {
      const isReplaced = isReplaceable && error instanceof DOMException && error.name === "AbortError";
      if (isFourfoldError(error, "credentials_unavailable")) {
        noToken = true;
      } else if (isFourfoldError(error)) {
        outcome = { kind: "error", error };
        if (attemptsOf(error) > MAX_ATTEMPTS) ledger.violation(`${method} ${id}: ${attemptsOf(error)} attempts`);
        if (!FAULT_CODES.includes(error.code) && !isKnown(error)) ledger.violation(`${method} ${id}: ${error.message}`);
      } else if (error !== reason && !isReplaced) {
        ledger.violation(`${method} ${id}: unexpected error: ${describe(error)}`);
      }
    } finally {
      clearTimeout(timer);
      clearTimeout(watchdog);
      ended.add(id);
    }
    const how = noToken ? "no token" : outcome.kind === "error" ? outcome.error.code : outcome.kind;
    const mayEndEarly = abort !== undefined || deadlineMs !== undefined || isReplaceable || noToken;
    ledger.records.push({ id, method, ended: how, mayEndEarly });
    return outcome;
  }
}

/** Number of requests that a failed call sent. */
export function attemptsOf(error: AnyFourfoldError): number {
  return "attempts" in error ? error.attempts : 1;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Share of token requests that reject or never settle. */
const SHARES = { rejects: 0.003, hangs: 0.0003 };

/** Creates a token provider that sometimes rejects or hangs, and returns a new token after each 401. */
export function badTokens(seed: string): AccessTokenProvider {
  const random = randomOf(`${seed} tokens`);
  let generation = 0;
  return {
    getAccessToken: async () => {
      if (random.chance(SHARES.rejects)) throw new Error("no token available");
      if (random.chance(SHARES.hangs)) return new Promise(() => undefined);
      return `token-${generation}`;
    },
    forgetAccessToken: () => {
      generation += 1;
    },
  };
}
