import { entityRules, environmentRules, gatewayRules, type Rule, warehouseRules } from "fourfold";

/** The page about rules, derived from the tables. */
export function rulesPage(): string {
  const intro = `# Rules

What a request is checked against before it is sent. Every rule has a stable id: the \`rule\` of an issue in a
\`RequestError\`, and the key with which a client changes its severity:

\`\`\`ts
createClient({ baseUrl, rules: { "clustering-needs-time-partitioning": "off" } });
\`\`\`

\`error\` refuses the request, \`warn\` reports it to \`onEvent\` and sends it, \`off\` skips it. On a patch, and wherever no
schema is given, a rule that compares members runs only when all of them are there. Answers are never judged by rules.

The spec is the description of the interfaces that this library was written from. The last column names its document and section, as
\`Spec: …\` does in hover texts; you do not need it to use the library.

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
    ({ id, severity, text, spec }) => `| \`${id}\` | ${severity} | ${cell(text)} | ${cell(spec)} |`,
  );
  return `## ${title}\n\n| id | severity | demands | spec |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
