import { assertOptions, optionsOf } from "../core/rules/options.js";
import { runRules } from "../core/rules/rules.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { viewDocument } from "./document.js";
import { type FindingSeverity, type GatewayRuleId, gatewayRules, securityRules } from "./rules.js";

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
 * Checks the security of an API definition document for mistakes that make the gateway accept or reject tokens
 * unexpectedly.
 *
 * The naming profile may lower a severity: `googleNaming` reports an authorization URL, and issuers that are host names
 * or e-mail addresses, as `info`.
 *
 * @param document - The OpenAPI 2.0 document.
 * @param options - `naming` is the profile that names the extension keys. Default: `googleNaming`.
 * @returns The issues in the order of the document; an empty list if there are none.
 * @throws {RequestError} If it is not an OpenAPI 2.0 document, or an option is invalid or unknown.
 */
export function checkSecurity(
  document: object,
  options: { readonly naming?: GatewayNaming | undefined } = {},
): SecurityFinding[] {
  assertOptions("checkSecurity", options, optionsOf({ naming: gatewayNamingOption }));
  const view = viewDocument(document, "checkSecurity");
  const { extensions: keys, issuerBase, findings: severities = {} } = options.naming ?? googleNaming;
  const definitions = Object.entries(view.definitions).filter(([, entry]) =>
    Object.values(keys).some((key) => key in entry),
  );
  const { errors, warnings } = runRules(securityRules, { document, view, definitions, keys, issuerBase }, undefined);
  const issues = [...errors, ...warnings];
  const findings = gatewayRules.flatMap(({ id, finding, remedy }) => {
    const severity = severities[id] ?? finding;
    return severity === "off"
      ? []
      : issues
          .filter(({ rule }) => rule === id)
          .map(({ path: pointer, message }) => ({ id, severity, pointer, message, remedy }));
  });
  const order = ({ pointer }: SecurityFinding) => orderOf(pointer, document);
  return findings.sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}

/** Returns a string that sorts by the position of a pointer in the document. */
function orderOf(pointer: string, document: object): string {
  let node: unknown = document;
  const positions = pointer.split("/").map((segment, depth) => {
    if (depth === 0) return "";
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    const entries = Object.entries(node ?? {});
    const index = entries.findIndex(([name]) => name === key);
    node = entries[index]?.[1];
    return String(index).padStart(9, "0");
  });
  return positions.join("/");
}
