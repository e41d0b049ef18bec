import { strictOptions } from "../core/rules/options.js";
import { runRules } from "../core/rules/rules.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { viewDocument } from "./document.js";
import { type FindingSeverity, type GatewayRuleId, gatewayRules, securityRules, securitySubject } from "./rules.js";

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
  strictOptions("checkSecurity", options, { naming: gatewayNamingOption });
  const view = viewDocument(document, "checkSecurity");
  const { naming = googleNaming } = options;
  const { errors, warnings } = runRules(securityRules, securitySubject(document, view, naming), undefined);
  const issues = [...errors, ...warnings];
  const positionOf = createPositions(document);
  return gatewayRules
    .flatMap(({ id, finding, remedy }) => {
      const severity = naming.findings?.[id] ?? finding;
      if (severity === "off") return [];
      return issues
        .filter(({ rule }) => rule === id)
        .map(({ path: pointer, message }) => ({
          position: positionOf(pointer),
          finding: { id, severity, pointer, message, remedy },
        }));
    })
    .sort((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)))
    .map(({ finding }) => finding);
}

/** Creates a function that returns a string for a pointer, by which pointers sort in the order of the document. */
function createPositions(document: object): (pointer: string) => string {
  const indexes = new Map<unknown, ReadonlyMap<string, number>>();
  const indexOf = (node: unknown, key: string): number => {
    const known = indexes.get(node) ?? new Map(Object.keys(node ?? {}).map((each, index) => [each, index]));
    indexes.set(node, known);
    return known.get(key) ?? -1;
  };
  return (pointer) => {
    let node: unknown = document;
    const positions = pointer
      .split("/")
      .slice(1)
      .map((segment) => {
        const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
        const index = indexOf(node, key);
        node = index === -1 ? undefined : Object(node)[key];
        return `/${String(index).padStart(9, "0")}`;
      });
    return positions.join("");
  };
}
