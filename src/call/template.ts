import { clip } from "../errors/message-text.js";
import { assertNoIssues, type Issue, throwIssue } from "../errors/request-error.js";
import { kindOf } from "../values/describe.js";
import { joinPath } from "../values/issue-path.js";
import { isObject, withoutUndefined } from "../values/objects.js";
import { must, type OptionProblem } from "../values/options.js";
import { methodIssue } from "./method.js";

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Bare<Name extends string> = Name extends `+${infer Rest}` ? Rest : Name;

/** The path parameters of a template. */
export type PathParams<Http extends string, Value = string> = {
  readonly [Name in Bare<Exclude<Names<Http>, "servicePath">>]: Value;
};

/** The text of a template without its placeholders. */
type Literal<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${Literal<After>}`
  : Path;
type Repeated<Path extends string, Seen = never> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends Seen ? Name : never) | Repeated<Rest, Seen | Name>
  : never;
type NotAName = "" | `${string}${"-" | "." | "=" | "*" | ":" | "/" | " "}${string}`;

/** Explains in a compile error what is wrong with a template; `unknown` if nothing is. {@link httpProblems} knows more. */
export type HttpProblem<Http extends string> = Http extends `${string} ${infer Path}`
  ? Literal<Path> extends `${string}${"{" | "}" | "?" | "#" | " "}${string}`
    ? "a path has no query string, fragment, space or single brace"
    : [Repeated<Path> | Extract<Bare<Names<Path>>, NotAName | "body" | "query" | "ifMatch">] extends [never]
      ? unknown
      : "a placeholder is {name} or {+name}, each name once, and not body, query or ifMatch"
  : unknown;

const HTTP = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/;
const PLACEHOLDER = /\{([^{}]*)\}/g;
const RESERVED: readonly string[] = ["body", "query", "ifMatch"];

/** The placeholders of a path template, in order, without `servicePath`. */
export function placeholdersOf(path: string): { readonly name: string; readonly isMultiple: boolean }[] {
  return [...path.matchAll(PLACEHOLDER)].flatMap(([, text = ""]) => {
    const name = text.replace(/^\+/, "");
    return name === "servicePath" ? [] : [{ name, isMultiple: text.startsWith("+") }];
  });
}

const NOT_A_PATH = "must be a valid URL path without a query string, spaces, dot segments or unbalanced braces";

/** Whether the URL parser leaves a path, and any path that is appended to it, unchanged. */
function isPath(path: string): boolean {
  return new URL(`http://host${path}`).pathname === path && !/%(?![\da-f]{2})/i.test(path);
}

/** Returns the problems of an HTTP method and path template. */
export function httpProblems(http: unknown, path: string): readonly OptionProblem[] {
  const template = typeof http === "string" ? HTTP.exec(http)?.[2] : undefined;
  if (template === undefined) {
    const form = 'a verb and a path with a leading slash, such as "GET /v2/things/{thingId}"';
    return must(() => false, form)(http, path);
  }
  const problem = (message: string): OptionProblem => ({ path, message });
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const bare = names.map((name) => name.replace(/^\+/, ""));
  return [
    ...names
      .filter((name) => !/^\+?[A-Za-z_]\w*$/.test(name) || name === "+servicePath")
      .map((name) => problem(`unknown placeholder {${name}}; write {name} for one segment, {+name} for several`)),
    ...bare
      .filter((name) => RESERVED.includes(name))
      .map((name) => problem(`a path parameter must not be named "${name}"`)),
    ...[...new Set(bare.filter((name, index) => bare.indexOf(name) !== index))].map((name) =>
      problem(`names {${name}} twice`),
    ),
    ...(/\/:\w/.test(template)
      ? [problem("contains a segment that begins with a colon; write {name} for a parameter")]
      : []),
    ...(isPath(template.replace(PLACEHOLDER, "x")) ? [] : [problem(NOT_A_PATH)]),
  ];
}

/** Path parameters by name. */
export type PathIds = Readonly<Record<string, unknown>>;

/**
 * Fills in a path template: `{name}` matches one segment, `{+name}` several; `{servicePath}` is a fixed value. Every
 * segment is percent-encoded. The ids must be valid; see {@link pathIssues}.
 */
export function buildPath(template: string, ids: PathIds, servicePath = ""): string {
  return template.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) => {
    if (name === "servicePath") return servicePath;
    const id = String(ids[name]);
    return plus === "" ? encodeURIComponent(id) : id.split("/").map(encodeURIComponent).join("/");
  });
}

/** Values that path parameters accept in addition to a string that is one segment. */
interface IdRules {
  /** Names of the parameters with several segments. */
  readonly multiple?: readonly string[];
  /** Whether slashes are percent-encoded. Default: they are rejected. */
  readonly slashes?: "encode" | undefined;
  /** Whether exact integers are also valid. */
  readonly integers?: boolean;
}

/** Issues of invalid path parameters. `prefix` is their path in the input. */
export function pathIssues(ids: PathIds, prefix = "", rules: IdRules = {}): Issue[] {
  return Object.entries(ids).flatMap(([name, id]) => {
    const parts = rules.multiple?.includes(name) && typeof id === "string" ? id.split("/") : [id];
    const problem = parts.map((part) => idProblem(part, rules)).find((each) => each !== undefined);
    return problem === undefined ? [] : [{ path: joinPath(prefix, name), message: problem, rule: "path-id" }];
  });
}

function idProblem(id: unknown, { slashes, integers }: IdRules): string | undefined {
  if (integers && (typeof id === "number" || typeof id === "bigint")) {
    if (typeof id === "bigint" || Number.isSafeInteger(id)) return undefined;
    return `must be a string or an exact integer, got ${id}; pass a large integer as a bigint or a string`;
  }
  if (typeof id !== "string") return `must be a string, got ${kindOf(id)}`;
  if (id === "") return "must not be empty";
  if (id === "." || id === "..") return `must not be "${id}": it would change the path`;
  if (slashes !== "encode" && id.includes("/")) return `must not contain a slash, got ${JSON.stringify(clip(id))}`;
  return UNSENDABLE.test(id) ? "must not contain control characters or unpaired surrogates" : undefined;
}

const UNSENDABLE = /[\p{Cc}\p{Surrogate}]/u;

/**
 * Returns the ids of a reference. `others` are additional fields that references to the resource may have.
 *
 * @throws {RequestError} If it is not an object, or has fields that are not ids; with all issues.
 */
export function idsOf<Id extends string>(
  operation: string,
  reference: unknown,
  ids: readonly Id[],
  others: readonly string[] = [],
): Readonly<Record<Id, string>> {
  const form = `{ ${ids.join(", ")} }`;
  if (!isObject(reference)) {
    throwIssue(operation, methodIssue("reference", `must be an object ${form}, got ${kindOf(reference)}`));
  }
  const found = Object.fromEntries(ids.map((name) => [name, reference[name]])) as Record<Id, string>; // checked later
  const unknown = Object.keys(withoutUndefined(reference)).filter((name) => ![...ids, ...others].includes(name));
  const message = `is not part of a reference ${form}; options belong in the last argument`;
  const issues = unknown.map((name) => methodIssue(joinPath("", name), message));
  if (issues.length > 0) assertNoIssues(operation, [...issues, ...pathIssues(found)]);
  return found;
}
