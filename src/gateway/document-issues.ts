import { formatPath } from "../core/issue-path.js";
import { hasKey } from "../core/objects.js";
import type { Issue } from "../errors/request-error.js";
import { googleNaming } from "../naming/google.js";
import type { GatewayExtensions, Naming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import {
  type DefinitionForm,
  type DocumentPath,
  deprecatedKeys,
  duplicateIssuers,
  type Json,
  partOf,
  pathOf,
} from "./definitions.js";
import { alternativesIn, type DocumentView, type RequiredDefinition, type SecuritySection } from "./document.js";

/** The built-in profiles with different extension keys, by the name of their export. */
const PROFILES: Readonly<Record<string, Naming>> = { googleNaming, vendorNaming };

/** Returns the profile whose definitions have this key for the issuer; undefined if there is none. */
export function profileWithIssuerKey(key: string | undefined): Naming | undefined {
  return Object.values(PROFILES).find(({ extensions }) => extensions.issuer === key);
}

/**
 * Finds keys of a built-in profile other than the expected one, whose extension keys are `expected`. `receiver` says where
 * to pass a profile.
 *
 * @returns One of these keys, its profile, whether keys of the expected profile are used, too, and the problem with its remedy.
 */
export function otherProfile(keys: ReadonlySet<string>, expected: GatewayExtensions, receiver = "") {
  const wanted: readonly string[] = Object.values(expected);
  for (const [name, naming] of Object.entries(PROFILES)) {
    const key = Object.values(naming.extensions).find((each) => keys.has(each) && !wanted.includes(each));
    if (key === undefined) continue;
    const own = wanted.find((each) => keys.has(each));
    const message =
      own === undefined
        ? `uses ${prefixOf(key)}…; pass naming: ${name}${receiver}`
        : `mixes ${prefixOf(own)}… and ${prefixOf(key)}…; use the extension keys of one naming profile`;
    return { key, naming, isMixed: own !== undefined, message };
  }
  return undefined;
}

/** Returns the first two words of an extension key: `x-google-` of `x-google-issuer`. */
function prefixOf(key: string): string {
  return /^x-[^-]*-?/.exec(key)?.[0] ?? key;
}

/** Returns the problem of a document that has extensions of another profile only; undefined if there is none. */
export function namingProblem({ keys }: DocumentView, { extensions }: Naming, receiver?: string): string | undefined {
  const other = otherProfile(keys, extensions, receiver);
  return other === undefined || other.isMixed ? undefined : `the document ${other.message}`;
}

/** Returns an issue for each server of the gateway but the first. */
export function endpointIssues({ endpoints: [first, ...others] }: DocumentView, prefix: DocumentPath = []): Issue[] {
  return others.map(({ url, path }) => ({
    path: formatPath([...prefix, ...path]),
    message: `must be in one server only, but is in "${first?.url}" and "${url}"; remove it from one of them`,
    rule: "endpoint-servers",
  }));
}

/** Issues of the option `document`: it has extensions of another profile only, or definitions share an issuer. */
export function documentIssues(view: DocumentView, naming: Naming, receiver?: string): Issue[] {
  const problem = namingProblem(view, naming, receiver);
  return [
    ...(problem === undefined ? [] : [{ path: "document", message: problem, rule: "naming-profile" }]),
    ...endpointIssues(view, ["document"]),
    ...issuerTwins(view.definitions, view.form, naming).map(({ name, twin }) => ({
      path: formatPath(["document", ...pathOf(view.form, name, "issuer")]),
      message: `must differ from the issuer of "${twin}"; one definition can list several audiences`,
      rule: "duplicate-issuer",
    })),
    ...twiceIn(view).map(({ path, current }) => ({
      path: formatPath(["document", ...path]),
      message: `must not be set together with "${current}"; remove it`,
      rule: "extension-twice",
    })),
  ];
}

/** Lists the deprecated extensions of definitions that also have the current one, with their paths. */
export function twiceIn({ written, form }: DocumentView) {
  return Object.entries(written).flatMap(([name, entry]) =>
    deprecatedKeys(entry, form)
      .filter(({ current }) => hasKey(entry, current))
      .map(({ key, current }) => ({ current, path: [...pathOf(form, name), key] })),
  );
}

/**
 * Finds definitions that have the same issuer as an earlier definition, their `twin`. `isSplit`: whether their audiences differ
 * and the gateway of the profile accepts that.
 */
export function issuerTwins(
  definitions: Readonly<Record<string, Json | undefined>>,
  form: DefinitionForm,
  { findings }: Naming,
) {
  const audiencesOf = (name: string) =>
    JSON.stringify([...form.readAudiences(partOf(form, definitions[name], "audiences"))].sort());
  const twins = duplicateIssuers(Object.entries(definitions), (entry) => partOf(form, entry, "issuer"));
  return twins.map(({ name, twin }) => {
    const isSplit = findings?.["audiences-split"] !== undefined && audiencesOf(name) !== audiencesOf(twin);
    return { name, twin, isSplit };
  });
}

/** Returns issues of scopes in requirements of tokens. */
export function scopeIssues(required: readonly RequiredDefinition[], isJwt: (name: string) => boolean): Issue[] {
  const scoped = required.filter(({ name, scopes }) => scopes.length > 0 && isJwt(name));
  return scoped.map(({ path }) => ({
    path: formatPath(path),
    message: "must be an empty list: the gateway does not check scopes",
    rule: "requirement-scopes",
  }));
}

/** Finds requirements that name several definitions of tokens, which must be met together. */
export function jwtConjunctions(sections: readonly SecuritySection[], isJwt: (name: string) => boolean) {
  return alternativesIn(sections).flatMap(({ requirement, path }) => {
    const names = Object.keys(requirement).filter(isJwt);
    return names.length > 1 ? [{ names: names.map((name) => `"${name}"`).join(" and "), path }] : [];
  });
}

/**
 * Returns issues of requirements of several tokens, if the gateway of a profile does not support them: it may accept one of
 * the tokens, so that an operation is less secure than its requirement.
 */
export function conjunctionIssues(
  sections: readonly SecuritySection[],
  isJwt: (name: string) => boolean,
  { findings }: Naming,
): Issue[] {
  if (findings?.["jwt-conjunction"] !== "error") return [];
  return jwtConjunctions(sections, isJwt).map(({ names, path }) => ({
    path: formatPath(path),
    message: `must require one of ${names}: API Gateway and Cloud Endpoints do not support two tokens; make them alternatives`,
    rule: "jwt-conjunction",
  }));
}
