import { type IssuerDefinition, readSecurity, type TokenClaims } from "../gateway/index.js";
import type { Naming } from "../naming/index.js";
import type { Sandbox } from "../testing/index.js";

const TOKEN_HOURS = 12;

/** Describes how to call with a token of each definition that uses the sandbox's keys; empty if there is none. */
export async function describeTokens(
  { issuer, clientOptions }: Sandbox,
  document: object,
  { naming, claims, standsIn }: { readonly naming: Naming; readonly claims: TokenClaims; readonly standsIn: boolean },
): Promise<string> {
  const { host } = document as { readonly host?: unknown }; // only a string can be an audience
  const exp = Math.floor(clientOptions.clock.now() / 1_000) + TOKEN_HOURS * 3_600;
  let text = "";
  for (const [name, definition] of Object.entries(readSecurity(document, { naming }).definitions)) {
    if (!standsIn && definition.jwksUri !== issuer.jwksUri) continue;
    const aud = definition.audiences[0] ?? (typeof host === "string" ? host : issuer.audience);
    const token = await issuer.token({ iss: definition.issuer, aud, exp, ...claims });
    text += `A token for "${name}", valid for ${TOKEN_HOURS} hours:\n\n${placeOf(definition)}${token}\n\n`;
  }
  return text;
}

/** The text before a token in the definition's first location. */
function placeOf({ locations: [first] = [] }: IssuerDefinition): string {
  if (first === undefined) return "Authorization: Bearer ";
  return "query" in first ? `?${first.query}=` : `${first.header}: ${first.valuePrefix ?? ""}`;
}
