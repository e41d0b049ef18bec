import { checkSecurity, type IssuerDefinition, readSecurity, type TokenClaims } from "../../gateway/index.js";
import { createSandbox, type Sandbox } from "../../testing/index.js";
import { defineCommand } from "../command.js";
import { readDocument } from "../document-file.js";
import { UsageError } from "../failure.js";
import { oneOf, option, readPort, readUrl, required, toggle } from "../flags.js";
import { namingFlag } from "../naming-flag.js";
import { serve } from "../serve.js";
import { printable } from "../terminal.js";

const TOKEN_HOURS = 12;

/** `fourfold gateway`: puts a local gateway before a backend. */
export const gatewayCommand = defineCommand({
  name: "gateway",
  summary: "put a local gateway before a backend",
  about: `Reads an OpenAPI 2.0 document, JSON or YAML; - is the standard input. Verifies the token that an operation asks for,
and tells the backend who is calling, as the gateway does. Runs until it is stopped (Ctrl+C), reachable from this
machine alone. Each request is a line: method, path, status.

With --issuer sandbox it needs no identity platform: the issuers of the document stay what they are, but their keys
are the sandbox's, and a token of each is printed.`,
  argument: "document",
  flags: {
    backend: required("<url>", "address of the backend", readUrl),
    port: option("<port>", "where to listen, 0 for a free one; 8788 unless said", readPort, 8788),
    issuer: option("<sandbox>", "let the sandbox sign tokens in the place of the document's issuers", oneOf("sandbox")),
    claims: option("<json>", `what the printed tokens claim, as in '{"sub":"ada","role":"admin"}'`, readClaims),
    generation: option(
      "<current|earlier>",
      "in which form the backend is told; current unless said",
      oneOf("current", "earlier"),
      "current",
    ),
    "replace-authorization": toggle("give the backend another Authorization, whatever the document says"),
    naming: namingFlag,
  },
  async run({ argument, flags }, terminal) {
    const { backend, port, generation, naming, claims } = flags;
    const { data } = await readDocument(argument, terminal);
    for (const { severity, pointer, message, remedy } of checkSecurity(data, { naming })) {
      if (severity !== "info")
        terminal.stderr.write(printable(`${severity} at ${pointer || "/"}: ${message}. ${remedy}\n`));
    }
    const sandbox = createSandbox({ naming });
    const document = flags.issuer === undefined ? data : withKeysOf(sandbox, data);
    const gateway = sandbox.gateway({
      document,
      backend,
      generation,
      ...(flags["replace-authorization"] ? { replaceAuthorization: true } : {}),
    });
    await serve(gateway, port, terminal, async (url) => "");
    return 0;
  },
});
