import { type IssuerJwtDefinition, jwtSecurity, type OperationSecurity, secureDocument } from "../../gateway/index.js";
import { defineCommand } from "../command.js";
import { readDocument } from "../document-file.js";
import { UsageError } from "../failure.js";
import { type FlagValues, option, readText, repeated } from "../flags.js";
import { namingFlag, namingHint } from "../naming-flag.js";

const flags = {
  project: option(
    "<id>",
    "project whose tokens are taken: the end of the issuer; the audience, if none is said",
    readText,
  ),
  issuer: option("<issuer>", "the tokens' iss; beside --project, /<id> is added unless it ends so already", readText),
  "issuer-base": option("<url>", "another name for --issuer beside --project", readText),
  "jwks-uri": option("<url>", "address of the issuer's public keys", readText),
  audience: repeated("<text>", "whom the tokens must be for; may be repeated", readText),
  name: option("<name>", "name of the definition; users unless said", readText, "users"),
  operation: repeated("<rule>", 'what one operation asks for, as in "GET /echo=users"; may be repeated', readOperation),
  naming: namingFlag,
};

/** `fourfold secure`: puts the security of the gateway into a document. */
export const secureCommand = defineCommand({
  name: "secure",
  summary: "print a document with the security of the gateway in it",
  about: `Reads an OpenAPI 2.0 document, JSON or YAML; - is the standard input. Adds one definition and requires it for the
whole API; what was there stays, to the comments. Of the tokens of a project, say --project and --issuer, which
--naming google knows; of any others, --issuer and --audience. For several definitions, run it several times.

--operation asks for something else than the whole API does: "GET /echo=users,staff" for either of two definitions,
"GET /echo=users+staff" for both, "GET /health=" for none.`,
  argument: "document",
  flags,
  async run({ argument, flags: given }, terminal) {
    const security = jwtSecurity({ definitions: { [given.name]: definitionOf(given) }, naming: given.naming });
    const document = await readDocument(argument, terminal);
    const hint = namingHint(document.data, given.naming);
    if (hint !== undefined) terminal.stderr.write(`${hint}\n`);
    const secured = secureDocument(document.data, security, { operations: joinOperations(given.operation) });
    terminal.stdout.write(document.rewrite(secured));
    return 0;
  },
});

/** @throws {UsageError} when it is not said who issues the tokens, or for whom. */
function definitionOf(given: FlagValues<typeof flags>): IssuerJwtDefinition {
  const { project, issuer, "issuer-base": base, "jwks-uri": jwksUri, audience, naming } = given;
  const from = base ?? issuer ?? (project === undefined ? undefined : naming.issuerBase);
  const audiences = audience.flatMap((each) => each.split(",")).map((each) => each.trim());
  if (audiences.length === 0 && project !== undefined) audiences.push(project);
  const problems: string[] = [];
  if (base !== undefined && issuer !== undefined) problems.push("give --issuer-base or --issuer, not both");
  if (base !== undefined && project === undefined) problems.push("--project <id> is needed beside --issuer-base");
  if (from === undefined) {
    problems.push(
      project === undefined
        ? "--project <id> or --issuer <issuer> is needed"
        : "--issuer <issuer> is needed beside --project",
    );
  }
  if (audiences.length === 0) problems.push("--audience <text> is needed where no --project is given");
  if (from === undefined || problems.length > 0) throw new UsageError(...problems);
  return { issuer: issuerOf(from, project), audiences, jwksUri };
}

/** The issuer of a project's tokens ends in the project, which may have been written already. */
function issuerOf(base: string, project: string | undefined): string {
  if (project === undefined) return base;
  let start = base;
  while (start.endsWith("/")) start = start.slice(0, -1);
  return start.endsWith(`/${project}`) ? start : `${start}/${project}`;
}

/** Reads `GET /echo=users,staff`: the operation, and the alternatives that it asks for. */
function readOperation(text: string): readonly [string, OperationSecurity<string>] {
  const [, method = "", path = "", names = ""] = /^([a-z]+)\s+(\/.*)=([^=]*)$/i.exec(text) ?? [];
  if (path === "") throw new UsageError(`must be a method, a path and names, as in "GET /echo=users", got "${text}"`);
  const alternatives = names.trim() === "" ? [] : names.split(",");
  const groups = alternatives.map((each) => each.split("+").map((name) => name.trim()));
  return [`${method.toUpperCase()} ${path.trim()}`, groups];
}

/** What is asked for of the same operation several times are alternatives. */
function joinOperations(
  operations: readonly (readonly [string, OperationSecurity<string>])[],
): Record<string, OperationSecurity<string>> {
  const joined = new Map<string, OperationSecurity<string>>();
  for (const [key, wanted] of operations) joined.set(key, [...(joined.get(key) ?? []), ...wanted]);
  return Object.fromEntries(joined);
}
