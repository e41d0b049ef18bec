import { type Issue, shortIssue } from "../errors/request-error.js";
import { shown } from "../values/describe.js";
import { formatPath } from "../values/issue-path.js";
import { mapOf, type OptionCheck, oneOf } from "../values/options.js";

/** Severity of a rule: `error` rejects the request, `warn` emits an event and sends the request. */
export type Severity = "error" | "warn";

/** One rule that a request can break. */
export interface Rule<Id extends string = string> {
  /** Stable name of the rule, in kebab case: the key of the `rules` option and the `rule` of an {@link Issue}. */
  readonly id: Id;
  /** Default severity. The naming profile or the option `rules` can override it. */
  readonly severity: Severity;
  /** The requirement, in one sentence. */
  readonly text: string;
  /**
   * Where the requirement is stated, separated by `; `: a page of the service's documentation, a field of its discovery document
   * (`api.v1#Type.field`), a thread of a user whose request the service refused (`owner/repo#1`), a file of its source
   * (`owner/repo:path`), or a section of the specification (`spec: …`). `unverified` if nothing was found.
   */
  readonly source: string;
}

/** Setting of a rule; `off` skips the rule. */
export type RuleSetting = Severity | "off" | undefined;

/** Severities by rule id. */
export type RuleSettings<Id extends string = string> = { readonly [K in Id]?: RuleSetting };

/** Check for severities by rule id. */
export const ruleSettings: OptionCheck = mapOf(oneOf("error", "warn", "off"));

/** The source of a rule for which none was found. Such a rule only warns, and no service is known to enforce it. */
const UNVERIFIED = "unverified";

/** A value that a rule checks, and its context. */
export interface Place<Value = unknown, Holder = unknown, Context = unknown> {
  /** The value. It can be null or missing only for rules that require it. */
  readonly value: Value;
  /** The object that contains the value; for an element of a list or an entry of a map, the object that contains the list or map. */
  readonly holder: Holder;
  /** Name of the field, index of the element, or key of the entry. */
  readonly key: string | number;
  /** Segments of the path of the value. Valid only during the test. */
  readonly path: readonly (string | number)[];
  readonly context: Context;
}

/**
 * Result of a test: the invalid value, or a message and optionally another path; `true` if the requirement is a sufficient
 * message. For a valid value: `undefined`, `false`, or an undefined message.
 */
export type Finding =
  | string
  | number
  | bigint
  | boolean
  | { readonly message: string | undefined; readonly path?: string }
  | undefined;

/** A rule as declared in its table. The severity `advice` warns about values that the service accepts. */
export interface RuleRow<Id extends string = string, Context = never> extends Omit<Rule<Id>, "severity"> {
  readonly severity: Severity | "advice";
  /** Paths of the values, such as `view.query`, `clustering.fields[]`, `labels{}`; the empty path is the resource itself. */
  readonly paths: readonly string[];
  /** The requirement, which follows the path in a message. */
  readonly requirement: string;
  test(place: Place<unknown, unknown, Context>): Finding | readonly Finding[];
}

/** The issues of a value, grouped by severity. */
export interface RuleResult {
  /** Issues that reject the value. */
  readonly errors: readonly Issue[];
  /** Issues of rules with the severity `warn`. */
  readonly warnings: readonly Issue[];
}

/**
 * Creates a rule about the values at one or more paths; a value that is null or missing is not tested. `requirement`
 * becomes the text of the rule and of its issues.
 */
export function rule<const Id extends string, Value, Holder, Context>(
  id: Id,
  source: string,
  path: string | readonly string[],
  requirement: string,
  test: (place: Place<Value, Holder, Context>) => Finding | readonly Finding[],
  severity: RuleRow["severity"] = source === UNVERIFIED ? "warn" : "error",
): RuleRow<Id, Context> {
  const paths = [path].flat();
  const nameOf = (each: string) => (each.endsWith("{}") ? `Each entry of "${each.slice(0, -2)}"` : `"${each}"`);
  const names = paths.map((each) => (each === "" ? "The resource" : nameOf(each))).join(" and ");
  return {
    id,
    source,
    severity,
    text: `${paths.length > 1 ? "Each of " : ""}${names} ${requirement}.`,
    paths,
    requirement,
    test: (place) => (place.value == null ? undefined : test(place as Place<Value, Holder, Context>)), // the types at the path
  };
}

