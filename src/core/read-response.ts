import type { Issue } from "../errors/issue.js";
import { ResponseError } from "../errors/response-error.js";
import type { Emit } from "./events.js";
import type { WireResponse } from "./http/transport.js";
import { plainIssue } from "./rules/issue-path.js";
import { restoreInt64 } from "./schema/codec.js";
import { isValid } from "./schema/compile.js";
import { shapeIssues } from "./schema/shape-issues.js";
import type { SchemaOf } from "./schema/shape-of.js";

/** How responses are validated. */
export interface AnswerPolicy {
  /** Whether an invalid response is an error. If not, it is returned unchanged, with a `drift` event. */
  readonly strict: boolean;
  readonly emit: Emit | undefined;
}

/**
 * Validates a response body against the schema of a resource and returns the parsed JSON itself: no field is dropped or
 * reordered, and no rules run. Only 64-bit integers that arrived as JSON numbers are rewritten to strings.
 *
 * @throws {ResponseError} If the body is empty, or invalid while the policy is strict.
 */
export function readAnswer<T>(schema: SchemaOf<T>, resource: string, response: WireResponse, policy: AnswerPolicy): T {
  try {
    // Nearly every body is valid as it is, and then has no 64-bit integer that arrived as a number.
    if (isValid(schema, response.body)) return response.body as T;
    restoreInt64(schema, response.body);
  } catch (error) {
    demandOverflow(error);
  }
  return checkAnswer(schema, resource, response, policy);
}

/** {@link readAnswer} for resources without 64-bit integers, which do not load the code that rewrites them. */
export function checkAnswer<T>(schema: SchemaOf<T>, resource: string, response: WireResponse, policy: AnswerPolicy): T {
  const { body, request, status } = response;
  if (body === undefined) {
    const issue: Issue = { path: "", message: `the answer is empty where a ${resource} belongs`, rule: "json-body" };
    throw new ResponseError({ code: "invalid_response", status, request, issues: [issue], body });
  }
  const misfits = misfitsOf(schema, body);
  if (misfits.length > 0) {
    const issues = misfits.map(plainIssue);
    if (policy.strict)
      throw new ResponseError({ code: "invalid_response", status, request, issues, body: response.redact(body) });
    // The keys of a map are part of the body, and events never contain the body.
    const shown = misfits.map(({ publicPath, message, rule }) => ({ path: publicPath, message, rule }));
    policy.emit?.({ type: "drift", ...request, resource, issues: shown });
  }
  return body as T; // valid, or invalid and allowed
}

function misfitsOf<T>(schema: SchemaOf<T>, body: unknown): readonly (Issue & { readonly publicPath: string })[] {
  try {
    return shapeIssues(schema, body);
  } catch (error) {
    demandOverflow(error);
    return [{ path: "", publicPath: "", message: "is nested too deeply to be checked", rule: "answer-depth" }];
  }
}

/** Rethrows every error except a stack overflow, which a deeply nested body causes. */
function demandOverflow(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}
