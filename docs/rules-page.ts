import { entityRules, environmentRules, gatewayRules, type Rule, warehouseRules } from "fourfold";

/** Returns `src/naming/rule-names.ts`: naming profiles cannot import the rule tables of the areas. */
export function ruleNamesSource(): string {
  const rules = [...warehouseRules, ...entityRules, ...environmentRules];
  const members = rules.map(
    ({ id, text }) => `  /** ${text.replaceAll("*/", "*\\/")} */\n  readonly "${id}"?: Severity | "off" | undefined;\n`,
  );
  return `// Generated from the rule tables by \`npm run docs:rules\`.
import type { Severity } from "../core/rules/rules.js";

/** Severities of the rules that this package ships. */
export interface NamedRules {
${members.join("")}}
`;
}

/** The page about rules, derived from the tables. */
export function rulesPage(): string {
  const intro = `# Rules

What a request is checked against before it is sent. Every rule has a stable id: the \`rule\` of an issue in a
\`RequestError\`, and the key with which a client changes its severity:

\`\`\`ts
createClient({ baseUrl, rules: { "clustering-needs-time-partitioning": "off" } });
\`\`\`

\`error\` rejects the request, \`warn\` reports it to \`onEvent\` and sends it, \`off\` skips it. A rule is an error where the spec
requires or forbids something or states a bound, and where a service is known to reject the request; otherwise it warns. In a
patch, and where no schema is given, a rule that compares fields runs only when all of them are present. Responses are not
checked by rules.

The spec is the description of the interfaces that this library was written from. The last column names the document and section
that state the rule, as \`Spec: …\` does in hover texts; "implied" means that the spec does not state it.

This page is written from the tables by \`npm run docs:rules\`.
`;
  const fixed = `## What cannot be switched off

| id | demands |
|---|---|
| \`member-type\` | A member has the type that its resource gives it. |
| \`int64\` | A 64-bit integer is a string of digits, a bigint, or a number that is still exact. |
| \`json-value\` | A value survives being written as JSON. |
| \`undefined-value\` | No edit and no body of an environment's update holds undefined. |
| \`no-mask-for-it\` | A plan for an environment differs only where a mask can change it. |
| \`table-reference-fixed\` | A desired table has the reference of the live one. |
| \`table-kind-fixed\` | A plan for a table does not make it a view, an external or a lake table, or the other way round. |
| \`column-missing\` | A desired schema lists every live column, unless extra columns are kept. |
| \`column-type-fixed\` | The type of a live column does not change. |
| \`column-mode-fixed\` | The mode of a live column does not change, except from REQUIRED to NULLABLE. |
| \`column-parameter-fixed\` | The maxLength, precision and scale of a live column do not change. |
| \`column-required-new\` | A new column of a live table or of a live RECORD is not REQUIRED. |
| \`column-name-distinct\` | A desired schema has each name once at each level, in any case. |
| \`column-name-reserved\` | The name of a column does not start with a prefix of the service. |
| \`column-depth\` | Columns of a desired schema are at most 15 levels deep. |
| \`column-count\` | A desired schema has at most 10 000 columns, nested ones included. |
| \`partitioning-fixed\` | Partitioning is not added, removed or changed, except for its expiration and filter. |
| \`partition-filter-once\` | The partition filter of a table and the older one of its time partitioning agree. |
| \`clustering-not-empty\` | Clustering is removed with null, not with an empty list. |
| \`materialized-view-fixed\` | The query and the schema of a materialized view do not change. |
| \`encryption-fixed\` | A plan does not change from the default key to another one or back. |
| \`resource-name\` | A name of an environment or an operation has its form. |
| \`openapi-document\` | An API definition document is one of OpenAPI 2.0. |
| \`operation-known\` | An operation that is secured is in the document. |
| \`definition-name\` | A definition does not take the name of another scheme. |
| \`issuer-base\` | The issuer base of a definition is an http or https URL. |
| \`project-id\` | The project id of a definition is one path segment. |
| \`token-form\` | An access token is given without a scheme and spaces. |
| \`token-algorithm\` | A verifier accepts asymmetric algorithms alone. |
| \`path-id\` | An id is one segment of a path: not empty, no slash, not \`.\` or \`..\`. |
`;
  const areas = [
    section("Warehouse", warehouseRules),
    section("Entities", entityRules),
    section("Environments", environmentRules),
    section("Gateway", gatewayRules),
  ];
  return [intro, ...areas, fixed].join("\n");
}

function section(title: string, rules: readonly Rule[]): string {
  const rows = rules.map(
    ({ id, severity, text, section }) => `| \`${id}\` | ${severity} | ${cell(text)} | ${cell(section)} |`,
  );
  return `## ${title}\n\n| id | severity | demands | spec |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
