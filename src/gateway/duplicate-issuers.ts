/** A definition that has the same issuer as an earlier one. */
export interface DuplicateIssuer {
  /** Name of the definition. */
  readonly name: string;
  /** Name of the first definition with this issuer. */
  readonly twin: string;
}

/**
 * Finds definitions that share an issuer; entries without an issuer are skipped.
 *
 * @see Spec: gateway, "Authentication", rule 4
 */
export function duplicateIssuers(issuers: Iterable<readonly [name: string, issuer: unknown]>): DuplicateIssuer[] {
  const names = new Map<unknown, string>();
  const duplicates: DuplicateIssuer[] = [];
  for (const [name, issuer] of issuers) {
    const twin = names.get(issuer);
    if (twin !== undefined) duplicates.push({ name, twin });
    else if (issuer !== undefined) names.set(issuer, name);
  }
  return duplicates;
}
