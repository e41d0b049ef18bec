import { type Issue, shortIssue } from "../errors/request-error.js";
import { shown } from "../values/describe.js";
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
  /** Document and section of the specification that the rule is about. */
  readonly spec: string;
  /** Section of the specification that states the rule: `spec`, or `implied` if none does. */
  readonly section: string;
}

/** A rule as its table declares it. */
export interface RuleRow<Id extends string = string> extends Omit<Rule<Id>, "section" | "severity"> {
  /** Severity of the rule. Default: `error`. */
  readonly severity?: Severity | undefined;
  /** Whether the spec does not state the rule. Default: `false`. */
  readonly implied?: boolean | undefined;
}

/** Setting of a rule; `off` skips the rule. */
export type RuleSetting = Severity | "off" | undefined;

/** Severities by rule id. */
export type RuleSettings<Id extends string = string> = { readonly [K in Id]?: RuleSetting };

/** Check for severities by rule id. */
export const ruleSettings: OptionCheck = mapOf(oneOf("error", "warn", "off"));

/** Reports an issue; without a message, reports nothing. */
export type Report = (path: string, message: string | undefined) => void;

/** A rule together with the function that checks it. */
export interface RuleCheck<Node, Context, Id extends string = string> extends RuleRow<Id> {
  check(node: Node, report: Report, context: Context): void;
}

/** The issues of a value, grouped by severity. */
export interface RuleResult {
  errors: Issue[];
  warnings: Issue[];
}

/** Checks a value against rules. A rule with the severity `off` reports nothing. */
export function runRules<Node, Context>(
  rules: readonly RuleCheck<Node, Context>[],
  node: Node,
  context: Context,
  settings: RuleSettings = {},
): RuleResult {
  const result: RuleResult = { errors: [], warnings: [] };
  for (const rule of rules) {
    rule.check(
      node,
      (path, message) => message !== undefined && addIssue(result, rule, settings, path, message),
      context,
    );
  }
  return result;
}

/** Adds an issue of a rule, by the severity of the rule. */
export function addIssue(
  { errors, warnings }: RuleResult,
  rule: RuleRow,
  settings: RuleSettings,
  path: string,
  message: string,
): void {
  const severity = settings[rule.id] ?? rule.severity ?? "error";
  if (severity !== "off") (severity === "error" ? errors : warnings).push(shortIssue({ path, message, rule: rule.id }));
}

/** Returns the data of rules, without their functions. Areas export the result. */
export function ruleTable<Id extends string>(rules: readonly RuleRow<Id>[]): readonly Rule<Id>[] {
  return rules.map(({ id, severity = "error", text, spec, implied }) => {
    return { id, severity, text, spec, section: implied ? "implied" : spec };
  });
}

/** Formats the message about a value that does not meet a requirement. */
export function unmet(requirement: string, value: unknown): string {
  return `${requirement}, got ${value === "" ? "an empty string" : shown(value)}`;
}

/** Creates a test that finds a string that does not match a pattern. */
export function unlike(form: RegExp): (text: string) => string | undefined {
  return (text) => (form.test(text) ? undefined : text);
}

/** Creates a test that finds the length of a string of more than `max` characters (code points, not UTF-16 units). */
export function longerThan(max: number): (text: string) => number | undefined {
  return (text) => {
    const length = text.length > max ? Array.from(text).length : 0;
    return length > max ? length : undefined;
  };
}
