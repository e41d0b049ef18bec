import * as z from "zod";
import { encodeQuery } from "../call/input.js";
import { type BuiltInTypes, type EncodedInput, type Method, methodOf, type RawInput } from "../call/method.js";
import type { AreaContext } from "../client-options.js";
import type { EnvironmentReference, LocationReference } from "./environment-name.js";
import { Environment, EnvironmentList } from "./schemas/environment.js";
import { Operation } from "./schemas/operation.js";
import { type CheckedUpdate, checkUpdateData, type ReadonlyEnvironment } from "./update/check.js";

const ENVIRONMENTS = "/v1beta1/projects/{projectId}/locations/{locationId}/environments";
const ENVIRONMENT = `${ENVIRONMENTS}/{environmentId}`;
const SCOPES = ["cloud-platform"];

/** The methods of Cloud Composer, as data. */
export const environmentMethods = {
  /** Lists the environments in a location. */
  list: methodOf<BuiltInTypes<LocationReference, EnvironmentList, undefined, undefined, Environment>>(
    {
      name: "environments.list",
      http: `GET ${ENVIRONMENTS}`,
      response: EnvironmentList,
      paging: { items: "environments", sizeParam: "pageSize" },
      scopes: SCOPES,
    },
    { resource: "EnvironmentList" },
  ),
  /** Gets an environment. */
  get: methodOf<BuiltInTypes<EnvironmentReference, Environment>>(
    { name: "environments.get", http: `GET ${ENVIRONMENT}`, response: Environment, scopes: SCOPES },
    { resource: "Environment" },
  ),
  /** Starts an update of an environment. */
  patch: methodOf<BuiltInTypes<EnvironmentReference, Operation, ReadonlyEnvironment, { readonly updateMask: string }>>(
    {
      name: "environments.patch",
      http: `PATCH ${ENVIRONMENT}`,
      idempotent: false,
      body: Environment,
      query: z.object({ updateMask: z.string().optional() }),
      response: Operation,
      scopes: SCOPES,
    },
    {
      resource: "Operation",
      bodyResource: "Environment",
      permissions: ["{product}.environments.update"],
      encode: encodeUpdate,
    },
  ),
  /** Gets an operation by its name, such as `projects/p/locations/l/operations/o`. */
  operation: methodOf<BuiltInTypes<{ readonly name: string }, Operation>>(
    { name: "operations.get", http: "GET /v1beta1/{+name}", response: Operation, scopes: SCOPES },
    { resource: "Operation" },
  ),
} as const;

/** Extra argument for the `encode` of `environments.patch`. */
export interface PatchDetails {
  /** The update that the caller passed. */
  readonly update: unknown;
  /** The current environment, for rules that compare. */
  readonly current?: Environment | undefined;
}

/** Checks an update, and encodes mask and body. */
function encodeUpdate(method: Method, input: RawInput, context: AreaContext, details?: PatchDetails): EncodedInput {
  const { query, errors: undeclared } = encodeQuery(method, input, context);
  const { update, current } = details ?? { update: { ...query, environment: input.body } };
  const { updateMask, environment, errors, warnings } = checkInContext(context, update, current);
  return { query: { updateMask }, body: environment, errors: [...undeclared, ...errors], warnings };
}

/** Checks an update with the settings of a client. */
export function checkInContext(
  { checksRequests, rules: settings, naming }: AreaContext,
  update: unknown,
  current?: Environment,
): CheckedUpdate {
  // Unlisted paths are accepted: as plain data, an unlisted update has the same form as any other.
  return checkUpdateData(update, { current, unlisted: true, settings, naming, checksRequests });
}
