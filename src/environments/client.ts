import {
  type AnyClientOptions,
  type AreaContext,
  assertClientOptions,
  type ClientOptions,
  createAreaContext,
} from "../client-options.js";
import { call, type MethodCaller, methodCaller } from "../core/call.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { classOf } from "../core/rules/describe.js";
import { prefixPath } from "../core/rules/issue-path.js";
import { plainObjectOption } from "../core/rules/options.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import type { Issue } from "../errors/issue.js";
import { RequestError } from "../errors/request-error.js";
import type { Naming } from "../naming/naming.js";
import { type ApplyOptions, applyUpdates } from "./apply.js";
import { parseName } from "./environment-name.js";
import { environmentMethods, type PatchDetails, uncheckedUpdate } from "./methods.js";
import { knownOperation, type OperationHandle, startedOperation } from "./operation-handle.js";
import { checkUpdateData } from "./parse-update.js";
import { type EnvironmentRuleSettings, environmentRules } from "./rules.js";
import type { Environment } from "./schemas/environment.js";
import type { EnvironmentUpdate } from "./update.js";

/** Options of `environments.patch`. */
export interface PatchEnvironmentOptions extends CallOptions {
  /**
   * The environment as it is. With it, the conditions of the spec that compare are checked before anything is sent:
   * image versions, schedulers beside nodes, one product throughout. Default: only the service checks them.
   */
  current?: Environment | undefined;
}

/** The environments. */
export interface Environments extends MethodCaller {
  /**
   * Begins an update and returns its operation. It is sent once, unless the service says that nothing was done: after a
   * failure that leaves it open, read the environment and plan again.
   *
   * Spec: environments, "Update an environment".
   *
   * @throws {RequestError} when the update is no legal one, with all issues at once; nothing is sent then.
   * @throws {ApiError} `precondition_failed` or `conflict` while another update runs, `not_found` when there is none.
   *
   * @example
   * const operation = await client.environments.patch(name, environmentUpdate.labels({ team: "data", old: null }));
   * const environment = await operation.wait();
   */
  patch(name: string, update: EnvironmentUpdate, options?: PatchEnvironmentOptions): Promise<OperationHandle>;

  /**
   * Reads an environment.
   *
   * @throws {ApiError} `not_found` when there is none.
   */
  get(name: string, options?: CallOptions): Promise<Environment>;

  /**
   * Applies updates one after the other, each waited for, and returns the environment as it is then. An empty list reads
   * it. `deadlineMs` bounds all of it. To resume after a failure, read the environment and plan again.
   *
   * @throws {RequestError} when an update is no legal one; nothing is sent then.
   * @throws {ApplyError} at the first failure: what is applied by then, and what remains.
   */
  apply(name: string, updates: readonly EnvironmentUpdate[], options?: ApplyOptions): Promise<Environment>;

  /**
   * Takes up an operation by its name: `projects/p/locations/l/operations/o`. Nothing is sent before it is polled.
   *
   * @throws {RequestError} at once, when it is no such name.
   */
  operation(operationName: string): OperationHandle;
}

/** Options of {@link createEnvironments}. */
export type EnvironmentsOptions<N extends Naming | undefined = Naming> = ClientOptions<
  "environments",
  EnvironmentRuleSettings,
  N
>;

/**
 * Makes a client of the environments alone; `createClient` makes one of all areas.
 *
 * @throws {RequestError} when an option cannot be used.
 *
 * @example
 * const environments = createEnvironments({ baseUrl: "https://environments.example", auth: bearer(fetchToken) });
 * const operation = await environments.patch(name, environmentUpdate.nodeCount(4));
 */
export function createEnvironments<N extends Naming | undefined = undefined>(
  options: EnvironmentsOptions<N>,
): Environments;
export function createEnvironments(options: AnyClientOptions): Environments {
  assertClientOptions("createEnvironments", ["environments"], options, environmentRules);
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
      const issues = updateIssues(context, updates);
      if (issues.length > 0) throw new RequestError({ operation, issues });
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
  const options = { unlisted: true, settings: rules, words: naming };
  // Array.from also visits holes.
  return Array.from(updates).flatMap((update, index) => {
    const { errors } = checksRequests ? checkUpdateData(update, options) : uncheckedUpdate(update);
    return errors.map((issue) => ({ ...issue, path: prefixPath(`updates[${index}]`, issue.path) }));
  });
}
