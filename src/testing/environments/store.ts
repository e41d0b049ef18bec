import type { Clock } from "../../call/clock.js";
import { Environment } from "../../environments/schemas/environment.js";
import { convertFields, enumName, unlessOmitted } from "../../environments/wire-form.js";
import type { Issue } from "../../errors/request-error.js";
import { nameIssues } from "../../naming/translate.js";
import { encodeBody } from "../../schema/codec.js";
import { shapeIssues } from "../../schema/shape-issues.js";
import { plainIssue } from "../../values/issue-path.js";
import { isObject } from "../../values/objects.js";
import type { Store } from "../fake-service.js";
import { pathPattern } from "../router.js";
import { seedNameIssues } from "../seed-names.js";
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

/** The content of a store, as plain JSON. */
interface EnvironmentsState {
  readonly sequence: number;
  readonly environments: readonly [name: string, Environment][];
  readonly operations: readonly [name: string, StoredOperation][];
  readonly failures: OperationFailure[];
}

const NAME = "projects/{projectId}/locations/{locationId}/environments/{environmentId}";

/** Lists the issues of an environment that is added. */
export function seedIssues(seed: unknown): Issue[] {
  const typos = seedNameIssues(seed, Object.keys(Environment.shape));
  if (!isObject(seed)) return typos;
  const isName = pathPattern(NAME).test(String(seed.name));
  const shape = shapeIssues(Environment, seed).map(plainIssue);
  const invalid = [...typos, ...nameIssues("Environment", seed), ...encodeBody(undefined, seed).issues, ...shape];
  return isName
    ? invalid
    : [{ path: "name", message: `must have the form ${NAME}`, rule: "resource-name" }, ...invalid];
}

/** The environments of a sandbox and their operations, which end when the clock reaches their end time. */
export class EnvironmentsStore implements Store {
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

  /** Whether an environment exists. */
  has(name: string): boolean {
    return this.#environments.has(name);
  }

  /** The environments whose names begin with a prefix, in the order in which they were added. */
  list(prefix: string): readonly Environment[] {
    this.#settle();
    return [...this.#environments.values()].filter(({ name }) => name?.startsWith(prefix));
  }

  /** @throws {ServiceError} 404 if it does not exist. */
  environment(name: string): Environment {
    this.#settle();
    const environment = this.#environments.get(name);
    if (environment === undefined) {
      throw new ServiceError({ status: 404, message: `No such environment found: ${name}` });
    }
    return environment;
  }

  /** @throws {ServiceError} 404 if it does not exist. */
  operation(name: string): StoredOperation {
    this.#settle();
    const operation = this.#operations.get(name);
    if (operation === undefined) throw notFound(`Operation ${name}`);
    return operation;
  }

  /** Adds an environment; missing fields that the service sets are filled in. */
  add(name: string, given: Environment): Environment {
    const now = isoOf(this.#clock.now());
    const set = { uuid: this.#id(), state: "RUNNING", createTime: now, updateTime: now };
    const environment = { ...set, ...storedForm(structuredClone(given)), name };
    this.#environments.set(name, environment);
    return environment;
  }

  /** Adds an error for the next operation. Errors apply to operations in the order in which they were added. */
  failNext(failure: OperationFailure): void {
    this.#failures.push({ ...failure });
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
      failure: this.#failures.shift() ?? null,
      environment: storedForm(environment),
      settled: false,
    };
    this.#environments.set(target, { ...this.environment(target), state: "UPDATING" });
    this.#operations.set(operation.name, operation);
    return this.operation(operation.name);
  }

  /** Returns the content as a copy in plain JSON. */
  snapshot(): EnvironmentsState {
    const [environments, operations] = [[...this.#environments], [...this.#operations]];
    return structuredClone({ sequence: this.#sequence, environments, operations, failures: this.#failures });
  }

  /** Restores a snapshot, and takes ownership of it. */
  restore({ sequence, environments, operations, failures }: EnvironmentsState): void {
    this.#sequence = sequence;
    this.#environments = new Map(environments);
    this.#operations = new Map(operations);
    this.#failures = failures;
  }

  /** Removes everything. */
  reset(): void {
    this.restore({ sequence: 0, environments: [], operations: [], failures: [] });
  }

  /** Ends the operations whose end time has passed. */
  #settle(): void {
    const now = this.#clock.now();
    for (const operation of this.#operations.values()) {
      if (operation.settled || now < operation.endsAt) continue;
      operation.settled = true;
      const { target, failure, environment, endsAt } = operation;
      operation.environment = { ...environment, state: "RUNNING", updateTime: isoOf(endsAt) };
      const unchanged = { ...this.#environments.get(target), state: "RUNNING" };
      this.#environments.set(target, failure === null ? operation.environment : unchanged);
    }
  }

  /** A UUID that is unique in this store. */
  #id(): string {
    this.#sequence += 1;
    return `00000000-0000-4000-8000-${String(this.#sequence).padStart(12, "0")}`;
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
