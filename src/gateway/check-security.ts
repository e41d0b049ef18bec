import { cached, valueAt } from "../core/objects.js";
import { strictOptions } from "../core/options.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { namingOption } from "../naming/naming.js";
import { DEPRECATED_KEYS, type DocumentPath } from "./definitions.js";
import { viewDocument } from "./document.js";
import {
  type FindingSeverity,
  type GatewayRuleId,
  type gatewayRules,
  securityRules,
  securitySubject,
} from "./rules.js";

/** A problem that {@link checkSecurity} found. */
export interface SecurityFinding {
  /** Stable id of the rule in kebab case, one of {@link gatewayRules}. */
  readonly id: GatewayRuleId;
  /** Its severity. */
  readonly severity: FindingSeverity;
  /** Location as a JSON pointer (RFC 6901); the empty string is the whole document. */
  readonly pointer: string;
  /** Description of the issue. */
  readonly message: string;
  /** Remedy. */
  readonly remedy: string;
}

/**
 * Checks the security of an API definition document for mistakes that make API Gateway or Cloud Endpoints accept or reject
 * tokens unexpectedly.
 *
 * The naming profile may lower a severity: `googleNaming` reports an authorization URL, and issuers that are host names
 * or e-mail addresses, as `info`.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1).
 * @param options - `naming` is the profile that names the extension keys. Default: `googleNaming`.
 * @returns The issues in the order of the document; an empty list if there are none.
 * @throws {RequestError} If it is not an OpenAPI document of these versions, or an option is invalid or unknown; for
 * OpenAPI 3, if the profile has no `extensions.auth`.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 */
export function checkSecurity(
  document: object,
  options: { readonly naming?: Naming | undefined } = {},
): SecurityFinding[] {
  strictOptions("checkSecurity", options, { naming: namingOption });
  const { naming = googleNaming } = options;
  const view = viewDocument(document, "checkSecurity", naming.extensions);
  const subject = securitySubject({ ...document }, view, naming);
  const indexesIn = cached((node) => new Map(Object.keys(node).map((key, index) => [key, index])));
  /** Returns a string by which paths sort in the order of the document. */
  const positionOf = (path: DocumentPath) => {
    let node: unknown = document;
    const positions = path.map((key) => {
      const index = indexesIn(Object(node)).get(String(key)) ?? 0;
      node = Object(node)[key];
      return String(index).padStart(9, "0");
    });
    return positions.join("/");
  };
  return securityRules
    .filter(({ openapi = view.openapi }) => openapi === view.openapi)
    .flatMap(({ id, severity: own, remedy, check }) => {
      const severity = naming.findings?.[id] ?? own;
      const found: { readonly position: string; readonly finding: SecurityFinding }[] = [];
      if (severity === "off") return found;
      check(subject, (current, message) => {
        const path = withDeprecatedKey(document, current);
        const pointer = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
        found.push({ position: positionOf(path), finding: { id, severity, pointer, message, remedy } });
      });
      return found;
    })
    .sort((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)))
    .map(({ finding }) => finding);
}

/** Returns a path in which an extension has its deprecated name if the document uses that. */
function withDeprecatedKey(document: object, path: DocumentPath): DocumentPath {
  const deprecated = DEPRECATED_KEYS[path.at(-1) ?? ""];
  const isMissing = deprecated !== undefined && valueAt(document, path) === undefined;
  return isMissing ? [...path.slice(0, -1), deprecated] : path;
}
