import type { ServiceError } from "../service-error.js";

const TYPES = "type.googleapis.com/google.rpc";

/**
 * The error body of entities and environments: `details` instead of a list of errors. Errors about parameters list the
 * fields, all others contain a reason.
 */
export function detailedErrorBody(serviceError: ServiceError): unknown {
  const { status: code, message, reason, canonical } = serviceError;
  const fields = serviceError.details.filter(({ location }) => location !== undefined);
  const fieldViolations = fields.map((detail) => ({ field: detail.location, description: detail.message }));
  const details =
    fields.length > 0
      ? [{ "@type": `${TYPES}.BadRequest`, fieldViolations }]
      : [{ "@type": `${TYPES}.ErrorInfo`, reason, domain: "sandbox.test" }];
  return { error: { code, message, ...(canonical === undefined ? {} : { status: canonical }), details } };
}
