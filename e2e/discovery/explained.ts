/** Why each difference is as it should be: the service's schema, its members, and the reason. */
const reasons: readonly { readonly why: string; readonly members: Readonly<Record<string, readonly string[]>> }[] = [
  {
    why: "the spec does not have it; it passes through as it is, both ways",
    members: {
      Table: [
        "externalCatalogTableOptions",
        "managedTableType",
        "model",
        "numCurrentPhysicalBytes",
        "numPhysicalBytes",
        "restrictions",
        "selfLink",
        "tableReplicationInfo",
      ],
      TableSchema: ["foreignTypeInfo"],
      TableFieldSchema: [
        "categories",
        "dataGovernanceTagsInfo",
        "dataPolicies",
        "dataPolicyList",
        "foreignTypeDefinition",
        "generatedColumn",
      ],
      ExternalDataConfiguration: [
        "dateFormat",
        "datetimeFormat",
        "timeFormat",
        "timeZone",
        "timestampFormat",
        "timestampTargetPrecision",
      ],
      CsvOptions: ["nullMarkers", "sourceColumnMatch"],
      BigtableColumn: ["protoConfig"],
      BigtableColumnFamily: ["protoConfig"],
      MaterializedViewDefinition: ["maxStaleness"],
      ViewDefinition: ["foreignDefinitions", "useExplicitColumnNames"],
      PrivacyPolicy: ["differentialPrivacyPolicy", "joinRestrictionPolicy"],
      Environment: ["satisfiesPzi"],
      EnvironmentConfig: [
        "airflowByoidUri",
        "airflowUri",
        "dagGcsPrefix",
        "dataRetentionConfig",
        "gkeCluster",
        "masterAuthorizedNetworksConfig",
        "privateEnvironmentConfig",
        "recoveryConfig",
      ],
      NodeConfig: [
        "composerInternalIpv4CidrBlock",
        "composerNetworkAttachment",
        "enableIpMasqAgent",
        "ipAllocationPolicy",
        "maxPodsPerNode",
        "trafficRoutingConfig",
      ],
      SoftwareConfig: ["auditLogsReplicationMode", "webServerPluginsMode"],
    },
  },
  {
    why: "one type serves every workload but the worker; the service leaves out what a workload does not have",
    members: { WebServerResource: ["count"], TriggererResource: ["storageGb"] },
  },
];

const whyByPlace: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(({ why, members }) =>
    Object.entries(members).flatMap(([schema, names]) => names.map((name) => [`${schema}.${name}`, why] as const)),
  ),
);

/** Why a difference is as it should be; undefined when nobody has said. */
export function explained(place: string): string | undefined {
  return whyByPlace.get(place);
}
