import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import type { Rule } from "../schema/rules.js";
import { isHttpUrl, trimTrailingSlashes } from "../values/addresses.js";
import { shown } from "../values/describe.js";
import { cached, hasKey, valueAt } from "../values/objects.js";
import { isText } from "../values/options.js";
import { type GatewayProduct, textOf } from "./claims-and-headers.js";
import { type DocumentPath, duplicateIssuers, isOtherScheme, type Json, PARTS, partOf, pathOf } from "./definitions.js";
import { ALLOW, type DocumentView, MANAGEMENT, type SecurityRequirement, TOOLS } from "./document.js";
import { readLocation } from "./token-location.js";

/** Severity of an issue: `error` for a definite mistake, `warning` for a likely one, `info` for a hint. */
export type FindingSeverity = "error" | "warning" | "info";

/** A rule that {@link checkSecurity} checks, with its remedy. */
export interface GatewayRule<Id extends string = string> extends Omit<Rule<Id>, "severity"> {
  /** Default severity of its issues. */
  readonly severity: FindingSeverity;
  /** How to correct a violation of the rule. */
  readonly remedy: string;
}

/** Creates the subject of the rules: the parts of a document that several of them check. */
export function securitySubject(view: DocumentView, naming: Naming, gateway?: GatewayProduct) {
  const { form } = view;
  const isGateways = (entry: Json) =>
    hasKey(entry, form.marker) || PARTS.some((part) => partOf(form, entry, part) !== undefined);
  const definitions = new Map(Object.entries(view.definitions).filter(([, entry]) => isGateways(entry)));
  const isToken = (name: string) => definitions.has(name);
  const sections = [
    { security: view.security, location: [] },
    { security: view.toolSecurity, location: TOOLS },
    ...view.operations,
  ];
  const alternatives = sections.flatMap(({ security = [], location }) =>
    security.map((requirement, index) => ({
      requirement,
      siblings: security,
      path: [...location, "security", index],
    })),
  );
  const needsToken = (requirement: SecurityRequirement) => Object.keys(requirement).some(isToken);
  const required = new Set(alternatives.flatMap(({ requirement }) => Object.keys(requirement)));
  return {
    view,
    naming,
    gateway,
    form,
    /** The definitions for the gateway, by name, in the document's format. */
    definitions,
    isToken,
    needsToken,
    /** Summarizes a section once, because operations and alternatives share it. */
    summaryOf: cached((section: readonly SecurityRequirement[]) => ({
      isOpen: section.length === 0 || section.some((requirement) => Object.keys(requirement).length === 0),
      acceptsToken: section.some(needsToken),
      needsToken: section.length > 0 && section.every(needsToken),
      names: new Set(section.flatMap(Object.keys)),
    })),
    isSecured: [...definitions.keys()].some((name) => required.has(name)),
    /** The alternatives of all security sections. */
    alternatives,
    /** Names of definitions that a security section requires. */
    required,
  };
}

interface SecuritySubject extends ReturnType<typeof securitySubject> {}

interface GatewayRow extends GatewayRule {
  /** Version of OpenAPI that the rule is about. Default: both. */
  readonly openapi?: 2 | 3;
  /** Whether a product requires it: an issue is an error if the product is known. */
  readonly isRequirement?: true;
  /** Finds the places of a document that violate the rule, with a severity if it differs from that of the rule. */
  test(subject: SecuritySubject): Iterable<readonly [path: DocumentPath, message: string, severity?: FindingSeverity]>;
}

const BACKEND = "x-google-backend";

/** Keys of OpenAPI 2.0 that OpenAPI 3 does not have. */
const KEYS_OF_2 = [
  "host",
  "basePath",
  "schemes",
  "securityDefinitions",
  "x-google-endpoints",
  "x-google-management",
  ALLOW,
];

