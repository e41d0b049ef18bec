import { formatPath } from "../core/rules/issue-path.js";
import type { Issue } from "../errors/issue.js";
import type { GatewayNaming } from "../naming/naming.js";
import type { SecuritySection } from "./document.js";

/** A requirement that names several definitions of tokens, which must be met together. */
export interface JwtConjunction {
  readonly names: readonly string[];
  /** Location in the document. */
  readonly path: readonly (string | number)[];
}

/** Finds requirements that name several definitions of tokens. */
export function jwtConjunctions(
  sections: readonly SecuritySection[],
  isJwt: (name: string) => boolean,
): JwtConjunction[] {
  return sections.flatMap(({ alternatives, path }) =>
    alternatives
      .map((requirement, index) => ({ names: Object.keys(requirement).filter(isJwt), path: [...path, index] }))
      .filter(({ names }) => names.length > 1),
  );
}

/**
 * Returns issues of requirements of several tokens, if the gateway of a profile does not support them: it may accept one of
 * the tokens, so that an operation is less secure than its requirement.
 */
export function conjunctionIssues(
  sections: readonly SecuritySection[],
  isJwt: (name: string) => boolean,
  naming: Pick<GatewayNaming, "findings"> | undefined,
): Issue[] {
  if (naming?.findings?.["jwt-conjunction"] !== "error") return [];
  return jwtConjunctions(sections, isJwt).map(({ names, path }) => ({
    path: formatPath(path),
    message: `must require one of ${listed(names)}: API Gateway and Cloud Endpoints do not support two tokens; make them alternatives`,
    rule: "jwt-conjunction",
  }));
}

/** Formats names: `"users" and "staff"`. */
export function listed(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(" and ");
}
