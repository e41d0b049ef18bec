import { call, type ListedMethod, type ListOptions, list, type MethodCaller, methodCaller } from "../call/call.js";
import { startCall } from "../call/clock.js";
import type { MethodInput, MethodTypes } from "../call/method.js";
import { assertCallOptions, type CallOptions, type CallScope, wholeResourceQuery } from "../call/options.js";
import type { Pager } from "../call/pages.js";
import { idsOf } from "../call/template.js";
import type { RuleSettings } from "../checks/rules.js";
import { type AreaContext, assertClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { ApplyEnvironmentError } from "../errors/environment-errors.js";
import { assertNoIssues, type Issue } from "../errors/request-error.js";
import { wrongShape } from "../schema/shape-issues.js";
import { kindWithRemedy, plainObjectProblem } from "../values/describe.js";
import { issuesAt } from "../values/issue-path.js";
import { hasKey } from "../values/objects.js";
import { checked, functionOption } from "../values/options.js";
import { assertOperationName, environmentIds, type LocationReference } from "./environment-name.js";
import { checkInContext, environmentMethods, type PatchDetails } from "./methods.js";
import { Handle, type OperationHandle, pollChecks, startedOperation } from "./operation-handle.js";
import type { Environment, EnvironmentList } from "./schemas/environment.js";
import type { Operation } from "./schemas/operation.js";
import { type EnvironmentUpdate, encodeDesired, subjectOf } from "./update/check.js";
import { type DesiredEnvironment, planPossible, planUpdates } from "./update/plan.js";
import { type EnvironmentRuleId, environmentRules } from "./update/rules.js";

/** Options of `environments.patch`. */
export interface PatchEnvironmentOptions extends CallOptions {
  /**
   * The current environment. If given, rules that compare an update with the environment are checked before a request is
   * sent: image versions, number of schedulers and nodes, and product names. Default: only the service checks them.
   */
  current?: Environment | undefined;
}

/** Progress of `environments.apply` and `environments.ensure`. */
export interface ApplyStep {
  /** The update that is running or was just applied. */
  readonly update: EnvironmentUpdate;
  /** Index of the update in the list. */
  readonly index: number;
  /** Number of updates. `ensure` plans again after each update, so that the number can change. */
  readonly total: number;
  /** `started` if the service accepted the update, `running` after each poll that is not the last, `done` if it was applied. */
  readonly state: "started" | "running" | "done";
  /** The last known state of the operation. */
  readonly operation: Operation | undefined;
}

/** Options of `environments.apply` and `environments.ensure`. */
export interface ApplyOptions extends CallOptions {
  /** Called after each step. If it throws or rejects, the remaining updates are not started. */
  onStep?: ((step: ApplyStep) => void) | undefined;
  /** Upper bound of the first wait between two polls, in milliseconds; it doubles from poll to poll. Default: 1 000. */
  pollIntervalMs?: number | undefined;
}

/** Result of `environments.ensure`. */
export interface EnsuredEnvironment {
  /** The environment, as the service returned it after the last update. */
  environment: Environment;
  /** The updates that the call applied, in order; empty if the environment already had the desired state. */
  updates: readonly EnvironmentUpdate[];
  /**
   * Changes that are missing at the end, because Cloud Composer ignored them although their operations succeeded, or because
   * another writer undid them; usually empty.
   */
  ignored: readonly Issue[];
}

/** Options of a call that applies updates, with the deadline and id of all its requests. */
type ApplyBounds = ApplyOptions & { readonly scope: CallScope };

/** Issue of a change that is missing although its operation succeeded. */
const IGNORED = { message: "the service ignored the change", rule: "change-ignored" };

/**
 * Client methods for Cloud Composer environments.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments | projects.locations.environments} in the Cloud Composer reference
 */
export interface Environments extends MethodCaller {
  /**
   * Lists the Cloud Composer environments in a location, one page per request.
   *
   * Pages are fetched as you iterate. A page may be empty; only a missing `nextPageToken` ends the list.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param location - Ids of the project and of the location, such as a region.
   * @param options - `maxResults` is the page size, not a limit on the number of environments.
   * @returns An async iterable of environments; `.pages()` iterates over whole pages.
   * @throws {RequestError} At the first request, if an id or an option is invalid.
   * @throws {ApiError} While iterating, if the service responds with an error.
   * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/list | projects.locations.environments.list} in the Cloud Composer reference
   *
   * @example
   * const location = { projectId, locationId: "europe-west1" };
   * for await (const { name, state } of client.environments.list(location)) console.log(name, state);
   */
  list(location: LocationReference, options?: ListOptions): Pager<Environment, EnvironmentList>;
  /**
   * Lists the items of a method that has `items` or `paging`, one page per request.
   *
   * @param method - Created by `defineMethod`, or a row of the package's method tables.
   * @param input - The path parameters by name, `body`, `query` and `ifMatch`.
   * @param options - `maxResults` is the page size, not a limit on the number of items.
   * @returns An async iterable of items, as parsed JSON; `.pages()` iterates over whole pages, as the output of the
   * response schema.
   * @throws {RequestError} At the first request, if the input is invalid.
   */
  list<T extends MethodTypes>(
    method: ListedMethod<T>,
    input: MethodInput<T>,
    options?: ListOptions,
  ): Pager<T["item"], T["result"]>;

  /**
   * Gets a Cloud Composer environment.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param name - Full name of the environment: `projects/p/locations/l/environments/e`.
   * @param options - Options of the call.
   * @returns The environment.
   * @throws {RequestError} If the name or an option is invalid; nothing is sent.
   * @throws {ApiError} If the service responds with an error: `not_found` if the environment does not exist.
   * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/get | projects.locations.environments.get} in the Cloud Composer reference
   *
   * @example
   * const name = "projects/shop/locations/europe-west1/environments/reports";
   * const { state, labels } = await client.environments.get(name);
   */
  get(name: string, options?: CallOptions): Promise<Environment>;

  /**
   * Starts an update of a Cloud Composer environment and returns its operation. The request is retried only if Cloud
   * Composer reports that it was not processed. After any other failure, the update may have been applied: get the
   * environment and plan again.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`. Permissions: `composer.environments.update`.
   *
   * @param name - Full name of the environment: `projects/p/locations/l/environments/e`.
   * @param update - The update, created by `environmentUpdate` or `planEnvironmentUpdates`.
   * @param options - `current` enables the rules that compare the update with the environment.
   * @returns A handle for the operation.
   * @throws {RequestError} If the update is invalid, with all issues; nothing is sent.
   * @throws {ApiError} `precondition_failed` or `conflict` while another update is running; `not_found` if the
   * environment does not exist.
   * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
   *
   * @example
   * const operation = await client.environments.patch(name, environmentUpdate.labels({ team: "data", old: null }));
   * const environment = await operation.wait();
   */
  patch(name: string, update: EnvironmentUpdate, options?: PatchEnvironmentOptions): Promise<OperationHandle>;

  /**
   * Applies updates of a Cloud Composer environment one after the other, waits for each, and returns the resulting
   * environment. With an empty list, it only gets the environment. `deadlineMs` limits the whole call. To resume after a
   * failure, get the environment and plan again.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`. Permissions: `composer.environments.update`.
   *
   * @param name - Full name of the environment: `projects/p/locations/l/environments/e`.
   * @param updates - The updates, in order.
   * @param options - `onStep` receives each step.
   * @returns The environment after the last update.
   * @throws {RequestError} If the name or an update is invalid; nothing is sent.
   * @throws {ApplyEnvironmentError} If an update fails, with the applied and the remaining updates.
   * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
   *
   * @example
   * const updates = [environmentUpdate.nodeCount(4), environmentUpdate.labels({ team: "data" })];
   * const environment = await client.environments.apply(name, updates);
   */
  apply(name: string, updates: readonly EnvironmentUpdate[], options?: ApplyOptions): Promise<Environment>;

  /**
   * Updates a Cloud Composer environment to the desired state.
   *
   * Gets the environment and applies the updates of `planEnvironmentUpdates`. If nothing has to change, it sends only one
   * GET. After each update, it gets the environment and plans the remaining updates again, because another writer may have
   * changed the environment in the meantime. Does not create environments.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`. Permissions: `composer.environments.update`.
   *
   * @param name - Full name of the environment: `projects/p/locations/l/environments/e`.
   * @param desired - The desired state. Omitted fields and omitted entries of maps are not changed. `null` deletes an entry of a map.
   * @param options - `onStep` receives each step. `deadlineMs` limits the whole call.
   * @returns The environment, and the updates that were applied.
   * @throws {RequestError} If the name, `desired` or an option is invalid, or if no update can make a change, with all
   * issues.
   * @throws {ApiError} `not_found` if the environment does not exist.
   * @throws {ApplyEnvironmentError} If an update fails, with the applied and the remaining updates.
   * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments/patch | projects.locations.environments.patch} in the Cloud Composer reference
   *
   * @example
   * const { updates } = await client.environments.ensure(name, { labels: { team: "data" } });
   */
  ensure(name: string, desired: DesiredEnvironment, options?: ApplyOptions): Promise<EnsuredEnvironment>;

  /**
   * Returns a handle for a Cloud Composer operation by its name. No request is sent before it is polled.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param operationName - Full name of the operation: `projects/p/locations/l/operations/o`.
   * @returns The handle.
   * @throws {RequestError} If the name is invalid. Thrown synchronously.
   * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
   *
   * @example
   * const operation = client.environments.operation("projects/shop/locations/europe-west1/operations/42");
   * const environment = await operation.wait();
   */
  operation(operationName: string): OperationHandle;
}

/** Options of {@link createEnvironments}. */
export interface EnvironmentsOptions extends ClientOptions {
  /** Severities of individual rules: `error` rejects the request, `warn` emits an event, `off` skips the rule. */
  rules?: RuleSettings<EnvironmentRuleId> | undefined;
}

/**
 * Creates a client for Cloud Composer only. `createClient` creates one for all areas.
 *
 * @param options - Credentials, base URL and settings. Default: Cloud Composer, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments | projects.locations.environments} in the Cloud Composer reference
 *
 * @example
 * import { createEnvironments } from "fourfold/environments";
 * import { GoogleAuth } from "google-auth-library";
 *
 * const environments = createEnvironments({ auth: new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" }) });
 * const environment = await environments.get("projects/my-project/locations/europe-west1/environments/reports");
 */
export function createEnvironments(options: EnvironmentsOptions = {}): Environments {
  assertClientOptions("createEnvironments", ["environments"], options, environmentRules);
  return environmentsOver(createAreaContext("environments", options));
}

/** Creates the client from a context. */
export function environmentsOver(context: AreaContext): Environments {
  const generic = methodCaller(context);
  return {
    ...generic,
    list: listMethod(context, generic),
    patch: async (name, update, options = {}) => patch(context, environmentMethods.patch.name, name, update, options),
    get: async (name, options = {}) => get(context, environmentMethods.get.name, name, options),
    apply: async (name, updates, options = {}) => {
      const operation = "environments.apply";
      environmentIds(operation, name);
      assertNoIssues(operation, updateIssues(context, updates));
      const bounds = applyBounds(context, operation, options);
      return (await applyUpdates(context, operation, name, updates, bounds)).environment;
    },
    ensure: async (name, desired, options = {}) => {
      const operation = "environments.ensure";
      environmentIds(operation, name);
      const encoded = encodeDesired(desired, context.checksRequests);
      const bounds = applyBounds(context, operation, options);
      assertNoIssues(operation, encoded.issues);
      const { scope, onStep, pollIntervalMs, ...callOptions } = bounds;
      const read = () => get(context, operation, name, callOptions, scope);
      const plan = (current: Environment) => planUpdates(operation, current, encoded, context.naming);
      const current = await read();
      const planned = plan(current);
      if (planned.length === 0) return { environment: current, updates: planned, ignored: [] };
      const replan = async () => plan(await read());
      const { environment, updates } = await applyUpdates(context, operation, name, planned, bounds, replan);
      const missing = planPossible(environment, encoded, context.naming);
      const paths = missing.updates.flatMap(({ updateMask }) => updateMask.split(","));
      const ignored = paths.map((path) => ({ path, ...IGNORED }));
      return { environment, updates, ignored: [...ignored, ...missing.issues] };
    },
    operation: (name) => {
      assertOperationName("environments.operation", name);
      return new Handle(context, name);
    },
  };
}

/** Whether the first argument of `list` is a method, not a location. */
const isMethod = (target: object): boolean => hasKey(target, "verb");

/** Creates the overloaded `list`, which takes a location, or a method and its input. */
function listMethod(context: AreaContext, { list: listItems }: MethodCaller): Environments["list"] {
  const { list: method } = environmentMethods;
  const listIn = (location: LocationReference, options?: ListOptions) =>
    list(context, method, () => idsOf(method.name, location, ["projectId", "locationId"], ["environmentId"]), options);
  const either = (target: never, second: never, options: never): unknown =>
    isMethod(target) ? listItems(target, second, options) : listIn(target, second);
  return either as Environments["list"]; // the arguments are those of one of its overloads
}

async function get(context: AreaContext, operation: string, name: string, options: CallOptions, scope?: CallScope) {
  return call(context, environmentMethods.get, environmentIds(operation, name), options, {
    operation,
    scope,
  });
}

async function patch(
  context: AreaContext,
  operation: string,
  name: string,
  update: EnvironmentUpdate,
  options: PatchEnvironmentOptions,
  scope?: CallScope,
): Promise<Handle> {
  const { updateMask = "", environment = {} } = Object(update) as Partial<EnvironmentUpdate>; // checked by the method
  const input = { ...environmentIds(operation, name), body: environment, query: { updateMask } };
  const { current } = Object(options) as PatchEnvironmentOptions; // checked by the call
  const extra: PatchDetails = { update, current };
  return startedOperation(context, input, options, {
    operation,
    scope,
    extra,
    options: { current: checked(plainObjectProblem) },
  });
}

/** Checks the options of a call that applies updates, and starts its deadline. */
function applyBounds(context: AreaContext, operation: string, options: ApplyOptions): ApplyBounds {
  const checks = { ...pollChecks, onStep: functionOption, query: wholeResourceQuery("updateMask") };
  assertCallOptions(operation, options, checks);
  return { ...options, scope: startCall(context, options) };
}

/**
 * Applies updates one after the other and gets the result. `replan` returns the updates that are necessary after an update:
 * another writer may have changed the environment, and masks of whole values would replace what it changed.
 */
async function applyUpdates(
  context: AreaContext,
  operation: string,
  name: string,
  updates: readonly EnvironmentUpdate[],
  { scope, onStep, pollIntervalMs, ...callOptions }: ApplyBounds,
  replan?: () => Promise<readonly EnvironmentUpdate[]>,
): Promise<Pick<EnsuredEnvironment, "environment" | "updates">> {
  const applied: EnvironmentUpdate[] = [];
  let started: EnvironmentUpdate[] = [];
  let remaining = [...updates];
  try {
    for (let update = remaining.shift(); update !== undefined; update = remaining.shift()) {
      started = [update];
      const step = { update, index: applied.length, total: applied.length + 1 + remaining.length };
      const handle = await patch(context, operation, name, update, callOptions, scope);
      const report = (state: ApplyStep["state"], latest: Operation | undefined) =>
        onStep?.({ ...step, state, operation: latest });
      await report("started", handle.operation);
      const onProgress = (latest: Operation) => handle.done || report("running", latest);
      await handle.waitWithin(scope, { ...callOptions, pollIntervalMs, onProgress });
      applied.push(update);
      started = [];
      await report("done", handle.operation);
      if (replan === undefined || remaining.length === 0) continue;
      // Each value is updated once, so that the call ends even if the service or another writer undoes an update.
      const subjects = applied.map(subjectOf);
      remaining = (await replan()).filter((each) => !subjects.includes(subjectOf(each)));
    }
    return { environment: await get(context, operation, name, callOptions, scope), updates: applied };
  } catch (error) {
    // If the signal was aborted, the call rejects with the signal's own reason.
    const isAborted = callOptions.signal?.aborted === true && error === callOptions.signal.reason;
    if (isAborted || updates.length === 0) throw error;
    const failed = started.map((update) => ({ update, error }));
    throw new ApplyEnvironmentError({ applied, failed, remaining, cause: error });
  }
}

/** Returns all issues of a list of updates. Called before the first update is sent. */
function updateIssues(context: AreaContext, updates: readonly EnvironmentUpdate[]): Issue[] {
  const isList: boolean = Array.isArray(updates);
  if (!isList) return [wrongShape("updates", `must be a list of updates, got ${kindWithRemedy(updates)}`)];
  // Array.from also visits holes.
  return Array.from(updates).flatMap((update, index) => {
    const { errors } = checkInContext(context, update);
    return issuesAt(`updates[${index}]`, errors);
  });
}