/** The rules. */
const rows = [
  {
    id: "naming-profile",
    severity: "error",
    text: "A document must use the extension keys of its naming profile.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions",
    remedy:
      "Pass the naming profile of the document, or write its definitions with the extension keys of your gateway.",
    *test({ view, naming }) {
      const expected: readonly string[] = Object.values(naming.extensions);
      for (const [name, { extensions }] of Object.entries({ googleNaming, vendorNaming })) {
        const key = Object.values(extensions).find((each) => view.keys.has(each) && !expected.includes(each));
        if (key !== undefined) yield [[], `the document uses "${key}"; pass naming: ${name}`];
      }
    },
  },
  {
    id: "definition-missing",
    severity: "warning",
    text: "A document should define an issuer of tokens.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    remedy: "Add a definition with fourfold secure, or with jwtSecurity and secureDocument.",
    *test({ definitions }) {
      if (definitions.size === 0) yield [[], "no definition names an issuer of tokens"];
    },
  },
  {
    id: "requirement-missing",
    severity: "error",
    text: "At least one operation must have a security requirement (a warning if the document has no definition); if the document defines issuers, at least one of them must be required.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    remedy: "Add a security section to the API or to its operations: without one, no operation requires a token.",
    *test({ view, definitions, isSecured, summaryOf }) {
      const isOpen = view.operations.every(({ required }) => summaryOf(required).isOpen);
      const severity = Object.keys(view.definitions).length > 0 ? "error" : "warning";
      if (view.operations.length > 0 && isOpen) yield [[], "no operation has a security requirement", severity];
      else if (definitions.size > 0 && !isSecured)
        yield [[], "no security section refers to a definition of the gateway"];
    },
  },
  {
    id: "duplicate-issuer",
    severity: "error",
    text: "The definitions of a document must have different issuers.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    remedy: "Keep one definition for the issuer; it can list several audiences.",
    *test({ definitions, form }) {
      for (const { name, twin } of duplicateIssuers(definitions, (entry) => partOf(form, entry, "issuer"))) {
        yield [pathOf(form, name, "issuer"), `"${twin}" has the same issuer`];
      }
    },
  },
  {
    id: "undefined-definition",
    severity: "error",
    text: "A requirement must name only definitions of the document.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; https://cloud.google.com/endpoints/docs/openapi/openapi-limitations",
    remedy: "Correct the name, or add the definition to the document.",
    *test({ view, alternatives }) {
      for (const { requirement, path } of alternatives) {
        for (const name of Object.keys(requirement)) {
          if (!Object.hasOwn(view.definitions, name)) yield [[...path, name], `"${name}" is not defined`];
        }
      }
    },
  },
  {
    id: "definition-unused",
    severity: "warning",
    text: "A definition should be used by at least one requirement.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    remedy: "Require it in a security section, or remove it.",
    *test({ definitions, form, required, isSecured }) {
      for (const name of isSecured ? definitions.keys() : []) {
        if (!required.has(name)) yield [pathOf(form, name), `"${name}" is never required`];
      }
    },
  },
  {
    id: "requirement-scopes",
    severity: "error",
    text: "A requirement must map the gateway's definitions to empty lists.",
    source:
      "spec: gateway, Security requirement; https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; https://docs.cloud.google.com/api-gateway/docs/openapi-v3-limitations",
    remedy: "Use an empty list: the gateway does not support scopes.",
    *test({ alternatives, isToken }) {
      for (const { requirement, path } of alternatives) {
        for (const [name, scopes] of Object.entries(requirement)) {
          if (scopes.length > 0 && isToken(name)) yield [[...path, name], "the list is not empty"];
        }
      }
    },
  },
  {
    id: "jwt-conjunction",
    severity: "error",
    text: "A requirement must not require two tokens.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    remedy: "Make them alternatives: API Gateway and Cloud Endpoints do not support two tokens, and may accept either.",
    *test({ alternatives, isToken }) {
      for (const { requirement, path } of alternatives) {
        const names = Object.keys(requirement).filter(isToken);
        if (names.length > 1) yield [path, `requires "${names.join('" and "')}" at once`];
      }
    },
  },
  {
    id: "jwt-optional",
    severity: "error",
    text: "An empty requirement must not be an alternative to a token.",
    source: "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations",
    remedy: "Remove it, or the requirement of a token: API Gateway and Cloud Endpoints do not support optional tokens.",
    *test(subject) {
      for (const { requirement, path } of besideTokens(subject)) {
        if (Object.keys(requirement).length === 0) yield [path, "an empty requirement makes the token optional"];
      }
    },
  },
  {
    id: "api-key-alternative",
    severity: "error",
    text: "An API key must not be an alternative to a token.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; https://cloud.google.com/endpoints/docs/openapi/openapi-limitations",
    remedy: "Require both together: API Gateway and Cloud Endpoints do not support an API key instead of a token.",
    *test(subject) {
      const isKey = (name: string) => valueAt(subject.view.definitions, [name, "type"]) === "apiKey";
      for (const { requirement, path } of besideTokens(subject)) {
        const key = Object.keys(requirement).find(isKey);
        if (key !== undefined) yield [path, `the API key "${key}" is an alternative to a token`];
      }
    },
  },
  {
    id: "issuer-empty",
    severity: "error",
    text: "A definition must have an issuer, and so must a required scheme that is not an API key or basic authentication.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; cloudendpoints/esp:src/api_manager/config.cc",
    remedy:
      'Set it to the iss claim of the tokens; in OpenAPI 3, in "x-google-auth" beside "type". The gateway does not read it ' +
      "elsewhere, such as in the flows.",
    *test({ view, form, required, isToken }) {
      for (const [name, entry] of Object.entries(view.definitions)) {
        if (isText(partOf(form, entry, "issuer"))) continue;
        const needsIssuer = isToken(name) || (required.has(name) && !isOtherScheme(entry));
        if (needsIssuer) yield [pathOf(form, name), `"${name}" has no issuer`];
      }
    },
  },
  {
    id: "audiences-missing",
    severity: "warning",
    text: "A definition should have audiences.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    remedy: "Add the audience: without it, the gateway expects the name of the service as the audience.",
    test: inDefinitions("audiences", (audiences) => audiences === undefined && "no audience is named"),
  },
  {
    id: "audiences-empty",
    severity: "error",
    text: "A list of audiences must not be empty.",
    source:
      "spec: gateway, Security definition; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    remedy: "Set it to the aud claim of the tokens: a list, or in OpenAPI 2.0 a string with commas.",
    test: inDefinitions(
      "audiences",
      (audiences, _, { form }) =>
        audiences !== undefined && form.readAudiences(audiences).length === 0 && "the list of audiences is empty",
    ),
  },
  {
    id: "audience-project",
    severity: "warning",
    text: "The project id at the end of an issuer should be one of the audiences.",
    source: "https://cloud.google.com/endpoints/docs/openapi/authenticating-users-firebase",
    remedy: "Add the project id to the audiences, unless the tokens of this issuer have another audience.",
    test: inDefinitions("audiences", (value, definition, { form, naming }) => {
      const project = projectIn(partOf(form, definition, "issuer"), naming.issuerBase);
      const audiences = form.readAudiences(value);
      const isNamed = project === "" || audiences.length === 0 || audiences.includes(project);
      return !isNamed && `the issuer ends in "${project}", which is not one of the audiences`;
    }),
  },
  {
    id: "jwks-uri-missing",
    severity: "warning",
    text: "A definition should have the URL of the issuer's keys.",
    source:
      "spec: gateway, Security definition; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider",
    remedy: "Add the URL of the key set.",
    test: inDefinitions("jwksUri", (uri) => isAbsent(uri) && "the URL of the issuer's keys is missing"),
  },
  {
    id: "jwks-uri-form",
    severity: "error",
    text: "The URL of the issuer's keys must be an http or https URL.",
    source:
      "spec: gateway, Security definition; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider; GoogleCloudPlatform/esp-v2:src/go/util/url_util.go",
    remedy: "Set it to the URL of the key set: without its keys, the gateway rejects every token of the issuer.",
    test: inDefinitions("jwksUri", (uri) => !isAbsent(uri) && !isHttpUrl(uri) && "the URL of the keys is not a URL"),
  },
  {
    id: "jwks-uri-insecure",
    severity: "warning",
    text: "Keys should be fetched over https.",
    source:
      "GoogleCloudPlatform/esp-v2:src/go/configgenerator/clustergen/jwt_authn.go; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt",
    remedy: "Use https: an attacker who can change the keys in transit can sign any token.",
    test: inDefinitions(
      "jwksUri",
      (uri) => isHttpUrl(uri) && !/^https:/i.test(uri) && "the URL of the keys does not begin with https://",
    ),
  },
  {
    id: "definition-form",
    severity: "error",
    openapi: 2,
    text: 'A definition of OpenAPI 2.0 must have type "oauth2" and flow "implicit".',
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-firebase",
    remedy: 'Set type to "oauth2" and flow to "implicit".',
    test: inDefinitions(
      undefined,
      (_, { type, flow }) => !(type === "oauth2" && flow === "implicit") && "the gateway requires another type or flow",
    ),
  },
  {
    id: "authorization-url",
    severity: "error",
    openapi: 2,
    text: "The authorizationUrl of an OpenAPI 2.0 definition must be the empty string.",
    source:
      "spec: gateway, Security definition; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; cloudendpoints/esp#824",
    remedy: 'Set authorizationUrl to "": the gateway does not use it.',
    test: inDefinitions(
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
    source:
      "spec: gateway, Authentication 6; https://cloud.google.com/ruby/docs/reference/google-cloud-service_management-v1/0.7.0/Google-Api-JwtLocation; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    remedy: "Set it to a list of { header, valuePrefix } or { query }; in OpenAPI 2.0, write value_prefix.",
    test: inDefinitions(
      "locations",
      (locations, _, { form }) =>
        locations !== undefined &&
        !(
          Array.isArray(locations) &&
          locations.length > 0 &&
          locations.every((each) => readLocation(each, form.keys.valuePrefix).length > 0)
        ) &&
        "not every location names a header or a query parameter",
    ),
  },
  {
    id: "audiences-form",
    severity: "warning",
    openapi: 3,
    text: "The audiences of an OpenAPI 3 definition should be a list.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://docs.cloud.google.com/endpoints/docs/openapi/migrate-oasv3",
    remedy:
      'Write one audience per element, as in ["shop", "shop-staff"]: the gateway might not split a string at commas.',
    test: inDefinitions(
      "audiences",
      (audiences) =>
        audiences !== undefined &&
        !(Array.isArray(audiences) && audiences.every((each) => isText(each) && !each.includes(","))) &&
        "the audiences are not a list with one audience per element",
    ),
  },
  {
    id: "allow-all",
    severity: "warning",
    openapi: 2,
    text: 'A document should not have "x-google-allow" with the value "all".',
    source:
      "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://cloud.google.com/endpoints/docs/openapi/openapi-extensions#x-google-allow",
    remedy:
      'Remove it, or set it to "configured", and list every operation that clients may call: "all" lets requests to all ' +
      "other paths and methods through without a token and without an API key.",
    *test({ view: { allowsAll } }) {
      if (allowsAll) yield [[ALLOW], "all paths and methods that are not listed are open"];
    },
  },
  {
    id: "operation-open",
    severity: "info",
    text: "An operation without a token requirement should be intentionally public.",
    source:
      "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; cloudendpoints/esp:src/api_manager/config.cc",
    remedy:
      "If the operation is not intentionally public, remove its own security section, or require a definition in it.",
    *test({ view, summaryOf, isSecured }) {
      for (const { key, location, required } of isSecured ? view.operations : []) {
        if (!summaryOf(required).needsToken) yield [location, `${key} can be called without a token`];
      }
    },
  },
  {
    id: "issuer-not-accepted",
    severity: "info",
    text: "An operation with its own security section should accept the issuers that the API requires, unless it is meant for others.",
    source:
      "spec: gateway, Authentication 3; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    remedy: "If its callers have tokens of this issuer, add the definition to its section as an alternative.",
    *test({ view, isToken, summaryOf }) {
      const ofApi = [...summaryOf(view.security).names].filter(isToken);
      for (const { key, location, required } of view.operations) {
        const { needsToken, names } = summaryOf(required); // operation-open reports the others
        const missing = needsToken && ofApi.find((name) => !names.has(name));
        if (missing) yield [location, `${key} does not accept the tokens of "${missing}"`];
      }
    },
  },
  {
    id: "preflight-token",
    severity: "warning",
    text: "An OPTIONS operation should not require a token.",
    source:
      "https://cloud.google.com/endpoints/docs/openapi/support-cors; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt",
    remedy: "Give it an empty security section: browsers send no token in the CORS preflight, which then fails.",
    *test({ view, summaryOf }) {
      for (const { key, method, location, required } of view.operations) {
        if (method === "OPTIONS" && summaryOf(required).needsToken) yield [location, `${key} requires a token`];
      }
    },
  },
  {
    id: "api-management",
    severity: "warning",
    isRequirement: true,
    openapi: 3,
    text: 'The backends in "x-google-api-management" must be a map by name; API Gateway requires at least one, each with an address.',
    source:
      "https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions; https://docs.cloud.google.com/endpoints/docs/openapi/oasv3-extensions",
    remedy: "Add the backend with fourfold secure --backend, or with the option backends of secureDocument.",
    *test({ view: { document, backends }, gateway }) {
      const path = [MANAGEMENT, "backends"];
      if (Array.isArray(valueAt(document, path))) yield [path, "must be a map by name, got a list"];
      const isRequired = gateway !== "cloud-endpoints";
      if (isRequired && Object.keys(backends).length === 0) yield [[], "there are no backends"];
      for (const [name, backend] of Object.entries(backends)) {
        const { address, ...others } = Object(backend);
        if (isRequired && !isText(address)) yield [[...path, name], "has no address"];
        for (const key of Object.keys(others)) {
          const meant = key.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase());
          if (meant !== key) yield [[...path, name, key], `"${key}" is not known; did you mean "${meant}"?`, "warning"];
        }
      }
    },
  },
  {
    id: "backend-reference",
    severity: "warning",
    isRequirement: true,
    openapi: 3,
    text: 'In OpenAPI 3, "x-google-backend" must be the name of a backend in "x-google-api-management".',
    source:
      "https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions; https://docs.cloud.google.com/endpoints/docs/openapi/migrate-oasv3",
    remedy: 'Add the backend to "backends" in "x-google-api-management", and write its name here.',
    *test({ view: { document, backends, operations } }) {
      for (const { location, definition } of [{ location: [], definition: document }, ...operations]) {
        const { [BACKEND]: name } = definition;
        if (name === undefined || hasKey(backends, textOf(name) ?? "")) continue;
        yield [[...location, BACKEND], `must be the name of a backend, got ${shown(name)}`];
      }
    },
  },
  {
    id: "endpoint-server",
    severity: "warning",
    isRequirement: true,
    openapi: 3,
    text: 'At most one server must have "x-google-endpoint", for Cloud Endpoints exactly one; its URL must begin with a scheme or a slash.',
    source:
      "https://docs.cloud.google.com/api-gateway/docs/openapi-v3-limitations; https://docs.cloud.google.com/endpoints/docs/openapi/openapi-v3-limitations",
    remedy:
      'Set "x-google-endpoint": {} on the server that is the gateway; for Cloud Endpoints, its host is the name of the service.',
    *test({ view: { document }, gateway }) {
      const servers = [document.servers].flat().filter((server) => hasKey(server, "x-google-endpoint"));
      const least = gateway === "cloud-endpoints" ? 1 : 0;
      if (servers.length < least || servers.length > 1) yield [[], `${servers.length} servers are the gateway`];
      for (const { url } of servers) {
        if (!/^([a-z][a-z\d+.-]*:\/\/|[/{])/i.test(textOf(url) ?? "")) yield [["servers"], "the URL has no scheme"];
      }
    },
  },
  {
    id: "extension-place",
    severity: "warning",
    text: '"x-google-backend" should not be in a path item, and an OpenAPI 3 document should not have keys of OpenAPI 2.0.',
    source:
      "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://docs.cloud.google.com/endpoints/docs/openapi/migrate-oasv3; https://docs.cloud.google.com/api-gateway/docs/openapi-v3-limitations",
    remedy:
      'Move a backend to the operations. In OpenAPI 3, use "servers", "x-google-endpoint" in a server and ' +
      '"x-google-api-management", and list each operation in place of "x-google-allow".',
    *test({ view: { document, openapi } }) {
      for (const key of openapi === 3 ? KEYS_OF_2 : []) {
        if (hasKey(document, key)) yield [[key], `"${key}" is a key of OpenAPI 2.0`];
      }
      for (const [path, item] of Object.entries(Object(document.paths))) {
        if (hasKey(item, BACKEND)) yield [["paths", path, BACKEND], "the gateway does not read it here"];
      }
    },
  },
  {
    id: "mcp-open",
    severity: "warning",
    openapi: 3,
    text: "The list of an API's MCP tools should have a security section.",
    source: "https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions",
    remedy: 'Require a definition in "security" of "tools-list" in "mcp"; an empty section makes the list public.',
    *test({ view: { document, toolSecurity } }) {
      const path = [MANAGEMENT, "mcp"];
      if (valueAt(document, path) && toolSecurity === undefined) yield [path, "the list of tools is open"];
    },
  },
] as const satisfies readonly GatewayRow[];

/** Stable names of the gateway's rules. */
export type GatewayRuleId = (typeof rows)[number]["id"];

/** The rules with their tests. */
export const securityRules: readonly (GatewayRow & { readonly id: GatewayRuleId })[] = rows;

/** Every rule about the security of an API definition document, as data. */
export const gatewayRules: readonly GatewayRule<GatewayRuleId>[] = securityRules.map(
  ({ test, openapi, isRequirement, ...rule }) => rule,
);

/** Creates a test of each definition for the gateway, or of one of its parts. */
function inDefinitions(
  part: (typeof PARTS)[number] | undefined,
  problemIn: (value: unknown, definition: Json, subject: SecuritySubject) => string | false,
): GatewayRow["test"] {
  return function* (subject) {
    const { definitions, form } = subject;
    for (const [name, definition] of definitions) {
      const value = part && partOf(form, definition, part);
      const problem = problemIn(value, definition, subject);
      if (problem !== false) yield [pathOf(form, name, value === undefined ? undefined : part), problem];
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

function isAbsent(value: unknown): boolean {
  return value === undefined || value === "";
}

/** Returns the requirements without a token that are alternatives to one with a token. */
function besideTokens({ alternatives, needsToken, summaryOf }: SecuritySubject) {
  return alternatives.filter(
    ({ requirement, siblings }) => !needsToken(requirement) && summaryOf(siblings).acceptsToken,
  );
}