/** The rules about a value, and the trees of the values inside it by name; `[]` is each element, `{}` each entry. */
export interface RuleTree<Context> {
  readonly rules: RuleRow<string, Context>[];
  readonly inside: Map<string, RuleTree<Context>>;
}

/** Arranges rules by the paths of their values, so that one walk of a resource checks all of them. */
export function ruleTree<Context>(rules: readonly RuleRow<string, Context>[]): RuleTree<Context> {
  const root: RuleTree<Context> = { rules: [], inside: new Map() };
  for (const rule of rules) for (const path of rule.paths) treeAt(root, path).rules.push(rule);
  return root;
}

/** Returns the part of a tree at a path. */
export function treeAt<Context>(root: RuleTree<Context>, path: string): RuleTree<Context> {
  let tree = root;
  for (const name of namesIn(path)) {
    const found = tree.inside.get(name) ?? { rules: [], inside: new Map() };
    tree.inside.set(name, found);
    tree = found;
  }
  return tree;
}

/** The names on a path: `schema`, `fields`, `[]` and `name` for `schema.fields[].name`. */
function namesIn(path: string): string[] {
  return path === "" ? [] : path.replaceAll("[]", ".[]").replaceAll("{}", ".{}").split(".");
}

/** Checks a resource against rules. A rule with the severity `off` reports nothing. */
export function checkTree<Context>(
  root: RuleTree<Context>,
  resource: object,
  context: Context,
  settings: RuleSettings = {},
): RuleResult {
  const errors: Issue[] = [];
  const warnings: Issue[] = [];
  const path: (string | number)[] = [];
  const visit = (tree: RuleTree<Context>, place: Place<unknown, unknown, Context>): void => {
    const { value, holder } = place;
    for (const rule of tree.rules) {
      const found = rule.test(place);
      if (found === undefined || found === false) continue; // most values are valid
      const { id, requirement, severity } = rule;
      const setting = settings[id] ?? severity;
      if (setting === "off") continue;
      for (const each of [found].flat()) {
        const message = messageOf(requirement, each);
        if (message === undefined) continue;
        const at = (typeof each === "object" && each.path) || formatPath(path);
        (setting === "error" ? errors : warnings).push(shortIssue({ path: at, message, rule: id }));
      }
    }
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of tree.inside) {
      const isField = name !== "[]" && name !== "{}";
      for (const key of isField ? [name] : keysOf(value, name)) {
        path.push(key);
        const member = (value as Record<string | number, unknown>)[key]; // any property may be absent
        visit(inner, { value: member, holder: isField ? value : holder, key, path, context });
        path.pop();
      }
    }
  };
  visit(root, { value: resource, holder: undefined, key: "", path, context });
  return { errors, warnings };
}

/** The indices of a list, or the keys of a map. */
function keysOf(value: object, kind: "[]" | "{}"): Iterable<string | number> {
  if (kind === "{}") return Object.keys(value);
  return Array.isArray(value) ? value.keys() : [];
}

function messageOf(requirement: string, found: Finding): string | undefined {
  if (found === undefined || found === false) return undefined;
  if (typeof found === "object") return found.message;
  if (found === true) return requirement;
  return `${requirement}, got ${found === "" ? "an empty string" : shown(found)}`;
}

/** Returns the data of rules, without their functions. Areas export the result. */
export function ruleTable<Id extends string>(rules: readonly RuleRow<Id>[]): readonly Rule<Id>[] {
  return rules.map(({ id, severity, text, source }) => {
    return { id, severity: severity === "advice" ? "warn" : severity, text, source };
  });
}

/** Returns the settings of a service's own checks: every issue is an error, unless the service accepts the value. */
export function serviceRules(rules: readonly RuleRow[], profile: RuleSettings): RuleSettings {
  const enforced = rules.filter(({ severity, source }) => severity !== "advice" && source !== UNVERIFIED);
  return { ...Object.fromEntries(enforced.map(({ id }) => [id, "error"])), ...profile };
}

/** Creates a test that reports strings that do not match a pattern. Values of other types are reported elsewhere. */
export function unlike(form: RegExp): (place: { readonly value: unknown }) => Finding {
  return ({ value }) => typeof value === "string" && !form.test(value) && value;
}

/** Creates a test that reports strings of more than `max` characters (code points, not UTF-16 units). */
export function longerThan(max: number): (place: { readonly value: string }) => Finding {
  return ({ value }) => {
    const length = value.length > max ? Array.from(value).length : 0;
    return length > max && length;
  };
}
