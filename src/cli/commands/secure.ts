import { type JwtDefinition, jwtSecurity, secureDocument } from "../../gateway/index.js";
import type { Naming } from "../../naming/index.js";
import { defineCommand, type FlagValues, namingFlag, option, readText, repeated, toggle } from "../command.js";
import { readDocument } from "../document-file.js";
import { UsageError } from "../failure.js";
import { print } from "../terminal.js";

const flags = {
  project: option(
    "<id>",
    "project that issues the tokens: the last part of the issuer, and the default audience",
    readText,
  ),
  issuer: option("<issuer>", "issuer of the tokens (iss); with --project, /<id> is appended if missing", readText),
  "issuer-base": option("<url>", "same as --issuer with --project", readText),
  "jwks-uri": option("<url>", "URL of the issuer's public keys", readText),
  audience: repeated("<text>", "audience of the tokens; can be repeated", readText),
  name: option("<name>", "name of the definition; default: users", readText, "users"),
  definition: repeated(
    "<list>",
    'another definition, as in "name=staff,issuer=…,audience=…"; can be repeated',
    readList,
  ),
  operation: repeated(
    "<rule>",
    'requirement of one operation, as in "GET /echo=users"; can be repeated',
    readOperation,
  ),
  "operations-only": toggle("change only the operations in --operation; keep the requirement of the whole API"),
  naming: namingFlag,
};

/** `fourfold secure`: adds security definitions and requirements to a document. */
export const secureCommand = defineCommand({
  name: "secure",
  summary: "add security for API Gateway or Cloud Endpoints to an API definition document",
  about: `Reads an OpenAPI 2.0 or 3 document in JSON or YAML; - is standard input. Prints the document with the
definitions added, and requires one of them for the whole API. For the tokens of a project, use --project and
--issuer; without --issuer, the issuer is Firebase Authentication. For any other tokens, use --issuer and --audience.
To add several definitions, repeat --definition: a list of key=value with the keys name, project, issuer, issuer-base,
jwks-uri and audience. The key audience can be repeated.

--operation replaces all requirements of one operation: "GET /echo=users,staff" requires one of two definitions,
"GET /echo=users+key" both, "GET /health=" none. You can also name definitions that the document already has, such
as API keys.`,
  examples: [
    "secure api.yaml --project shop --issuer https://issuer.example > secured.yaml",
    'secure api.yaml --issuer https://issuer.example --audience shop --operation "GET /health="',
    "secure api.json --project shop",
  ],
  argument: "document",
  flags,
  async run({ argument, flags: given }, terminal) {
    const { naming, operation, "operations-only": operationsOnly } = given;
    const security = jwtSecurity({ definitions: definitionsOf(given), naming });
    const { data, textOf } = await readDocument(argument, terminal);
    const operations = joinOperations(operation);
    const secured = secureDocument(data, security, { operations, api: !operationsOnly, naming });
    const text = textOf(secured);
    // A file keeps the characters of the document. A terminal must not interpret control characters.
    if (terminal.stdout.isTTY) print(terminal.stdout, text);
    else terminal.stdout.write(text);
    return 0;
  },
});

/** One definition on the command line. */
interface GivenDefinition {
  readonly name: string;
  readonly project?: string | undefined;
  readonly issuer?: string | undefined;
  readonly "issuer-base"?: string | undefined;
  readonly "jwks-uri"?: string | undefined;
  readonly audience: readonly string[];
}

