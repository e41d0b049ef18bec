import { isNotKnown, nearMiss } from "../core/nearest.js";
import { cached, hasKey, isObject, valueAt } from "../core/objects.js";
import { isHttpUrl, isText } from "../core/options.js";
import { trimTrailingSlashes } from "../core/path.js";
import type { Rule } from "../core/rules.js";
import type { Naming } from "../naming/naming.js";
import {
  DEPRECATED_KEYS,
  type DocumentPath,
  isOtherScheme,
  type Json,
  PARTS,
  partOf,
  pathOf,
  readLocation,
} from "./definitions.js";
import {
  ALLOW,
  addressOf,
  alternativesIn,
  type DocumentView,
  requiredDefinitions,
  securitySections,
  X_SECURITY,
} from "./document.js";
import { issuerTwins, jwtConjunctions, namingProblem, otherProfile, twiceIn } from "./document-issues.js";

/** Severity of an issue: `error` for a definite mistake, `warning` for a likely one, `info` for a hint. */
export type FindingSeverity = "error" | "warning" | "info";

/** A rule that {@link checkSecurity} checks, with its remedy. */
export interface GatewayRule<Id extends string = string> extends Omit<Rule<Id>, "severity"> {
  /**
   * Default severity of its issues. `off`: the rule is checked only with a naming profile that has a severity for it, such as
   * `googleNaming`.
   */
  readonly severity: FindingSeverity | "off";
  /** How to correct a violation of the rule. */
  readonly remedy: string;
}

/** Creates the subject of the rules: the parts of a document that several of them check. */
export function securitySubject(document: Json, view: DocumentView, naming: Naming) {
  const { form } = view;
  const isGateways = (entry: Json) =>
    hasKey(entry, form.marker) || PARTS.some((part) => partOf(form, entry, part) !== undefined);
  const definitions = new Map(Object.entries(view.definitions).filter(([, entry]) => isGateways(entry)));
  const isToken = (name: string) => definitions.has(name);
  const sections = securitySections(view);
  const requirements = requiredDefinitions(sections);
  /** The document and its operations, which may have extensions, with their locations. */
  const extended: (readonly [node: Json, location: DocumentPath])[] = [
    [document, []],
    ...view.operations.map(({ definition, location }) => [definition, location] as const),
  ];
  /** Names that a security section requires. */
  const required = new Set(requirements.map(({ name }) => name));
  return {
    document,
    view,
    naming,
    form,
    /** The definitions for the gateway, by name, in the document's format. */
    definitions,
    isToken,
    needsToken: (requirement: object) => Object.keys(requirement).some(isToken),
    isSecured: [...definitions.keys()].some((name) => required.has(name)),
    sections,
    requirements,
    extended,
    required,
  };
}

interface SecuritySubject extends ReturnType<typeof securitySubject> {}

interface GatewayCheck extends Omit<GatewayRule, "section" | "spec"> {
  /** Section of the specification that states the rule. Default: `implied`, because none does. */
  readonly spec?: string;
  /** Version of OpenAPI that the rule is about. Default: both. */
  readonly openapi?: 2 | 3;
  check(subject: SecuritySubject, report: (path: DocumentPath, message: string) => void): void;
}

const AUTHENTICATION = "gateway, Authentication";
const DEFINITION = "gateway, Security definition";

