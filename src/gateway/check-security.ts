import { assertOptions, optionsOf } from "../core/rules/options.js";
import type { GatewayNaming } from "../naming/naming.js";
import { gatewayNamingOption } from "../naming/naming-option.js";
import { vendorNaming } from "../naming/vendor.js";
import { readLocation, splitAudiences } from "./definition.js";
import { type DocumentView, type SecurityRequirement, viewDocument } from "./document.js";
import { type FindingSeverity, type GatewayRuleId, gatewayRules } from "./rules.js";

/** One thing that {@link checkSecurity} found. */
export interface SecurityFinding {
  /** The rule: stable, in kebab case, out of {@link gatewayRules}. */
  readonly id: GatewayRuleId;
  /** How bad it is. */
  readonly severity: FindingSeverity;
  /** Where, as a JSON pointer (RFC 6901); the empty string is the whole document. */
  readonly pointer: string;
  /** What was found there. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}

type Find = (id: GatewayRuleId, place: readonly (string | number)[], message: string) => void;
type Section = { readonly place: readonly (string | number)[]; readonly security: readonly SecurityRequirement[] };

/**
 * Looks for what keeps the gateway from checking tokens as the document seems to say.
 *
 * @param options.naming Profile that names the extension keys. Default: the neutral names.
 * @returns the findings, in the order of the document; an empty list when there are none.
 * @throws {RequestError} when it is no OpenAPI 2.0 document.
 */
export function checkSecurity(
  document: object,
  options: { readonly naming?: GatewayNaming | undefined } = {},
): SecurityFinding[] {
  assertOptions("checkSecurity", options, optionsOf({ naming: gatewayNamingOption }));
  const view = viewDocument(document, "checkSecurity");
  const findings: SecurityFinding[] = [];
  const find: Find = (id, place, message) => {
    const rule = gatewayRules.find((each) => each.id === id);
    if (rule === undefined) return;
    findings.push({ id, severity: rule.finding, pointer: pointer(place), message, remedy: rule.remedy });
  };
  const { extensions } = options.naming ?? vendorNaming;
  const gateways = Object.entries(view.definitions).filter(([, entry]) =>
    Object.values(extensions).some((key) => key in entry),
  );
  for (const [name, entry] of gateways) checkDefinition(name, entry, extensions, find);
  checkIssuers(gateways, extensions.issuer, find);
  checkRequirements(view, new Set(gateways.map(([name]) => name)), find);
  return findings;
}

function checkDefinition(
  name: string,
  entry: Readonly<Record<string, unknown>>,
  extensions: GatewayNaming["extensions"],
  find: Find,
): void {
  const place = ["securityDefinitions", name];
  const { type, flow, authorizationUrl } = entry;
  if (type !== "oauth2" || flow !== "implicit" || authorizationUrl !== "") {
    find("definition-form", place, "type, flow or authorizationUrl is not what the gateway looks for");
  }
  const issuer = entry[extensions.issuer];
  if (typeof issuer !== "string" || issuer.trim() === "") {
    find("issuer-empty", extensions.issuer in entry ? [...place, extensions.issuer] : place, "there is no issuer");
  } else if (!/^https?:\/\//i.test(issuer)) {
    find("issuer-without-scheme", [...place, extensions.issuer], "the issuer is no URL");
  }
  const keys = entry[extensions.jwksUri];
  if (keys === undefined || keys === "") find("jwks-uri-missing", place, "there is no address of the issuer's keys");
  else if (typeof keys !== "string" || !/^https:\/\//i.test(keys)) {
    find("jwks-uri-insecure", [...place, extensions.jwksUri], "the address of the keys does not begin with https://");
  }
  const audiences = entry[extensions.audiences];
  if (audiences === undefined) find("audiences-missing", place, "no audience is named");
  else if (splitAudiences(audiences).length === 0) {
    find("audiences-empty", [...place, extensions.audiences], "the list of audiences is empty");
  }
  const locations = entry[extensions.locations];
  if (locations === undefined) return;
  const isList = Array.isArray(locations) && locations.length > 0;
  if (!isList || locations.some((each) => readLocation(each).length === 0)) {
    find("location-form", [...place, extensions.locations], "not every location names a header or a query parameter");
  }
}

function checkIssuers(
  definitions: readonly (readonly [string, Readonly<Record<string, unknown>>])[],
  key: string,
  find: Find,
): void {
  const seen = new Map<unknown, string>();
  for (const [name, entry] of definitions) {
    const issuer = entry[key];
    const twin = seen.get(issuer);
    if (twin !== undefined)
      find("duplicate-issuer", ["securityDefinitions", name, key], `"${twin}" has the same issuer`);
    else if (issuer !== undefined) seen.set(issuer, name);
  }
}

function checkRequirements(view: DocumentView, gateways: ReadonlySet<string>, find: Find): void {
  const sections: Section[] = [
    { place: ["security"], security: view.security ?? [] },
    ...view.operations.map(({ path, member, security }) => ({
      place: ["paths", path, member, "security"],
      security: security ?? [],
    })),
  ];
  const required = new Set<string>();
  for (const { place, security } of sections) {
    for (const [index, requirement] of security.entries()) {
      for (const [name, scopes] of Object.entries(requirement)) {
        required.add(name);
        const at = [...place, index, name];
        if (!Object.hasOwn(view.definitions, name)) find("undefined-definition", at, `"${name}" is not defined`);
        else if (gateways.has(name) && scopes.length > 0) find("requirement-scopes", at, "the list is not empty");
      }
    }
  }
  const used = [...gateways].filter((name) => required.has(name));
  if (gateways.size === 0) find("definition-missing", [], "no definition names an issuer of tokens");
  else if (used.length === 0) find("requirement-missing", [], "no security section names a definition of the gateway");
  else {
    for (const name of gateways) {
      if (!required.has(name)) find("definition-unused", ["securityDefinitions", name], `"${name}" is never required`);
    }
    for (const { key, path, member, security } of view.operations) {
      const effective = security ?? view.security ?? [];
      const open =
        effective.length === 0 || effective.some((each) => !Object.keys(each).some((name) => gateways.has(name)));
      if (open) find("operation-open", ["paths", path, member], `${key} can be called without a token`);
    }
  }
}

function pointer(place: readonly (string | number)[]): string {
  return place.map((each) => `/${String(each).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
