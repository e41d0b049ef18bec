import { shorten } from "../errors/message-text.js";
import type { Issue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import { type Naming, namingOption } from "../naming/naming.js";
import { formatPath } from "../values/issue-path.js";
import { strictOptions } from "../values/options.js";
import type { DocumentPath } from "./definitions.js";
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
 * @param options - `naming` is the profile that names the extension keys. Default: `googleNaming`.
 * @returns The issues; an empty list if there are none.
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
  return problemsIn(viewDocument(document, "checkSecurity", naming.extensions), naming).map(
    ({ rule: { id, severity, remedy }, path, message }) => {
      const pointer = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
      return { id, severity: naming.findings?.[id] ?? severity, pointer, message, remedy };
    },
  );
}

/** Returns the issues of a document that violate some of the rules. */
export function securityIssues(view: DocumentView, naming: Naming, ids: readonly GatewayRuleId[]): Issue[] {
  return problemsIn(view, naming)
    .filter(({ rule }) => ids.includes(rule.id))
    .map(({ rule, path, message }) => ({ path: formatPath(path), message, rule: rule.id }));
}

/** Maximum length of a message, which can quote names of any length. */
const MAX_LENGTH = 400;

function problemsIn(view: DocumentView, naming: Naming) {
  const subject = securitySubject(view, naming);
  const problems: { rule: (typeof securityRules)[number]; path: DocumentPath; message: string }[] = [];
  for (const rule of securityRules) {
    if (rule.openapi !== undefined && rule.openapi !== view.openapi) continue;
    for (const [path, message] of rule.test(subject)) {
      problems.push({ rule, path, message: shorten(message, MAX_LENGTH) });
    }
    if (rule.id === "naming-profile" && problems.length > 0) break; // the other rules would read the wrong extensions
  }
  return problems;
}
