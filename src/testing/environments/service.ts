import type { Clock } from "../../call/clock.js";
import type { Method } from "../../call/method.js";
import { serviceRules } from "../../checks/rules.js";
import { environmentMethods as methods } from "../../environments/methods.js";
import { Environment, EnvironmentList } from "../../environments/schemas/environment.js";
import { Operation } from "../../environments/schemas/operation.js";
import { SNAPSHOTS, type TargetPath, takesUnlisted } from "../../environments/update/paths.js";
import { checkUpdateRules, mapIssues, updateRules } from "../../environments/update/rules.js";
import { convertFields, enumName, enumNumber, isSameEnvironment } from "../../environments/wire-form.js";
import { assertNoIssues, type Issue, throwIssue } from "../../errors/request-error.js";
import type { Naming } from "../../naming/naming.js";
import { encodeBody } from "../../schema/codec.js";
import type { Schema } from "../../schema/schema.js";
import { shapeIssues } from "../../schema/shape-issues.js";
import { isObject } from "../../values/objects.js";
import { isString, must, type OptionChecks, required, strictOptions } from "../../values/options.js";
import { type FakeService, requireToken, type ServiceCall } from "../fake-service.js";
import { routeOf } from "../method-route.js";
import { takePage } from "../paging.js";
import { badMember, brokenRules, detailedErrorBody, ServiceError } from "../service-error.js";
import { applyMask, readMask } from "./mask.js";
import { EnvironmentsStore, isoOf, type OperationFailure, type StoredOperation, seedIssues } from "./store.js";

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

/** The environments service with its operations. */
interface EnvironmentsService extends FakeService {
  /** Adds environments without a request. */
  readonly seeds: EnvironmentSeeds;
}

/** Default duration of an operation, in milliseconds. */
const DEFAULT_OPERATION_MS = 100;

/** Creates a service without environments. */
export function createEnvironmentsService(options: {
  naming: Naming;
  clock: Clock;
  operationMs: number | undefined;
}): EnvironmentsService {
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
    const targets = readMask(call.query.get("updateMask") ?? "");
    const body = convertFields(structuredClone(call.body), Environment, enumName);
    checkUpdate(targets, body, current, naming);
    store.assertRunning(name);
    const environment = applyMask(current, targets, body) as Environment; // a changed environment
    if (naming.name === "google" && isSameEnvironment(current, environment)) throw noChange(targets);
    return show(store.begin(name, `${placeOf(call)}/operations/`, environment), "PENDING");
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
        assertNoIssues("sandbox.environments.add", seedIssues(seed));
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

/** Creates the error of an update, in the words of the service where they are known. */
function refused(texts: readonly string[], details?: ServiceError["details"]): ServiceError {
  const list = texts.map((text, index) => `\n\t${index + 1}) ${text}`).join("");
  const message = `Found ${texts.length} problem${texts.length > 1 ? "s" : ""}:${list}`;
  return new ServiceError({ status: 400, message, details });
}

/** Creates the error of an update that changes nothing. */
function noChange([first]: readonly TargetPath[]): ServiceError {
  if (first?.path !== SNAPSHOTS)
    return refused(["Update request does not result in any change to the environment's configuration"]);
  const part = "configuration.recovery_configuration.scheduled_snapshots_configuration";
  return new ServiceError({ status: 400, message: `No change in configuration. Must specify a change to ${part}` });
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

/**
 * Checks a mask, and the part of a body that it selects, against the current environment.
 *
 * @throws {ServiceError} 400 with all issues.
 */
function checkUpdate(targets: readonly TargetPath[], body: unknown, current: Environment, naming: Naming): void {
  if (body !== undefined && !isObject(body)) throw badMember("", "the body must be an object");
  const invalid = shapeIssues(Environment, body ?? {});
  if (invalid.length > 0) throw brokenRules(invalid);
  const environment = applyMask({}, targets, body);
  const ofMaps = mapIssues(environment);
  if (ofMaps.length > 0) throw brokenRules(ofMaps);
  const { strangers } = encodeBody(Environment, environment);
  const update = { targets, environment, strangers, current, naming, unlisted: takesUnlisted(naming) };
  const rules = serviceRules(updateRules, naming.rules);
  const { errors } = checkUpdateRules(update, { ...rules, "path-listed": "error", "body-outside-mask": "off" });
  if (errors.length > 0) throw refused(errors.map(textOf), brokenRules(errors).details);
}

/** Returns the service's text about an issue where it is known, otherwise the client's. */
function textOf({ rule, path, message }: Issue): string {
  if (rule === "mask-empty") return "Request must not contain an empty update_mask.";
  if (rule !== "pypi-name") return `${path}: ${message}`;
  const key = message.slice(message.lastIndexOf(", got ") + 6);
  const form = "It must follow the format of 'identifier' specified in PEP-508.";
  return `Error validating key ${JSON.parse(key)}. PyPI dependency name is not formatted properly. ${form}`;
}
