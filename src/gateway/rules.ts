import type { Rule } from "../core/rules/rules.js";

/** How bad a finding is: an error breaks the gateway's promise, a warning may, an info is to be known. */
export type FindingSeverity = "error" | "warning" | "info";

/** One thing that {@link checkSecurity} looks for, with what to do about it. */
export interface GatewayRule<Id extends string = string> extends Rule<Id> {
  /** How bad a finding of it is; `severity` is the same in the words of the other areas, where an info is a `warn`. */
  readonly finding: FindingSeverity;
  /** What to do about it. */
  readonly remedy: string;
}

const AUTHENTICATION = "gateway, Authentication";
const DEFINITION = "gateway, Security definition";

const row = <const Id extends string>(
  id: Id,
  finding: FindingSeverity,
  spec: string,
  text: string,
  remedy: string,
): GatewayRule<Id> => ({ id, severity: finding === "error" ? "error" : "warn", text, spec, finding, remedy });

const rows = [
  row(
    "definition-missing",
    "warning",
    `${AUTHENTICATION} 1`,
    "A document that wants tokens checked defines an issuer.",
    "Add one with fourfold secure, or with jwtSecurity and secureDocument.",
  ),
  row(
    "requirement-missing",
    "error",
    `${AUTHENTICATION} 1`,
    "A document with definitions requires one of them somewhere.",
    "Add a security section to the API or to its operations: a definition alone checks nothing.",
  ),
  row(
    "duplicate-issuer",
    "error",
    `${AUTHENTICATION} 4`,
    "The definitions of one document have different issuers.",
    "Keep one definition for the issuer; a list of audiences may stand in it.",
  ),
  row(
    "undefined-definition",
    "error",
    "gateway, Security requirement",
    "A requirement names definitions that the document has.",
    "Correct the name, or add the definition to securityDefinitions.",
  ),
  row(
    "definition-unused",
    "warning",
    `${AUTHENTICATION} 1`,
    "A definition is required somewhere.",
    "Name it in a security section, or remove it.",
  ),
  row(
    "requirement-scopes",
    "error",
    "gateway, Security requirement",
    "A requirement maps the gateway's definitions to empty lists.",
    "Empty the list: the gateway knows no scopes.",
  ),
  row("issuer-empty", "error", DEFINITION, "A definition names its issuer.", "Write the iss claim of its tokens."),
  row(
    "issuer-without-scheme",
    "warning",
    DEFINITION,
    "An issuer is a URL, unless its tokens really say otherwise.",
    "Compare it with the iss claim of a token; most begin with https://.",
  ),
  row(
    "audiences-missing",
    "warning",
    DEFINITION,
    "A definition says whom its tokens are for.",
    "Add the audience: without it, the gateway takes the name of the service.",
  ),
  row(
    "audiences-empty",
    "error",
    DEFINITION,
    "A list of audiences is not empty.",
    "Write the aud claim of the tokens, several of them with commas between.",
  ),
  row(
    "jwks-uri-missing",
    "warning",
    DEFINITION,
    "A definition says where the issuer's keys are.",
    "Add the address of the key set.",
  ),
  row(
    "jwks-uri-insecure",
    "warning",
    DEFINITION,
    "Keys are fetched over https.",
    "Use https: who can change the keys on their way can sign any token.",
  ),
  row(
    "definition-form",
    "error",
    DEFINITION,
    'A definition has type "oauth2", flow "implicit" and an empty authorizationUrl.',
    'Set type to "oauth2", flow to "implicit" and authorizationUrl to "".',
  ),
  row(
    "location-form",
    "error",
    `${AUTHENTICATION} 6`,
    "A token location names a header or a query parameter.",
    "Write a list of { header, value_prefix } or { query }.",
  ),
  row(
    "operation-open",
    "info",
    `${AUTHENTICATION} 3`,
    "An operation that needs no token is meant to be open.",
    "Nothing, if it is meant to be; otherwise remove its own security section, or name a definition in it.",
  ),
] as const;

/** Stable names of the gateway's rules. */
export type GatewayRuleId = (typeof rows)[number]["id"];

/** Every rule about the security of an API definition document. */
export const gatewayRules: readonly GatewayRule<GatewayRuleId>[] = rows;
