import { checkSecurity, type TokenClaims } from "../../gateway/index.js";
import { createSandbox } from "../../testing/index.js";
import { defineCommand } from "../command.js";
import { readDocument } from "../document-file.js";
import { UsageError } from "../failure.js";
import { oneOf, option, readPort, readUrl, required, toggle } from "../flags.js";
import { describeTokens } from "../issued-tokens.js";
import { namingFlag } from "../naming-flag.js";
import { serve } from "../serve.js";
import { type Output, printable } from "../terminal.js";

/** `fourfold gateway`: runs a local gateway in front of a backend. */
export const gatewayCommand = defineCommand({
  name: "gateway",
  summary: "run a gateway like API Gateway in front of a backend under development",
  about: `Reads an OpenAPI 2.0 document in JSON or YAML; - is standard input. Verifies the token that an operation requires, and
forwards the request to the backend with the caller's claims in a header. Runs until you stop it (Ctrl+C). Accepts
connections from this machine only. Logs each request: method, path, status.

With --issuer sandbox you need no identity platform: the sandbox signs tokens with its own keys for the issuers of the
document, and a token for each definition is printed.`,
  examples: [
    "gateway api.yaml --backend http://localhost:3000",
    `gateway api.yaml --backend http://localhost:3000 --issuer sandbox --claims '{"sub":"ada"}'`,
  ],
  argument: "document",
  flags: {
    backend: required("<url>", "address of the backend, such as http://localhost:3000", readUrl),
    port: option("<port>", "port to listen on, 0 for a free one; default: 8788", readPort, 8788),
    issuer: option("sandbox", "sign tokens for the document's issuers with the sandbox's keys", oneOf("sandbox")),
    claims: option("<json>", 'additional claims of these tokens, as in \'{"sub":"ada"}\'', readClaims),
    generation: option(
      "<current|earlier>",
      "format of the header with the claims; default: current",
      oneOf("current", "earlier"),
      "current",
    ),
    "replace-authorization": toggle("replace the backend's Authorization header, whatever the document says"),
    cors: toggle("allow pages of every origin; by default, preflights go to the backend"),
    naming: namingFlag,
  },
  async run({ argument, flags }, terminal) {
    const { backend, port, issuer, claims, generation, "replace-authorization": replaced, cors, naming } = flags;
    if (claims !== undefined && issuer === undefined) throw new UsageError("--claims requires --issuer sandbox");
    const { data: document } = await readDocument(argument, terminal);
    const sandbox = createSandbox({ naming });
    const standsIn = issuer !== undefined;
    const replaceAuthorization = replaced || undefined;
    const gateway = sandbox.gateway({
      document,
      backend,
      generation,
      replaceAuthorization,
      standInForIssuers: standsIn,
    });
    warn(checkSecurity(document, { naming }), terminal.stderr);
    const describe = async (url: string) => {
      const tokens = await describeTokens(sandbox, document, { naming, claims: claims ?? {}, standsIn });
      const header = `The caller's claims are in ${naming.userInfoHeader}, in the format of the ${generation} generation.`;
      return `The gateway listens on ${url} and forwards to ${backend.href} (Ctrl+C stops it).\n${header}\n\n${tokens}`;
    };
    await serve(gateway, port, terminal, describe, { cors });
    return 0;
  },
});

function warn(findings: ReturnType<typeof checkSecurity>, stderr: Output): void {
  for (const { severity, pointer, message, remedy } of findings) {
    if (severity !== "info") stderr.write(printable(`${severity} at ${pointer || "/"}: ${message}. ${remedy}\n`));
  }
}

function readClaims(text: string): TokenClaims {
  let claims: unknown;
  try {
    claims = JSON.parse(text);
  } catch {
    // Rejected below, like any value that is not an object.
  }
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) {
    throw new UsageError(`must be a JSON object, got ${text}`);
  }
  return claims as TokenClaims; // invalid registered claims are allowed, so that users can test them
}
