import type { Clock } from "../../call/clock.js";
import type { Method } from "../../call/method.js";
import { environmentMethods as methods } from "../../environments/methods.js";
import { Environment, EnvironmentList } from "../../environments/schemas/environment.js";
import { Operation } from "../../environments/schemas/operation.js";
import { convertFields, enumNumber } from "../../environments/wire-form.js";
import { assertNoIssues, type Issue, throwIssue } from "../../errors/request-error.js";
import type { Naming } from "../../naming/naming.js";
import { nameIssues } from "../../naming/translate.js";
import type { Schema } from "../../schema/schema.js";
import { isObject } from "../../values/objects.js";
import { isString, must, type OptionChecks, required, strictOptions } from "../../values/options.js";
import { type FakeService, requireToken, type ServiceCall } from "../fake-service.js";
import { routeOf } from "../method-route.js";
import { takePage } from "../paging.js";
import { pathPattern } from "../router.js";
import { seedIssues } from "../seed-issues.js";
import { detailedErrorBody } from "../service-error.js";
import { acceptUpdate, assertChanged } from "./accept-update.js";
import { EnvironmentsStore, isoOf, type OperationFailure, type StoredOperation } from "./store.js";

/** An environment, as `sandbox.environments.add` accepts it. */
export type EnvironmentSeed = Environment & {
  /** Name of the environment: `projects/p/locations/l/environments/e`. */
  readonly name: string;
};

/** Adds environments to the sandbox without a request, and can make their operations fail. */
export interface EnvironmentSeeds {
  /**
   * Adds an environment and returns it as `get` would. Missing fields that the service sets (`uuid`, `state`, times)
   * are filled in.
   *
   * @param environment - The environment, with its full name.
   * @returns The environment, as the service stored it.
   * @throws {RequestError} If it is invalid or already exists.
   */
  add(environment: EnvironmentSeed): Environment;
  /**
   * Makes the operation of the next update end with an error; the environment is not changed. Several calls apply to
   * successive updates.
   *
   * @param failure - The error of the operation.
   * @throws {RequestError} If the error is invalid.
   * @example sandbox.environments.failNext({ code: 9, message: "Not enough addresses" });
   */
  failNext(failure: OperationFailure): void;
}

/** Default duration of an operation, in milliseconds. */
const DEFAULT_OPERATION_MS = 100;

/** Creates Cloud Composer in memory, without environments. */
export function createEnvironmentsService(options: {
  naming: Naming;
  clock: Clock;
  operationMs: number | undefined;
}): FakeService<EnvironmentSeeds> {
  const { naming, clock, operationMs = DEFAULT_OPERATION_MS } = options;
  const store = new EnvironmentsStore(clock, operationMs);
  const types = naming.name === "google" ? COMPOSER_TYPES : "types/";
  const show = (operation: StoredOperation, state?: string) => ({ body: showOperation(operation, types, state) });

  const list = (call: ServiceCall) => {
    const name = `${placeOf(call)}/environments/`;
    const { items, nextPageToken } = takePage(name, store.list(name), call.query, "pageSize");
    // As in the service, an empty list is absent.
    const environments = items.length === 0 ? undefined : items;
    return { body: { environments, nextPageToken } };
  };

  const update = (call: ServiceCall) => {
    const name = environmentName(call);
    const current = store.environment(name);
    const accepted = acceptUpdate(call, current, naming);
    store.assertRunning(name);
    if (naming.name === "google") assertChanged(current, accepted);
    return show(store.begin(name, `${placeOf(call)}/operations/`, accepted.environment), "PENDING");
  };

  /** Creates the route of a method. With `$alt=json;enum-encoding=int`, as Google's clients send it, enumerations are numbers. */
  const served = (method: Method, response: Schema, handle: (call: ServiceCall) => { body: unknown }) =>
    routeOf(method, naming, (call) => {
      const { body } = handle(call);
      const hasNumbers = call.query.get("$alt")?.includes("enum-encoding=int");
      return { body: hasNumbers ? convertFields(structuredClone(body), response, enumNumber) : body };
    });

  return {
    name: "environments",
    routes: [
      served(methods.get, Environment, (call) => ({ body: store.environment(environmentName(call)) })),
      served(methods.list, EnvironmentList, list),
      served(methods.patch, Operation, update),
      served(methods.operation, Operation, ({ ids: { name = "" } }) => show(store.operation(name))),
    ],
    seeds: {
      add: (seed) => {
        assertNoIssues("sandbox.environments.add", environmentIssues(seed));
        const taken = { path: "name", message: "already exists", rule: "sandbox" };
        if (store.has(seed.name)) throwIssue("sandbox.environments.add", taken);
        return structuredClone(store.add(seed.name, seed));
      },
      failNext: (failure) => {
        strictOptions("sandbox.environments.failNext", failure, FAILURE, "sandbox");
        store.failNext(failure);
      },
    },
    errorBody: detailedErrorBody,
    authenticate: requireToken,
    store,
  };
}

const NAME = "projects/{projectId}/locations/{locationId}/environments/{environmentId}";

/** Lists the issues of an environment that is added. */
function environmentIssues(seed: unknown): Issue[] {
  const issues = [...seedIssues(seed, Environment), ...nameIssues("Environment", seed)];
  if (!isObject(seed) || pathPattern(NAME).test(String(seed.name))) return issues;
  return [{ path: "name", message: `must have the form ${NAME}`, rule: "resource-name" }, ...issues];
}

const FAILURE: OptionChecks<keyof OperationFailure> = {
  code: required(must(Number.isInteger, "an integer")),
  message: required(must(isString, "a string")),
};

const COMPOSER_TYPES = "type.googleapis.com/google.cloud.orchestration.airflow.service.v1beta1.";

function showOperation(operation: StoredOperation, types: string, unsettledState = "RUNNING") {
  const { name, target, startsAt, endsAt, failure, environment, settled } = operation;
  const { state: _, ...response } = environment; // as in the service, a response has no state
  const metadata = {
    "@type": `${types}OperationMetadata`,
    state: settled ? (failure === null ? "SUCCEEDED" : "FAILED") : unsettledState,
    operationType: "UPDATE",
    resource: target,
    resourceUuid: environment.uuid,
    createTime: isoOf(startsAt),
    ...(settled ? { endTime: isoOf(endsAt) } : {}),
  };
  if (!settled) return { name, metadata };
  const outcome = failure === null ? { response: { "@type": `${types}Environment`, ...response } } : { error: failure };
  return { name, metadata, done: true, ...outcome };
}

const placeOf = ({ ids }: ServiceCall) => `projects/${ids.projectId}/locations/${ids.locationId}`;
const environmentName = (call: ServiceCall) => `${placeOf(call)}/environments/${call.ids.environmentId}`;
