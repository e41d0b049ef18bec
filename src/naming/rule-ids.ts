// Generated from the rule tables by `npm run docs`.

/** Default severities of the rules about BigQuery tables, by rule id. */
export const WAREHOUSE_RULES = {
  /** "tableReference" is required. */
  "table-reference-required": "error",
  /** Each of "tableReference.projectId" and "tableConstraints.foreignKeys[].referencedTable.projectId" is required. */
  "project-id-required": "error",
  /** Each of "tableReference.datasetId" and "tableConstraints.foreignKeys[].referencedTable.datasetId" is required. */
  "dataset-id-required": "error",
  /** Each of "tableReference.tableId" and "tableConstraints.foreignKeys[].referencedTable.tableId" is required. */
  "table-id-required": "error",
  /** "fields[].name" is required. */
  "field-name-required": "error",
  /** "fields[].type" is required. */
  "field-type-required": "error",
  /** "fields[].fields" is required: a RECORD or STRUCT has at least one nested field. */
  "record-fields-required": "error",
  /** "fields[].rangeElementType" is required: the type of the values of the RANGE, such as { type: "DATE" }. */
  "range-element-type-required": "error",
  /** "fields[].rangeElementType.type" is required. */
  "range-element-type-type-required": "error",
  /** "timePartitioning.type" is required. */
  "time-partitioning-type-required": "error",
  /** "rangePartitioning.field" is required. */
  "range-partitioning-field-required": "error",
  /** "rangePartitioning.range" is required: start, end and interval. */
  "range-partitioning-range-required": "error",
  /** "rangePartitioning.range.start" is required. */
  "range-start-required": "error",
  /** "rangePartitioning.range.end" is required. */
  "range-end-required": "error",
  /** "rangePartitioning.range.interval" is required. */
  "range-interval-required": "error",
  /** "partitionDefinition.partitionedColumn[].field" is required. */
  "partitioned-column-field-required": "error",
  /** "view.query" is required. */
  "view-query-required": "error",
  /** "materializedView.query" is required. */
  "materialized-view-query-required": "error",
  /** "externalDataConfiguration.sourceUris" is required, and none of its elements may be empty. */
  "source-uris-required": "error",
  /** "externalDataConfiguration.sourceFormat" is required: only an object table ("objectMetadata") can omit it. */
  "source-format-required": "error",
  /** "externalDataConfiguration.schema" is required: CSV and JSON require a schema or "autodetect". */
  "external-schema-required": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].qualifierEncoded" is required: the qualifier in base64, even if "qualifierString" is set. */
  "column-qualifier-required": "error",
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" is required: for CUSTOM it ends in the partition keys, {<key>:<TYPE>}. */
  "hive-custom-prefix-required": "error",
  /** "biglakeConfiguration.connectionId" is required. */
  "biglake-connection-required": "error",
  /** "biglakeConfiguration.storageUri" is required. */
  "biglake-storage-uri-required": "error",
  /** "biglakeConfiguration.fileFormat" is required. */
  "biglake-file-format-required": "error",
  /** "biglakeConfiguration.tableFormat" is required. */
  "biglake-table-format-required": "error",
  /** "tableConstraints.primaryKey.columns" is required. */
  "primary-key-columns-required": "error",
  /** "tableConstraints.foreignKeys[].referencedTable" is required. */
  "foreign-key-table-required": "error",
  /** "tableConstraints.foreignKeys[].columnReferences" is required. */
  "foreign-key-columns-required": "error",
  /** "tableConstraints.foreignKeys[].columnReferences[].referencingColumn" is required. */
  "referencing-column-required": "error",
  /** "tableConstraints.foreignKeys[].columnReferences[].referencedColumn" is required. */
  "referenced-column-required": "error",
  /** "defaultRoundingMode" must be ROUNDING_MODE_UNSPECIFIED, ROUND_HALF_AWAY_FROM_ZERO or ROUND_HALF_EVEN. */
  "default-rounding-mode": "warn",
  /** "fields[].type" must be STRING, BYTES, INTEGER, INT64, FLOAT, FLOAT64, BOOLEAN, BOOL, TIMESTAMP, DATE, TIME, DATETIME, GEOGRAPHY, NUMERIC, BIGNUMERIC, JSON, RECORD, STRUCT or RANGE. */
  "field-type": "error",
  /** "fields[].mode" must be NULLABLE, REQUIRED or REPEATED. */
  "field-mode": "error",
  /** "fields[].roundingMode" must be ROUNDING_MODE_UNSPECIFIED, ROUND_HALF_AWAY_FROM_ZERO or ROUND_HALF_EVEN. */
  "field-rounding-mode": "warn",
  /** "externalDataConfiguration.sourceFormat" must be CSV, GOOGLE_SHEETS, NEWLINE_DELIMITED_JSON, AVRO, DATASTORE_BACKUP, ICEBERG, ORC, PARQUET or BIGTABLE. */
  "source-format": "error",
  /** "externalDataConfiguration.compression" must be GZIP or NONE. */
  "source-compression": "error",
  /** "externalDataConfiguration.objectMetadata" must be OBJECT_METADATA_UNSPECIFIED or SIMPLE. */
  "object-metadata": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].encoding" must be TEXT or BINARY. */
  "column-family-encoding": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].encoding" must be TEXT or BINARY. */
  "column-encoding": "error",
  /** "managedTableType" should be MANAGED_TABLE_TYPE_UNSPECIFIED, NATIVE or BIGLAKE. */
  "managed-table-type": "warn",
  /** "fields[].generatedColumn.generatedMode" should be GENERATED_MODE_UNSPECIFIED, GENERATED_ALWAYS or GENERATED_BY_DEFAULT. */
  "generated-mode": "warn",
  /** "view.privacyPolicy.joinRestrictionPolicy.joinCondition" should be JOIN_CONDITION_UNSPECIFIED, JOIN_ANY, JOIN_ALL, JOIN_NOT_REQUIRED or JOIN_BLOCKED. */
  "join-condition": "warn",
  /** "externalDataConfiguration.csvOptions.sourceColumnMatch" should be POSITION or NAME. */
  "source-column-match": "warn",
  /** "defaultCollation" must be und:ci or "". */
  "default-collation": "error",
  /** "fields[].collation" must be und:ci or "". */
  "field-collation": "error",
  /** "fields[].rangeElementType.type" must be DATE, DATETIME or TIMESTAMP. */
  "range-element-type": "error",
  /** "timePartitioning.type" must be DAY, HOUR, MONTH or YEAR. */
  "time-partitioning-type": "error",
  /** "externalDataConfiguration.fileSetSpecType" must be FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH or FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST. */
  "file-set-spec-type": "error",
  /** "externalDataConfiguration.decimalTargetTypes[]" must be NUMERIC, BIGNUMERIC or STRING. */
  "decimal-target-type": "error",
  /** "externalDataConfiguration.jsonExtension" must be JSON_EXTENSION_UNSPECIFIED or GEOJSON. */
  "json-extension": "error",
  /** "externalDataConfiguration.metadataCacheMode" must be METADATA_CACHE_MODE_UNSPECIFIED, AUTOMATIC or MANUAL. */
  "metadata-cache-mode": "error",
  /** "externalDataConfiguration.csvOptions.encoding" must be UTF-8, ISO-8859-1, UTF-16BE, UTF-16LE, UTF-32BE or UTF-32LE. */
  "csv-encoding": "error",
  /** "externalDataConfiguration.jsonOptions.encoding" must be UTF-8, UTF-16BE, UTF-16LE, UTF-32BE or UTF-32LE. */
  "json-encoding": "error",
  /** "externalDataConfiguration.parquetOptions.mapTargetType" must be MAP_TARGET_TYPE_UNSPECIFIED or ARRAY_OF_STRUCT. */
  "map-target-type": "error",
  /** "externalDataConfiguration.hivePartitioningOptions.mode" must be AUTO, STRINGS or CUSTOM. */
  "hive-mode": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].type" must be BYTES, STRING, INTEGER, FLOAT, BOOLEAN or JSON. */
  "column-family-type": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].type" must be BYTES, STRING, INTEGER, FLOAT, BOOLEAN or JSON. */
  "column-type": "error",
  /** "biglakeConfiguration.fileFormat" must be FILE_FORMAT_UNSPECIFIED or PARQUET. */
  "biglake-file-format": "error",
  /** "biglakeConfiguration.tableFormat" must be TABLE_FORMAT_UNSPECIFIED or ICEBERG. */
  "biglake-table-format": "error",
  /** Each of "view", "materializedView", "externalDataConfiguration" and "biglakeConfiguration" cannot be combined with another kind of table. */
  "one-table-kind": "error",
  /** "maxStaleness" should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0". */
  "max-staleness-interval": "warn",
  /** "encryptionConfiguration.kmsKeyName" must be projects/<id>/locations/<location>/keyRings/<ring>/cryptoKeys/<key>. */
  "kms-key-name-form": "error",
  /** "expirationTime" should be in the future: a time in the past deletes the table immediately. */
  "expiration-time-in-past": "warn",
  /** "tableConstraints.primaryKey.columns[]" should be a top-level column of the schema. */
  "primary-key-column-exists": "warn",
  /** "tableConstraints.foreignKeys[].columnReferences[].referencingColumn" should be a top-level column of the schema. */
  "foreign-key-column-exists": "warn",
  /** "tableConstraints.foreignKeys[].referencedTable" must be an existing table. */
  "foreign-key-table-exists": "error",
  /** "tableConstraints.foreignKeys[].columnReferences" must reference top-level columns of the referenced table. */
  "foreign-key-referenced-column-exists": "error",
  /** "labels{}" must have a key of at most 63 characters. */
  "label-key-length": "error",
  /** "labels{}" must have a value of at most 63 characters. */
  "label-value-length": "error",
  /** "labels{}" must have a key that contains only lower-case letters, letters without case, digits, underscores and dashes. */
  "label-key-characters": "error",
  /** "labels{}" must have a value that is empty or contains only lower-case letters, letters without case, digits, underscores and dashes. */
  "label-value-characters": "error",
  /** "labels{}" must have a key that starts with a lower-case letter or a letter without case. */
  "label-key-start": "error",
  /** "resourceTags{}" must have a key of the form <parent_id>/<key_name>. */
  "resource-tag-key-form": "error",
  /** "fields[].name" must contain only letters, digits and underscores. */
  "field-name-form": "error",
  /** "fields[].name" should contain only the letters a to z and A to Z, and the digits 0 to 9. */
  "field-name-characters": "warn",
  /** "fields[].name" must start with a letter or an underscore. */
  "field-name-start": "error",
  /** "fields[].name" must have at most 300 characters. */
  "field-name-length": "error",
  /** "fields[].description" must have at most 1024 characters. */
  "field-description-length": "error",
  /** "fields[].fields" is only allowed for RECORD or STRUCT. */
  "nested-fields-only-record": "error",
  /** "fields[].maxLength" is only allowed for STRING or BYTES. */
  "max-length-only-string-bytes": "error",
  /** "fields[].maxLength" must be 0 or more. */
  "max-length-not-negative": "error",
  /** "fields[].roundingMode" is only allowed for NUMERIC or BIGNUMERIC. */
  "rounding-mode-only-decimal": "warn",
  /** "fields[].collation" is only allowed for STRING. */
  "collation-only-string": "error",
  /** "fields[].policyTags.names" must contain at most one policy tag. */
  "policy-tag-count": "error",
  /** "fields[].policyTags.names[]" must be projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>. */
  "policy-tag-form": "error",
  /** Each of "fields[].precision" and "fields[].scale" is only allowed for NUMERIC or BIGNUMERIC. */
  "precision-needs-decimal-type": "error",
  /** "fields[].scale" requires "precision". */
  "scale-needs-precision": "error",
  /** Each of "fields[].scale" and "fields[].precision" must fit NUMERIC: a scale from 0 to 9, and a precision that exceeds the scale by 1 to 29. */
  "numeric-precision-and-scale": "error",
  /** Each of "fields[].scale" and "fields[].precision" must fit BIGNUMERIC: a scale from 0 to 38, and a precision that exceeds the scale by 1 to 38. */
  "bignumeric-precision-and-scale": "error",
  /** "fields[].precision" must be from 1 to 29 for NUMERIC and from 1 to 38 for BIGNUMERIC if "scale" is not set. */
  "precision-alone": "error",
  /** "timePartitioning.expirationMs" must be greater than 0. */
  "time-partitioning-expiration-positive": "error",
  /** "timePartitioning.field" must not be empty; omit it instead. */
  "time-partitioning-field-not-empty": "error",
  /** "timePartitioning.field" must be a top-level column of the schema. */
  "time-partitioning-field-exists": "error",
  /** "timePartitioning.field" must be a TIMESTAMP or DATE column. */
  "time-partitioning-field-type": "error",
  /** "timePartitioning.field" must be a column of mode NULLABLE or REQUIRED. */
  "time-partitioning-field-mode": "error",
  /** "timePartitioning.type" must be DAY, MONTH or YEAR for a DATE column. */
  "time-partitioning-hour": "error",
  /** "timePartitioning.expirationMs" should be at least one hour in milliseconds. */
  "time-partitioning-expiration-short": "warn",
  /** "timePartitioning.expirationMs" should be in milliseconds, not in seconds. */
  "time-partitioning-expiration-unit": "warn",
  /** "requirePartitionFilter" requires "timePartitioning" or "rangePartitioning". */
  "partition-filter-needs-partitions": "error",
  /** "timePartitioning.requirePartitionFilter" is deprecated: set "requirePartitionFilter" of the table. */
  "time-partitioning-filter-deprecated": "warn",
  /** "timePartitioning.requirePartitionFilter" must equal "requirePartitionFilter" of the table; omit it. */
  "partition-filter-once": "error",
  /** "rangePartitioning.field" must be a top-level column of the schema. */
  "range-partitioning-field-exists": "error",
  /** "rangePartitioning.field" must be an INT64 column. */
  "range-partitioning-field-type": "error",
  /** "rangePartitioning.field" must be a column of mode NULLABLE or REQUIRED. */
  "range-partitioning-field-mode": "error",
  /** "rangePartitioning.range.end" must be greater than "start". */
  "range-start-before-end": "error",
  /** "rangePartitioning.range.interval" must be greater than 0. */
  "range-interval-positive": "error",
  /** "rangePartitioning" cannot be combined with "timePartitioning": a native table has one partition column. */
  "one-partitioning": "error",
  /** "rangePartitioning" should not be combined with "timePartitioning": a table is partitioned in one way. */
  "one-partitioning-of-other-tables": "warn",
  /** "partitionDefinition.partitionedColumn" must contain at most one column for a native table. */
  "native-table-partition-columns": "error",
  /** "clustering" requires "timePartitioning". */
  "clustering-needs-time-partitioning": "error",
  /** "clustering.fields[]" must be a top-level column of the schema. */
  "clustering-field-exists": "error",
  /** "clustering.fields[]" must be a column of mode NULLABLE or REQUIRED. */
  "clustering-field-not-repeated": "error",
  /** "clustering.fields[]" must be a column without nested fields. */
  "clustering-field-simple": "error",
  /** "clustering.fields[]" must not be a FLOAT, JSON or TIME column. */
  "clustering-field-type": "error",
  /** "clustering.fields" must contain at most 4 columns. */
  "clustering-field-count": "error",
  /** "view.userDefinedFunctionResources" is only allowed with legacy SQL: omit it, or "useLegacySql". */
  "udf-only-legacy-sql": "error",
  /** "view.userDefinedFunctionResources[]" must have either "resourceUri" or "inlineCode". */
  "udf-exactly-one": "error",
  /** "view.userDefinedFunctionResources[].resourceUri" must be an object-storage URI. */
  "udf-resource-uri-form": "error",
  /** "view.privacyPolicy" must contain one policy. */
  "privacy-policy-one-member": "error",
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns" must contain at most one column. */
  "privacy-unit-column-count": "error",
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]" must not be listed twice. */
  "privacy-unit-columns-distinct": "error",
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]" must be a column, or outer.inner for a nested one. */
  "privacy-unit-column-form": "error",
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]" must neither be a repeated field nor inside one. */
  "privacy-unit-column-not-repeated": "error",
  /** "materializedView.refreshIntervalMs" must be greater than 0. */
  "refresh-interval-positive": "error",
  /** "view.privacyPolicy.aggregationThresholdPolicy.threshold" must be 0 or more. */
  "privacy-threshold-not-negative": "error",
  /** "externalDataConfiguration.schema" must be omitted for BIGTABLE, DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  "external-schema-disallowed": "error",
  /** "externalDataConfiguration.sourceFormat" should be omitted for an object table ("objectMetadata"). */
  "object-table-without-source-format": "warn",
  /** "externalDataConfiguration.decimalTargetTypes[]" must not be listed twice. */
  "decimal-target-types-distinct": "error",
  /** "externalDataConfiguration.csvOptions" is only allowed for the format CSV. */
  "csv-options-only-csv": "error",
  /** "externalDataConfiguration.jsonOptions" is only allowed for the format NEWLINE_DELIMITED_JSON. */
  "json-options-only-json": "error",
  /** "externalDataConfiguration.jsonExtension" is only allowed for the format NEWLINE_DELIMITED_JSON. */
  "json-extension-only-json": "error",
  /** "externalDataConfiguration.bigtableOptions" is only allowed for the format BIGTABLE. */
  "bigtable-options-only-bigtable": "error",
  /** "externalDataConfiguration.googleSheetsOptions" is only allowed for the format GOOGLE_SHEETS. */
  "sheets-options-only-sheets": "error",
  /** "externalDataConfiguration.avroOptions" is only allowed for the format AVRO. */
  "avro-options-only-avro": "error",
  /** "externalDataConfiguration.parquetOptions" is only allowed for the format PARQUET. */
  "parquet-options-only-parquet": "error",
  /** "externalDataConfiguration.referenceFileSchemaUri" is only allowed for the format AVRO, PARQUET or ORC. */
  "reference-schema-only-self-describing": "error",
  /** "externalDataConfiguration.hivePartitioningOptions" is only allowed for the format NEWLINE_DELIMITED_JSON, CSV, ORC, AVRO or PARQUET. */
  "hive-format": "error",
  /** "externalDataConfiguration.maxBadRecords" must be 0 or more. */
  "max-bad-records-not-negative": "error",
  /** "externalDataConfiguration.maxBadRecords" is ignored for the format BIGTABLE, DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  "max-bad-records-ignored": "warn",
  /** "externalDataConfiguration.ignoreUnknownValues" is ignored for the format BIGTABLE, DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  "unknown-values-ignored": "warn",
  /** "externalDataConfiguration.compression" is ignored for the format BIGTABLE, DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  "compression-ignored": "warn",
  /** "externalDataConfiguration.sourceUris[]" must contain at most one "*". */
  "source-uri-one-wildcard": "error",
  /** "externalDataConfiguration.sourceUris[]" must have its "*" after the bucket name of an object-storage URI. */
  "source-uri-wildcard-after-bucket": "error",
  /** Each of "externalDataConfiguration.sourceUris[]" and "externalDataConfiguration.referenceFileSchemaUri" must have "://" after its scheme. */
  "source-uri-scheme": "error",
  /** "externalDataConfiguration.sourceUris" must contain exactly one URI for BIGTABLE. */
  "bigtable-one-uri": "error",
  /** "externalDataConfiguration.sourceUris[]" must be the complete https URL of a table for BIGTABLE. */
  "bigtable-https-uri": "error",
  /** "externalDataConfiguration.sourceUris" must contain exactly one URI for DATASTORE_BACKUP. */
  "datastore-backup-one-uri": "error",
  /** "externalDataConfiguration.sourceUris[]" must not contain "*" for DATASTORE_BACKUP. */
  "datastore-backup-no-wildcard": "error",
  /** "externalDataConfiguration.sourceUris[]" must not contain "*" with a manifest. */
  "manifest-uri-no-wildcard": "error",
  /** "externalDataConfiguration.fileSetSpecType" is only allowed for object storage. */
  "file-set-spec-only-object-storage": "error",
  /** "biglakeConfiguration.storageUri" must be an object-storage URI. */
  "biglake-storage-uri-form": "error",
  /** "biglakeConfiguration.storageUri" must end in "/". */
  "biglake-storage-uri-slash": "error",
  /** "biglakeConfiguration.storageUri" must not contain "*". */
  "biglake-storage-uri-no-wildcard": "error",
  /** Each of "externalDataConfiguration.connectionId" and "biglakeConfiguration.connectionId" must name project, location and connection, or be projects/{project}/locations/{location}/connections/{connection}. */
  "connection-id-form": "error",
  /** "externalDataConfiguration.connectionId" must be {project}.{location};{connection}, with a semicolon. */
  "external-connection-separator": "error",
  /** "biglakeConfiguration.connectionId" must be {project}.{location}.{connection}, without a semicolon. */
  "biglake-connection-separator": "error",
  /** "externalDataConfiguration.csvOptions.fieldDelimiter" should be one character, or \t for a tab. */
  "csv-delimiter-one-character": "warn",
  /** "externalDataConfiguration.csvOptions.fieldDelimiter" must be one of U+0001 to U+007F in a UTF-8 file. */
  "csv-delimiter-utf-8": "error",
  /** "externalDataConfiguration.csvOptions.fieldDelimiter" has several bytes, of which only the first is used. */
  "csv-delimiter-first-byte": "warn",
  /** "externalDataConfiguration.csvOptions.quote" should be one character of ISO-8859-1, or "" to disable quoting. */
  "csv-quote-one-byte": "warn",
  /** Each of "externalDataConfiguration.csvOptions.skipLeadingRows" and "externalDataConfiguration.googleSheetsOptions.skipLeadingRows" must be 0 or more. */
  "skip-leading-rows-not-negative": "error",
  /** "externalDataConfiguration.googleSheetsOptions.range" must have the form "sheet1!A1:B20", or be empty. */
  "sheets-range-form": "error",
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must be a prefix of every source URI. */
  "hive-prefix-common": "error",
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must end immediately before the first partition key. */
  "hive-prefix-before-keys": "error",
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must end in segments {<key>:<TYPE>} for the mode CUSTOM. */
  "hive-custom-keys": "error",
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must not contain {<key>:<TYPE>} unless the mode is CUSTOM. */
  "hive-keys-only-custom": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].qualifierEncoded" must be base64. */
  "column-qualifier-base64": "error",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].qualifierString" should match the decoded "qualifierEncoded". */
  "column-qualifiers-agree": "warn",
  /** "externalDataConfiguration.bigtableOptions.columnFamilies[].columns[].fieldName" is required: the qualifier does not match [a-zA-Z][a-zA-Z0-9_]*. */
  "column-field-name-required": "error",
  /** Each property should have the name of a field: "clustring" is a typo of "clustering". */
  "property-name": "warn",
  /** "bindings[].role" must start with roles/, projects/ or organizations/. */
  "iam-role-form": "error",
  /** Each of "bindings[].members[]" and "auditConfigs[].auditLogConfigs[].exemptedMembers[]" must be allUsers, allAuthenticatedUsers or a principal with a type prefix, such as "user:ada@example.com". */
  "iam-member-form": "error",
} as const;

