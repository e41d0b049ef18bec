import type { Issue } from "../errors/issue.js";

/** One entry in the list of errors that a refusal carries. */
export interface RefusalDetail {
  readonly message: string;
  /** What it is about: a path into the body, a header, a parameter. */
  readonly location?: string | undefined;
  readonly locationType?: "header" | "parameter" | undefined;
}

/** Facts of a {@link Refusal}. */
export interface RefusalFacts {
  readonly status: number;
  readonly message: string;
  /** Default: the usual reason of the status. */
  readonly reason?: string | undefined;
  /** Default: one entry with the message. */
  readonly details?: readonly RefusalDetail[] | undefined;
}

/** A service rejects a request. Thrown by services, converted to an error response by the sandbox. */
export class Refusal extends Error {
  readonly status: number;
  readonly reason: string;
  readonly details: readonly RefusalDetail[];

  constructor({ status, message, reason, details }: RefusalFacts) {
    super(message);
    this.status = status;
    this.reason = reason ?? USUAL[status]?.reason ?? "unknown";
    this.details = details ?? [{ message }];
  }

  /** The canonical name of the status, such as `NOT_FOUND`; undefined where there is none. */
  get canonical(): string | undefined {
    return this.reason === "aborted" ? "ABORTED" : USUAL[this.status]?.canonical;
  }
}

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

/** The error body of the warehouse, which lists its errors. Also the response of unknown routes. */
export function listedErrorBody(refusal: Refusal): unknown {
  const { status: code, message, reason, canonical } = refusal;
  const errors = refusal.details.map((detail) => ({ domain: "global", reason, ...detail }));
  return { error: { code, message, errors, ...(canonical === undefined ? {} : { status: canonical }) } };
}

/** A parameter has a value that it cannot have. */
export function badParameter(name: string, message: string): Refusal {
  const text = `Invalid value of "${name}": ${message}`;
  return new Refusal({
    status: 400,
    message: text,
    details: [{ message: text, location: name, locationType: "parameter" }],
  });
}

/** A member of the body has a value that it cannot have. */
export function badMember(path: string, message: string): Refusal {
  return brokenRules([{ path, message, rule: "body" }]);
}

/** A body breaks rules: the message tells the first, the list all of them. */
export function brokenRules(issues: readonly Issue[]): Refusal {
  const details = issues.map(
    ({ path, message }): RefusalDetail => ({
      message: path === "" ? message : `${path}: ${message}`,
      ...(path === "" ? {} : { location: path }),
    }),
  );
  const others = issues.length - 1;
  const more = others === 0 ? "" : ` (and ${others} more ${others === 1 ? "problem" : "problems"})`;
  return new Refusal({ status: 400, message: `${details[0]?.message ?? "Invalid request"}${more}`, details });
}

/** What was asked for is not there: `Not found: Table p:d.t`; then how to have it, where no request can make it. */
export function notFound(what: string, remedy?: string): Refusal {
  return new Refusal({ status: 404, message: `Not found: ${what}${remedy === undefined ? "" : `; ${remedy}`}` });
}
