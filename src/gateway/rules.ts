import type { Rule } from "../checks/rules.js";
import { googleNaming } from "../naming/google.js";
import type { Naming } from "../naming/naming.js";
import { vendorNaming } from "../naming/vendor.js";
import { isHttpUrl, trimTrailingSlashes } from "../values/addresses.js";
import { kindOf, shown } from "../values/describe.js";
import { cached, hasKey, isObject, valueAt } from "../values/objects.js";
import { isText } from "../values/options.js";
import { backendProblems } from "./backends.js";
import { type GatewayProduct, textOf } from "./claims-and-headers.js";
import {
  type DocumentPath,
  duplicateIssuers,
  isIssuer,
  isName,
  isOtherScheme,
  type Json,
  PARTS,
  partOf,
  pathOf,
  readDefinition,
} from "./definitions.js";
import { ALLOW, type DocumentView, MANAGEMENT, type SecurityRequirement } from "./document.js";
import { ignoredKeys } from "./known-keys.js";
import { readLocation } from "./token-location.js";

/** Severity of an issue: `error` for a definite mistake, `warning` for a likely one, `info` for a hint. */
export type FindingSeverity = "error" | "warning" | "info";

/** A rule that {@link checkSecurity} checks, with its remedy. */
export interface GatewayRule<Id extends string = string> extends Rule<Id> {
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
  const alternatives = [{ security: view.security, location: [] }, ...view.operations].flatMap(
    ({ security = [], location }) =>
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

interface GatewayRow extends Omit<GatewayRule, "severity"> {
  /** Severity of its issues: a violation of a rule that warns is a warning or a hint. */
  readonly severity: FindingSeverity;
  /** Version of OpenAPI that the rule is about. Default: both. */
  readonly openapi?: 2 | 3 | undefined;
  /** Whether a product requires it: an issue is an error if the product is known. */
  readonly isRequirement?: boolean | undefined;
  /** Yields the violations in a document, with their severity if it differs from the rule's. */
  test(subject: SecuritySubject): Iterable<readonly [path: DocumentPath, message: string, severity?: FindingSeverity]>;
}

const BACKEND = "x-google-backend";

/** The rules. */
const rows = [
  row(
    "naming-profile",
    "error",
    "A document must use the extension keys of its naming profile.",
    "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions",
    "Pass the naming profile of the document, or write its definitions with the extension keys of your gateway.",
    function* ({ view, naming }) {
      const expected: readonly string[] = Object.values(naming.extensions);
      for (const [name, { extensions }] of Object.entries({ googleNaming, vendorNaming })) {
        const key = Object.values(extensions).find((each) => view.keys.has(each) && !expected.includes(each));
        if (key !== undefined) yield [[], `the document uses "${key}"; pass naming: ${name}`];
      }
    },
  ),
  row(
    "definition-missing",
    "warning",
    "A document should define an issuer of tokens.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    "Add a definition with fourfold secure, or with jwtSecurity and secureDocument.",
    function* ({ definitions }) {
      if (definitions.size === 0) yield [[], "no definition names an issuer of tokens"];
    },
  ),
  row(
    "requirement-missing",
    "error",
    "At least one operation must have a security requirement (a warning if the document has no definition); if the document defines issuers, at least one of them must be required.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    "Add a security section to the API or to its operations: without one, no operation requires a token.",
    function* ({ view, definitions, isSecured, summaryOf }) {
      const isOpen = view.operations.every(({ required }) => summaryOf(required).isOpen);
      const severity = Object.keys(view.definitions).length > 0 ? "error" : "warning";
      if (view.operations.length > 0 && isOpen) yield [[], "no operation has a security requirement", severity];
      else if (definitions.size > 0 && !isSecured)
        yield [[], "no security section refers to a definition of the gateway"];
    },
  ),
  row(
    "duplicate-issuer",
    "error",
    "The definitions of a document must have different issuers.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    "Keep one definition for the issuer; it can list several audiences.",
    function* ({ definitions, form }) {
      for (const { name, twin } of duplicateIssuers(definitions, (entry) => partOf(form, entry, "issuer"))) {
        yield [pathOf(form, name, "issuer"), `"${twin}" has the same issuer`];
      }
    },
  ),
  row(
    "undefined-definition",
    "error",
    "A requirement must name only definitions of the document.",
    "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; https://cloud.google.com/endpoints/docs/openapi/openapi-limitations",
    "Correct the name, or add the definition to the document.",
    function* ({ view, alternatives }) {
      for (const { requirement, path } of alternatives) {
        for (const name of Object.keys(requirement)) {
          if (!Object.hasOwn(view.definitions, name)) yield [[...path, name], `"${name}" is not defined`];
        }
      }
    },
  ),
  row(
    "definition-unused",
    "warning",
    "A definition should be used by at least one requirement.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    "Require it in a security section, or remove it.",
    function* ({ definitions, form, required, isSecured }) {
      for (const name of isSecured ? definitions.keys() : []) {
        if (!required.has(name)) yield [pathOf(form, name), `"${name}" is never required`];
      }
    },
  ),
  row(
    "requirement-scopes",
    "error",
    "A requirement must map the gateway's definitions to empty lists.",
    "spec: gateway, Security requirement; https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; https://docs.cloud.google.com/api-gateway/docs/openapi-v3-limitations",
    "Use an empty list: the gateway does not support scopes.",
    function* ({ alternatives, isToken }) {
      for (const { requirement, path } of alternatives) {
        for (const [name, scopes] of Object.entries(requirement)) {
          if (scopes.length > 0 && isToken(name)) yield [[...path, name], "the list is not empty"];
        }
      }
    },
  ),
  row(
    "jwt-conjunction",
    "error",
    "A requirement must not require two tokens.",
    "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    "Make them alternatives: API Gateway and Cloud Endpoints do not support two tokens, and may accept either.",
    function* ({ alternatives, isToken }) {
      for (const { requirement, path } of alternatives) {
        const names = Object.keys(requirement).filter(isToken);
        if (names.length > 1) yield [path, `requires "${names.join('" and "')}" at once`];
      }
    },
  ),
  row(
    "jwt-optional",
    "error",
    "An empty requirement must not be an alternative to a token.",
    "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations",
    "Remove it, or the requirement of a token: API Gateway and Cloud Endpoints do not support optional tokens.",
    function* (subject) {
      for (const { requirement, path } of besideTokens(subject)) {
        if (Object.keys(requirement).length === 0) yield [path, "an empty requirement makes the token optional"];
      }
    },
  ),
  row(
    "api-key-alternative",
    "error",
    "An API key must not be an alternative to a token.",
    "https://docs.cloud.google.com/api-gateway/docs/openapi-limitations; https://cloud.google.com/endpoints/docs/openapi/openapi-limitations",
    "Require both together: API Gateway and Cloud Endpoints do not support an API key instead of a token.",
    function* (subject) {
      const isKey = (name: string) => valueAt(subject.view.definitions, [name, "type"]) === "apiKey";
      for (const { requirement, path } of besideTokens(subject)) {
        const key = Object.keys(requirement).find(isKey);
        if (key !== undefined) yield [path, `the API key "${key}" is an alternative to a token`];
      }
    },
  ),
  row(
    "issuer-empty",
    "error",
    "A definition must have an issuer, and so must a required scheme that is not an API key or basic authentication.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; cloudendpoints/esp:src/api_manager/config.cc",
    'Set it to the iss claim of the tokens; in OpenAPI 3, in "x-google-auth" next to "type". The gateway does not read it ' +
      "elsewhere, such as in the flows.",
    function* ({ view, form, required, isToken }) {
      for (const [name, entry] of Object.entries(view.definitions)) {
        if (isText(partOf(form, entry, "issuer"))) continue;
        const needsIssuer = isToken(name) || (required.has(name) && !isOtherScheme(entry));
        if (needsIssuer) yield [pathOf(form, name), `"${name}" has no issuer`];
      }
    },
  ),
  row(
    "issuer-form",
    "error",
    "An issuer must be a string without spaces; in the specification's names, an http or https URL.",
    "spec: gateway, Security definition; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider",
    "Set it to the iss claim of the tokens.",
    inDefinitions("issuer", (issuer, _, { naming }) => {
      return (
        isText(issuer) &&
        !isIssuer(issuer, naming) &&
        `must be ${naming.name === "vendor" ? "a URL" : "a string without spaces"}, got ${shown(issuer)}`
      );
    }),
  ),
  row(
    "definition-name",
    "warning",
    "The name of a definition should have no spaces; one that is added must not have the name of another kind of scheme.",
    "unverified",
    "Choose another name, in the definitions and in the security sections.",
    function* ({ definitions, form }) {
      for (const name of definitions.keys()) {
        if (!isName(name)) yield [pathOf(form, name), `must be a name without spaces, got ${shown(name)}`];
      }
    },
  ),
  row(
    "audiences-missing",
    "warning",
    "A definition should have audiences.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    "Add the audience: without it, the gateway expects the name of the service as the audience.",
    inDefinitions("audiences", (audiences) => audiences === undefined && "no audience is named"),
  ),
  row(
    "audiences-empty",
    "error",
    "A list of audiences must not be empty.",
    "spec: gateway, Security definition; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    "Set it to the aud claim of the tokens: a list, or in OpenAPI 2.0 a string with commas.",
    inDefinitions(
      "audiences",
      (audiences, _, { form }) =>
        audiences !== undefined && form.readAudiences(audiences).length === 0 && "the list of audiences is empty",
    ),
  ),
  row(
    "audience-project",
    "warning",
    "The project id at the end of an issuer should be one of the audiences.",
    "https://cloud.google.com/endpoints/docs/openapi/authenticating-users-firebase",
    "Add the project id to the audiences, unless the tokens of this issuer have another audience.",
    inDefinitions("audiences", (value, definition, { form, naming }) => {
      const project = projectIn(partOf(form, definition, "issuer"), naming.issuerBase);
      const audiences = form.readAudiences(value);
      const isNamed = project === "" || audiences.length === 0 || audiences.includes(project);
      return !isNamed && `the issuer ends in "${project}", which is not one of the audiences`;
    }),
  ),
  row(
    "jwks-uri-missing",
    "warning",
    "A definition should have the URL of the issuer's keys.",
    "spec: gateway, Security definition; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider",
    "Add the URL of the key set.",
    inDefinitions("jwksUri", (uri) => isAbsent(uri) && "the URL of the issuer's keys is missing"),
  ),
  row(
    "jwks-uri-form",
    "error",
    "The URL of the issuer's keys must be an http or https URL.",
    "spec: gateway, Security definition; https://cloud.google.com/service-usage/docs/reference/rest/Shared.Types/AuthProvider; GoogleCloudPlatform/esp-v2:src/go/util/url_util.go",
    "Set it to the URL of the key set: without its keys, the gateway rejects every token of the issuer.",
    inDefinitions("jwksUri", (uri) => !isAbsent(uri) && !isHttpUrl(uri) && "the URL of the keys is invalid"),
  ),
  row(
    "jwks-uri-insecure",
    "warning",
    "Keys should be fetched over https.",
    "GoogleCloudPlatform/esp-v2:src/go/configgenerator/clustergen/jwt_authn.go; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt",
    "Use https: an attacker who can change the keys in transit can sign any token.",
    inDefinitions(
      "jwksUri",
      (uri) => isHttpUrl(uri) && !/^https:/i.test(uri) && "the URL of the keys does not begin with https://",
    ),
  ),
  row(
    "definition-form",
    "error",
    'A definition of OpenAPI 2.0 must have type "oauth2" and flow "implicit".',
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-firebase",
    'Set type to "oauth2" and flow to "implicit".',
    inDefinitions(
      undefined,
      (_, { type, flow }) => !(type === "oauth2" && flow === "implicit") && "the gateway requires another type or flow",
    ),
    { openapi: 2 },
  ),
  row(
    "authorization-url",
    "error",
    "The authorizationUrl of an OpenAPI 2.0 definition must be the empty string.",
    "spec: gateway, Security definition; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; cloudendpoints/esp#824",
    'Set authorizationUrl to "": the gateway does not use it.',
    inDefinitions(
      undefined,
      (_, { authorizationUrl }) =>
        authorizationUrl !== "" &&
        (authorizationUrl === undefined ? "there is no authorizationUrl" : "authorizationUrl is not empty"),
    ),
    { openapi: 2 },
  ),
  row(
    "location-form",
    "error",
    "A token location must name a header, or a query parameter without a prefix.",
    "spec: gateway, Authentication 6; https://cloud.google.com/ruby/docs/reference/google-cloud-service_management-v1/0.7.0/Google-Api-JwtLocation; GoogleCloudPlatform/esp-v2:src/go/configgenerator/filtergen/jwt_authn.go",
    "Set it to a list of { header, valuePrefix } or { query }; in OpenAPI 2.0, write value_prefix.",
    inDefinitions("locations", (locations, _, { form }) => {
      const isLocation = (each: unknown) => readLocation(each, form.keys.valuePrefix).length > 0;
      const areValid = Array.isArray(locations) && locations.length > 0 && locations.every(isLocation);
      if (locations === undefined || areValid) return undefined;
      return "not every location names a header, or a query parameter without a prefix";
    }),
  ),
  row(
    "audiences-form",
    "warning",
    "The audiences of an OpenAPI 3 definition should be a list.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://docs.cloud.google.com/endpoints/docs/openapi/migrate-oasv3",
    'Write one audience per element, as in ["shop", "shop-staff"]: the gateway might not split a string at commas.',
    inDefinitions("audiences", (audiences) => {
      const isOne = (each: unknown) => isText(each) && !each.includes(",");
      if (audiences === undefined || (Array.isArray(audiences) && audiences.every(isOne))) return undefined;
      return "the audiences are not a list with one audience per element";
    }),
    { openapi: 3 },
  ),
  row(
    "allow-all",
    "warning",
    'A document should not have "x-google-allow" with the value "all".',
    "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://cloud.google.com/endpoints/docs/openapi/openapi-extensions#x-google-allow",
    'Remove it, or set it to "configured", and list every operation that clients may call: "all" forwards requests to all ' +
      "other paths and methods without a token or an API key.",
    function* ({ view: { allowsAll } }) {
      if (allowsAll) yield [[ALLOW], "all paths and methods that are not listed are open"];
    },
    { openapi: 2 },
  ),
  row(
    "operation-open",
    "info",
    "An operation without a token requirement should be intentionally public.",
    "https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; cloudendpoints/esp:src/api_manager/config.cc",
    "If the operation is not intentionally public, remove its own security section, or require a definition in it.",
    function* ({ view, summaryOf, isSecured }) {
      for (const { key, location, required } of isSecured ? view.operations : []) {
        if (!summaryOf(required).needsToken) yield [location, `${key} can be called without a token`];
      }
    },
  ),
  row(
    "issuer-not-accepted",
    "info",
    "An operation with its own security section should accept the issuers that the API requires, unless it is for other callers.",
    "spec: gateway, Authentication 3; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt; https://cloud.google.com/endpoints/docs/openapi/authenticating-users-custom",
    "If its callers have tokens of this issuer, add the definition to its section as an alternative.",
    function* ({ view, isToken, summaryOf }) {
      const ofApi = [...summaryOf(view.security).names].filter(isToken);
      for (const { key, location, required } of view.operations) {
        const { needsToken, names } = summaryOf(required); // operation-open reports the others
        const missing = needsToken && ofApi.find((name) => !names.has(name));
        if (missing) yield [location, `${key} does not accept the tokens of "${missing}"`];
      }
    },
  ),
  row(
    "preflight-token",
    "warning",
    "An OPTIONS operation should not require a token.",
    "https://cloud.google.com/endpoints/docs/openapi/support-cors; https://docs.cloud.google.com/api-gateway/docs/authenticating-users-jwt",
    "Give it an empty security section: browsers send no token in the CORS preflight, which then fails.",
    function* ({ view, summaryOf }) {
      for (const { key, method, location, required } of view.operations) {
        if (method === "OPTIONS" && summaryOf(required).needsToken) yield [location, `${key} requires a token`];
      }
    },
  ),
  row(
    "api-management",
    "warning",
    'The backends in "x-google-api-management" must be a map by name; API Gateway requires at least one, each with an address.',
    "https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions; https://docs.cloud.google.com/endpoints/docs/openapi/oasv3-extensions",
    "Add the backend with fourfold secure --backend, or with the option backends of secureDocument.",
    function* ({ view: { document, backends }, gateway }) {
      const path = [MANAGEMENT, "backends"];
      if (Array.isArray(valueAt(document, path))) yield [path, "must be a map by name, got a list"];
      if (gateway === "cloud-endpoints") return;
      if (Object.keys(backends).length === 0) yield [[], "there are no backends"];
      for (const [name, backend] of Object.entries(backends)) {
        if (!isText(valueAt(backend, ["address"]))) yield [[...path, name], "has no address"];
      }
    },
    { openapi: 3, isRequirement: true },
  ),
  row(
    "backend-reference",
    "warning",
    'In OpenAPI 3, "x-google-backend" must be the name of a backend in "x-google-api-management".',
    "https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions; https://docs.cloud.google.com/endpoints/docs/openapi/migrate-oasv3",
    'Add the backend to "backends" in "x-google-api-management", and write its name here.',
    function* ({ view: { document, backends, operations } }) {
      for (const { location, definition } of [{ location: [], definition: document }, ...operations]) {
        const { [BACKEND]: name } = definition;
        if (name === undefined || hasKey(backends, textOf(name) ?? "")) continue;
        yield [[...location, BACKEND], `must be the name of a backend, got ${shown(name)}`];
      }
    },
    { openapi: 3, isRequirement: true },
  ),
  row(
    "backend-form",
    "warning",
    "A backend must have values of the documented form; in OpenAPI 2.0 it must be an object.",
    "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions",
    "Correct the value; in OpenAPI 2.0, write { address, … }.",
    function* ({ view: { document, openapi, backends, operations }, naming }) {
      if (naming !== googleNaming) return; // the specification's backend is an address
      const ofThree = Object.entries(backends).map(
        ([name, backend]) => [[MANAGEMENT, "backends", name], backend] as const,
      );
      const ofTwo = [{ location: [], definition: document }, ...operations].map(
        ({ location, definition }) => [[...location, BACKEND], definition[BACKEND]] as const,
      );
      for (const [path, backend] of openapi === 3 ? ofThree : ofTwo) {
        if (backend === undefined) continue;
        if (!isObject(backend)) yield [path, `must be an object with an address, got ${kindOf(backend)}`];
        else for (const [key, message] of backendProblems(backend, openapi)) yield [[...path, key], message];
      }
    },
  ),
  row(
    "endpoint-server",
    "warning",
    'At most one server must have "x-google-endpoint", for Cloud Endpoints exactly one; its URL must begin with a scheme or a slash.',
    "https://docs.cloud.google.com/api-gateway/docs/openapi-v3-limitations; https://docs.cloud.google.com/endpoints/docs/openapi/openapi-v3-limitations",
    'Set "x-google-endpoint": {} on the server that is the gateway; for Cloud Endpoints, its host is the name of the service.',
    function* ({ view: { document }, gateway }) {
      const servers = [document.servers].flat().filter((server) => hasKey(server, "x-google-endpoint"));
      const least = gateway === "cloud-endpoints" ? 1 : 0;
      if (servers.length < least || servers.length > 1)
        yield [[], `${servers.length} servers have "x-google-endpoint"`];
      for (const { url } of servers) {
        if (!/^([a-z][a-z\d+.-]*:\/\/|[/{])/i.test(textOf(url) ?? "")) yield [["servers"], "the URL has no scheme"];
      }
    },
    { openapi: 3, isRequirement: true },
  ),
  row(
    "mcp-security",
    "warning",
    "The list of an API's MCP tools should require exactly one scheme: an issuer that the API requires, or an API key in a header.",
    "https://docs.cloud.google.com/api-gateway/docs/mcp-configure; https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions",
    'Set "security" of "tools-list" in "mcp" to a map such as { users: [] }; without it, the list is public.',
    function* ({ view: { document, definitions, security }, isToken, summaryOf }) {
      const mcp = [MANAGEMENT, "mcp"];
      if (!valueAt(document, mcp)) return;
      const path = [...mcp, "tools-list", "security"];
      const section = valueAt(document, path);
      const [name = "", ...others] = Object.keys(Object(section));
      if (section === undefined) yield [mcp, "the list of tools is open"];
      else if (!isObject(section) || others.length > 0 || name === "") yield [path, "must be a map of one scheme"];
      else if (!hasKey(definitions, name)) yield [[...path, name], `"${name}" is not defined`, "error"];
      else if (isToken(name) && !summaryOf(security).names.has(name))
        yield [path, `the API does not require "${name}"`];
    },
    { openapi: 3 },
  ),
  row(
    "location-overlap",
    "warning",
    "A token location should not include the prefix of another one, or of a bearer token.",
    "GoogleCloudPlatform/esp-v2#594; cloudendpoints/esp#850",
    'Use one location for each header, for Authorization with the prefix "Bearer ": all tokens found must be valid.',
    inDefinitions("locations", (_, definition, { form }) => {
      const { locations = [] } = readDefinition(definition, form) ?? {};
      const starts = locations.flatMap((each) => {
        return "query" in each ? [] : `${each.header.toLowerCase()}: ${each.valuePrefix ?? ""}`.trim();
      });
      const sorted = [...new Set([...starts, "authorization: Bearer"])].sort();
      return (
        sorted.some((start, index) => sorted[index + 1]?.startsWith(start)) &&
        'the token at one location would include a prefix, such as "Bearer ", and be malformed'
      );
    }),
  ),
  row(
    "extension-key",
    "warning",
    "An extension key should have the spelling and the location that the gateway expects in this version of OpenAPI.",
    "https://docs.cloud.google.com/api-gateway/docs/oasv2-extensions; https://docs.cloud.google.com/api-gateway/docs/oasv3-extensions; https://docs.cloud.google.com/endpoints/docs/openapi/migrate-oasv3; https://docs.cloud.google.com/api-gateway/docs/openapi-v3-limitations",
    'Correct it: a gateway ignores keys that it does not know. In OpenAPI 3, use "servers" with "x-google-endpoint", ' +
      '"x-google-auth" in a security scheme, and "x-google-api-management"; list each operation in place of "x-google-allow".',
    ({ view: { document, openapi }, naming: { extensions } }) => ignoredKeys(document, openapi, extensions),
  ),
  row(
    "path-form",
    "error",
    "A path must begin with a slash.",
    "https://spec.openapis.org/oas/v2.0.html#paths-object; https://spec.openapis.org/oas/v3.0.4.html#paths-object",
    "Write the slash: no request has a path without it, so the operations are never called.",
    function* ({ view: { document } }) {
      for (const path of Object.keys(Object(document.paths))) {
        if (!/^(\/|x-)/.test(path)) yield [["paths", path], `must begin with a slash, got ${shown(path)}`];
      }
    },
  ),
  row(
    "api-key-location",
    "warning",
    'An API key should be the query parameter "key" or "api_key", or the header "x-api-key".',
    "https://docs.cloud.google.com/api-gateway/docs/authenticate-api-keys; https://qiita.com/shuji-k/items/59a22a1a644576efb039",
    'Set "name" and "in" to one of them: the gateway does not read API keys elsewhere.',
    function* ({ view: { definitions }, form, required, naming }) {
      for (const [id, { type, name, in: place }] of Object.entries(definitions)) {
        const where = `${shown(name)} in ${shown(place)}`;
        const isRead = /^"(?:api_)?key" in "query"$/.test(where) || /^"x-api-key" in "header"$/i.test(where);
        const isChecked = type === "apiKey" && required.has(id) && naming === googleNaming;
        if (isChecked && !isRead) yield [pathOf(form, id), `the gateway does not read ${where}`];
      }
    },
  ),
] as const satisfies readonly GatewayRow[];

/** Stable names of the gateway's rules. */
export type GatewayRuleId = (typeof rows)[number]["id"];

/** The rules with their tests. */
export const securityRules: readonly (GatewayRow & { readonly id: GatewayRuleId })[] = rows;

/** Every rule about the security of an API definition document, as data. */
export const gatewayRules: readonly GatewayRule<GatewayRuleId>[] = securityRules.map(
  ({ test, openapi, isRequirement, severity, ...rule }) => ({
    ...rule,
    severity: severity === "error" ? "error" : "warn",
  }),
);

/** Creates a rule from its parts. */
function row<const Id extends string>(
  id: Id,
  severity: FindingSeverity,
  text: string,
  source: string,
  remedy: string,
  test: GatewayRow["test"],
  more: Pick<GatewayRow, "openapi" | "isRequirement"> = {},
) {
  return { id, severity, text, source, remedy, test, ...more };
}

/** Creates a test of each definition for the gateway, or of one of its parts. */
function inDefinitions(
  part: (typeof PARTS)[number] | undefined,
  problemIn: (value: unknown, definition: Json, subject: SecuritySubject) => string | false | undefined,
): GatewayRow["test"] {
  return function* (subject) {
    const { definitions, form } = subject;
    for (const [name, definition] of definitions) {
      const value = part && partOf(form, definition, part);
      const problem = problemIn(value, definition, subject);
      if (problem) yield [pathOf(form, name, value === undefined ? undefined : part), problem];
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
