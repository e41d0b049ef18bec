import type { Int64 } from "../../../src/schema/scalars.js";
import type { FieldDraft } from "../../../src/warehouse/rules/rule-builders.js";
import {
  COLUMNS,
  EXTERNAL,
  NOW,
  type RuleCase,
  type TableDraft,
  withCsv,
  withExternal,
  withField,
  withLake,
} from "./check-rules.js";

const LABELS = (key: string, value = "v") => ({ labels: { [key]: value } });
const TAG = "projects/1/locations/eu/taxonomies/2/policyTags/3";
const NUMERIC = (precision?: Int64, scale?: Int64) => withField({ type: "NUMERIC", precision, scale });
const BIGNUMERIC = (precision?: Int64, scale?: Int64) => withField({ type: "BIGNUMERIC", precision, scale });
const FOREIGN = (referencingColumn: string, tableId = "u", referencedColumn = "id") => ({
  schema: COLUMNS,
  tableConstraints: {
    foreignKeys: [
      {
        referencedTable: { projectId: "p", datasetId: "d", tableId },
        columnReferences: [{ referencingColumn, referencedColumn }],
      },
    ],
  },
});
const RECORD = { name: "r", type: "RECORD", fields: [{ name: "a", type: "INTEGER" }] } as const;
const inRecord = (field: FieldDraft) => ({
  schema: { fields: [{ ...RECORD, fields: [{ name: "a", type: "INTEGER", ...field }] }] },
});
const columnsOf = (...names: string[]) => names.map((name) => ({ name, type: "STRING" }));
const nested = (depth: number): FieldDraft =>
  depth === 1 ? { name: "a", type: "STRING" } : { name: "a", type: "RECORD", fields: [nested(depth - 1)] };
const MANY = Array.from({ length: 9_998 }, (_, index) => `c${index}`);
const KEY = "projects/p/locations/eu/keyRings/r/cryptoKeys/k";
const encrypted = (kmsKeyName: string) => ({ encryptionConfiguration: { kmsKeyName } });

/** A table with properties that are not in its type. */
const unknown = (table: object) => table as TableDraft;

