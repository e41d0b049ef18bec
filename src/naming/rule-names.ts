// Generated from the rule tables by `npm run docs:rules`.
import type { Severity } from "../core/rules/rules.js";

/** Severities of the rules that this package ships. */
export interface NamedRules {
  /** "tableReference" is required. */
  readonly "table-reference-required"?: Severity | "off" | undefined;
  /** Each of "tableReference.projectId" and "tableConstraints.foreignKeys[].referencedTable.projectId" is required. */
  readonly "project-id-required"?: Severity | "off" | undefined;
  /** Each of "tableReference.datasetId" and "tableConstraints.foreignKeys[].referencedTable.datasetId" is required. */
  readonly "dataset-id-required"?: Severity | "off" | undefined;
  /** Each of "tableReference.tableId" and "tableConstraints.foreignKeys[].referencedTable.tableId" is required. */
  readonly "table-id-required"?: Severity | "off" | undefined;
  /** "fields[].name" is required. */
  readonly "field-name-required"?: Severity | "off" | undefined;
  /** "fields[].type" is required. */
  readonly "field-type-required"?: Severity | "off" | undefined;
  /** "fields[].fields" is required: a RECORD or STRUCT has at least one nested field. */
  readonly "record-fields-required"?: Severity | "off" | undefined;
  /** "fields[].rangeElementType" is required: the type of the values of the RANGE, such as { type: "DATE" }. */
  readonly "range-element-type-required"?: Severity | "off" | undefined;
  /** "fields[].rangeElementType.type" is required. */
  readonly "range-element-type-type-required"?: Severity | "off" | undefined;
  /** "timePartitioning.type" is required. */
  readonly "time-partitioning-type-required"?: Severity | "off" | undefined;
  /** "rangePartitioning.field" is required. */
  readonly "range-partitioning-field-required"?: Severity | "off" | undefined;
  /** "rangePartitioning.range" is required: start, end and interval. */
  readonly "range-partitioning-range-required"?: Severity | "off" | undefined;
  /** "rangePartitioning.range.start" is required. */
  readonly "range-start-required"?: Severity | "off" | undefined;
  /** "rangePartitioning.range.end" is required. */
  readonly "range-end-required"?: Severity | "off" | undefined;
  /** "rangePartitioning.range.interval" is required. */
  readonly "range-interval-required"?: Severity | "off" | undefined;
  /** "partitionDefinition.partitionedColumn[].field" is required. */
  readonly "partitioned-column-field-required"?: Severity | "off" | undefined;
  /** "view.query" is required. */
  readonly "view-query-required"?: Severity | "off" | undefined;
  /** "materializedView.query" is required. */
  readonly "materialized-view-query-required"?: Severity | "off" | undefined;
  /** Each of "externalDataConfiguration.sourceUris" and "externalDataConfiguration.sourceUris[]" is required. */
  readonly "source-uris-required"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceFormat" is required: only an object table ("objectMetadata") can omit it. */
  readonly "source-format-required"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.schema" is required: CSV and JSON require a schema or "autodetect". */
  readonly "external-schema-required"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].qualifierEncoded" is required: the qualifier in base64, even if "qualifierString" is set. */
  readonly "column-qualifier-required"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" is required: for CUSTOM it ends in the partition keys, {<key>:<TYPE>}. */
  readonly "hive-custom-prefix-required"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.connectionId" is required. */
  readonly "lake-connection-required"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.storageUri" is required. */
  readonly "lake-storage-uri-required"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.fileFormat" is required. */
  readonly "lake-file-format-required"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.tableFormat" is required. */
  readonly "lake-table-format-required"?: Severity | "off" | undefined;
  /** "tableConstraints.primaryKey.columns" is required. */
  readonly "primary-key-columns-required"?: Severity | "off" | undefined;
  /** "tableConstraints.foreignKeys[].referencedTable" is required. */
  readonly "foreign-key-table-required"?: Severity | "off" | undefined;
  /** "tableConstraints.foreignKeys[].columnReferences" is required. */
  readonly "foreign-key-columns-required"?: Severity | "off" | undefined;
  /** "tableConstraints.foreignKeys[].columnReferences[].referencingColumn" is required. */
  readonly "referencing-column-required"?: Severity | "off" | undefined;
  /** "tableConstraints.foreignKeys[].columnReferences[].referencedColumn" is required. */
  readonly "referenced-column-required"?: Severity | "off" | undefined;
  /** "defaultRoundingMode" must be ROUNDING_MODE_UNSPECIFIED, ROUND_HALF_AWAY_FROM_ZERO or ROUND_HALF_EVEN. */
  readonly "default-rounding-mode"?: Severity | "off" | undefined;
  /** "fields[].type" must be STRING, BYTES, INTEGER, INT64, FLOAT, FLOAT64, BOOLEAN, BOOL, TIMESTAMP, DATE, TIME, DATETIME, GEOGRAPHY, NUMERIC, BIGNUMERIC, JSON, RECORD, STRUCT or RANGE. */
  readonly "field-type"?: Severity | "off" | undefined;
  /** "fields[].mode" must be NULLABLE, REQUIRED or REPEATED. */
  readonly "field-mode"?: Severity | "off" | undefined;
  /** "fields[].roundingMode" must be ROUNDING_MODE_UNSPECIFIED, ROUND_HALF_AWAY_FROM_ZERO or ROUND_HALF_EVEN. */
  readonly "field-rounding-mode"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceFormat" must be CSV, VENDOR_SHEETS, NEWLINE_DELIMITED_JSON, AVRO, VENDOR_DATASTORE_BACKUP, ICEBERG, ORC, PARQUET or VENDOR_TABLE. */
  readonly "source-format"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.compression" must be GZIP or NONE. */
  readonly "source-compression"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.objectMetadata" must be OBJECT_METADATA_UNSPECIFIED or SIMPLE. */
  readonly "object-metadata"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].encoding" must be TEXT or BINARY. */
  readonly "column-family-encoding"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].encoding" must be TEXT or BINARY. */
  readonly "column-encoding"?: Severity | "off" | undefined;
  /** "managedTableType" should be MANAGED_TABLE_TYPE_UNSPECIFIED, NATIVE or BIGLAKE. */
  readonly "managed-table-type"?: Severity | "off" | undefined;
  /** "fields[].generatedColumn.generatedMode" should be GENERATED_MODE_UNSPECIFIED, GENERATED_ALWAYS or GENERATED_BY_DEFAULT. */
  readonly "generated-mode"?: Severity | "off" | undefined;
  /** "view.privacyPolicy.joinRestrictionPolicy.joinCondition" should be JOIN_CONDITION_UNSPECIFIED, JOIN_ANY, JOIN_ALL, JOIN_NOT_REQUIRED or JOIN_BLOCKED. */
  readonly "join-condition"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions.sourceColumnMatch" should be POSITION or NAME. */
  readonly "source-column-match"?: Severity | "off" | undefined;
  /** "defaultCollation" must be und:ci or "". */
  readonly "default-collation"?: Severity | "off" | undefined;
  /** "fields[].collation" must be und:ci or "". */
  readonly "field-collation"?: Severity | "off" | undefined;
  /** "fields[].rangeElementType.type" must be DATE, DATETIME or TIMESTAMP. */
  readonly "range-element-type"?: Severity | "off" | undefined;
  /** "timePartitioning.type" must be DAY, HOUR, MONTH or YEAR. */
  readonly "time-partitioning-type"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.fileSetSpecType" must be FILE_SET_SPEC_TYPE_FILE_SYSTEM_MATCH or FILE_SET_SPEC_TYPE_NEW_LINE_DELIMITED_MANIFEST. */
  readonly "file-set-spec-type"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.decimalTargetTypes[]" must be NUMERIC, BIGNUMERIC or STRING. */
  readonly "decimal-target-type"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.jsonExtension" must be JSON_EXTENSION_UNSPECIFIED or GEOJSON. */
  readonly "json-extension"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.metadataCacheMode" must be METADATA_CACHE_MODE_UNSPECIFIED, AUTOMATIC or MANUAL. */
  readonly "metadata-cache-mode"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions.encoding" must be UTF-8, ISO-8859-1, UTF-16BE, UTF-16LE, UTF-32BE or UTF-32LE. */
  readonly "csv-encoding"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.jsonOptions.encoding" must be UTF-8, UTF-16BE, UTF-16LE, UTF-32BE or UTF-32LE. */
  readonly "json-encoding"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.parquetOptions.mapTargetType" must be MAP_TARGET_TYPE_UNSPECIFIED or ARRAY_OF_STRUCT. */
  readonly "map-target-type"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions.mode" must be AUTO, STRINGS or CUSTOM. */
  readonly "hive-mode"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].type" must be BYTES, STRING, INTEGER, FLOAT, BOOLEAN or JSON. */
  readonly "column-family-type"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].type" must be BYTES, STRING, INTEGER, FLOAT, BOOLEAN or JSON. */
  readonly "column-type"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.fileFormat" must be FILE_FORMAT_UNSPECIFIED or PARQUET. */
  readonly "lake-file-format"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.tableFormat" must be TABLE_FORMAT_UNSPECIFIED or ICEBERG. */
  readonly "lake-table-format"?: Severity | "off" | undefined;
  /** Each of "view", "materializedView", "externalDataConfiguration" and "vendorLakeConfiguration" cannot be combined with another kind of table. */
  readonly "one-table-kind"?: Severity | "off" | undefined;
  /** "maxStaleness" should be an interval "Y-M D H:M:S", such as "0-0 0 4:0:0". */
  readonly "max-staleness-interval"?: Severity | "off" | undefined;
  /** "expirationTime" should be in the future: a time in the past deletes the table immediately. */
  readonly "expiration-time-in-past"?: Severity | "off" | undefined;
  /** "tableConstraints.primaryKey.columns[]" should be a top-level column of the schema. */
  readonly "primary-key-column-exists"?: Severity | "off" | undefined;
  /** "tableConstraints.foreignKeys[].columnReferences[].referencingColumn" should be a top-level column of the schema. */
  readonly "foreign-key-column-exists"?: Severity | "off" | undefined;
  /** "labels{}" must have a key of at most 63 characters. */
  readonly "label-key-length"?: Severity | "off" | undefined;
  /** "labels{}" must have a value of at most 63 characters. */
  readonly "label-value-length"?: Severity | "off" | undefined;
  /** "labels{}" must have a key that contains only lower-case letters, letters without case, digits, underscores and dashes. */
  readonly "label-key-characters"?: Severity | "off" | undefined;
  /** "labels{}" must have a value that is empty or contains only lower-case letters, letters without case, digits, underscores and dashes. */
  readonly "label-value-characters"?: Severity | "off" | undefined;
  /** "labels{}" must have a key that starts with a lower-case letter or a letter without case. */
  readonly "label-key-start"?: Severity | "off" | undefined;
  /** "resourceTags{}" must have a key of the form <parent_id>/<key_name>. */
  readonly "resource-tag-key-form"?: Severity | "off" | undefined;
  /** "fields[].name" must contain only letters, digits and underscores. */
  readonly "field-name-form"?: Severity | "off" | undefined;
  /** "fields[].name" should contain only the letters a to z and A to Z, and the digits 0 to 9. */
  readonly "field-name-characters"?: Severity | "off" | undefined;
  /** "fields[].name" must start with a letter or an underscore. */
  readonly "field-name-start"?: Severity | "off" | undefined;
  /** "fields[].name" must have at most 300 characters. */
  readonly "field-name-length"?: Severity | "off" | undefined;
  /** "fields[].description" must have at most 1024 characters. */
  readonly "field-description-length"?: Severity | "off" | undefined;
  /** "fields[].fields" is only allowed for RECORD or STRUCT. */
  readonly "nested-fields-only-record"?: Severity | "off" | undefined;
  /** "fields[].maxLength" is only allowed for STRING or BYTES. */
  readonly "max-length-only-string-bytes"?: Severity | "off" | undefined;
  /** "fields[].maxLength" must be 0 or more. */
  readonly "max-length-not-negative"?: Severity | "off" | undefined;
  /** "fields[].roundingMode" is only allowed for NUMERIC or BIGNUMERIC. */
  readonly "rounding-mode-only-decimal"?: Severity | "off" | undefined;
  /** "fields[].collation" is only allowed for STRING. */
  readonly "collation-only-string"?: Severity | "off" | undefined;
  /** "fields[].policyTags.names" must contain at most one policy tag. */
  readonly "policy-tag-count"?: Severity | "off" | undefined;
  /** "fields[].policyTags.names[]" must be projects/<id>/locations/<location>/taxonomies/<id>/policyTags/<id>. */
  readonly "policy-tag-form"?: Severity | "off" | undefined;
  /** Each of "fields[].precision" and "fields[].scale" is only allowed for NUMERIC or BIGNUMERIC. */
  readonly "precision-needs-decimal-type"?: Severity | "off" | undefined;
  /** "fields[].scale" requires "precision". */
  readonly "scale-needs-precision"?: Severity | "off" | undefined;
  /** Each of "fields[].scale" and "fields[].precision" must fit NUMERIC: a scale from 0 to 9, and a precision that exceeds the scale by 1 to 29. */
  readonly "numeric-precision-and-scale"?: Severity | "off" | undefined;
  /** Each of "fields[].scale" and "fields[].precision" must fit BIGNUMERIC: a scale from 0 to 38, and a precision that exceeds the scale by 1 to 38. */
  readonly "bignumeric-precision-and-scale"?: Severity | "off" | undefined;
  /** "fields[].precision" must be from 1 to 29 for NUMERIC and from 1 to 38 for BIGNUMERIC if "scale" is not set. */
  readonly "precision-alone"?: Severity | "off" | undefined;
  /** "timePartitioning.expirationMs" must be greater than 0. */
  readonly "time-partitioning-expiration-positive"?: Severity | "off" | undefined;
  /** "timePartitioning.field" must not be empty; omit it instead. */
  readonly "time-partitioning-field-not-empty"?: Severity | "off" | undefined;
  /** "timePartitioning.field" must be a top-level column of the schema. */
  readonly "time-partitioning-field-exists"?: Severity | "off" | undefined;
  /** "timePartitioning.field" must be a TIMESTAMP or DATE column. */
  readonly "time-partitioning-field-type"?: Severity | "off" | undefined;
  /** "timePartitioning.field" must be a column of mode NULLABLE or REQUIRED. */
  readonly "time-partitioning-field-mode"?: Severity | "off" | undefined;
  /** "timePartitioning.requirePartitionFilter" is deprecated: set "requirePartitionFilter" of the table. */
  readonly "time-partitioning-filter-deprecated"?: Severity | "off" | undefined;
  /** "rangePartitioning.field" must be a top-level column of the schema. */
  readonly "range-partitioning-field-exists"?: Severity | "off" | undefined;
  /** "rangePartitioning.field" must be an INT64 column. */
  readonly "range-partitioning-field-type"?: Severity | "off" | undefined;
  /** "rangePartitioning.field" must be a column of mode NULLABLE or REQUIRED. */
  readonly "range-partitioning-field-mode"?: Severity | "off" | undefined;
  /** "rangePartitioning.range.end" must be greater than "start". */
  readonly "range-start-before-end"?: Severity | "off" | undefined;
  /** "rangePartitioning.range.interval" must be greater than 0. */
  readonly "range-interval-positive"?: Severity | "off" | undefined;
  /** "rangePartitioning" cannot be combined with "timePartitioning": a native table has one partition column. */
  readonly "one-partitioning"?: Severity | "off" | undefined;
  /** "rangePartitioning" should not be combined with "timePartitioning": a table is partitioned in one way. */
  readonly "one-partitioning-of-other-tables"?: Severity | "off" | undefined;
  /** "partitionDefinition.partitionedColumn" must contain at most one column for a native table. */
  readonly "native-table-partition-columns"?: Severity | "off" | undefined;
  /** "clustering" requires "timePartitioning". */
  readonly "clustering-needs-time-partitioning"?: Severity | "off" | undefined;
  /** "clustering.fields[]" must be a top-level column of the schema. */
  readonly "clustering-field-exists"?: Severity | "off" | undefined;
  /** "clustering.fields[]" must be a column of mode NULLABLE or REQUIRED. */
  readonly "clustering-field-not-repeated"?: Severity | "off" | undefined;
  /** "clustering.fields[]" must be a column without nested fields. */
  readonly "clustering-field-simple"?: Severity | "off" | undefined;
  /** "view.userDefinedFunctionResources" is only allowed with legacy SQL: omit it, or "useLegacySql". */
  readonly "udf-only-legacy-sql"?: Severity | "off" | undefined;
  /** "view.userDefinedFunctionResources[]" must have either "resourceUri" or "inlineCode". */
  readonly "udf-exactly-one"?: Severity | "off" | undefined;
  /** "view.userDefinedFunctionResources[].resourceUri" must be an object-storage URI. */
  readonly "udf-resource-uri-form"?: Severity | "off" | undefined;
  /** "view.privacyPolicy" must contain one policy. */
  readonly "privacy-policy-one-member"?: Severity | "off" | undefined;
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns" must contain at most one column. */
  readonly "privacy-unit-column-count"?: Severity | "off" | undefined;
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]" must not be listed twice. */
  readonly "privacy-unit-columns-distinct"?: Severity | "off" | undefined;
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]" must be a column, or outer.inner for a nested one. */
  readonly "privacy-unit-column-form"?: Severity | "off" | undefined;
  /** "view.privacyPolicy.aggregationThresholdPolicy.privacyUnitColumns[]" must neither be a repeated field nor inside one. */
  readonly "privacy-unit-column-not-repeated"?: Severity | "off" | undefined;
  /** "materializedView.refreshIntervalMs" must be greater than 0. */
  readonly "refresh-interval-positive"?: Severity | "off" | undefined;
  /** "view.privacyPolicy.aggregationThresholdPolicy.threshold" must be 0 or more. */
  readonly "privacy-threshold-not-negative"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.schema" must be omitted for VENDOR_TABLE, VENDOR_DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  readonly "external-schema-disallowed"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceFormat" should be omitted for an object table ("objectMetadata"). */
  readonly "object-table-without-source-format"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.decimalTargetTypes[]" must not be listed twice. */
  readonly "decimal-target-types-distinct"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions" is only allowed for the format CSV. */
  readonly "csv-options-only-csv"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.jsonOptions" is only allowed for the format NEWLINE_DELIMITED_JSON. */
  readonly "json-options-only-json"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.jsonExtension" is only allowed for the format NEWLINE_DELIMITED_JSON. */
  readonly "json-extension-only-json"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions" is only allowed for the format VENDOR_TABLE. */
  readonly "wide-column-options-only-wide-column"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorSheetsOptions" is only allowed for the format VENDOR_SHEETS. */
  readonly "sheets-options-only-sheets"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.avroOptions" is only allowed for the format AVRO. */
  readonly "avro-options-only-avro"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.parquetOptions" is only allowed for the format PARQUET. */
  readonly "parquet-options-only-parquet"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.referenceFileSchemaUri" is only allowed for the format AVRO, PARQUET or ORC. */
  readonly "reference-schema-only-self-describing"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions" is only allowed for the format NEWLINE_DELIMITED_JSON, CSV, ORC, AVRO or PARQUET. */
  readonly "hive-format"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.maxBadRecords" must be 0 or more. */
  readonly "max-bad-records-not-negative"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.maxBadRecords" is ignored for the format VENDOR_TABLE, VENDOR_DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  readonly "max-bad-records-ignored"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.ignoreUnknownValues" is ignored for the format VENDOR_TABLE, VENDOR_DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  readonly "unknown-values-ignored"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.compression" is ignored for the format VENDOR_TABLE, VENDOR_DATASTORE_BACKUP, AVRO, ORC or PARQUET. */
  readonly "compression-ignored"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris[]" must contain at most one "*". */
  readonly "source-uri-one-wildcard"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris[]" must have its "*" after the bucket name of an object-storage URI. */
  readonly "source-uri-wildcard-after-bucket"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris" must contain exactly one URI for VENDOR_TABLE. */
  readonly "wide-column-one-uri"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris[]" must be the complete https URL of a table for VENDOR_TABLE. */
  readonly "wide-column-https-uri"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris" must contain exactly one URI for VENDOR_DATASTORE_BACKUP. */
  readonly "datastore-backup-one-uri"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris[]" must not contain "*" for VENDOR_DATASTORE_BACKUP. */
  readonly "datastore-backup-no-wildcard"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.sourceUris[]" must not contain "*" with a manifest. */
  readonly "manifest-uri-no-wildcard"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.fileSetSpecType" is only allowed for object storage. */
  readonly "file-set-spec-only-object-storage"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.storageUri" must be an object-storage URI. */
  readonly "lake-storage-uri-form"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.storageUri" must end in "/". */
  readonly "lake-storage-uri-slash"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.storageUri" must not contain "*". */
  readonly "lake-storage-uri-no-wildcard"?: Severity | "off" | undefined;
  /** Each of "externalDataConfiguration.connectionId" and "vendorLakeConfiguration.connectionId" must name project, location and connection, or be projects/{project}/locations/{location}/connections/{connection}. */
  readonly "connection-id-form"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.connectionId" must be {project}.{location};{connection}, with a semicolon. */
  readonly "external-connection-separator"?: Severity | "off" | undefined;
  /** "vendorLakeConfiguration.connectionId" must be {project}.{location}.{connection}, without a semicolon. */
  readonly "lake-connection-separator"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions.fieldDelimiter" should be one character, or \t for a tab. */
  readonly "csv-delimiter-one-character"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions.fieldDelimiter" must be one of U+0001 to U+007F in a UTF-8 file. */
  readonly "csv-delimiter-utf-8"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions.fieldDelimiter" has several bytes, of which only the first is used. */
  readonly "csv-delimiter-first-byte"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.csvOptions.quote" should be one character of ISO-8859-1, or "" to disable quoting. */
  readonly "csv-quote-one-byte"?: Severity | "off" | undefined;
  /** Each of "externalDataConfiguration.csvOptions.skipLeadingRows" and "externalDataConfiguration.vendorSheetsOptions.skipLeadingRows" must be 0 or more. */
  readonly "skip-leading-rows-not-negative"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorSheetsOptions.range" must have the form "sheet1!A1:B20", or be empty. */
  readonly "sheets-range-form"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must be a prefix of every source URI. */
  readonly "hive-prefix-common"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must end immediately before the first partition key. */
  readonly "hive-prefix-before-keys"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must end in segments {<key>:<TYPE>} for the mode CUSTOM. */
  readonly "hive-custom-keys"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.hivePartitioningOptions.sourceUriPrefix" must not contain {<key>:<TYPE>} unless the mode is CUSTOM. */
  readonly "hive-keys-only-custom"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].qualifierEncoded" must be base64. */
  readonly "column-qualifier-base64"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].qualifierString" should match the decoded "qualifierEncoded". */
  readonly "column-qualifiers-agree"?: Severity | "off" | undefined;
  /** "externalDataConfiguration.vendorTableOptions.columnFamilies[].columns[].fieldName" is required: the qualifier does not match [a-zA-Z][a-zA-Z0-9_]*. */
  readonly "column-field-name-required"?: Severity | "off" | undefined;
  /** Each property should have the name of a field: "clustring" is a typo of "clustering". */
  readonly "property-name"?: Severity | "off" | undefined;
  /** The limit of a search is an integer from 1 to 500. */
  readonly "entity-limit-range"?: Severity | "off" | undefined;
  /** A language is an ISO 639 code of two or three letters, with an optional script or region. */
  readonly "entity-language-code"?: Severity | "off" | undefined;
  /** A type is the name of a schema.org type: it starts with a capital letter and has no address or prefix. */
  readonly "entity-type-name"?: Severity | "off" | undefined;
  /** An entity id is not empty and contains no white space; the prefix kg: is optional. */
  readonly "entity-id-form"?: Severity | "off" | undefined;
  /** The text and the ids contain no unpaired surrogates, which a URL cannot contain. */
  readonly "entity-text-unicode"?: Severity | "off" | undefined;
  /** A list is not empty: an empty list would be omitted and have no effect. */
  readonly "entity-empty-list"?: Severity | "off" | undefined;
  /** A mask contains at least one path. */
  readonly "mask-empty"?: Severity | "off" | undefined;
  /** A mask contains each path only once. */
  readonly "mask-duplicate"?: Severity | "off" | undefined;
  /** A mask contains only paths that the spec lists as updatable. */
  readonly "path-listed"?: Severity | "off" | undefined;
  /** A path that the spec does not list must not be a typo of a known path. */
  readonly "path-typo"?: Severity | "off" | undefined;
  /** A mask contains one update type: one value, or entries of one map. */
  readonly "one-update-type"?: Severity | "off" | undefined;
  /** A mask contains a map or entries of it, not both. */
  readonly "map-or-members"?: Severity | "off" | undefined;
  /** A name in a mask is not empty and contains no comma, backtick or white space. */
  readonly "member-name"?: Severity | "off" | undefined;
  /** The key of an override has the form section-property; the section does not contain -, [, ] or ., and the property does not contain =, ; or . */
  readonly "override-key"?: Severity | "off" | undefined;
  /** The body contains only values that the mask names. */
  readonly "body-outside-mask"?: Severity | "off" | undefined;
  /** The body contains a value for each path that is not a map. */
  readonly "value-missing"?: Severity | "off" | undefined;
  /** A node count is an integer of at least 3, and a scheduler count is an integer of at least 1. */
  readonly "count-too-small"?: Severity | "off" | undefined;
  /** A machine type is one of those that the spec lists for its path. */
  readonly "machine-type"?: Severity | "off" | undefined;
  /** An image version has one of the known forms. */
  readonly "image-version"?: Severity | "off" | undefined;
  /** A path is changed only if the environment's image version supports it. */
  readonly "image-too-old-or-new"?: Severity | "off" | undefined;
  /** A new image version must not be a downgrade of Cloud Composer or Airflow. */
  readonly "image-downgrade"?: Severity | "off" | undefined;
  /** A new image version must have the same major versions of Cloud Composer and Airflow. */
  readonly "image-major-version"?: Severity | "off" | undefined;
  /** An environment size begins with ENVIRONMENT_SIZE_. */
  readonly "environment-size"?: Severity | "off" | undefined;
  /** There are not more schedulers than nodes. */
  readonly "schedulers-beyond-nodes"?: Severity | "off" | undefined;
  /** Image versions and machine types must contain the product names of the environment and of the naming profile, such as composer and airflow. */
  readonly "one-product"?: Severity | "off" | undefined;
}
