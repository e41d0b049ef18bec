import type { Clock } from "../../call/clock.js";
import { Environment } from "../../environments/schemas/environment.js";
import { convertFields, enumName, unlessOmitted } from "../../environments/wire-form.js";
import type { Store } from "../fake-service.js";
import { notFound, OPERATION_IN_PROGRESS, ServiceError } from "../service-error.js";

/** The error of an operation that fails. */
export interface OperationFailure {
  /** Number of the canonical error code, such as 9 for a failed precondition. */
  readonly code: number;
  /** The error message. */
  readonly message: string;
}

/** An operation in the store; plain JSON. */
export interface StoredOperation {
  readonly name: string;
  /** Name of the environment. */
  readonly target: string;
  /** Start and end time, in Unix milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  /** The error; null if the operation succeeds. */
  readonly failure: OperationFailure | null;
  /** The environment after the update. */
  environment: Environment;
  /** Whether the operation has ended, and the environment has changed unless it failed. */
  settled: boolean;
}

/** The content of a store. */
interface EnvironmentsState {
  sequence: number;
  environments: Environment[];
  readonly operations: StoredOperation[];
  /** Errors of the next operations. */
  readonly failures: OperationFailure[];
}

/** The environments of a sandbox and their operations, which end when the clock reaches their end time. */
export class EnvironmentsStore implements Store {
  state: EnvironmentsState = { sequence: 0, environments: [], operations: [], failures: [] };
  readonly #clock: Clock;
  readonly #operationMs: number;

  constructor(clock: Clock, operationMs: number) {
    this.#clock = clock;
    this.#operationMs = operationMs;
  }

  /** Whether an environment exists. */
  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** The environments whose names begin with a prefix, in the order in which they were added. */
  list(prefix: string): readonly Environment[] {
    this.#settle();
    return this.state.environments.filter(({ name }) => name?.startsWith(prefix));
  }

  /** @throws {ServiceError} 404 if it does not exist. */
  environment(name: string): Environment {
    this.#settle();
    const environment = this.#find(name);
    if (environment === undefined) {
      throw new ServiceError({ status: 404, message: `No such environment found: ${name}` });
    }
    return environment;
  }

  /** @throws {ServiceError} 404 if it does not exist. */
  operation(name: string): StoredOperation {
    this.#settle();
    const operation = this.state.operations.find((each) => each.name === name);
    if (operation === undefined) throw notFound(`Operation ${name}`);
    return operation;
  }

  /** Adds an environment; missing fields that the service sets are filled in. */
  add(name: string, given: Environment): Environment {
    const now = isoOf(this.#clock.now());
    const set = { uuid: this.#id(), state: "RUNNING", createTime: now, updateTime: now };
    const environment = { ...set, ...storedForm(structuredClone(given)), name };
    this.state.environments.push(environment);
    return environment;
  }

  /** Adds an error for the next operation. Errors apply to operations in the order in which they were added. */
  failNext(failure: OperationFailure): void {
    this.state.failures.push({ ...failure });
  }

  /** @throws {ServiceError} 400 FAILED_PRECONDITION while an environment is not running: during an update, or after an error. */
  assertRunning(target: string): void {
    const { state } = this.environment(target);
    if (state === "RUNNING") return;
    const message = `Environment ${target} cannot be updated while its state is ${state}`;
    throw new ServiceError({ status: 400, reason: OPERATION_IN_PROGRESS, message });
  }

  /** Starts an update that changes the environment to the given one. */
  begin(target: string, operationPrefix: string, environment: Environment): StoredOperation {
    const startsAt = this.#clock.now();
    const operation: StoredOperation = {
      name: `${operationPrefix}${this.#id()}`,
      target,
      startsAt,
      endsAt: startsAt + this.#operationMs,
      failure: this.state.failures.shift() ?? null,
      environment: storedForm(environment),
      settled: false,
    };
    this.#replace(target, { ...this.environment(target), state: "UPDATING" });
    this.state.operations.push(operation);
    return this.operation(operation.name);
  }

  /** Ends the operations whose end time has passed. */
  #settle(): void {
    const now = this.#clock.now();
    for (const operation of this.state.operations) {
      if (operation.settled || now < operation.endsAt) continue;
      operation.settled = true;
      const { target, failure, environment, endsAt } = operation;
      operation.environment = { ...environment, state: "RUNNING", updateTime: isoOf(endsAt) };
      this.#replace(target, failure === null ? operation.environment : { ...this.#find(target), state: "RUNNING" });
    }
  }

  #find(name: string): Environment | undefined {
    return this.state.environments.find((environment) => environment.name === name);
  }

  #replace(target: string, environment: Environment): void {
    this.state.environments = this.state.environments.map((each) => (each.name === target ? environment : each));
  }

  /** A UUID that is unique in this store. */
  #id(): string {
    this.state.sequence += 1;
    return `00000000-0000-4000-8000-${String(this.state.sequence).padStart(12, "0")}`;
  }
}

/** Converts an environment in place to the form in which the service stores it. */
function storedForm(environment: Environment): Environment {
  return convertFields(convertFields(environment, Environment, enumName), Environment, unlessOmitted);
}

/** Formats a time as RFC 3339. */
export function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
