import type { Issue } from "../../errors/issue.js";

/** How a broken rule is treated: `error` refuses the request, `warn` reports it to `onEvent` and sends it. */
export type Severity = "error" | "warn";

/** One rule that a request can break. */
export interface Rule<Id extends string = string> {
  /** Stable name of the rule, in kebab case: the key of the `rules` option and the `rule` of an {@link Issue}. */
  readonly id: Id;
  /** How it is treated unless the naming profile or the `rules` option says otherwise. */
  readonly severity: Severity;
  /** What it demands, in one sentence. */
  readonly text: string;
  /** Document and section of the spec that describe what the rule is about. */
  readonly spec: string;
  /** Section of the spec that states the rule: `spec`, or `implied` if the spec does not state it. */
  readonly section: string;
}

/** A rule as its table declares it. */
export interface RuleRow<Id extends string = string> extends Omit<Rule<Id>, "section"> {
  /** Whether the spec does not state the rule. Default: `false`. */
  readonly implied?: boolean | undefined;
}

/** Severities by rule id; `off` skips the rule. */
export type RuleSettings<Id extends string = string> = { readonly [K in Id]?: Severity | "off" | undefined };

/** What a rule calls for each thing it finds: where, and what is wrong there. */
type Report = (path: string, message: string) => void;

/** A rule together with the function that checks it. */
export interface RuleCheck<Node, Context> extends RuleRow {
  check(node: Node, report: Report, context: Context): void;
}

/** The issues of a value, parted by what is to be done about them. */
export interface Verdict {
  errors: Issue[];
  warnings: Issue[];
}

/** Runs rules over a value. A rule that is switched off is not run. */
export function runRules<Node, Context>(
  rules: readonly RuleCheck<Node, Context>[],
  node: Node,
  context: Context,
  settings: RuleSettings = {},
): Verdict {
  const verdict: Verdict = { errors: [], warnings: [] };
  for (const rule of rules) {
    const severity = settings[rule.id] ?? rule.severity;
    if (severity === "off") continue;
    const found = severity === "error" ? verdict.errors : verdict.warnings;
    rule.check(node, (path, message) => found.push({ path, message, rule: rule.id }), context);
  }
  return verdict;
}

/** The data of rules, without their functions: what an area exports. */
export function ruleTable<Id extends string>(rules: readonly RuleRow<Id>[]): readonly Rule<Id>[] {
  return rules.map((rule) => ruleData(rule));
}

/** The data of a rule, without its function. */
export function ruleData<Id extends string>({ id, severity, text, spec, implied }: RuleRow<Id>): Rule<Id> {
  return { id, severity, text, spec, section: implied ? "implied" : spec };
}
