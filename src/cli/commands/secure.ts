import { jwtSecurity, readSecurity, secureDocument } from "../../gateway/index.js";
import { defineCommand, namingFlag, option, readText, readUrl, repeated, required } from "../command.js";
import { readDocument } from "../document-file.js";
import { Failure, sentencesOf, UsageError } from "../failure.js";
import { print } from "../terminal.js";

/** `fourfold secure`: adds a security definition to a document, and requires it for the whole API. */
export const secureCommand = defineCommand({
  name: "secure",
  summary: "add security for API Gateway or Cloud Endpoints to an OpenAPI document",
  about: `Reads an OpenAPI 2.0 or 3 document in JSON or YAML; - is standard input. Adds a definition of the issuer, requires its
tokens for all operations without their own security section, and prints the document. Lists the other operations on
standard error. Other issuers that the API accepts remain alternatives. For the requirements of single operations, use
secureDocument in a program. API Gateway requires backends in OpenAPI 3: pass --backend.`,
  examples: [
    "secure api.yaml --issuer https://issuer.example --audience shop --backend https://shop.example",
    "secure api.json --issuer https://staff.example --audience shop --name staff",
  ],
  argument: "document",
  flags: {
    issuer: required("<issuer>", "issuer of the tokens (iss)", readText),
    "jwks-uri": option("<url>", "URL of the issuer's public keys", readText),
    audience: repeated("<text>", "audience of the tokens; can be repeated", readText),
    name: option("<name>", "name of the definition; default: users", readText, "users"),
    backend: option("<url>", "URL of the backend of all operations", readUrl),
    naming: namingFlag,
  },
  async run({ argument, flags }, terminal) {
    const { issuer, "jwks-uri": jwksUri, audience: audiences, name, backend, naming } = flags;
    if (audiences.length === 0) throw new UsageError("--audience <text> is required");
    const security = withFlags(() => jwtSecurity({ definitions: { [name]: { issuer, audiences, jwksUri } }, naming }));
    const { data, textOf } = await readDocument(argument, terminal);
    const backends = backend === undefined ? {} : { backends: { run: backend }, backend: "run" };
    const secured = secureDocument(data, security, { naming, ...backends });
    const text = textOf(secured);
    for (const [key, section] of Object.entries(readSecurity(secured, { naming }).operations)) {
      if (section.flat().includes(name)) continue;
      print(terminal.stderr, `${key} has its own security section, which does not accept "${name}"`);
    }
    // A file keeps the characters of the document. A terminal must not interpret control characters.
    if (terminal.stdout.isTTY) print(terminal.stdout, text.trimEnd().split("\n"));
    else terminal.stdout.write(text);
    return 0;
  },
});

const FLAGS = { issuer: "--issuer", audiences: "--audience", jwksUri: "--jwks-uri" };

/** Calls a function. Its issues name flags instead of options. */
function withFlags<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const toFlag = (_: string, name: string) => FLAGS[name as keyof typeof FLAGS]; // the pattern matches only these names
    throw new Failure(
      sentencesOf(error).map((sentence) =>
        sentence.replace(/^definitions.*?\.(issuer|audiences|jwksUri)(?=[:[])/, toFlag),
      ),
    );
  }
}