/** Default severities of the rules about entity searches, by rule id. */
export const ENTITY_RULES = {
  /** The limit of a search must be an integer from 1 to 500. */
  "entity-limit-range": "error",
  /** A language must be an ISO 639 code of two or three letters, with an optional script or region. */
  "entity-language-code": "error",
  /** A type must be the name of a schema.org type, which starts with a capital letter, without an address or prefix. */
  "entity-type-name": "warn",
  /** An entity id must not be empty or contain white space; the prefix kg: is optional. */
  "entity-id-form": "warn",
  /** A search should have a query or ids. */
  "entity-query-or-ids": "warn",
  /** The text and the ids must not contain unpaired surrogates, which a URL cannot contain. */
  "entity-text-unicode": "error",
  /** A list must not be empty: an empty list would be omitted and have no effect. */
  "entity-empty-list": "warn",
} as const;

/** Default severities of the rules about environment updates, by rule id. */
export const ENVIRONMENT_RULES = {
  /** A mask must contain at least one path. */
  "mask-empty": "error",
  /** A mask must not contain a path twice. */
  "mask-duplicate": "error",
  /** A mask must contain only paths that `updatablePaths` lists. */
  "path-listed": "error",
  /** A path that `updatablePaths` does not list must not be a typo of a known path. */
  "path-typo": "warn",
  /** A mask must contain one update type: one value, or entries of one map. */
  "one-update-type": "error",
  /** A mask must contain config.nodeConfig.network and config.nodeConfig.subnetwork together, or neither of them. */
  "paths-together": "error",
  /** A mask must contain a map or entries of it, not both. */
  "map-or-members": "error",
  /** A name in a mask must not be empty or contain a comma, a backtick or white space. */
  "member-name": "error",
  /** The key of an override must have the form section-property; the section must not contain -, [, ] or ., and the property must not contain =, ; or . */
  "override-key": "error",
  /** The body must contain only values that the mask names. */
  "body-outside-mask": "error",
  /** The body must contain a value for each path that is not a map. */
  "value-missing": "error",
  /** A node count must be an integer of at least 3, and a scheduler count an integer of at least 1. */
  "count-too-small": "error",
  /** A machine type must be one of those that are documented for its path. */
  "machine-type": "error",
  /** An image version must have one of the known forms. */
  "image-version": "error",
  /** The environment's image version must support the path. */
  "image-too-old-or-new": "error",
  /** A new image version must not be a downgrade of Cloud Composer or Airflow. */
  "image-downgrade": "error",
  /** A new image version must have the same major versions of Cloud Composer and Airflow. */
  "image-major-version": "error",
  /** There must not be more schedulers than nodes. */
  "schedulers-beyond-nodes": "error",
  /** Image versions and machine types must contain the product names of the environment and of the naming profile, such as composer and airflow. */
  "one-product": "error",
  /** Each label must have a key of at most 63 characters. */
  "label-key-length": "error",
  /** Each label must have a value of at most 63 characters. */
  "label-value-length": "error",
  /** Each label must have a key that contains only lower-case letters, letters without case, digits, underscores and dashes. */
  "label-key-characters": "error",
  /** Each label must have a value that is empty or contains only lower-case letters, letters without case, digits, underscores and dashes. */
  "label-value-characters": "error",
  /** Each label must have a key that starts with a lower-case letter or a letter without case. */
  "label-key-start": "error",
  /** The name of an environment variable must contain only letters, digits and underscores, and must not start with a digit. */
  "env-variable-name": "error",
  /** An environment variable must not have a name that Cloud Composer reserves, or that overrides a setting of Airflow. */
  "env-variable-reserved": "error",
  /** A value of an enumeration should not be a typo of a known one. Other unknown values are accepted. */
  "environment-value": "warn",
} as const;
