/** One alternative of a security section: all its definitions are required together. The lists of scopes are empty. */
export interface SecurityRequirement {
  readonly [definitionName: string]: readonly string[];
}

/** Returns the names of a security section: a list of alternatives, each a list of names that are required together. */
export function namesOf(section: readonly SecurityRequirement[]): string[][] {
  return section.map((requirement) => Object.keys(requirement));
}

/**
 * Adds alternatives to a security section. Alternatives with another issuer or with several issuers are kept. All other
 * alternatives, without the definitions in `replaced`, are required in addition to each new alternative; if there are
 * none, the other schemes of the kept alternatives are required.
 */
export function combine(
  present: readonly SecurityRequirement[],
  added: readonly SecurityRequirement[],
  replaced: ReadonlySet<string>,
  isIssuer: (name: string) => boolean,
): readonly SecurityRequirement[] {
  if (added.length === 0) return present;
  const isReplaced = (name: string) => replaced.has(name);
  const isOther = (requirement: SecurityRequirement) => {
    const issuers = Object.keys(requirement).filter(isIssuer);
    return issuers.length > 1 || issuers.some((name) => !isReplaced(name));
  };
  const others = present.filter(isOther);
  const rests = distinct(present.filter((each) => !isOther(each)).map((each) => without(each, isReplaced)));
  const beside = rests.length > 0 ? rests : distinct(others.map((each) => without(each, isIssuer)));
  // An issuer that is required together with others must not become an alternative by itself, which would weaken the
  // requirement.
  const namesOfOthers = new Set(others.flatMap((each) => Object.keys(each)));
  const isRequired = (names: string[]) =>
    names.every((name) => namesOfOthers.has(name)) &&
    (names.length === 1 || others.some((other) => names.every((name) => Object.hasOwn(other, name))));
  const missing = rests.length > 0 ? added : added.filter((each) => !isRequired(Object.keys(each)));
  const combined = (beside.length > 0 ? beside : [{}]).flatMap((rest) => missing.map((each) => ({ ...rest, ...each })));
  return distinct([...others, ...combined]);
}

/** Returns a requirement without some of its names. */
export function without(requirement: SecurityRequirement, isLeftOut: (name: string) => boolean): SecurityRequirement {
  return Object.fromEntries(Object.entries(requirement).filter(([name]) => !isLeftOut(name)));
}

function distinct(requirements: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return [...new Map(requirements.map((each) => [JSON.stringify(Object.entries(each).sort()), each])).values()];
}
