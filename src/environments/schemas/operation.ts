import * as z from "zod";
import type { FailedOperation, OperationStatus } from "../../errors/environment-errors.js";
import type { Fields, SchemaOf } from "../../schema/fields.js";
import { boolean, integer, numberedEnum, openObject, opt, outputOnly, string } from "../../schema/schema.js";
import { Environment } from "./environment.js";

const OperationStatusSchema: SchemaOf<OperationStatus> = openObject({
  code: opt(integer),
  message: opt(string),
  details: opt(z.array(z.unknown())),
});

/**
 * Metadata of an operation. The service sets all of its fields.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
 */
export interface OperationMetadata extends Fields<typeof operationMetadataShape> {}

const operationMetadataShape = {
  /**
   * State in the service's own terms: `PENDING`, `RUNNING`, `SUCCESSFUL` or `SUCCEEDED`, `FAILED`, or a number. Use
   * `done` to check whether the operation has ended. Output only.
   */
  state: outputOnly(numberedEnum<OperationState>("PENDING", "RUNNING", "SUCCEEDED", "FAILED")),
  /** Kind of the operation: `CREATE`, `UPDATE`, `DELETE`, or others such as `HIBERNATE`; possibly a number. Output only. */
  operationType: outputOnly(numberedEnum("CREATE", "DELETE", "UPDATE")),
  /** Name of the resource that the operation changes. Output only. */
  resource: outputOnly(string),
  /** `uuid` of that resource. Output only. */
  resourceUuid: outputOnly(string),
  /** Time of the request, as an RFC 3339 string. Output only. */
  createTime: outputOnly(string),
  /** Time when the operation ended, as an RFC 3339 string; absent while it runs. Output only. */
  endTime: outputOnly(string),
};

type OperationState = "PENDING" | "RUNNING" | "SUCCESSFUL" | "SUCCEEDED" | "FAILED";

/** All fields of an operation, in any state. */
interface OperationMembers extends Fields<typeof operationMembersShape> {}

const operationMembersShape = {
  name: string,
  done: opt(boolean),
  metadata: opt(openObject<OperationMetadata>(operationMetadataShape)),
  response: opt(Environment),
  error: opt(OperationStatusSchema),
};

/** Fields of an operation that has not failed. */
interface OperationBase {
  /** Name of the operation, which you can use to resume waiting for it. */
  name: string;
  /** Metadata of the operation. */
  metadata?: OperationMetadata | undefined;
}

/** A running operation. */
export interface RunningOperation extends OperationBase {
  /** `false` or absent: the operation has not ended. */
  done?: false | undefined;
  /** Absent while the operation runs. */
  response?: undefined;
  /** Absent while the operation runs. */
  error?: undefined;
}

/** A successful operation. */
export interface DoneOperation<Response> extends OperationBase {
  /** `true`: the operation has ended. */
  done: true;
  /** The result. */
  response: Response;
  /** Absent, because the operation succeeded. */
  error?: undefined;
}

/**
 * A long-running operation of Cloud Composer: running, completed or failed. `done` and `error` distinguish the three
 * states.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.operations/get | projects.locations.operations.get} in the Cloud Composer reference
 *
 * @example
 * if (!operation.done) console.log("still running");
 * else if (operation.error) console.log(operation.error.message);
 * else console.log(operation.response.updateTime);
 */
export type Operation = RunningOperation | DoneOperation<Environment> | FailedOperation<OperationMetadata>;

/** Schema of `Operation`, with `parse` and `safeParse`. */
export const Operation = openObject<OperationMembers>(operationMembersShape) as z.ZodType as SchemaOf<Operation>; // the same fields, as a discriminated union
