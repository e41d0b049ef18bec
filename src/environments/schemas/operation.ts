import * as z from "zod";
import type {
  FailedOperation,
  OperationBase,
  OperationMetadata,
  OperationStatus,
} from "../../errors/environment-errors.js";
import type { Fields, SchemaOf } from "../../schema/fields.js";
import { boolean, integer, numberedEnum, openObject, opt, outputOnly, string } from "../../schema/schema.js";
import { Environment } from "./environment.js";

const OperationStatusSchema: SchemaOf<OperationStatus> = openObject({
  code: opt(integer),
  message: opt(string),
  details: opt(z.array(z.unknown())),
});

const OperationMetadataSchema: SchemaOf<OperationMetadata> = openObject({
  state: outputOnly(numberedEnum("PENDING", "RUNNING", "SUCCEEDED", "FAILED")),
  operationType: outputOnly(numberedEnum("CREATE", "DELETE", "UPDATE")),
  resource: outputOnly(string),
  resourceUuid: outputOnly(string),
  createTime: outputOnly(string),
  endTime: outputOnly(string),
});

/** All fields of an operation, in any state. */
interface OperationMembers extends Fields<typeof operationMembersShape> {}

const operationMembersShape = {
  name: string,
  done: opt(boolean),
  metadata: opt(OperationMetadataSchema),
  response: opt(Environment),
  error: opt(OperationStatusSchema),
};

/** A running operation. */
interface RunningOperation extends OperationBase {
  /** `false` or absent: the operation has not ended. */
  done?: false | undefined;
  /** Absent while the operation runs. */
  response?: undefined;
  /** Absent while the operation runs. */
  error?: undefined;
}

/** A successful operation. */
interface DoneOperation<Response> extends OperationBase {
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
export type Operation = RunningOperation | DoneOperation<Environment> | FailedOperation;

/** Schema of `Operation`, with `parse` and `safeParse`. */
export const Operation = openObject<OperationMembers>(operationMembersShape) as z.ZodType as SchemaOf<Operation>; // the same fields, as a discriminated union
