import type { Clock } from "../../core/clock.js";
import type { Environment } from "../../environments/schemas/environment.js";
import { hashOf } from "../etag.js";
import { notFound, Refusal } from "../refusal.js";
import { applyMask, type MaskReading } from "./mask.js";

/** How an operation of the sandbox can be made to fail. */
export interface OperationFailure {
  /** Number of the canonical error code, such as 9 for a failed precondition. */
  readonly code: number;
  /** What went wrong. */
  readonly message: string;
}

/** An operation as the store keeps it; plain JSON. */
export interface StoredOperation {
  readonly name: string;
  /** Name of the environment. */
  readonly target: string;
  /** When it was begun and when it ends, in milliseconds since the epoch. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly reading: MaskReading;
  readonly body: unknown;
  /** How it fails; null when it does not. */
  readonly failure: OperationFailure | null;
  /** The environment that came of it; null before its end, and when it failed. */
  response: Environment | null;
  settled: boolean;
}

/** What a store holds, as plain JSON. */
export interface EnvironmentsState {
  readonly sequence: number;
  readonly environments: readonly Environment[];
  readonly operations: readonly StoredOperation[];
  readonly failures: readonly OperationFailure[];
}

/** The environments of a sandbox and their operations, which come to their end when the clock says so. */
export class EnvironmentsStore {
  readonly #clock: Clock;
  readonly #operationMs: number;
  #environments = new Map<string, Environment>();
  #operations = new Map<string, StoredOperation>();
  #failures: OperationFailure[] = [];
  #sequence = 0;

  constructor(clock: Clock, operationMs: number) {
    this.#clock = clock;
    this.#operationMs = operationMs;
  }

  /** Whether there is an environment of a name. */
  has(name: string): boolean {
    return this.#environments.has(name);
  }

  /** @throws {Refusal} 404 when there is none of that name. */
  environment(name: string): Environment {
    this.#settle();
    const environment = this.#environments.get(name);
    if (environment === undefined) throw notFound(`Environment ${name}`);
    return environment;
  }

  /** @throws {Refusal} 404 when there is none of that name. */
  operation(name: string): StoredOperation {
    this.#settle();
    const operation = this.#operations.get(name);
    if (operation === undefined) throw notFound(`Operation ${name}`);
    return operation;
  }

  /** Adds an environment; what the service sets is filled in where it is missing. */
  add(name: string, given: Environment): Environment {
    const now = this.#time();
    const set = { uuid: this.#id(name), state: "RUNNING", createTime: now, updateTime: now };
    const environment = { ...set, ...structuredClone(given), name };
    this.#environments.set(name, environment);
    return environment;
  }

  /** Makes an operation fail: the first that begins after those that are to fail already. */
  failNext(failure: OperationFailure): void {
    this.#failures.push({ ...failure });
  }

  /** Begins an update. @throws {Refusal} 400 FAILED_PRECONDITION while another one runs. */
  begin(target: string, operationPrefix: string, reading: MaskReading, body: unknown): StoredOperation {
    const running = [...this.#operations.values()].find((each) => each.target === target && !each.settled);
    if (running !== undefined) {
      const message = `Environment ${target} cannot be updated while ${running.name} runs`;
      throw new Refusal({ status: 400, reason: "OPERATION_IN_PROGRESS", message });
    }
    const startsAt = this.#clock.now();
    const operation: StoredOperation = {
      name: `${operationPrefix}${this.#id(target)}`,
      target,
      startsAt,
      endsAt: startsAt + this.#operationMs,
      reading,
      body: structuredClone(body) ?? {},
      failure: this.#failures.shift() ?? null,
      response: null,
      settled: false,
    };
    this.#operations.set(operation.name, operation);
    this.#environments.set(target, { ...this.environment(target), state: "UPDATING" });
    return operation;
  }

  /** A copy of the state, as JSON data. */
  snapshot(): EnvironmentsState {
    const [environments, operations] = [[...this.#environments.values()], [...this.#operations.values()]];
    return structuredClone({ sequence: this.#sequence, environments, operations, failures: this.#failures });
  }

  /** Replaces the state. */
  restore(state: EnvironmentsState): void {
    const { sequence, environments, operations, failures } = structuredClone(state);
    this.#sequence = sequence;
    this.#environments = new Map(environments.map((each) => [each.name ?? "", each]));
    this.#operations = new Map(operations.map((each) => [each.name, each]));
    this.#failures = [...failures];
  }

  /** Forgets everything. */
  reset(): void {
    this.restore({ sequence: 0, environments: [], operations: [], failures: [] });
  }

  /** Brings operations whose time has come to their end. */
  #settle(): void {
    const now = this.#clock.now();
    for (const operation of this.#operations.values()) {
      if (operation.settled || now < operation.endsAt) continue;
      operation.settled = true;
      const before = this.#environments.get(operation.target);
      const running = { ...before, state: "RUNNING" };
      const after =
        operation.failure === null
          ? {
              ...(applyMask(running, operation.reading, operation.body) as Environment),
              updateTime: isoOf(operation.endsAt),
            } // an object stays one
          : running;
      this.#environments.set(operation.target, after);
      operation.response = operation.failure === null ? after : null;
    }
  }

  #time(): string {
    return isoOf(this.#clock.now());
  }

  /** An id in the form of a UUID that nothing else in this store has. */
  #id(seed: string): string {
    this.#sequence += 1;
    const bytes = [...hashOf(`${seed} ${this.#sequence}`), ...hashOf(`${this.#sequence} ${seed}`)];
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }
}

/** A time as RFC 3339 text. */
export function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
