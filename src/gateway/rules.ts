import { isObject } from "../core/is-object.js";
import { isHttpUrl } from "../core/rules/options.js";
import { type Rule, type RuleCheck, ruleData } from "../core/rules/rules.js";
import { trimTrailingSlashes } from "../core/trim-slashes.js";
import type { GatewayExtensions, GatewayNaming } from "../naming/naming.js";
import { jwtConjunctions, listed } from "./alternatives.js";
import { readLocation, splitAudiences } from "./definition.js";
import { type DocumentView, requiredDefinitions, type SecuritySection, securitySections } from "./document.js";
import { duplicateIssuers } from "./duplicate-issuers.js";
import { namingProblem, otherProfile } from "./profiles.js";

/** Severity of an issue: `error` for a definite mistake, `warning` for a likely one, `info` for a hint. */
export type FindingSeverity = "error" | "warning" | "info";

/** A rule that {@link checkSecurity} checks, with its remedy. */
export interface GatewayRule<Id extends string = string> extends Rule<Id> {
  /**
   * Severity of its issues: `error` for an error, `warning` or `info` for a `warn`. `off`: the rule is checked only with a
   * naming profile that has a severity for it, such as `googleNaming`.
   */
  readonly finding: FindingSeverity | "off";
  /** How to correct a violation of the rule. */
  readonly remedy: string;
}

/** Subject of the rules: a document and its definitions for the gateway. */
export interface SecuritySubject {
  /** The document itself. */
  readonly document: Json;
  readonly view: DocumentView;
  readonly naming: GatewayNaming;
  /** Keys of the gateway's extensions. */
  readonly keys: GatewayExtensions;
  /** The definitions for the gateway, by name, in the document's format. */
  readonly definitions: ReadonlyMap<string, Json>;
  readonly sections: readonly SecuritySection[];
  /** Names that a security section requires, or the deprecated extension x-security. */
  readonly required: ReadonlySet<string>;
}

/** Creates the subject of the rules. */
export function securitySubject(document: object, view: DocumentView, naming: GatewayNaming): SecuritySubject {
  const keys = naming.extensions;
  const sections = securitySections(view);
  const root = document as Json; // viewDocument has accepted it
  const definitions = Object.entries(view.definitions).filter(([, entry]) =>
    Object.values(keys).some((key) => Object.hasOwn(entry, key)),
  );
  const required = [
    ...requiredDefinitions(sections).map(({ name }) => name),
    ...extended(root, view).flatMap(([node]) => namesInXSecurity(node)),
  ];
  return {
    document: root,
    view,
    naming,
    keys,
    definitions: new Map(definitions),
    sections,
    required: new Set(required),
  };
}

type Json = Readonly<Record<string, unknown>>;
type GatewayCheck = RuleCheck<SecuritySubject, void> & { readonly remedy: string; readonly finding?: "info" | "off" };

const AUTHENTICATION = "gateway, Authentication";
const DEFINITION = "gateway, Security definition";
const X_SECURITY = "x-security";

