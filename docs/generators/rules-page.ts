import {
  entityRules,
  environmentRules,
  type GatewayRule,
  gatewayRules,
  googleNaming,
  type Rule,
  warehouseRules,
} from "fourfold";

/** What differs for the rules of documents. */
const GATEWAY =
  "`checkSecurity` reports these issues of an OpenAPI document: those of rules with `warn` as `warning`, or as `info` if they are hints.";

/** The page about rules, derived from the tables. */
export function rulesPage(): string {
  const intro = `# Rules

Requests are checked against these rules before they are sent. A rule has a stable id, which is the \`rule\` of an issue in a \`RequestError\`, and with
which a client changes its severity:

\`\`\`ts
createClient({ auth, rules: { "label-key-length": "warn" } });
\`\`\`

\`error\` rejects the request, \`warn\` reports the issue to \`onEvent\` and sends the request, \`off\` skips the rule. The severity is in parentheses if it is not
\`error\`; a second one applies under [\`vendorNaming\`](naming.md#rules). In a patch, a rule that compares fields applies only if all of them are present.
Responses are not checked against rules.

BigQuery adds types, modes, formats and encodings. A value that fourfold does not know is sent as it is, unless it is probably a typo of a known value
(one letter differs, or two of at least six), or an SQL type that the API does not know, such as \`VARCHAR\`. In a type, a mode or a source format, a
typo is an error, elsewhere a warning. \`property-name\` finds typos in the names of properties. Columns of partitions, clusters and keys are
checked only if the request has a schema.

The links after a rule are its sources: pages of Google's documentation, fields of its discovery documents, threads of users whose requests the
service refused, and files of the gateway's source. "Specification" is the specification that [\`vendorNaming\`](naming.md) follows. For an
\`unverified\` rule no source was found, so it only warns.

This page is generated from the rule tables by \`npm run docs\`.
`;
  const fixed = `## Rules that cannot be turned off

Other ids, such as \`call-option\`, are those of invalid options and arguments.

- \`member-type\`: A field must have the type that its resource declares.
- \`int64\`: A 64-bit integer must be a string of digits, a bigint or a safe integer.
- \`json-value\`: A value must be representable in JSON.
- \`undefined-value\`: An update of an environment must not contain undefined values.
- \`no-mask-for-it\`: A desired environment must differ from the current one only where a mask can name the change.
- \`table-reference-fixed\`: A desired table must have the reference of the live one.
- \`table-kind-fixed\`: A desired table must be of the same kind as the live one: a table, a view, an external table or a BigLake table.
- \`column-missing\`: A desired schema must list every live column, unless extra columns are kept.
- \`column-type-fixed\`: The type of a live column must not change.
- \`column-mode-fixed\`: The mode of a live column must not change, except from REQUIRED to NULLABLE.
- \`column-parameter-fixed\`: The maxLength, precision and scale of a live column must not change.
- \`column-name-fixed\`: The name of a live column must be spelled as in the table.
- \`column-required-new\`: A new column of a live table or of a live RECORD must not be REQUIRED.
- \`column-default-new\`: A new column must not have a default value before it exists.
- \`partitioning-fixed\`: Partitioning must not be added, removed or changed, except for its expiration and filter.
- \`hive-keys-fixed\`: The keys by which the files of an external table are partitioned must not change.
- \`view-schema-fixed\`: Columns of a view must follow from its query; only descriptions and policy tags can change.
- \`clustering-not-empty\`: Clustering must be removed with null, not with an empty list.
- \`materialized-view-fixed\`: The query and the schema of a materialized view must not change.
- \`snapshot-fixed\`: The schema of a snapshot must not change.
- \`encryption-fixed\`: A table must not change between the default encryption key and another key.
- \`resource-name\`: The name of an environment or an operation must have the documented form.
- \`openapi-document\`: An OpenAPI document must be an OpenAPI 2.0, 3.0 or 3.1 document.
- \`operation-known\`: An operation to secure must exist in the document.
- \`issuer-base\`: The issuer base of a definition must be an http or https URL.
- \`project-id\`: The project id of a definition must be a single path segment.
- \`token-form\`: An access token must contain neither a scheme nor spaces.
- \`token-algorithm\`: The algorithms of a verifier must be asymmetric.
- \`api-key-rejected\`: A warning, once per service: BigQuery and Cloud Composer reject API keys.
- \`unencrypted-credentials\`: A warning, once per host: credentials are sent to an http address that is not on this machine.
- \`path-id\`: An id must be a single path segment: not empty, no slash, not \`.\` or \`..\`.
`;
  const areas = [
    section("Warehouse: BigQuery", warehouseRules),
    section("Entities: Knowledge Graph Search", entityRules),
    section("Environments: Cloud Composer", environmentRules),
    section("Gateway: API Gateway and Cloud Endpoints", gatewayRules, GATEWAY),
  ];
  return [intro, ...areas, fixed].join("\n");
}

function section(title: string, rules: readonly (Rule | GatewayRule)[], text?: string): string {
  const lines = rules.map((rule) => {
    const sources = rule.source.split("; ").map(sourceLink).join(", ");
    return `- \`${rule.id}\`${severityOf(rule)}: ${rule.text.replaceAll("<", "\\<")} (${sources})`;
  });
  return [`## ${title}`, ...(text === undefined ? [] : [text]), `${lines.join("\n")}\n`].join("\n\n");
}

/** Addresses of Google's discovery documents. */
const DISCOVERY: Readonly<Record<string, string>> = {
  "bigquery.v2": "https://bigquery.googleapis.com/$discovery/rest?version=v2",
  "composer.v1beta1": "https://composer.googleapis.com/$discovery/rest?version=v1beta1",
  "kgsearch.v1": "https://kgsearch.googleapis.com/$discovery/rest?version=v1",
};

/** Links a source of a rule. */
function sourceLink(source: string): string {
  if (source.startsWith("https:"))
    return `[${new URL(source).pathname.split("/").findLast((part) => part !== "")}](${source})`;
  const [, repository, kind, place = ""] = /^([\w.-]+\/[\w.-]+)([#:])(.+)$/.exec(source) ?? [];
  if (kind === "#") return `[${source}](https://github.com/${repository}/issues/${place})`;
  if (kind === ":") return `[${place.split("/").at(-1)}](https://github.com/${repository}/blob/HEAD/${place})`;
  const [document = "", field] = source.split("#");
  return field === undefined ? source.replace("spec: ", "specification: ") : `[${field}](${DISCOVERY[document]})`;
}

/** The severity by default, if it is not `error`, and that under `vendorNaming`, if it differs. */
function severityOf({ id, severity }: Rule | GatewayRule): string {
  const google = googleNaming.rules[id] ?? googleNaming.findings?.[id] ?? severity;
  if (google !== severity) return ` (${google}, ${severity})`;
  return severity === "error" ? "" : ` (${severity})`;
}
