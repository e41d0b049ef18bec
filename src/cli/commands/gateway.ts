import { userInfoHeaderOf } from "../../gateway/claims-and-headers.js";
import { viewDocument } from "../../gateway/document.js";
import { checkSecurity, type IssuerDefinition, readSecurity, type TokenClaims } from "../../gateway/index.js";
import { createSandbox } from "../../testing/index.js";
import { kindOf } from "../../values/describe.js";
import { isObject } from "../../values/objects.js";
import { defineCommand, namingFlag, option, readPort, readProduct, readText, readUrl, required } from "../command.js";
import { parseJson, readDocument } from "../document-file.js";
import { UsageError } from "../failure.js";
import { serve } from "../serve.js";
import { print } from "../terminal.js";

const TOKEN_HOURS = 12;

/** `fourfold gateway`: runs a local gateway in front of a backend. */
export const gatewayCommand = defineCommand({
  name: "gateway",
  summary: "run a local gateway that behaves like API Gateway in front of your backend",
  about: `Reads an OpenAPI 2.0 or 3 document in JSON or YAML; - is standard input. Verifies the token that an operation requires,
and forwards the request to the backend with the caller's claims in a header. Runs until you stop it (Ctrl+C). Accepts
connections from this machine only. Logs each request: method, path, status.

With --issuer sandbox you need no identity platform: the sandbox signs tokens with its own keys for the issuers of the
document, and a token for each definition is printed. With --issuer <url>, only for that issuer.`,
  examples: [
    "gateway api.yaml --backend http://localhost:3000",
    `gateway api.yaml --backend http://localhost:3000 --issuer sandbox --claims '{"sub":"ada"}'`,
  ],
  argument: "document",
  flags: {
    backend: required("<url>", "URL of the backend, such as http://localhost:3000", readUrl),
    port: option("<port>", "port to listen on, 0 for a free one; default: 8788", readPort, 8788),
    issuer: option(
      "<url|sandbox>",
      "sign the tokens of this issuer, or of all (sandbox), with the sandbox's keys",
      readText,
    ),
    claims: option("<json>", 'additional claims of these tokens, as in \'{"sub":"ada"}\'', readClaims),
    product: option(
      "<product>",
      "product whose header is used: api-gateway, cloud-endpoints; default: api-gateway",
      readProduct,
    ),
    naming: namingFlag,
  },
  async run({ argument, flags }, terminal) {
    const { backend, port, issuer, claims, product: gateway, naming } = flags;
    if (claims !== undefined && issuer === undefined) throw new UsageError("--claims requires --issuer");
    const { data: document } = await readDocument(argument, terminal);
    const sandbox = createSandbox({ naming });
    const definitions = Object.entries(readSecurity(document, { naming }).definitions);
    const stoodIn = definitions.filter(([, each]) => issuer === "sandbox" || each.issuer === issuer);
    if (issuer !== undefined && issuer !== "sandbox" && stoodIn.length === 0) {
      throw new UsageError(`--issuer must be sandbox or an issuer of the document, got "${issuer}"`);
    }
    const standInForIssuers = stoodIn.map(([name]) => name);
    const handler = sandbox.gateway({ document, backend, gateway, standInForIssuers });
    for (const { severity, pointer, message, remedy } of checkSecurity(document, { naming, gateway })) {
      if (severity !== "info") print(terminal.stderr, `${severity} at ${pointer || "/"}: ${message}. ${remedy}`);
    }
    /** Describes how to call with a token of each definition whose tokens the sandbox signs. */
    const describeTokens = async () => {
      const { ownAudiences } = viewDocument(document, "sandbox.gateway", naming.extensions);
      const exp = Math.floor(sandbox.clientOptions.clock.now() / 1_000) + TOKEN_HOURS * 3_600;
      const lines: string[] = [];
      for (const [name, definition] of stoodIn) {
        const aud = definition.audiences[0] ?? ownAudiences[0] ?? sandbox.issuer.audience;
        const token = await sandbox.issuer.token({ iss: definition.issuer, aud, exp, ...claims });
        lines.push(`A token for "${name}", valid for ${TOKEN_HOURS} hours:`, "", textBefore(definition) + token, "");
      }
      return lines;
    };
    const describe = async (url: string) => [
      `The gateway listens on ${url} and forwards to ${new URL(backend).href} (Ctrl+C stops it).`,
      `The caller's claims are in ${userInfoHeaderOf({ gateway, generation: "current" }, naming)}.`,
      "",
      ...(await describeTokens()),
    ];
    await serve(sandbox, handler, port, terminal, describe);
    return 0;
  },
});

/** Text before a token in the definition's first location, such as `Authorization: Bearer `. */
function textBefore({ locations: [first] = [] }: IssuerDefinition): string {
  if (first === undefined) return "Authorization: Bearer ";
  return "query" in first ? `?${first.query}=` : `${first.header}: ${first.valuePrefix ?? ""}`;
}

function readClaims(text: string): TokenClaims {
  const claims = parseJson(text, "value");
  if (!isObject(claims)) throw new UsageError(`must be a JSON object, got ${kindOf(claims)}`);
  return claims as TokenClaims; // invalid registered claims are allowed, so that users can test them
}
