import { ResponseError } from "../errors/call-errors.js";
import type { Issue } from "../errors/request-error.js";
import { patchOf } from "../schema/patch.js";
import { elementOf, fieldOf, type Schema } from "../schema/schema.js";
import { type Mismatch, type Parsed, parseShape, type ShapeIssue } from "../schema/shape-issues.js";
import { type StandardSchema, validate } from "../schema/standard-schema.js";
import { kindOf } from "../values/describe.js";
import { formatPath, plainIssue } from "../values/issue-path.js";
import { isObject, valueAt } from "../values/objects.js";
import type { CallContext, Method, ResponsePolicy } from "./method.js";
import type { WireResponse } from "./options.js";

/** Reads the response of a method. @throws {ResponseError} If it does not match its schema and the policy is strict, or is unusable. */
export function readResponse(
  { response: schema, own, paging, name }: Method,
  response: WireResponse,
  context: Pick<CallContext, "translation"> & ResponsePolicy,
): unknown {
  // A 404 is successful only on a retried DELETE: an earlier attempt deleted the resource, but its response was lost.
  if (schema === undefined || response.status === 404) return response.body;
  if (own === undefined) {
    // Without a body, there is nothing to validate. A list would end there silently, so its schema decides.
    const isEmpty = response.body === undefined && paging === undefined;
    return isEmpty ? undefined : readOutput(schema, name, response, context);
  }
  const { resource = name } = own;
  const { translation } = context;
  const body = translation === undefined ? response.body : translation.fromWire(resource, response.body);
  return readResource(schema as StandardSchema & Schema, resource, response, context, body); // built-in methods have zod schemas
}

/**
 * Returns the output of a response's schema. A body that does not match is returned as it is, and so is an element of one of
 * its lists; the other elements are converted.
 *
 * @param body - The body with the names in code. Errors contain the body of the response.
 * @throws {ResponseError} If the body is not an object, or does not match and the policy is strict.
 */
export function readResource(
  schema: Schema,
  resource: string,
  response: WireResponse,
  policy: ResponsePolicy,
  body = response.body,
): unknown {
  if (!isObject(body)) throw unusable(response, `expected ${/^[AEIOU]/.test(resource) ? "an" : "a"} ${resource}`);
  const expected = policy.isPartial ? patchOf(schema) : schema;
  const whole = parseShape(expected, body);
  const { value, issues } = whole.issues.length === 0 ? whole : parseByElement(expected, body);
  report(issues, resource, response, policy);
  return value;
}

/** Parses the elements of the lists in a body one by one, and then the rest of it, so that one mismatch does not affect the others. */
function parseByElement(schema: Schema, body: Readonly<Record<string, unknown>>): Parsed {
  const rest = { ...body };
  const lists: Record<string, unknown> = {};
  const inLists: (readonly ShapeIssue[])[] = [];
  for (const [name, list] of Object.entries(body)) {
    const element = elementOf(fieldOf(schema, name));
    if (element === undefined || !Array.isArray(list)) continue;
    rest[name] = [];
    lists[name] = list.map((item, index) => {
      const { value, issues } = parseShape(element, item, [name, index]);
      inLists.push(issues);
      return value;
    });
  }
  const { value, issues } = parseShape(schema, rest);
  return { value: { ...Object(value), ...lists }, issues: [...issues, ...inLists.flat()] };
}

/**
 * Validates a response with the schema of a user-defined method and returns the schema's output; on a mismatch, the
 * parsed JSON.
 *
 * @throws {ResponseError} If it does not match and is null or the policy is strict.
 */
function readOutput(schema: StandardSchema, resource: string, response: WireResponse, policy: ResponsePolicy): unknown {
  const result = validate(schema, response.body);
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
