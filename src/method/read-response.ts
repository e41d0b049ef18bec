import { ResponseError } from "../errors/call-errors.js";
import type { Issue } from "../errors/request-error.js";
import type { Emit } from "../http/events.js";
import type { WireResponse } from "../http/transport.js";
import { restoreInt64 } from "../schema/codec.js";
import type { Schema } from "../schema/compile.js";
import { isValid } from "../schema/compile.js";
import { shapeIssues } from "../schema/shape-issues.js";
import { type StandardSchema, validate } from "../schema/standard-schema.js";
import { zodMessage } from "../schema/zod-message.js";
import { kindOf } from "../values/describe.js";
import { formatPath, plainIssue } from "../values/issue-path.js";
import { isObject, valueAt } from "../values/objects.js";

/** How responses are validated. */
export interface ResponsePolicy {
  /** Whether a mismatch with the schema is an error. If not, it is a `drift` event, and the response is returned. */
  readonly strict: boolean;
  /** Whether the request selected fields, so that others may be absent. */
  readonly isPartial?: boolean;
  readonly emit: Emit;
}

/** An issue of a response. `publicPath` is its path for events, without keys of maps, which may be personal data. */
type Mismatch = Issue & { readonly publicPath: string; readonly missing?: boolean };

/**
 * Validates the shape of a response and returns the parsed JSON itself: nothing is dropped or reordered, and no rules
 * run. Only INT64 values that the service sent as JSON numbers are changed to strings.
 *
 * @param body - The body with the names in code. Errors contain the body of the response.
 * @throws {ResponseError} If the body is not an object, or does not match and the policy is strict.
 */
export function readResponse(
  schema: Schema,
  resource: string,
  response: WireResponse,
  policy: ResponsePolicy,
  body = response.body,
): unknown {
  if (!isObject(body)) throw unusable(response, `expected ${/^[AEIOU]/.test(resource) ? "an" : "a"} ${resource}`);
  report(mismatchesOf(schema, body), resource, response, policy);
  return body;
}

/**
 * Validates a response with the schema of a user-defined method and returns the schema's output; on a mismatch, the
 * parsed JSON.
 *
 * @throws {ResponseError} If it does not match and is null or the policy is strict.
 */
export function readWith(
  schema: StandardSchema,
  resource: string,
  response: WireResponse,
  policy: ResponsePolicy,
): unknown {
  const result = validate(schema, response.body, zodMessage);
  if (result.issues === undefined) return result.value;
  if (response.body === null) throw unusable(response, "which its schema does not allow");
  const mismatches = result.issues.map(({ path, message }): Mismatch => {
    // Events contain neither values (messages of other libraries may quote them) nor map keys.
    const shown = path.map((each) => (typeof each === "number" || /^[A-Za-z_]\w*$/.test(String(each)) ? each : "*"));
    return {
      missing: valueAt(response.body, path) === undefined,
      path: formatPath(path),
      publicPath: formatPath(shown),
      message,
      rule: "response-schema",
    };
  });
  report(mismatches, resource, response, policy, "does not match the response schema");
  return response.body;
}

/** Reports mismatches as a `drift` event. @throws {ResponseError} If the policy is strict. */
export function report(
  found: readonly Mismatch[],
  resource: string,
  response: WireResponse,
  policy: ResponsePolicy,
  shownMessage?: string,
): void {
  const mismatches = policy.isPartial ? found.filter(({ missing }) => !missing) : found;
  if (mismatches.length === 0) return;
  if (policy.strict) {
    const issues = response.redact(mismatches.map(plainIssue));
    throw invalidResponse(response, issues as Issue[]); // same structure, masked strings
  }
  const { callId, methodName, request } = response;
  const issues = mismatches.map(({ publicPath, message, rule }) => ({
    path: publicPath,
    message: shownMessage ?? message,
    rule,
  }));
  policy.emit({ type: "drift", callId, methodName, ...request, resource, issues });
}

/** Creates the error of a response that cannot be used. Credentials in its body are masked. */
export function invalidResponse(response: WireResponse, issues: readonly Issue[]): ResponseError {
  const { status, request, redact, body } = response;
  return new ResponseError({ code: "invalid_response", status, request, issues, body: redact(body) });
}

/** The error for a response without a resource, which would not match the type of the result. */
function unusable(response: WireResponse, requirement: string): ResponseError {
  const kind = response.body === undefined ? "empty" : kindOf(response.body);
  const message = `the response is ${kind}, ${requirement}`;
  return invalidResponse(response, [{ path: "", message, rule: "json-body" }]);
}

function mismatchesOf(schema: Schema, body: unknown): readonly Mismatch[] {
  try {
    // Most responses match and contain no INT64 value as a JSON number.
    if (isValid(schema, body)) return [];
    restoreInt64(schema, body);
    return shapeIssues(schema, body);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // a stack overflow, which deeply nested JSON causes
    return [{ path: "", publicPath: "", message: "is nested too deeply to be validated", rule: "response-depth" }];
  }
}
