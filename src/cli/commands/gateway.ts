import { checkSecurity, type TokenClaims } from "../../gateway/index.js";
import { createSandbox } from "../../testing/index.js";
import { defineCommand } from "../command.js";
import { readDocument } from "../document-file.js";
import { Failure, UsageError } from "../failure.js";
import { oneOf, option, readPort, readUrl, required, toggle } from "../flags.js";
import { describeTokens } from "../issued-tokens.js";
import { namingFlag, namingHint } from "../naming-flag.js";
import { serve } from "../serve.js";
import { type Output, printable } from "../terminal.js";

/** `fourfold gateway`: puts a local gateway before a backend. */
export const gatewayCommand = defineCommand({
  name: "gateway",
  summary: "put a local gateway before a backend under development",
  about: `Reads an OpenAPI 2.0 document, JSON or YAML; - is the standard input. Verifies the token that an operation asks for,
and tells the backend who is calling, as the gateway does. Runs until it is stopped (Ctrl+C), reachable from this
machine alone. Each request is a line: method, path, status.

With --issuer sandbox no identity platform is needed: the issuers of the document keep their names, but their keys are
the sandbox's, and a token of each is printed.`,
  argument: "document",
  flags: {
    backend: required("<url>", "address of the backend, such as http://localhost:3000", readUrl),
    port: option("<port>", "where to listen, 0 for a free one; 8788 unless said", readPort, 8788),
    issuer: option("sandbox", "sign tokens in the place of the document's issuers", oneOf("sandbox")),
    claims: option("<json>", 'what those tokens claim, as in \'{"sub":"ada"}\'', readClaims),
    generation: option(
      "<current|earlier>",
      "how the backend is told; current unless said",
      oneOf("current", "earlier"),
      "current",
    ),
    "replace-authorization": toggle("give the backend another Authorization, whatever the document says"),
    cors: toggle("let pages of every origin call the backend; without it, preflights go to the backend"),
    naming: namingFlag,
  },
  async run({ argument, flags }, terminal) {
    const { backend, port, issuer, claims, generation, "replace-authorization": replaced, cors, naming } = flags;
    if (claims !== undefined && issuer === undefined) throw new UsageError("--claims needs --issuer sandbox beside it");
    const { data: document } = await readDocument(argument, terminal);
    const hint = namingHint(document, naming);
    if (hint !== undefined) throw new Failure(hint);
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
      const told = `${naming.userInfoHeader} tells it who is calling, as the ${generation} generation does.`;
      return `The gateway listens on ${url}, before ${backend.href} (Ctrl+C stops it).\n${told}\n\n${tokens}`;
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
    // Refused below, as all that is no object.
  }
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) {
    throw new UsageError(`must be a JSON object, got ${text}`);
  }
  return claims as TokenClaims; // wrong registered claims are what one may want to try
}
