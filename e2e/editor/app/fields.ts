// Fields of tables and environments at every depth.
import type { Entity, EntitySearchResponse, Environment, Table } from "fourfold";

declare const table: Table;
declare const environment: Environment;
declare const entity: Entity;
declare const found: EntitySearchResponse;

// # Table, depth 1
table.kind/*?*/;
table.tableReference/*?*/;
table.labels/*?*/;
table.clustering/*?*/;
table.numLongTermBytes/*?*/;
table.lastModifiedTime/*?*/;
table.materializedView/*?*/;
table.location/*?*/;
table.snapshotDefinition/*?*/;
table.numTimeTravelPhysicalBytes/*?*/;
table.numLongTermLogicalBytes/*?*/;
table.numPartitions/*?*/;
table.resourceTags/*?*/;

// # Table, depth 2
table.tableReference.projectId/*?*/;
table.timePartitioning!.type/*?*/;
table.timePartitioning!.requirePartitionFilter/*?*/;
table.view!.query/*?*/;
table.view!.privacyPolicy/*?*/;
table.materializedView!.refreshIntervalMs/*?*/;
table.materializedViewStatus!.lastRefreshStatus/*?*/;
table.externalDataConfiguration!.sourceFormat/*?*/;
table.externalDataConfiguration!.ignoreUnknownValues/*?*/;
table.externalDataConfiguration!.bigtableOptions/*?*/;
table.externalDataConfiguration!.connectionId/*?*/;
table.externalDataConfiguration!.jsonExtension/*?*/;
table.externalDataConfiguration!.objectMetadata/*?*/;
table.biglakeConfiguration!.fileFormat/*?*/;
table.streamingBuffer!.oldestEntryTime/*?*/;
table.snapshotDefinition!.snapshotTime/*?*/;
table.tableConstraints!.foreignKeys/*?*/;

// # Table, depth 3
table.schema!.fields![0]!.type/*?*/;
table.schema!.fields![0]!.policyTags/*?*/;
table.schema!.fields![0]!.scale/*?*/;
table.schema!.fields![0]!.rangeElementType/*?*/;
table.rangePartitioning!.range!.interval/*?*/;
table.materializedViewStatus!.lastRefreshStatus!.reason/*?*/;
table.materializedViewStatus!.lastRefreshStatus!.message/*?*/;
table.externalDataConfiguration!.csvOptions!.quote/*?*/;
table.externalDataConfiguration!.csvOptions!.preserveAsciiControlCharacters/*?*/;
table.externalDataConfiguration!.bigtableOptions!.columnFamilies/*?*/;
table.externalDataConfiguration!.googleSheetsOptions!.skipLeadingRows/*?*/;
table.externalDataConfiguration!.hivePartitioningOptions!.sourceUriPrefix/*?*/;
table.externalDataConfiguration!.parquetOptions!.enumAsString/*?*/;
table.tableConstraints!.primaryKey!.columns/*?*/;
table.partitionDefinition!.partitionedColumn![0]!.field/*?*/;

// # Table, depth 4
table.schema!.fields![0]!.fields![0]!.name/*?*/;
table.view!.privacyPolicy!.aggregationThresholdPolicy!.threshold/*?*/;
table.externalDataConfiguration!.bigtableOptions!.columnFamilies![0]!.encoding/*?*/;
table.tableConstraints!.foreignKeys![0]!.columnReferences[0]!.referencingColumn/*?*/;

// # Environment, depth 1
environment.uuid/*?*/;
environment.createTime/*?*/;
environment.satisfiesPzs/*?*/;

// # Environment, depth 2
environment.config!.nodeConfig/*?*/;
environment.config!.maintenanceWindow/*?*/;
environment.config!.encryptionConfig/*?*/;

// # Environment, depth 3
environment.config!.softwareConfig!.imageVersion/*?*/;
environment.config!.softwareConfig!.envVariables/*?*/;
environment.config!.nodeConfig!.location/*?*/;
environment.config!.nodeConfig!.subnetwork/*?*/;
environment.config!.nodeConfig!.oauthScopes/*?*/;
environment.config!.databaseConfig!.zone/*?*/;
environment.config!.maintenanceWindow!.endTime/*?*/;
environment.config!.workloadsConfig!.worker/*?*/;
environment.config!.encryptionConfig!.kmsKeyName/*?*/;

// # Environment, depth 4
environment.config!.webServerNetworkAccessControl!.allowedIpRanges![0]!.description/*?*/;
environment.config!.workloadsConfig!.scheduler!.memoryGb/*?*/;
environment.config!.workloadsConfig!.worker!.cpu/*?*/;
environment.config!.recoveryConfig!.scheduledSnapshotsConfig!.enabled/*?*/;

// # Entity
entity.name/*?*/;
entity["@type"];
entity.image/*?*/;
