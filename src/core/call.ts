import type { CallContext } from "./call-context.js";
import { deadlineOf, withinDeadline } from "./http/time-limits.js";
import type { SendOptions, WireResponse } from "./http/transport.js";
import type { Method, MethodInput, MethodTypes } from "./method.js";
import { type CallDetails, type PreparedRequest, prepareRequest } from "./prepare-request.js";
import { readResponse, readWith } from "./read-response.js";
import { fromWire } from "./rename.js";
import type { Schema } from "./schema/compile.js";
import type { StandardSchema } from "./schema/standard-schema.js";

/** Calls a method: checks the input, encodes it, sends it and reads the response. */
export async function call<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: SendOptions = {},
  details: CallDetails = {},
): Promise<T["result"]> {
  const { result } = await callForResponse(context, method, input, options, details);
  return result;
}

/** Calls a method and returns its result together with the response. */
export async function callForResponse<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  input: MethodInput<T>,
  options: SendOptions = {},
  details: CallDetails = {},
): Promise<CallOutcome<T>> {
  const prepared = prepareRequest(context, method, input, options, details);
  if (!(prepared instanceof Promise)) return send(context, method, prepared, options);
  const bounds = { ...options, callDeadline: deadlineOf(context, options) };
  return send(context, method, await inTime(context, method, prepared, bounds), bounds);
}

/** Waits for an asynchronous schema, which is part of the call: an abort or the deadline ends the wait. */
export async function inTime<T>(
  { clock }: CallContext,
  { verb, path }: Method,
  work: Promise<T>,
  options: SendOptions,
): Promise<T> {
  work.catch(() => undefined); // after an abort, a late rejection is ignored
  return withinDeadline(clock, () => work, options, { request: { method: verb, path }, attempts: 0 });
}

/** The result of a call and the response that contained it. */
export interface CallOutcome<T extends MethodTypes = MethodTypes> {
  readonly result: T["result"];
  readonly response: WireResponse;
}

/** Sends a request that passed all checks, and reads the response. */
export async function send<T extends MethodTypes>(
  context: CallContext,
  method: Method<T>,
  { wire, warnings }: PreparedRequest,
  given: SendOptions,
): Promise<CallOutcome<T>> {
  const options = { ...given, callDeadline: deadlineOf(context, given) };
  const callId = options.callId ?? context.transport.newCallId();
  for (const issue of warnings) {
    context.emit?.({ type: "warning", callId, methodName: method.name, method: wire.method, path: wire.path, issue });
  }
  const response = await context.transport.send(wire, { ...options, callId });
  const read = readResult(context, method, response);
  // The types guarantee the schema's output.
  const result: T["result"] = read instanceof Promise ? await inTime(context, method, read, options) : read;
  return { result, response };
}

function readResult(context: CallContext, method: Method, response: WireResponse): unknown {
  const { response: schema, shipped } = method;
  // A 404 is successful only on a retried DELETE: an earlier attempt deleted the resource, but its response was lost.
  if (schema === undefined || response.status === 404) return response.body;
  if (shipped === undefined) return readWith(schema, method.name, response, context);
  const body = shipped.places === undefined ? response.body : fromWire(response.body, shipped.places, context.naming);
  shipped.normalize?.(body);
  const own = schema as StandardSchema & Schema; // schemas of this package are zod schemas
  return readResponse(own, shipped.resource ?? method.name, { ...response, body }, context);
}
