import type { Issue } from "../errors/request-error.js";
import { isObject } from "../values/objects.js";

/** An entry in the list of errors of a {@link ServiceError}. */
interface ErrorDetail {
  readonly message: string;
  /** Location of the error: a path in the body, a header, a parameter. */
  readonly location?: string | undefined;
}

/** Properties of a {@link ServiceError}. */
interface ServiceErrorOptions {
  readonly status: number;
  readonly message: string;
  /** Short reason. Default: the usual reason of the status. */
  readonly reason?: string | undefined;
  /** List of errors. Default: one entry with the message. */
  readonly details?: readonly ErrorDetail[] | undefined;
}

/** An error of a fake service. Thrown by services and converted to an error response by the sandbox. */
export class ServiceError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: readonly ErrorDetail[];

  constructor({ status, message, reason, details }: ServiceErrorOptions) {
    super(message);
    this.status = status;
    this.reason = reason ?? USUAL[status]?.reason ?? "unknown";
    this.details = details ?? [{ message }];
  }

  /** The canonical name of the status, such as `NOT_FOUND`; undefined if there is none. */
  get canonical(): string | undefined {
    return OF_REASON[this.reason] ?? USUAL[this.status]?.canonical;
  }
}

/** Reason of the error while another update of an environment is running. */
export const OPERATION_IN_PROGRESS = "OPERATION_IN_PROGRESS";

const OF_REASON: Readonly<Record<string, string>> = {
  aborted: "ABORTED",
  [OPERATION_IN_PROGRESS]: "FAILED_PRECONDITION",
};

const USUAL: Readonly<Record<number, { reason: string; canonical: string }>> = {
  400: { reason: "invalid", canonical: "INVALID_ARGUMENT" },
  401: { reason: "authError", canonical: "UNAUTHENTICATED" },
  403: { reason: "accessDenied", canonical: "PERMISSION_DENIED" },
  404: { reason: "notFound", canonical: "NOT_FOUND" },
  409: { reason: "duplicate", canonical: "ALREADY_EXISTS" },
  412: { reason: "conditionNotMet", canonical: "FAILED_PRECONDITION" },
  429: { reason: "rateLimitExceeded", canonical: "RESOURCE_EXHAUSTED" },
  500: { reason: "internalError", canonical: "INTERNAL" },
  501: { reason: "notImplemented", canonical: "UNIMPLEMENTED" },
  502: { reason: "badGateway", canonical: "UNAVAILABLE" },
  503: { reason: "backendError", canonical: "UNAVAILABLE" },
  504: { reason: "backendError", canonical: "DEADLINE_EXCEEDED" },
};

/** The error body of BigQuery, with a list of errors; also used for unknown paths. JSON omits undefined values. */
export function listedErrorBody(serviceError: ServiceError): unknown {
  const { status: code, message, reason, canonical } = serviceError;
  const errors = serviceError.details.map((detail) => ({ domain: "global", reason, ...detail }));
  return { error: { code, message, errors, status: canonical } };
}

/** The error body of Knowledge Graph Search and Cloud Composer, with details instead of a list of errors. */
export function detailedErrorBody(serviceError: ServiceError): unknown {
  const { status: code, message, reason, canonical } = serviceError;
  if (code === 404) return { error: { code, message, status: canonical } }; // as in the service
  const fields = serviceError.details.filter(({ location }) => location !== undefined);
  const fieldViolations = fields.map((detail) => ({ field: detail.location, description: detail.message }));
  const types = "type.googleapis.com/google.rpc";
  const details = [
    { "@type": `${types}.ErrorInfo`, reason, domain: "sandbox.test" },
    ...(fields.length > 0 ? [{ "@type": `${types}.BadRequest`, fieldViolations }] : []),
  ];
  return { error: { code, message, status: canonical, details } };
}

/** Creates the error of a parameter with an invalid value. */
export function badParameter(name: string, message: string): ServiceError {
  const text = `Invalid value of "${name}": ${message}`;
  return new ServiceError({ status: 400, message: text, details: [{ message: text, location: name }] });
}

/** @throws {ServiceError} If a flag in the query is neither true nor false. */
export function readFlag(query: URLSearchParams, name: string): boolean {
  const flag = query.get(name) ?? "false";
  if (flag !== "true" && flag !== "false") {
    throw badParameter(name, `must be true or false, got ${JSON.stringify(flag)}`);
  }
  return flag === "true";
}

/** Creates the error of a body field with an invalid value. */
export function badMember(path: string, message: string): ServiceError {
  return brokenRules([{ path, message, rule: "body" }]);
}

/** @throws {ServiceError} If a body is not an object. */
export function assertObject(body: unknown): asserts body is Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw badMember("", "the body must be an object");
}

/**
 * Creates the error of a body that breaks rules: the message describes the first issue, the list contains all.
 *
 * @param texts - The messages of the service, where they are known, by rule id.
 */
export function brokenRules(issues: readonly Issue[], texts: Readonly<Record<string, string>> = {}): ServiceError {
  const details = issues.map(({ path, message, rule }): ErrorDetail => {
    if (path === "") return { message };
    return { message: texts[rule] ?? `${path}: ${message}`, location: path };
  });
  const more = issues.length === 1 ? "" : ` (and ${issues.length - 1} more)`;
  return new ServiceError({ status: 400, message: `${details[0]?.message}${more}`, details });
}

/** Creates the error of a missing resource: `Not found: Table p:d.t`. */
export function notFound(what: string): ServiceError {
  return new ServiceError({ status: 404, message: `Not found: ${what}` });
}

/** Creates the error of an id that already exists: `Already Exists: Table p:d.t`. */
export function alreadyExists(what: string): ServiceError {
  return new ServiceError({ status: 409, message: `Already Exists: ${what}` });
}
