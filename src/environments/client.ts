import { type AreaContext, assertClientOptions, type ClientOptions, createAreaContext } from "../client-options.js";
import { call, type MethodCaller, methodCaller } from "../core/call.js";
import { classOf } from "../core/describe.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { prefixPath } from "../core/issue-path.js";
import { plainObjectOption } from "../core/options.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/request-error.js";
import { assertNoIssues } from "../errors/request-error.js";
import { ENVIRONMENT_RULES } from "../naming/rule-ids.js";
import { type ApplyOptions, applyUpdates } from "./apply.js";
import type { EnvironmentUpdate } from "./check-update.js";
import { parseName } from "./environment-name.js";
import { environmentMethods, type PatchDetails, uncheckedUpdate } from "./methods.js";
import { knownOperation, type OperationHandle, startedOperation } from "./operation-handle.js";
import { checkUpdateData } from "./parse-update.js";
import type { EnvironmentRuleSettings } from "./rules.js";
import type { Environment } from "./schemas/environment.js";

/** Options of `environments.patch`. */
export interface PatchEnvironmentOptions extends CallOptions {
  /**
   * The current environment. If given, rules that compare an update with the environment are checked before a request is
   * sent: image versions, number of schedulers and nodes, same product everywhere. Default: only the service checks them.
   */
  current?: Environment | undefined;
}

/** Client methods for Cloud Composer environments. */
export interface Environments extends MethodCaller {
  /**
   * Starts an update and returns its operation. The request is retried only if Cloud Composer reports that it was not
   * processed. After any other failure, the update may have been applied: get the environment and plan again.
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
   * @see Spec: environments, "(B) Update an environment"
   *
   * @example
   * const operation = await client.environments.patch(name, environmentUpdate.labels({ team: "data", old: null }));
   * const environment = await operation.wait();
   */
  patch(name: string, update: EnvironmentUpdate, options?: PatchEnvironmentOptions): Promise<OperationHandle>;

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
   * @see Spec: environments, "(B) Environment update" (method of the real service)
   */
  get(name: string, options?: CallOptions): Promise<Environment>;

  /**
   * Applies updates one after the other, waits for each, and returns the resulting environment. With an empty list, it
   * only gets the environment. `deadlineMs` limits the whole call. To resume after a failure, get the environment and
   * plan again.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`. Permissions: `composer.environments.update`.
   *
   * @param name - Full name of the environment: `projects/p/locations/l/environments/e`.
   * @param updates - The updates, in order.
   * @param options - `onStep` receives each step.
   * @returns The environment after the last update.
   * @throws {RequestError} If the name or an update is invalid; nothing is sent.
   * @throws {ApplyError} If an update fails, with the applied and the remaining updates.
   */
  apply(name: string, updates: readonly EnvironmentUpdate[], options?: ApplyOptions): Promise<Environment>;

  /**
   * Returns a handle for an operation by its name. No request is sent before it is polled.
   *
   * Scopes (any one): `https://www.googleapis.com/auth/cloud-platform`.
   *
   * @param operationName - Full name of the operation: `projects/p/locations/l/operations/o`.
   * @returns The handle.
   * @throws {RequestError} If the name is invalid. Thrown synchronously.
   */
  operation(operationName: string): OperationHandle;
}

/** Options of {@link createEnvironments}. */
export interface EnvironmentsOptions extends ClientOptions<EnvironmentRuleSettings> {}

/**
 * Creates a client for Cloud Composer only. `createClient` creates one for all areas.
 *
 * @param options - Credentials, address and settings. Default: Cloud Composer, without credentials.
 * @returns The client. Creating it sends no request.
 * @throws {RequestError} If an option is invalid or unknown, with all issues.
 *
 * @example
 * const environments = createEnvironments({ auth: bearer(fetchToken) });
 * const operation = await environments.patch(name, environmentUpdate.environmentSize("ENVIRONMENT_SIZE_LARGE"));
 */
export function createEnvironments(options: EnvironmentsOptions = {}): Environments {
  assertClientOptions("createEnvironments", ["environments"], options, Object.keys(ENVIRONMENT_RULES));
  return environmentsOver(createAreaContext("environments", options));
}

/** Creates the client from a context. */
export function environmentsOver(context: AreaContext): Environments {
  const get = async (operation: string, name: string, options: SendOptions) =>
    call(context, environmentMethods.get, parseName(operation, "environment", name), options, { operation });

  const patch = async (
    operation: string,
    name: string,
    update: EnvironmentUpdate,
    options: PatchEnvironmentOptions & SendOptions,
  ): Promise<OperationHandle> => {
    const { updateMask = "", environment = {} } = Object(update) as Partial<EnvironmentUpdate>; // checked by the method
    const input = { ...parseName(operation, "environment", name), body: environment, query: { updateMask } };
    const { current } = Object(options) as PatchEnvironmentOptions; // checked by the call
    const extra: PatchDetails = { update, current };
    return startedOperation(context, input, options, { operation, extra, options: { current: plainObjectOption } });
  };

  return {
    ...methodCaller(context),
    patch: async (name, update, options = {}) => patch(environmentMethods.patch.name, name, update, options),
    get: async (name, options = {}) => get(environmentMethods.get.name, name, options),
    apply: async (name, updates, options = {}) => {
      const operation = "environments.apply";
      parseName(operation, "environment", name);
      assertNoIssues(operation, updateIssues(context, updates));
      return applyUpdates(context, updates, options, {
        get: (sendOptions) => get(operation, name, sendOptions),
        patch: (update, sendOptions) => patch(operation, name, update, sendOptions),
      });
    },
    operation: (name) => {
      parseName("environments.operation", "operation", name);
      return knownOperation(context, name);
    },
  };
}

/** Returns all issues of a list of updates. Called before the first update is sent. */
function updateIssues({ checksRequests, rules, naming }: AreaContext, updates: readonly EnvironmentUpdate[]): Issue[] {
  const isList: boolean = Array.isArray(updates);
  if (!isList)
    return [{ path: "updates", message: `must be a list of updates, got ${classOf(updates)}`, rule: SHAPE_RULE }];
  const options = { unlisted: true, settings: rules, naming };
  // Array.from also visits holes.
  return Array.from(updates).flatMap((update, index) => {
    const { errors } = checksRequests ? checkUpdateData(update, options) : uncheckedUpdate(update);
    return errors.map((issue) => ({ ...issue, path: prefixPath(`updates[${index}]`, issue.path) }));
  });
}
