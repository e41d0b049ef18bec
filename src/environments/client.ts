import { type AnyClientOptions, type AreaContext, type ClientOptions, createAreaContext } from "../client-options.js";
import { assertCallOptions } from "../core/http/call-options.js";
import type { CallOptions, SendOptions } from "../core/http/transport.js";
import { checkAnswer } from "../core/read-response.js";
import { kindOf } from "../core/rules/describe.js";
import { anyValue } from "../core/rules/options.js";
import { SHAPE_RULE } from "../core/schema/shape-issues.js";
import { RequestError } from "../errors/request-error.js";
import type { Naming } from "../naming/naming.js";
import { fromWire, pathToWire, toWire } from "../naming/rename.js";
import { type ApplyOptions, applyUpdates } from "./apply.js";
import { resourcePath } from "./environment-name.js";
import { joinMask, splitMask } from "./field-mask.js";
import { knownOperation, type OperationHandle, startedOperation } from "./operation-handle.js";
import { judgeUpdate } from "./parse-update.js";
import { environmentPlaces } from "./renamed-places.js";
import type { EnvironmentRuleId } from "./rules.js";
import { Environment } from "./schemas/environment.js";
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
export interface Environments {
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
export type EnvironmentsOptions<N extends Naming | undefined = Naming | undefined> = ClientOptions<
  "environments",
  EnvironmentRuleId,
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
  const context = createAreaContext("createEnvironments", "environments", options);
  const { naming } = context;

  const get = async (operation: string, name: string, callOptions: SendOptions): Promise<Environment> => {
    const path = resourcePath(operation, "environment", name);
    const response = await context.transport.send({ method: "GET", path, repeatable: true }, callOptions);
    const body = fromWire(response.body, environmentPlaces, naming);
    return checkAnswer(Environment, "Environment", { ...response, body }, context);
  };

  const patch = async (
    operation: string,
    name: string,
    update: EnvironmentUpdate,
    patchOptions: PatchEnvironmentOptions & SendOptions,
  ): Promise<OperationHandle> => {
    const path = resourcePath(operation, "environment", name);
    const { updateMask, environment } = checkedUpdate(context, operation, path, update, patchOptions);
    const paths = splitMask(updateMask).map((each) => pathToWire(each, environmentPlaces, naming));
    const request = {
      method: "PATCH",
      path,
      query: { updateMask: joinMask(paths) },
      body: toWire(environment, environmentPlaces, naming),
      repeatable: false,
    } as const;
    return startedOperation(context, await context.transport.send(request, patchOptions));
  };

  return {
    patch: async (name, update, patchOptions = {}) => {
      assertCallOptions("environments.patch", patchOptions, { current: anyValue });
      return patch("environments.patch", name, update, patchOptions);
    },
    get: async (name, callOptions = {}) => {
      assertCallOptions("environments.get", callOptions);
      return get("environments.get", name, callOptions);
    },
    apply: async (name, updates, applyOptions = {}) => {
      const operation = "environments.apply";
      const path = resourcePath(operation, "environment", name);
      if (!Array.isArray(updates)) {
        const message = `must be a list of updates, got ${kindOf(updates)}`;
        throw new RequestError({ operation, issues: [{ path: "updates", message, rule: SHAPE_RULE }] });
      }
      const issues = updates.flatMap((update, index) =>
        issuesOf(context, update, {}).errors.map((issue) => ({
          ...issue,
          path: `updates[${index}]${issue.path && `.${issue.path}`}`,
        })),
      );
      if (issues.length > 0) throw new RequestError({ operation, issues });
      return applyUpdates(context, updates, applyOptions, {
        path,
        get: (sendOptions) => get(operation, name, sendOptions),
        patch: (update, sendOptions) => patch(operation, name, update, sendOptions),
      });
    },
    operation: (name) => {
      resourcePath("environments.operation", "operation", name);
      return knownOperation(context, name);
    },
  };
}

function issuesOf(context: AreaContext, update: unknown, { current }: PatchEnvironmentOptions) {
  if (!context.checksRequests) return { errors: [], warnings: [] };
  // An update of unlisted paths is plain data like any other: that it was meant, its type has said.
  return judgeUpdate(update, { current, unlisted: true, settings: context.rules, words: context.naming });
}

/** An update that was judged once more. @throws {RequestError} when it is no legal one. */
function checkedUpdate(
  context: AreaContext,
  operation: string,
  path: string,
  update: EnvironmentUpdate,
  options: PatchEnvironmentOptions,
) {
  const { errors, warnings } = issuesOf(context, update, options);
  if (errors.length > 0) throw new RequestError({ operation, issues: errors });
  for (const issue of warnings) context.emit?.({ type: "warning", method: "PATCH", path, issue });
  return update;
}
