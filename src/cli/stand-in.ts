import { type IssuerDefinition, readSecurity, type TokenClaims } from "../gateway/index.js";
import type { Naming } from "../naming/index.js";
import type { Sandbox } from "../testing/index.js";

const TOKEN_HOURS = 12;

/**
 * Lets a sandbox stand in for the issuers of a document: they keep their names, so that a backend sees those it will
 * see later, but their keys are the sandbox's.
 */
export function withKeysOf(sandbox: Sandbox, document: object, naming: Naming): object {
  const { securityDefinitions = {} } = document as { readonly securityDefinitions?: Readonly<Record<string, object>> };
  const names = Object.keys(readSecurity(document, { naming }).definitions); // which makes sure of the form
  const replaced = names.map((name) => {
    return [name, { ...securityDefinitions[name], [naming.extensions.jwksUri]: sandbox.issuer.jwksUri }];
  });
  return { ...document, securityDefinitions: { ...securityDefinitions, ...Object.fromEntries(replaced) } };
}

/** How to call as somebody, for each definition whose keys are the sandbox's; the empty string when there is none. */
export async function describeTokens(
  { issuer, clientOptions }: Sandbox,
  document: object,
  { naming, claims }: { readonly naming: Naming; readonly claims: TokenClaims },
): Promise<string> {
  const { host } = document as { readonly host?: unknown }; // what is no text is no audience
  const exp = Math.floor(clientOptions.clock.now() / 1_000) + TOKEN_HOURS * 3_600;
  let text = "";
  for (const [name, definition] of Object.entries(readSecurity(document, { naming }).definitions)) {
    if (definition.jwksUri !== issuer.jwksUri) continue;
    const aud = definition.audiences[0] ?? (typeof host === "string" ? host : issuer.audience);
    const token = await issuer.token({ iss: definition.issuer, aud, exp, ...claims });
    text += `A token of "${name}", for ${TOKEN_HOURS} hours:\n\n${placeOf(definition)}${token}\n\n`;
  }
  return text;
}

/** What stands before a token in the first place where it is looked for. */
function placeOf({ locations: [first] = [] }: IssuerDefinition): string {
  if (first === undefined) return "Authorization: Bearer ";
  return "query" in first ? `?${first.query}=` : `${first.header}: ${first.valuePrefix ?? ""}`;
}