export const tableCases = {
  "one-table-kind": {
    breaks: [
      [{ view: { query: "q" }, materializedView: { query: "q" } }, "materializedView"],
      [{ ...withExternal({}), ...withLake({}) }, "biglakeConfiguration"],
      [{ view: { query: "q" }, ...withExternal({}) }, EXTERNAL],
    ],
    holds: [
      { view: { query: "q" } },
      { materializedView: { query: "q" }, view: null },
      withExternal({}),
      withLake({}),
      {},
    ],
  },
  "max-staleness-interval": {
    breaks: ["4 hours", "", "P"].map((maxStaleness) => [{ maxStaleness }, "maxStaleness"]),
    holds: ["0-0 0 4:0:0", "-1-0 -2 -0:00:30", "4:0:0", "PT4H"].map((maxStaleness) => ({ maxStaleness })),
  },
  "expiration-time-in-past": {
    breaks: [
      [{ expirationTime: `${BigInt(NOW)}` }, "expirationTime"],
      [{ expirationTime: "0" }, "expirationTime"],
    ],
    holds: [{ expirationTime: `${BigInt(NOW) + 1n}` }, {}],
  },
  "primary-key-column-exists": {
    breaks: [
      [
        { schema: COLUMNS, tableConstraints: { primaryKey: { columns: ["id", "x"] } } },
        "tableConstraints.primaryKey.columns[1]",
      ],
      [
        { schema: COLUMNS, tableConstraints: { primaryKey: { columns: ["place.town"] } } },
        "tableConstraints.primaryKey.columns[0]",
      ],
      [
        { schema: COLUMNS, tableConstraints: { primaryKey: { columns: [""] } } },
        "tableConstraints.primaryKey.columns[0]",
      ],
    ],
    holds: [
      { schema: COLUMNS, tableConstraints: { primaryKey: { columns: ["id", "n"] } } },
      { tableConstraints: { primaryKey: { columns: ["x"] } } },
    ],
  },
  "foreign-key-column-exists": {
    breaks: [[FOREIGN("x"), "tableConstraints.foreignKeys[0].columnReferences[0].referencingColumn"]],
    holds: [FOREIGN("n"), { ...FOREIGN("x"), schema: undefined }],
  },
  "foreign-key-table-exists": {
    breaks: [[FOREIGN("id", "missing"), "tableConstraints.foreignKeys[0].referencedTable"]],
    holds: [FOREIGN("id"), FOREIGN("id", "unknown"), FOREIGN("id", "t")],
  },
  "foreign-key-referenced-column-exists": {
    breaks: [
      [FOREIGN("id", "u", "x"), "tableConstraints.foreignKeys[0].columnReferences"],
      [FOREIGN("id", "t", "x"), "tableConstraints.foreignKeys[0].columnReferences"],
    ],
    holds: [
      FOREIGN("id", "u", "ID"),
      FOREIGN("id", "t", "N"),
      FOREIGN("id", "unknown", "x"),
      FOREIGN("id", "view", "y"),
      { ...FOREIGN("id", "t", "x"), schema: undefined },
    ],
  },
  "kms-key-name-form": {
    breaks: ["", "k", "projects/p/locations/eu/keyRings/r", `/${KEY}`, `${KEY}/`, `${KEY}/cryptoKeyVersions/`].map(
      (name) => [encrypted(name), "encryptionConfiguration.kmsKeyName"],
    ),
    holds: [encrypted(KEY), encrypted(`${KEY}/cryptoKeyVersions/2`)],
  },
  "kms-key-not-view": {
    breaks: [
      { view: { query: "q" } },
      ...["p.aws-us-east-1.c", "p.azure-eastus2;c", "projects/p/locations/aws-us-east-1/connections/c"].map(
        (connectionId) => withExternal({ connectionId }),
      ),
    ].map((table) => [{ ...table, ...encrypted(KEY) }, "encryptionConfiguration"]),
    holds: [
      { ...encrypted(KEY), materializedView: { query: "q" } }, // the key of the dataset
      { ...encrypted(KEY), ...withExternal({ connectionId: "aws-x.org:p.eu;c" }) },
      { ...encrypted(KEY), view: null },
      { view: { query: "q" }, encryptionConfiguration: null },
    ],
  },
  "view-schema-new": {
    breaks: [
      [{ view: { query: "q" }, ...withField({}) }, "schema"],
      [{ view: { query: "q" }, schema: {} }, "schema"],
    ],
    holds: [{ view: { query: "q" }, schema: null }, withField({})],
  },
  "materialized-view-schema-new": {
    breaks: [[{ materializedView: { query: "q" }, ...withField({}) }, "schema"]],
    holds: [{ materializedView: { query: "q" } }, withField({})],
  },
  "label-key-length": {
    breaks: [
      [LABELS("k".repeat(64)), `labels.${"k".repeat(64)}`],
      [LABELS("𐐨".repeat(64)), `labels["${"𐐨".repeat(64)}"]`],
    ],
    holds: [LABELS("k".repeat(63)), LABELS("𐐨".repeat(63))],
  },
  "label-value-length": {
    breaks: [[LABELS("k", "v".repeat(64)), "labels.k"]],
    holds: [LABELS("k", "v".repeat(63)), LABELS("k", "𐐨".repeat(63)), LABELS("k", "")],
  },
  "label-key-characters": {
    breaks: [
      [LABELS("bad-Key"), 'labels["bad-Key"]'],
      [LABELS("a b"), 'labels["a b"]'],
      [LABELS("a.b"), 'labels["a.b"]'],
      [LABELS("aÉ"), 'labels["aÉ"]'],
    ],
    holds: [LABELS("team_1-a"), LABELS("größe"), LABELS("チーム"), LABELS("हिन्दी"), LABELS("ラーメン"), LABELS("a٣")],
  },
  "label-value-characters": {
    breaks: [
      [LABELS("k", "Data"), "labels.k"],
      [LABELS("k", "a/b"), "labels.k"],
    ],
    holds: [LABELS("k", "1-_x"), LABELS("k", "数据"), LABELS("k", "")],
  },
  "label-key-start": {
    breaks: [
      [LABELS("1a"), 'labels["1a"]'],
      [LABELS("_a"), "labels._a"],
      [LABELS(""), 'labels[""]'],
    ],
    holds: [LABELS("a1"), LABELS("é1"), LABELS("数1")],
  },
  "resource-tag-key-form": {
    breaks: ["env", "/env", "1/", "1/a/b", " / "].map((key) => [
      { resourceTags: { [key]: "v" } },
      key === "env" ? "resourceTags.env" : `resourceTags["${key}"]`,
    ]),
    holds: [{ resourceTags: { "12345/environment": "production" } }],
  },
  "field-name-form": {
    breaks: [
      [withField({ name: "a-b" }), "schema.fields[0].name"],
      [withField({ name: "größe" }), "schema.fields[0].name"],
      [withField({ name: "列1" }), "schema.fields[0].name"],
      [withCsv({ schema: { fields: [{ name: "a b", type: "DATE" }] } }), `${EXTERNAL}.schema.fields[0].name`],
    ],
    holds: [withField({ name: "A_9" })],
  },
  "external-field-name-form": {
    breaks: [
      [withCsv({ schema: { fields: [{ name: "user-id", type: "STRING" }] } }), `${EXTERNAL}.schema.fields[0].name`],
    ],
    holds: [withCsv({ schema: { fields: [{ name: "user_id", type: "STRING" }] } })],
  },
  "top-level-field-only": {
    breaks: [
      [inRecord({ defaultValueExpression: "2" }), "schema.fields[0].fields[0].defaultValueExpression"],
      [
        inRecord({ generatedColumn: { generatedMode: "GENERATED_ALWAYS" } }),
        "schema.fields[0].fields[0].generatedColumn",
      ],
      [inRecord({ foreignTypeDefinition: "x" }), "schema.fields[0].fields[0].foreignTypeDefinition"],
    ],
    holds: [
      withField({ defaultValueExpression: "2" }),
      { schema: { fields: [{ ...RECORD, defaultValueExpression: "STRUCT(1)" }] } },
      inRecord({ defaultValueExpression: null }),
    ],
  },
  "foreign-type-definition-required": {
    breaks: [[withField({ type: "FOREIGN" }), "schema.fields[0].foreignTypeDefinition"]],
    holds: [withField({ foreignTypeDefinition: "x" }), withField({})],
  },
  "column-name-distinct": {
    breaks: [
      [{ schema: { fields: columnsOf("a", "A") } }, "schema.fields"],
      [withField({ type: "RECORD", fields: columnsOf("x", "b", "x") }), "schema.fields[0].fields"],
      [withExternal({ schema: { fields: columnsOf("a", "b", "a") } }), "externalDataConfiguration.schema.fields"],
    ],
    holds: [{ schema: { fields: columnsOf("a", "b") } }, withField({ type: "RECORD", fields: columnsOf("a", "b") })],
  },
  "column-name-reserved": {
    breaks: [
      [withField({ name: "_partitionDate" }), "schema.fields[0].name"],
      [inRecord({ name: "_TABLE_x" }), "schema.fields[0].fields[0].name"],
    ],
    holds: [withField({ name: "partition" }), withField({ name: "_row" }), withField({ name: "a_TABLE_" })],
  },
  "column-depth": {
    breaks: [
      [withField(nested(16)), `schema.fields[0]${".fields[0]".repeat(14)}.fields`],
      [withField(nested(40)), `schema.fields[0]${".fields[0]".repeat(14)}.fields`],
    ],
    holds: [withField(nested(15))],
  },
  "column-count": {
    breaks: [
      [{ schema: { fields: columnsOf(...MANY, "x", "y", "z") } }, "schema.fields"],
      [{ schema: { fields: [nested(3), ...columnsOf(...MANY)] } }, "schema.fields"],
    ],
    holds: [{ schema: { fields: columnsOf(...MANY, "x", "y") } }],
  },
  "field-name-start": {
    breaks: [
      [withField({ name: "9a" }), "schema.fields[0].name"],
      [withField({ name: "é" }), "schema.fields[0].name"],
      [withField({ name: "" }), "schema.fields[0].name"],
    ],
    holds: [withField({ name: "_9" })],
  },
  "field-name-length": {
    breaks: [[withField({ name: "a".repeat(301) }), "schema.fields[0].name"]],
    holds: [withField({ name: "a".repeat(300) })],
  },
  "field-description-length": {
    breaks: [[withField({ description: "😀".repeat(1025) }), "schema.fields[0].description"]],
    holds: [withField({ description: "😀".repeat(1024) })],
  },
  "nested-fields-only-record": {
    breaks: [[withField({ fields: [{ name: "b", type: "DATE" }] }), "schema.fields[0].fields"]],
    holds: [withField({ type: "RECORD", fields: [{ name: "b", type: "DATE" }] }), withField({ fields: [] })],
  },
  "max-length-only-string-bytes": {
    breaks: [[withField({ type: "JSON", maxLength: "5" }), "schema.fields[0].maxLength"]],
    holds: [withField({ maxLength: "5" }), withField({ type: "BYTES", maxLength: "5" })],
  },
  "max-length-not-negative": {
    breaks: [[withField({ maxLength: "-5" }), "schema.fields[0].maxLength"]],
    holds: [withField({ maxLength: "0" }), withField({ maxLength: "9223372036854775807" })],
  },
  "collation-only-string": {
    breaks: [
      [withField({ type: "BYTES", collation: "und:ci" }), "schema.fields[0].collation"],
      [withField({ type: "BYTES", collation: "" }), "schema.fields[0].collation"],
    ],
    holds: [withField({ collation: "und:ci" }), withField({ mode: "REPEATED", collation: "und:ci" })],
  },
  "policy-tag-count": {
    breaks: [[withField({ policyTags: { names: [TAG, `${TAG}4`] } }), "schema.fields[0].policyTags.names"]],
    holds: [
      withField({ policyTags: { names: [TAG] } }),
      withField({ policyTags: { names: [] } }),
      withField({ policyTags: {} }),
    ],
  },
  "policy-tag-form": {
    breaks: [
      [withField({ policyTags: { names: ["secret"] } }), "schema.fields[0].policyTags.names[0]"],
      [withField({ policyTags: { names: [`${TAG}/5`] } }), "schema.fields[0].policyTags.names[0]"],
      [
        withField({ policyTags: { names: ["projects/ /locations/ /taxonomies/ /policyTags/ "] } }),
        "schema.fields[0].policyTags.names[0]",
      ],
    ],
    holds: [withField({ policyTags: { names: [TAG] } })],
  },
  "precision-needs-decimal-type": {
    breaks: [
      [withField({ precision: "5" }), "schema.fields[0].precision"],
      [withField({ type: "FLOAT", scale: "5" }), "schema.fields[0].scale"],
    ],
    holds: [NUMERIC("5"), BIGNUMERIC("5", "2"), NUMERIC()],
  },
  "scale-needs-precision": {
    breaks: [
      [NUMERIC(undefined, "2"), "schema.fields[0].scale"],
      [
        { schema: { fields: [{ name: "r", type: "RECORD", fields: [{ name: "n", type: "NUMERIC", scale: "0" }] }] } },
        "schema.fields[0].fields[0].scale",
      ],
    ],
    holds: [NUMERIC("4", "2")],
  },
  "numeric-precision-and-scale": {
    breaks: [
      [NUMERIC("20", "10"), "schema.fields[0].scale"],
      [NUMERIC("5", "-1"), "schema.fields[0].scale"],
      [NUMERIC("30", "0"), "schema.fields[0].precision"],
      [NUMERIC("5", "5"), "schema.fields[0].precision"],
      [NUMERIC("9223372036854775807", "9"), "schema.fields[0].precision"],
      [withField({ type: "numeric", precision: "5", scale: "5" }), "schema.fields[0].precision"],
    ],
    holds: [NUMERIC("38", "9"), NUMERIC("29", "0"), NUMERIC("1", "0"), NUMERIC("10", "9")],
  },
  "bignumeric-precision-and-scale": {
    breaks: [
      [BIGNUMERIC("60", "39"), "schema.fields[0].scale"],
      [BIGNUMERIC("77", "38"), "schema.fields[0].precision"],
    ],
    holds: [BIGNUMERIC("76", "38"), BIGNUMERIC("38", "0"), BIGNUMERIC("39", "38")],
  },
  "precision-alone": {
    breaks: [
      [NUMERIC("30"), "schema.fields[0].precision"],
      [NUMERIC("0"), "schema.fields[0].precision"],
      [BIGNUMERIC("39"), "schema.fields[0].precision"],
    ],
    holds: [NUMERIC("29"), NUMERIC("1"), BIGNUMERIC("38")],
  },
  "property-name": {
    breaks: [
      [unknown({ clustring: { fields: ["a"] } }), "clustring"],
      [unknown({ Description: "x" }), "Description"],
      [unknown({ schema: { feilds: [] } }), "schema.feilds"],
      [
        withField(unknown({ type: "RECORD", fields: [{ name: "b", type: "STRING", descripton: "x" }] }) as FieldDraft),
        "schema.fields[0].fields[0].descripton",
      ],
      [unknown({ tableConstraints: { primaryKeys: { columns: ["a"] } } }), "tableConstraints.primaryKeys"],
    ],
    holds: [
      unknown({ fieldOfTheFuture: { clustring: 1 } }),
      unknown({ labels: { clustring: "a", label: "b" }, resourceTags: { "1/schma": "a" } }),
      unknown({ externalCatalogTableOptions: { parameters: { clustring: "a" } } }),
    ],
  },
} as const satisfies Record<string, RuleCase>;