/** @throws {UsageError} If a definition is incomplete, or two have the same name; with all problems. */
function definitionsOf(given: FlagValues<typeof flags>): Record<string, JwtDefinition> {
  const { naming, project, issuer, "issuer-base": base, "jwks-uri": jwksUri, audience, definition: lists } = given;
  const isOwn = lists.length === 0 || [project, issuer, base, jwksUri, ...audience].some(Boolean);
  const problems: string[] = [];
  const definitions = new Map<string, JwtDefinition>();
  for (const each of isOwn ? [given, ...lists] : lists) {
    const place = each === given ? "" : `--definition name=${each.name}: `;
    const report = (problem: string) => void problems.push(place + problem);
    if (definitions.has(each.name)) report(`the name "${each.name}" is used twice; give each definition another name`);
    const definition = definitionOf(each, naming, report);
    if (definition !== undefined) definitions.set(each.name, definition);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return Object.fromEntries(definitions);
}

/** Completes a definition; reports the problems of an incomplete one. */
function definitionOf(
  { project, issuer, "issuer-base": base, "jwks-uri": jwksUri, audience }: GivenDefinition,
  naming: Naming,
  report: (problem: string) => void,
): JwtDefinition | undefined {
  const from = base ?? issuer ?? (project === undefined ? undefined : naming.issuerBase);
  const audiences = audience.flatMap((each) => each.split(",")).map((each) => each.trim());
  if (base !== undefined && issuer !== undefined)
    report("--issuer-base and --issuer cannot be combined; use one of them");
  if (base !== undefined && project === undefined) report("--project <id> is required with --issuer-base");
  if (from === undefined) {
    report(
      project === undefined
        ? "--project <id> or --issuer <issuer> is required"
        : `--issuer <issuer> is required with --project: the naming profile "${naming.name}" has no default issuer`,
    );
  }
  if (audiences.length === 0 && project === undefined) report("--audience <text> is required without --project");
  if (from === undefined) return undefined;
  if (project === undefined) return { issuer: from, audiences, jwksUri };
  const start = from.replace(/\/$/, "");
  const issuerBase = start.endsWith(`/${project}`) ? start.slice(0, -project.length - 1) : start;
  if (audiences.length === 0) return { projectId: project, issuerBase, jwksUri };
  return { issuer: `${issuerBase}/${project}`, audiences, jwksUri };
}

const KEYS: readonly string[] = ["name", "project", "issuer", "issuer-base", "jwks-uri", "audience"];

/** Parses `name=staff,issuer=https://staff.example,audience=shop`. */
function readList(text: string): GivenDefinition {
  const values: Record<string, string> = {};
  const audience: string[] = [];
  const problems: string[] = [];
  for (const part of text.split(",")) {
    const at = part.indexOf("=");
    const [key, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at === -1 || !KEYS.includes(key))
      problems.push(`must be a list of key=value with ${KEYS.join(", ")}, got "${part}"`);
    else if (value === "") problems.push(`must not have an empty ${key}`);
    else if (key === "audience") audience.push(value);
    else if (Object.hasOwn(values, key)) problems.push(`must contain ${key} only once`);
    else values[key] = value;
  }
  const { name, ...given } = values;
  if (name === undefined) problems.push(`must have a name, as in "name=staff", got "${text}"`);
  if (name === undefined || problems.length > 0) throw new UsageError(problems);
  return { ...given, name, audience };
}

/** The alternatives of an operation: names of definitions, or lists of names that are required together. */
type Alternatives = readonly (string | readonly string[])[];

/** Parses `GET /echo=users,staff`: the operation, and the alternatives that it requires. */
function readOperation(text: string): readonly [string, Alternatives] {
  const [, method = "", path = "", names = ""] = /^([a-z]+)\s+(\/.*)=([^=]*)$/i.exec(text) ?? [];
  if (path === "") throw new UsageError(`must be a method, a path and names, as in "GET /echo=users", got "${text}"`);
  const alternatives = names.trim() === "" ? [] : names.split(",");
  const groups = alternatives.map((each) => each.split("+").map((name) => name.trim()));
  return [`${method.toUpperCase()} ${path.trim()}`, groups];
}

/**
 * Merges several rules for the same operation into alternatives.
 *
 * @throws {UsageError} If one of the rules opens the operation.
 */
function joinOperations(operations: readonly (readonly [string, Alternatives])[]): Record<string, Alternatives> {
  const joined = new Map<string, Alternatives>();
  for (const [key, wanted] of operations) {
    const known = joined.get(key);
    if (known !== undefined && (known.length === 0) !== (wanted.length === 0)) {
      throw new UsageError(
        `--operation "${key}=" opens the operation, but another --operation secures it; remove one of them`,
      );
    }
    joined.set(key, [...(known ?? []), ...wanted]);
  }
  return Object.fromEntries(joined);
}
