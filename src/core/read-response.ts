import type { Issue } from "../errors/issue.js";
import { ResponseError } from "../errors/response-error.js";
import type { Emit } from "./events.js";
import type { WireResponse } from "./http/transport.js";
import { plainIssue } from "./rules/issue-path.js";
import { restoreInt64 } from "./schema/codec.js";
import { fits } from "./schema/fits.js";
import { shapeIssues } from "./schema/shape-issues.js";
import type { SchemaOf } from "./schema/shape-of.js";

/** How answers are looked at. */
export interface AnswerPolicy {
  /** Whether an answer of another shape is an error; else it is a `drift` event, and comes as it is. */
  readonly strict: boolean;
  readonly emit: Emit | undefined;
}

/**
 * Checks that an answer has the shape of a resource and returns the parsed JSON itself: nothing is dropped, reordered
 * or judged by rules. Only INT64 that came as JSON numbers are rewritten to strings.
 *
 * @throws {ResponseError} when the answer is empty, or does not fit and the policy is strict.
 */
export function readAnswer<T>(schema: SchemaOf<T>, resource: string, response: WireResponse, policy: AnswerPolicy): T {
  try {
    // Nearly every answer fits as it is, and then holds no INT64 that came as a number.
    if (fits(schema, response.body)) return response.body as T;
    restoreInt64(schema, response.body);
  } catch (error) {
    demandOverflow(error);
  }
  return checkAnswer(schema, resource, response, policy);
}

/** {@link readAnswer} for resources without INT64, which need not load what rewrites them. */
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
    // The keys of a map belong to the body, which no event shows.
    const shown = misfits.map(({ publicPath, message, rule }) => ({ path: publicPath, message, rule }));
    policy.emit?.({ type: "drift", ...request, resource, issues: shown });
  }
  return body as T; // checked, or tolerated as it came
}

function misfitsOf<T>(schema: SchemaOf<T>, body: unknown): readonly (Issue & { readonly publicPath: string })[] {
  try {
    return shapeIssues(schema, body);
  } catch (error) {
    demandOverflow(error);
    return [{ path: "", publicPath: "", message: "is nested too deeply to be checked", rule: "answer-depth" }];
  }
}

/** Throws on whatever is not the stack's overflow, which an answer of endless nesting brings about. */
function demandOverflow(error: unknown): void {
  if (!(error instanceof RangeError)) throw error;
}
