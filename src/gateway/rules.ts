import { isHttpUrl } from "../core/rules/options.js";
import { type Rule, type RuleCheck, ruleData } from "../core/rules/rules.js";
import { trimTrailingSlashes } from "../core/trim-slashes.js";
import type { GatewayExtensions } from "../naming/naming.js";
import { readLocation, splitAudiences } from "./definition.js";
import { type DocumentView, requiredDefinitions } from "./document.js";
import { duplicateIssuers } from "./duplicate-issuers.js";

/** Severity of an issue: `error` for a definite mistake, `warning` for a likely one, `info` for a hint. */
export type FindingSeverity = "error" | "warning" | "info";

/** A rule that {@link checkSecurity} checks, with its remedy. */
export interface GatewayRule<Id extends string = string> extends Rule<Id> {
  /** Severity of its issues: `error` for an error, `warning` or `info` for a `warn`. */
  readonly finding: FindingSeverity;
  /** How to correct a violation of the rule. */
  readonly remedy: string;
}

/** Subject of the rules: a document and its definitions for the gateway. */
interface SecuritySubject {
  /** The document itself. */
  readonly document: object;
  readonly view: DocumentView;
  /** The definitions for the gateway, by name, in the document's format. */
  readonly definitions: readonly (readonly [name: string, entry: Json])[];
  /** Keys of the gateway's extensions. */
  readonly keys: GatewayExtensions;
  /** Issuer base of the naming profile, if it has one. */
  readonly issuerBase: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;
type GatewayCheck = RuleCheck<SecuritySubject, void> & { readonly remedy: string; readonly finding?: "info" };

const AUTHENTICATION = "gateway, Authentication";
const DEFINITION = "gateway, Security definition";

/** The rules. They report JSON pointers (RFC 6901) as paths. */
const rows = [
  {
    id: "definition-missing",
    severity: "warn",
    text: "A document defines an issuer of tokens.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Add a definition with fourfold secure, or with jwtSecurity and secureDocument.",
    check({ definitions }, report) {
      if (definitions.length === 0) report("", "no definition names an issuer of tokens");
    },
  },
  {
    id: "requirement-missing",
    severity: "error",
    text: "A document that has definitions requires at least one of them.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Add a security section to the API or to its operations: without one, the gateway checks no tokens.",
    check(subject, report) {
      if (subject.definitions.length > 0 && !isSecured(subject)) {
        report("", "no security section requires a definition of the gateway");
      }
    },
  },
  {
    id: "duplicate-issuer",
    severity: "error",
    text: "The definitions of one document have different issuers.",
    spec: `${AUTHENTICATION} 4`,
    remedy: "Keep one definition for the issuer; it can list several audiences.",
    check({ definitions, keys }, report) {
      for (const { name, twin } of duplicateIssuers(definitions.map(([each, entry]) => [each, entry[keys.issuer]]))) {
        report(pointer("securityDefinitions", name, keys.issuer), `"${twin}" has the same issuer`);
      }
    },
  },
  {
    id: "undefined-definition",
    severity: "error",
    text: "A requirement names only definitions that exist in the document.",
    spec: "gateway, Security requirement",
    remedy: "Correct the name, or add the definition to securityDefinitions.",
    check({ view }, report) {
      for (const { name, path } of requiredDefinitions(view)) {
        if (!Object.hasOwn(view.definitions, name)) report(pointer(...path), `"${name}" is not defined`);
      }
    },
  },
  {
    id: "definition-unused",
    severity: "warn",
    text: "A definition is used by at least one requirement.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Require it in a security section, or remove it.",
    check(subject, report) {
      const required = requiredDefinitions(subject.view).map(({ name }) => name);
      for (const [name] of isSecured(subject) ? subject.definitions : []) {
        if (!required.includes(name)) report(pointer("securityDefinitions", name), `"${name}" is never required`);
      }
    },
  },
  {
    id: "requirement-scopes",
    severity: "error",
    text: "A requirement maps the gateway's definitions to empty lists.",
    spec: "gateway, Security requirement",
    remedy: "Use an empty list: the gateway does not support scopes.",
    check({ view, definitions }, report) {
      for (const { name, scopes, path } of requiredDefinitions(view)) {
        if (scopes.length === 0 || !definitions.some(([each]) => each === name)) continue;
        report(pointer(...path), "the list is not empty");
      }
    },
  },
  {
    id: "issuer-empty",
    severity: "error",
    text: "A definition has an issuer.",
    spec: DEFINITION,
    remedy: "Set it to the iss claim of the tokens.",
    check: /* @__PURE__ */ inDefinitions("issuer", (issuer) => !hasText(issuer) && "there is no issuer"),
  },
  {
    id: "issuer-without-scheme",
    severity: "warn",
    text: "An issuer is a URL, unless the iss claim of its tokens is not a URL.",
    spec: DEFINITION,
    remedy: "Compare it with the iss claim of a token; most issuers begin with https://.",
    check: /* @__PURE__ */ inDefinitions(
      "issuer",
      (issuer) => hasText(issuer) && !/^https?:\/\//i.test(issuer) && "the issuer is not a URL",
    ),
  },
  {
    id: "audiences-missing",
    severity: "warn",
    text: "A definition has audiences.",
    spec: DEFINITION,
    remedy: "Add the audience: without it, the gateway expects the name of the service as the audience.",
    check: /* @__PURE__ */ inDefinitions("audiences", (audiences) => audiences === undefined && "no audience is named"),
  },
  {
    id: "audiences-empty",
    severity: "error",
    text: "A list of audiences is not empty.",
    spec: DEFINITION,
    remedy: "Set it to the aud claim of the tokens; separate several audiences by commas.",
    check: /* @__PURE__ */ inDefinitions(
      "audiences",
      (audiences) =>
        audiences !== undefined && splitAudiences(audiences).length === 0 && "the list of audiences is empty",
    ),
  },
  {
    id: "audience-project",
    severity: "warn",
    text: "The project id at the end of an issuer is one of the audiences.",
    spec: DEFINITION,
    remedy: "Add the project id to the audiences, unless the tokens of this issuer have another audience.",
    check({ definitions, keys, issuerBase }, report) {
      for (const [name, { [keys.issuer]: issuer, [keys.audiences]: value }] of definitions) {
        const project = projectIn(issuer, issuerBase);
        const audiences = splitAudiences(value);
        if (project === "" || audiences.length === 0 || audiences.includes(project)) continue;
        const place = pointer("securityDefinitions", name, keys.audiences);
        report(place, `the issuer ends in "${project}", which is not one of the audiences`);
      }
    },
  },
  {
    id: "jwks-uri-missing",
    severity: "warn",
    text: "A definition has the address of the issuer's keys.",
    spec: DEFINITION,
    remedy: "Add the address of the key set.",
    check: /* @__PURE__ */ inDefinitions(
      "jwksUri",
      (uri) => isAbsent(uri) && "there is no address of the issuer's keys",
    ),
  },
  {
    id: "jwks-uri-form",
    severity: "error",
    text: "The address of the issuer's keys is an http or https URL.",
    spec: DEFINITION,
    remedy: "Set it to the URL of the key set: without its keys, the gateway rejects every token of the issuer.",
    check: /* @__PURE__ */ inDefinitions(
      "jwksUri",
      (uri) => !isAbsent(uri) && !isHttpUrl(uri) && "the address of the keys is not a URL",
    ),
  },
  {
    id: "jwks-uri-insecure",
    severity: "warn",
    text: "Keys are fetched over https.",
    spec: DEFINITION,
    remedy: "Use https: an attacker who can change the keys in transit can sign any token.",
    check: /* @__PURE__ */ inDefinitions(
      "jwksUri",
      (uri) => isHttpUrl(uri) && !/^https:/i.test(uri) && "the address of the keys does not begin with https://",
    ),
  },
  {
    id: "definition-form",
    severity: "error",
    text: 'A definition has type "oauth2" and flow "implicit".',
    spec: DEFINITION,
    remedy: 'Set type to "oauth2" and flow to "implicit".',
    check: /* @__PURE__ */ inDefinitions(
      undefined,
      (_, { type, flow }) =>
        !(type === "oauth2" && flow === "implicit") && "type or flow is not what the gateway requires",
    ),
  },
  {
    id: "authorization-url",
    severity: "error",
    text: "The authorizationUrl of a definition is the empty string.",
    spec: DEFINITION,
    remedy: 'Set authorizationUrl to "": the gateway does not use it.',
    check: /* @__PURE__ */ inDefinitions(
      undefined,
      (_, { authorizationUrl }) => authorizationUrl !== "" && "authorizationUrl is not empty",
    ),
  },
  {
    id: "location-form",
    severity: "error",
    text: "A token location names a header or a query parameter.",
    spec: `${AUTHENTICATION} 6`,
    remedy: "Set it to a list of { header, value_prefix } or { query }.",
    check: /* @__PURE__ */ inDefinitions(
      "locations",
      (locations) =>
        locations !== undefined &&
        !(isNonEmptyList(locations) && locations.every((each) => readLocation(each).length > 0)) &&
        "not every location names a header or a query parameter",
    ),
  },
  {
    id: "x-security",
    severity: "warn",
    text: "A document does not use the deprecated extension x-security.",
    spec: "implied",
    remedy: "List its audiences in the security definition, and require the definition in a security section.",
    check({ document, view }, report) {
      const places: (readonly [object, readonly string[]])[] = [
        [document, []],
        ...view.operations.map(({ definition, path, member }) => [definition, ["paths", path, member]] as const),
      ];
      for (const [node, place] of places) {
        if (Object.hasOwn(node, "x-security")) report(pointer(...place, "x-security"), "x-security is deprecated");
      }
    },
  },
  {
    id: "operation-open",
    severity: "warn",
    finding: "info",
    text: "An operation without a token requirement is intentionally public.",
    spec: `${AUTHENTICATION} 3`,
    remedy: "None if this is intended; otherwise remove its own security section, or require a definition in it.",
    check(subject, report) {
      const { view, definitions } = subject;
      const needsToken = (requirement: object) => definitions.some(([name]) => Object.hasOwn(requirement, name));
      for (const { key, path, member, security = view.security ?? [] } of isSecured(subject) ? view.operations : []) {
        if (security.length > 0 && security.every(needsToken)) continue;
        report(pointer("paths", path, member), `${key} can be called without a token`);
      }
    },
  },
] as const satisfies readonly GatewayCheck[];

/** Stable names of the gateway's rules. */
export type GatewayRuleId = (typeof rows)[number]["id"];

/** The rules with their checks. */
export const securityRules: readonly GatewayCheck[] = rows;

/** Every rule about the security of an API definition document, as data. */
export const gatewayRules: readonly GatewayRule<GatewayRuleId>[] = /* @__PURE__ */ rows.map(
  ({ remedy, finding, ...rule }: GatewayCheck & { readonly id: GatewayRuleId }) => ({
    ...ruleData(rule),
    finding: finding ?? (rule.severity === "error" ? "error" : "warning"),
    remedy,
  }),
);

/** Creates a check of each definition for the gateway, or of one of its extensions. */
function inDefinitions(
  key: keyof GatewayExtensions | undefined,
  problemIn: (value: unknown, definition: Json) => string | false,
): GatewayCheck["check"] {
  return ({ definitions, keys }, report) => {
    for (const [name, definition] of definitions) {
      const extension = key === undefined ? "" : keys[key];
      const value = definition[extension];
      const problem = problemIn(value, definition);
      const place = ["securityDefinitions", name, ...(value === undefined ? [] : [extension])];
      if (problem !== false) report(pointer(...place), problem);
    }
  };
}

/** Returns the project id in an issuer; empty if there is none. Without a known base, it is the last path segment of the URL. */
function projectIn(issuer: unknown, issuerBase: string | undefined): string {
  if (!isHttpUrl(issuer)) return "";
  if (issuerBase === undefined) return new URL(issuer).pathname.split("/").at(-1) ?? "";
  const base = `${trimTrailingSlashes(issuerBase)}/`;
  return issuer.startsWith(base) ? issuer.slice(base.length) : "";
}

function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isNonEmptyList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === "";
}

/** Whether a security section requires a definition for the gateway. */
function isSecured({ view, definitions }: SecuritySubject): boolean {
  const required = requiredDefinitions(view).map(({ name }) => name);
  return definitions.some(([name]) => required.includes(name));
}

function pointer(...segments: readonly (string | number)[]): string {
  return segments.map((each) => `/${String(each).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