/** The rules. */
const rows = [
  {
    id: "definition-missing",
    severity: "warning",
    text: "A document should define an issuer of tokens.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Add a definition with fourfold secure, or with jwtSecurity and secureDocument.",
    check({ view, naming, form, definitions }, report) {
      if (definitions.size > 0 || namingProblem(view, naming) !== undefined) return;
      if (view.keys.has(naming.extensions.issuer)) return; // legacy-extension
      if (Object.values(view.definitions).some((entry) => misplacedIn(entry, form.marker).length > 0)) return; // auth-misplaced
      report([], "no definition names an issuer of tokens");
    },
  },
  {
    id: "naming-profile",
    severity: "error",
    text: "A document must use the extension keys of one naming profile.",
    remedy:
      "Pass the naming profile of the document, or write its definitions with the extension keys of your gateway.",
    check({ view, naming, extended }, report) {
      const other = otherProfile(view.keys, naming.extensions);
      if (other === undefined) return;
      if (!other.isMixed) return report([], `the document ${other.message}`);
      const definitions = Object.entries(view.definitions);
      for (const [node, location] of [
        ...definitions.map(([name, entry]) => [entry, pathOf(view.form, name)] as const),
        ...extended,
      ]) {
        if (!Object.hasOwn(node, other.key)) continue;
        report([...location, other.key], "the gateway ignores extensions of another profile");
      }
    },
  },
  {
    id: "requirement-missing",
    severity: "error",
    text: "A document with definitions must require at least one of them.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Add a security section to the API or to its operations: without one, no operation requires a token.",
    check({ definitions, isSecured }, report) {
      if (definitions.size > 0 && !isSecured) report([], "no security section requires a definition of the gateway");
    },
  },
  {
    id: "duplicate-issuer",
    severity: "error",
    text: "The definitions of a document must have different issuers.",
    spec: `${AUTHENTICATION} 4`,
    remedy: "Keep one definition for the issuer; it can list several audiences.",
    check: /* @__PURE__ */ inTwins(false, "has the same issuer"),
  },
  {
    id: "audiences-split",
    severity: "off",
    text: "An issuer with several audiences should have one definition that lists them (googleNaming only).",
    remedy: "Merge the definitions: list all audiences in one of them, and require it in place of the others.",
    check: /* @__PURE__ */ inTwins(true, "has the same issuer, but different audiences"),
  },
  {
    id: "undefined-definition",
    severity: "error",
    text: "A requirement must name only definitions of the document.",
    spec: "gateway, Security requirement",
    remedy: "Correct the name, or add the definition to the document.",
    check({ view, requirements }, report) {
      for (const { name, path } of requirements) {
        if (!Object.hasOwn(view.definitions, name)) report(path, `"${name}" is not defined`);
      }
    },
  },
  {
    id: "definition-unused",
    severity: "warning",
    text: "A definition should be used by at least one requirement.",
    spec: `${AUTHENTICATION} 1`,
    remedy: "Require it in a security section, or remove it.",
    check({ definitions, form, required, isSecured }, report) {
      for (const name of isSecured ? definitions.keys() : []) {
        if (!required.has(name)) report(pathOf(form, name), `"${name}" is never required`);
      }
    },
  },
  {
    id: "requirement-scopes",
    severity: "error",
    text: "A requirement must map the gateway's definitions to empty lists.",
    spec: "gateway, Security requirement",
    remedy: "Use an empty list: the gateway does not support scopes.",
    check({ requirements, isToken }, report) {
      for (const { name, scopes, path } of requirements) {
        if (scopes.length > 0 && isToken(name)) report(path, "the list is not empty");
      }
    },
  },
  {
    id: "jwt-conjunction",
    severity: "off",
    text: "A requirement must not require two tokens (googleNaming only).",
    remedy: "Make them alternatives: API Gateway and Cloud Endpoints do not support two tokens, and may accept either.",
    check({ sections, isToken }, report) {
      for (const { names, path } of jwtConjunctions(sections, isToken)) {
        report(path, `${names} are required together`);
      }
    },
  },
  {
    id: "jwt-optional",
    severity: "off",
    text: "An empty requirement must not be an alternative to a token (googleNaming only).",
    remedy: "Remove it, or open the operation: API Gateway and Cloud Endpoints do not support optional tokens.",
    check(subject, report) {
      for (const { requirement, path } of besideTokens(subject)) {
        if (Object.keys(requirement).length === 0)
          report(path, "one alternative is an empty requirement, which makes the token optional");
      }
    },
  },
  {
    id: "api-key-alternative",
    severity: "off",
    text: "An API key must not be an alternative to a token (googleNaming only).",
    remedy: "Require both together: API Gateway and Cloud Endpoints do not support an API key instead of a token.",
    check(subject, report) {
      const isKey = (name: string) => valueAt(subject.view.definitions, [name, "type"]) === "apiKey";
      for (const { requirement, path } of besideTokens(subject)) {
        const key = Object.keys(requirement).find(isKey);
        if (key !== undefined) report(path, `the API key "${key}" is an alternative to a token`);
      }
    },
  },
  {
    id: "issuer-empty",
    severity: "error",
    text: "A definition must have an issuer.",
    spec: DEFINITION,
    remedy: "Set it to the iss claim of the tokens.",
    check: /* @__PURE__ */ inDefinitions("issuer", (issuer) => !isText(issuer) && "there is no issuer"),
  },
  {
    id: "issuer-without-scheme",
    severity: "warning",
    text: "An issuer should be a URL, unless the iss claim of its tokens is not.",
    spec: DEFINITION,
    remedy: "Compare it with the iss claim of a token; most issuers begin with https://.",
    check: /* @__PURE__ */ inDefinitions(
      "issuer",
      (issuer) => isText(issuer) && !/^https?:\/\//i.test(issuer) && "the issuer is not a URL",
    ),
  },
  {
    id: "audiences-missing",
    severity: "warning",
    text: "A definition should have audiences.",
    spec: DEFINITION,
    remedy: "Add the audience: without it, the gateway expects the name of the service as the audience.",
    check: /* @__PURE__ */ inDefinitions("audiences", (audiences) => audiences === undefined && "no audience is named"),
  },
  {
    id: "audiences-empty",
    severity: "error",
    text: "A list of audiences must not be empty.",
    spec: DEFINITION,
    remedy: "Set it to the aud claim of the tokens: a list, or in OpenAPI 2.0 a string with commas.",
    check: /* @__PURE__ */ inDefinitions(
      "audiences",
      (audiences, _, { form }) =>
        audiences !== undefined && form.readAudiences(audiences).length === 0 && "the list of audiences is empty",
    ),
  },
  {
    id: "audience-project",
    severity: "warning",
    text: "The project id at the end of an issuer should be one of the audiences.",
    spec: DEFINITION,
    remedy: "Add the project id to the audiences, unless the tokens of this issuer have another audience.",
    check: /* @__PURE__ */ inDefinitions("audiences", (value, definition, { form, naming }) => {
      const project = projectIn(partOf(form, definition, "issuer"), naming.issuerBase);
      const audiences = form.readAudiences(value);
      const isNamed = project === "" || audiences.length === 0 || audiences.includes(project);
      return !isNamed && `the issuer ends in "${project}", which is not one of the audiences`;
    }),
  },
  {
    id: "jwks-uri-missing",
    severity: "warning",
    text: "A definition should have the address of the issuer's keys.",
    spec: DEFINITION,
    remedy: "Add the address of the key set.",
    check: /* @__PURE__ */ inDefinitions(
      "jwksUri",
      (uri) => isAbsent(uri) && "the address of the issuer's keys is missing",
    ),
  },
  {
    id: "jwks-uri-form",
    severity: "error",
    text: "The address of the issuer's keys must be an http or https URL.",
    spec: DEFINITION,
    remedy: "Set it to the URL of the key set: without its keys, the gateway rejects every token of the issuer.",
    check: /* @__PURE__ */ inDefinitions(
      "jwksUri",
      (uri) => !isAbsent(uri) && !isHttpUrl(uri) && "the address of the keys is not a URL",
    ),
  },
  {
    id: "jwks-uri-insecure",
    severity: "warning",
    text: "Keys should be fetched over https.",
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
    openapi: 2,
    text: 'A definition of OpenAPI 2.0 must have type "oauth2" and flow "implicit".',
    spec: DEFINITION,
    remedy: 'Set type to "oauth2" and flow to "implicit".',
    check: /* @__PURE__ */ inDefinitions(
      undefined,
      (_, { type, flow }) => !(type === "oauth2" && flow === "implicit") && "the gateway requires another type or flow",
    ),
  },
  {
    id: "authorization-url",
    severity: "error",
    openapi: 2,
    text: "The authorizationUrl of an OpenAPI 2.0 definition must be the empty string.",
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
    text: "A token location must name a header or a query parameter.",
    spec: `${AUTHENTICATION} 6`,
    remedy: "Set it to a list of { header, valuePrefix } or { query }; in OpenAPI 2.0, write value_prefix.",
    check: /* @__PURE__ */ inDefinitions("locations", (locations, _, { form, view }) => {
      const isLocation = (each: unknown) =>
        readLocation(each, form).length > 0 || (view.openapi === 3 && hasKey(each, "cookie")); // location-key
      return (
        locations !== undefined &&
        !(Array.isArray(locations) && locations.length > 0 && locations.every(isLocation)) &&
        "not every location names a header or a query parameter"
      );
    }),
  },
  {
    id: "legacy-extension",
    severity: "error",
    openapi: 3,
    text: "An OpenAPI 3 document must not have the gateway's extensions in the form of OpenAPI 2.0.",
    remedy:
      'Write "x-google-auth": { issuer, jwksUri, audiences: [list], jwtLocations } in the security scheme, and each backend in ' +
      '"x-google-api-management": in OpenAPI 3, the gateway does not read the extensions of OpenAPI 2.0.',
    check({ view, naming, form, extended }, report) {
      for (const [name, entry] of Object.entries(view.definitions)) {
        for (const key of legacyKeysOf(entry, naming)) {
          report([...pathOf(form, name), key], `the gateway does not read "${key}" in OpenAPI 3`);
        }
      }
      const { backend } = naming.extensions;
      for (const [node, location] of extended) {
        if (isObject(node[backend]))
          report([...location, backend], `"${backend}" is an object, not the name of a backend`);
      }
    },
  },
  {
    id: "auth-misplaced",
    severity: "error",
    openapi: 3,
    text: 'The extension "x-google-auth" must be a property of an OpenAPI 3 security scheme, not of its flows.',
    remedy: 'Move it out of "flows", so that it is beside "type": the gateway does not read it there.',
    check({ view, form }, report) {
      for (const [name, entry] of Object.entries(view.definitions)) {
        for (const path of misplacedIn(entry, form.marker)) {
          report([...pathOf(form, name), ...path], `"${form.marker}" is inside "flows"`);
        }
      }
    },
  },
  {
    id: "auth-missing",
    severity: "error",
    openapi: 3,
    text: 'A required OpenAPI 3 security scheme that is not an API key or HTTP basic must have "x-google-auth".',
    remedy:
      'Add "x-google-auth": { issuer, jwksUri, audiences }, or remove the requirement. Google does not document whether the ' +
      "gateway rejects the document or lets every request through.",
    check({ view, naming, form, required }, report) {
      for (const [name, entry] of Object.entries(view.definitions)) {
        if (!required.has(name) || isOtherScheme(entry) || hasKey(entry, form.marker)) continue;
        const isElsewhere = legacyKeysOf(entry, naming).length > 0 || misplacedIn(entry, form.marker).length > 0;
        if (!isElsewhere) report(pathOf(form, name), `"${name}" is required, but has no "${form.marker}"`);
      }
    },
  },
  {
    id: "audiences-form",
    severity: "warning",
    openapi: 3,
    text: "The audiences of an OpenAPI 3 definition should be a list.",
    remedy:
      'Write one audience per element, as in ["shop", "shop-staff"]: the gateway might not split a string at commas.',
    check: /* @__PURE__ */ inDefinitions(
      "audiences",
      (audiences) =>
        audiences !== undefined &&
        !(Array.isArray(audiences) && audiences.every((each) => isText(each) && !each.includes(","))) &&
        "the audiences are not a list with one audience per element",
    ),
  },
  {
    id: "location-key",
    severity: "warning",
    openapi: 3,
    text: 'A token location of OpenAPI 3 should not have the keys "value_prefix" and "cookie".',
    remedy:
      'Write "valuePrefix" for "value_prefix", and { header } or { query } for { cookie }, which the gateway skips.',
    check({ definitions, form }, report) {
      for (const [name, definition] of definitions) {
        for (const [index, location] of [partOf(form, definition, "locations")].flat().entries()) {
          for (const key of ["value_prefix", "cookie"].filter((each) => hasKey(location, each))) {
            report([...pathOf(form, name, "locations"), index, key], `the gateway does not read "${key}"`);
          }
        }
      }
    },
  },
  {
    id: "scheme-type",
    severity: "warning",
    openapi: 3,
    text: 'An OpenAPI 3 security scheme with "x-google-auth" should have type "oauth2" and the flow "implicit".',
    remedy:
      'Write type: "oauth2" and flows: { implicit: { authorizationUrl: "", scopes: {} } }, as Google\'s samples do.',
    check: /* @__PURE__ */ inDefinitions(
      undefined,
      (_, { type, flows }) =>
        !(type === "oauth2" && isObject(valueAt(flows, ["implicit"]))) && "type or flow differ from Google's samples",
    ),
  },
  {
    id: "endpoint-servers",
    severity: "error",
    openapi: 3,
    text: 'An OpenAPI 3 document must have at most one server with "x-google-endpoint".',
    remedy: 'Keep "x-google-endpoint" in the server that is the address of the gateway, and remove it from the others.',
    check({ view: { endpoints } }, report) {
      const [first, ...others] = endpoints;
      for (const { url, path } of others) report(path, `both "${first?.url}" and "${url}" are marked as the gateway`);
    },
  },
  {
    id: "allow-unsupported",
    severity: "error",
    openapi: 3,
    text: 'An OpenAPI 3 document must not use "x-google-allow".',
    remedy: "Remove it, and list every operation that clients may call: the gateway does not support it in OpenAPI 3.",
    check({ extended }, report) {
      for (const [node, location] of extended) {
        if (Object.hasOwn(node, ALLOW)) report([...location, ALLOW], `"${ALLOW}" is not supported`);
      }
    },
  },
  {
    id: "allow-all",
    severity: "warning",
    openapi: 2,
    text: 'A document should not have "x-google-allow" with the value "all".',
    remedy:
      'Remove it, or set it to "configured", and list every operation that clients may call: "all" lets requests to all ' +
      "other paths and methods through without a token and without an API key.",
    check({ view: { unlisted } }, report) {
      if (unlisted.length > 0) report([ALLOW], "all paths and methods that are not listed are open");
    },
  },
  {
    id: "path-wildcard",
    severity: "error",
    openapi: 3,
    text: "A path of an OpenAPI 3 document must not contain a wildcard such as {name=**} or *.",
    remedy:
      "Write {name}, which is one segment; list each longer path: the gateway does not support wildcards in OpenAPI 3.",
    check({ view }, report) {
      for (const path of new Set(view.operations.map((each) => each.path))) {
        if (/\{[^{}=]*=|\/\*\*?(?=\/|$)/.test(path)) report(["paths", path], "the path contains a wildcard");
      }
    },
  },
  {
    id: "endpoint-missing",
    severity: "warning",
    openapi: 3,
    text: 'The server of an OpenAPI 3 document with a base path should have "x-google-endpoint".',
    remedy: 'Add "x-google-endpoint": {} to the server that is the address of the gateway: other servers are ignored.',
    check({ document: { servers }, view: { endpoints } }, report) {
      for (const [index, server] of endpoints.length > 0 ? [] : [servers].flat().entries()) {
        const { basePath } = addressOf(valueAt(server, ["url"]));
        if (basePath !== "")
          report(["servers", index], `the gateway serves the API without the base path "${basePath}"`);
      }
    },
  },
  {
    id: "operation-ignored",
    severity: "warning",
    text: "A path should have only operations that the gateway reads.",
    remedy:
      "Write the method in lower case, or remove it: the gateway reads get, put, post, delete, options, head, patch, and " +
      "trace in OpenAPI 3.",
    check({ document, view: { methods } }, report) {
      for (const [path, item] of Object.entries(Object(document.paths))) {
        for (const key of isObject(item) && !path.startsWith("x-") ? Object.keys(item) : []) {
          const isNewer = !methods.includes(key) && NEWER_OPERATIONS.includes(key.toLowerCase());
          if (!isNewer && nearMiss(key, methods) === undefined) continue;
          report(["paths", path, key], `the gateway does not read "${key}"`);
        }
      }
    },
  },
  {
    id: "extension-name",
    severity: "warning",
    text: "A definition should not have a misspelt extension.",
    remedy: "Correct the name: the gateway ignores an extension that it does not know.",
    check({ view: { written }, form }, report) {
      const parts = PARTS.map((part) => form.keys[part]);
      for (const [name, entry] of Object.entries(written)) {
        for (const depth of form.inner.length === 0 ? [0] : [0, 1]) {
          const path = form.inner.slice(0, depth);
          const keys = depth < form.inner.length ? form.inner : parts;
          for (const key of Object.keys(Object(valueAt(entry, path)))) {
            const right = rightKey(key, keys);
            if (right !== undefined) report([...pathOf(form, name), ...path, key], `"${key}" ${isNotKnown(right)}`);
          }
        }
      }
    },
  },
  {
    id: "extension-twice",
    severity: "error",
    openapi: 2,
    text: "A definition must not have the deprecated and the current name of the same extension.",
    remedy: "Remove the deprecated one: Google rejects the document.",
    check({ view }, report) {
      for (const { path, current } of twiceIn(view)) report(path, `"${current}" is the same extension`);
    },
  },
  {
    id: "x-security-form",
    severity: "error",
    openapi: 2,
    text: "The extension x-security must be a list of objects that map names of issuer definitions to objects with audiences.",
    remedy: 'Write [{ "users": { "audiences": ["shop"] } }]: Google rejects any other form.',
    check({ view, extended }, report) {
      for (const [node, location] of extended) {
        const section = node[X_SECURITY];
        if (section === undefined) continue;
        const path = [...location, X_SECURITY];
        if (!Array.isArray(section)) report(path, "x-security is not a list");
        for (const [index, entry] of Array.isArray(section) ? section.entries() : []) {
          for (const [name, value] of Object.entries(Object(entry))) {
            const type = valueAt(view.definitions, [name, "type"]);
            if (type !== undefined && type !== "oauth2")
              report([...path, index, name], `"${name}" is not of type oauth2`);
            if (!Array.isArray(valueAt(value, ["audiences"])))
              report([...path, index, name], "there is no list of audiences");
          }
        }
      }
    },
  },
  {
    id: "operation-open",
    severity: "info",
    text: "An operation without a token requirement should be intentionally public.",
    spec: `${AUTHENTICATION} 3`,
    remedy:
      "If the operation is not intentionally public, remove its own security section, or require a definition in it.",
    check({ view, needsToken, isSecured }, report) {
      const isClosed = cached((required: readonly object[]) => ({
        value: required.length > 0 && required.every(needsToken),
      }));
      for (const { key, location, required } of isSecured ? view.operations : []) {
        if (!isClosed(required).value) report(location, `${key} can be called without a token`);
      }
    },
  },
] as const satisfies readonly GatewayCheck[];

/** Stable names of the gateway's rules. */
export type GatewayRuleId = (typeof rows)[number]["id"];

/** The rules with their checks. */
export const securityRules = /* @__PURE__ */ rows.map(
  ({ spec = "implied", ...rule }: GatewayCheck & { readonly id: GatewayRuleId }) => ({ ...rule, spec, section: spec }),
);

/** Every rule about the security of an API definition document, as data. */
export const gatewayRules: readonly GatewayRule<GatewayRuleId>[] = /* @__PURE__ */ securityRules.map(
  ({ check, openapi, ...rule }) => rule,
);

/** Creates a check of each definition for the gateway, or of one of its parts. */
function inDefinitions(
  part: (typeof PARTS)[number] | undefined,
  problemIn: (value: unknown, definition: Json, subject: SecuritySubject) => string | false,
): GatewayCheck["check"] {
  return (subject, report) => {
    const { definitions, form } = subject;
    for (const [name, definition] of definitions) {
      const value = part && partOf(form, definition, part);
      const problem = problemIn(value, definition, subject);
      if (problem !== false) report(pathOf(form, name, value === undefined ? undefined : part), problem);
    }
  };
}

/** Creates a check of definitions with the same issuer, whose audiences may differ. */
function inTwins(hasSplit: boolean, problem: string): GatewayCheck["check"] {
  return ({ view, form, naming }, report) => {
    for (const { name, twin, isSplit } of issuerTwins(view.definitions, form, naming)) {
      if (isSplit === hasSplit) report(pathOf(form, name, "issuer"), `"${twin}" ${problem}`);
    }
  };
}

/** Returns the extensions of OpenAPI 2.0 in a definition. */
function legacyKeysOf(definition: Json, { extensions }: Naming): string[] {
  return PARTS.map((part) => extensions[part]).filter((key) => hasKey(definition, key));
}

/** Returns the locations of an extension in the flows of a definition. */
function misplacedIn({ flows }: Json, extension: string): DocumentPath[] {
  const paths = [[], ...Object.keys(Object(flows)).map((flow) => [flow])];
  return paths
    .map((path) => [...path, extension])
    .filter((path) => valueAt(flows, path) !== undefined)
    .map((path) => ["flows", ...path]);
}

/** Returns the project id in an issuer; empty if there is none. Without a known base, it is the last path segment of the URL. */
function projectIn(issuer: unknown, issuerBase: string | undefined): string {
  if (!isHttpUrl(issuer)) return "";
  if (issuerBase === undefined) return new URL(issuer).pathname.split("/").at(-1) ?? "";
  const base = `${trimTrailingSlashes(issuerBase)}/`;
  return issuer.startsWith(base) ? issuer.slice(base.length) : "";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === "";
}

/** Returns the requirements without a token that are alternatives to one with a token. */
function besideTokens({ sections, needsToken }: SecuritySubject) {
  const secured = sections.filter(({ alternatives }) => alternatives.some(needsToken));
  return alternativesIn(secured).filter(({ requirement }) => !needsToken(requirement));
}

/** Operations of a path item in newer versions of OpenAPI. */
const NEWER_OPERATIONS = ["trace", "query", "additionaloperations"];

/** Returns the key that another key is probably a typo of; undefined if there is none. */
function rightKey(key: string, keys: readonly string[]): string | undefined {
  if (keys.includes(key) || Object.values(DEPRECATED_KEYS).includes(key)) return undefined;
  const [prefix = ""] = /^x-[^-]*-/.exec(keys[0] ?? "") ?? [];
  const lower = key.toLowerCase();
  const full = lower.startsWith(prefix) ? lower : prefix + lower.replace(/^x-/, "");
  return keys.includes(full) ? full : nearMiss(full, keys);
}
