import { notify } from "../events.js";
import { clip } from "../rules/describe.js";
import { HTML_PAGE, isHtml, requestIdOf, toApiError } from "./error-response.js";
import { shownHeaders } from "./headers.js";
import type { HttpCall } from "./http-call.js";
import type { ReadBody } from "./read-body.js";
import type { WireResponse } from "./transport.js";

/** Turns a complete response into the result of the call. @throws {ApiError} or {ResponseError} */
export function resultOf(call: HttpCall, { response, text }: ReadBody): WireResponse {
  const { clock, requestIdHeaders } = call.settings;
  const { status, headers } = response;
  const isGone = status === 404 && call.wire.method === "DELETE" && call.retries > 0;
  if (!response.ok && !isGone) {
    throw toApiError(
      { status, statusText: response.statusText, headers, text },
      {
        request: call.summary,
        attempts: call.attempts,
        redact: call.redact,
        clock,
        requestIdHeaders,
        hint: status === 401 && !hasCredentials(call) ? call.settings.unauthenticatedHint : undefined,
      },
    );
  }
  const redact = (value: unknown) => call.redact.json(value);
  const body = text === "" || isGone ? undefined : parseBody(call, response, text);
  const { onResponse } = call.options;
  if (onResponse !== undefined) {
    notify(onResponse, {
      status,
      headers: shownHeaders(headers, call.redact),
      requestId: requestIdOf(headers, requestIdHeaders, call.redact),
      attempts: call.attempts,
      request: call.summary,
    });
  }
  return { status, callId: call.callId, methodName: call.wire.name, request: call.summary, redact, body };
}

function parseBody(call: HttpCall, response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const type = response.headers.get("content-type") ?? "none";
    const message = `the body is not JSON (content type ${clip(call.redact.text(type))})`;
    const hint = isHtml(response.headers, text) ? `: ${HTML_PAGE}` : "";
    throw call.unusable("invalid_response", response.status, message + hint, text);
  }
}

function hasCredentials({ settings, secrets }: HttpCall): boolean {
  return settings.auth !== undefined || secrets.last?.headers.has("authorization") === true;
}
