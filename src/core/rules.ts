/** How a broken rule is treated: `error` refuses the request, `warn` reports it to `onEvent` and sends it. */
export type Severity = "error" | "warn";

/** One rule of the spec that a request can break. */
export interface Rule<Id extends string = string> {
  /** Stable name of the rule, in kebab case: the key of the `rules` option and the `rule` of an {@link Issue}. */
  readonly id: Id;
  /** How it is treated unless the naming profile or the `rules` option says otherwise. */
  readonly severity: Severity;
  /** What it demands, in one sentence. */
  readonly text: string;
  /** Where in the spec it stands: document and section. */
  readonly spec: string;
}

/** Severities by rule id; `off` skips the rule. */
export type RuleSettings<Id extends string = string> = { readonly [K in Id]?: Severity | "off" | undefined };

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where, as in `schema.fields[0].scale`; the empty string is the value as a whole. */
  readonly path: string;
  /** What is wrong there and what would be right. */
  readonly message: string;
  /** Id of the rule that it breaks. */
  readonly rule: string;
}

/** What a rule calls for each thing it finds: where, and what is wrong there. */
type Report = (path: string, message: string) => void;

/** A rule together with the function that checks it. */
export interface RuleCheck<Node, Context> extends Rule {
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
export function ruleTable<Id extends string>(rules: readonly Rule<Id>[]): readonly Rule<Id>[] {
  return rules.map(({ id, severity, text, spec }) => ({ id, severity, text, spec }));
}

/** Writes a path as in `schema.fields[0]["odd name"]`. */
export function formatPath(segments: readonly PropertyKey[]): string {
  let path = "";
  for (const segment of segments) path = joinPath(path, segment);
  return path;
}

/** Adds one segment to a path written by {@link formatPath}. */
export function joinPath(path: string, segment: PropertyKey): string {
  if (typeof segment === "number") return `${path}[${segment}]`;
  const name = String(segment);
  if (!/^[A-Za-z_$@][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

/** Whether a path names the same place as another one, or a place inside it. */
export function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));
}

/** An issue without what its finder knows besides, as users see it. */
export function plainIssue({ path, message, rule }: Issue): Issue {
  return { path, message, rule };
}