/** The rules. They report JSON pointers (RFC 6901) as paths. */
const rows = [
  {
    id: "definition-missing",
    severity: "warn",
    text: "A document defines an issuer of tokens.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Add a definition with fourfold secure, or with jwtSecurity and secureDocument.",
    check({ view, naming, definitions }, report) {
      if (definitions.size > 0 || namingProblem(view, naming) !== undefined) return;
      report("", "no definition names an issuer of tokens");
    },
  },
  {
    id: "naming-profile",
    severity: "error",
    text: "A document must use the extension keys of one naming profile.",
    spec: "implied",
    remedy: "Pass the naming profile of the document, or write its definitions in the names of your gateway.",
    check({ document, view, naming }, report) {
      const other = otherProfile(view.keys, naming.extensions);
      if (other === undefined) return;
      if (!other.isMixed) report("", `the document ${other.message}`);
      const definitions = Object.entries(view.definitions);
      const places = [
        ...definitions.map(([name, entry]) => [entry, ["securityDefinitions", name]] as const),
        ...extended(document, view),
      ];
      for (const [node, place] of other.isMixed ? places : []) {
        if (!Object.hasOwn(node, other.key)) continue;
        report(pointer(...place, other.key), "the gateway ignores extensions of another profile");
      }
    },
  },
  {
    id: "requirement-missing",
    severity: "error",
    text: "A document that has definitions requires at least one of them.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Add a security section to the API or to its operations: without one, no operation requires a token.",
    check(subject, report) {
      if (subject.definitions.size > 0 && !isSecured(subject) && !subject.view.keys.has(X_SECURITY)) {
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
      for (const { name, twin } of duplicateIssuers(
        Array.from(definitions, ([each, entry]) => [each, entry[keys.issuer]]),
      )) {
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
    check({ view, sections }, report) {
      for (const { name, path } of requiredDefinitions(sections)) {
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
      const { definitions, required } = subject;
      for (const name of isSecured(subject) ? definitions.keys() : []) {
        if (!required.has(name)) report(pointer("securityDefinitions", name), `"${name}" is never required`);
      }
    },
  },
  {
    id: "requirement-scopes",
    severity: "error",
    text: "A requirement maps the gateway's definitions to empty lists.",
    spec: "gateway, Security requirement",
    remedy: "Use an empty list: the gateway does not support scopes.",
    check({ sections, definitions }, report) {
      for (const { name, scopes, path } of requiredDefinitions(sections)) {
        if (scopes.length > 0 && definitions.has(name)) report(pointer(...path), "the list is not empty");
      }
    },
  },
  {
    id: "jwt-conjunction",
    severity: "error",
    finding: "off",
    text: "A requirement must not require two tokens (Google's profiles only).",
    spec: "implied",
    remedy: "Make them alternatives: API Gateway and Cloud Endpoints do not support two tokens, and may accept either.",
    check({ sections, definitions }, report) {
      for (const { names, path } of jwtConjunctions(sections, (name) => definitions.has(name))) {
        report(pointer(...path), `${listed(names)} are required together`);
      }
    },
  },
  {
    id: "jwt-optional",
    severity: "error",
    finding: "off",
    text: "An empty requirement must not be an alternative to a token (Google's profiles only).",
    spec: "implied",
    remedy: "Remove it, or open the operation: API Gateway and Cloud Endpoints do not support optional tokens.",
    check(subject, report) {
      for (const { requirement, path } of besideTokens(subject)) {
        if (Object.keys(requirement).length === 0)
          report(pointer(...path), "an empty requirement is an alternative to a token");
      }
    },
  },
  {
    id: "api-key-alternative",
    severity: "error",
    finding: "off",
    text: "An API key must not be an alternative to a token (Google's profiles only).",
    spec: "implied",
    remedy: "Require both together: API Gateway and Cloud Endpoints do not support an API key instead of a token.",
    check(subject, report) {
      const { definitions } = subject.view;
      const isKey = (name: string) => Object.hasOwn(definitions, name) && definitions[name]?.type === "apiKey";
      for (const { requirement, path } of besideTokens(subject)) {
        const key = Object.keys(requirement).find(isKey);
        if (key !== undefined) report(pointer(...path), `the API key "${key}" is an alternative to a token`);
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
    check({ definitions, keys, naming }, report) {
      for (const [name, { [keys.issuer]: issuer, [keys.audiences]: value }] of definitions) {
        const project = projectIn(issuer, naming.issuerBase);
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
      (_, { authorizationUrl }) =>
        authorizationUrl !== "" &&
        (authorizationUrl === undefined ? "there is no authorizationUrl" : "authorizationUrl is not empty"),
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
      for (const [node, place] of extended(document, view)) {
        if (Object.hasOwn(node, X_SECURITY)) report(pointer(...place, X_SECURITY), "x-security is deprecated");
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
      const { document, view, definitions } = subject;
      const isToken = (name: string) => definitions.has(name);
      const needsToken = (requirement: object) => Object.keys(requirement).some(isToken);
      for (const { key, path, member, definition, security = view.security ?? [] } of isSecured(subject)
        ? view.operations
        : []) {
        if (security.length > 0 && security.every(needsToken)) continue;
        if ([document, definition].flatMap(namesInXSecurity).some(isToken)) continue;
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

/** Whether a definition for the gateway is required. */
function isSecured({ definitions, required }: SecuritySubject): boolean {
  return [...definitions.keys()].some((name) => required.has(name));
}

/** Returns the requirements without a token that are alternatives to one with a token. */
function besideTokens({ sections, definitions }: SecuritySubject) {
  const needsToken = (requirement: object) => Object.keys(requirement).some((name) => definitions.has(name));
  return sections
    .filter(({ alternatives }) => alternatives.some(needsToken))
    .flatMap(({ alternatives, path }) =>
      alternatives.map((requirement, index) => ({ requirement, path: [...path, index] })),
    )
    .filter(({ requirement }) => !needsToken(requirement));
}

/** Lists the document and its operations, which may have extensions, with their places. */
function extended(document: Json, { operations }: DocumentView): (readonly [node: Json, place: readonly string[]])[] {
  const inner = operations.map(({ definition, path, member }) => [definition, ["paths", path, member]] as const);
  return [[document, []], ...inner];
}

/** Returns the names of definitions in the deprecated extension x-security of a document or an operation. */
function namesInXSecurity(node: Json): string[] {
  const alternatives = node[X_SECURITY];
  return Array.isArray(alternatives) ? alternatives.filter(isObject).flatMap((each) => Object.keys(each)) : [];
}

function pointer(...segments: readonly (string | number)[]): string {
  return segments.map((each) => `/${String(each).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
