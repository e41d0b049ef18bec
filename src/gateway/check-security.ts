import { shorten } from "../errors/message-text.js";
import type { Issue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { formatPath } from "../values/issue-path.js";
import { oneOf, strictOptions } from "../values/options.js";
import type { GatewayProduct } from "./claims-and-headers.js";
import { type DocumentView, viewDocument } from "./document.js";
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
 * The naming profile may lower a severity: `googleNaming` reports an authorization URL as `info`.
 *
 * @param document - The OpenAPI document (2.0, 3.0 or 3.1).
 * @param options - `naming` is the profile that names the extension keys; default: `googleNaming`. `gateway` is the product that
 * the document is for, `api-gateway` or `cloud-endpoints`: what it requires is an `error`. Default: what either requires is a
 * `warning`.
 * @returns The issues; an empty list if there are none.
 * @throws {RequestError} If it is not an OpenAPI document of these versions, or an option is invalid or unknown; for
 * OpenAPI 3, if the profile has no `extensions.auth`.
 * @see {@link https://cloud.google.com/api-gateway/docs/authenticating-users-jwt | Using JWT to authenticate users} with API Gateway
 * @see {@link https://cloud.google.com/endpoints/docs/openapi/openapi-extensions | OpenAPI extensions} of Cloud Endpoints
 */
export function checkSecurity(
  document: object,
  options: { readonly naming?: Naming | undefined; readonly gateway?: GatewayProduct | undefined } = {},
): SecurityFinding[] {
  strictOptions("checkSecurity", options, { naming: namingOption, gateway: oneOf("api-gateway", "cloud-endpoints") });
  const { naming = googleNaming, gateway } = options;
  const view = viewDocument(document, "checkSecurity", naming.extensions);
  return problemsIn(securityRules, view, naming, gateway).map(({ rule: { id, remedy }, severity, path, message }) => {
    const pointer = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    return { id, severity: naming.findings?.[id] ?? severity, pointer, message, remedy };
  });
}

/** Returns the issues of a document that violate some of the rules. */
export function securityIssues(view: DocumentView, naming: Naming, ids: readonly GatewayRuleId[]): Issue[] {
  const rules = securityRules.filter(({ id }) => ids.includes(id));
  return problemsIn(rules, view, naming).map(({ rule, path, message }) => {
    return { path: formatPath(path), message, rule: rule.id };
  });
}

/** Maximum length of a message, which can quote names of any length. */
const MAX_LENGTH = 400;

function problemsIn(rules: typeof securityRules, view: DocumentView, naming: Naming, gateway?: GatewayProduct) {
  const subject = securitySubject(view, naming, gateway);
  const problems = rules
    .filter(({ openapi = view.openapi }) => openapi === view.openapi)
    .flatMap((rule) => {
      const byDefault = rule.isRequirement && gateway !== undefined ? "error" : rule.severity;
      return [...rule.test(subject)].map(([path, message, severity = byDefault]) => {
        return { rule, severity, path, message: shorten(message, MAX_LENGTH) };
      });
    });
  // With another profile, the other rules read the wrong extensions.
  const ofProfile = problems.filter(({ rule }) => rule.id === "naming-profile");
  return ofProfile.length > 0 ? ofProfile : problems;
}
