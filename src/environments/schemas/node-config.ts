import * as z from "zod/mini";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";

/**
 * IP ranges of the cluster. The spec lists no updatable path for them.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface IPAllocationPolicy {
  /** Whether the cluster is VPC-native. Only for `composer-1.*.*`; newer environments always are. */
  useIpAliases?: boolean | undefined;
  /** Name of the secondary range for IP addresses of pods. Excludes `clusterIpv4CidrBlock`. */
  clusterSecondaryRangeName?: string | undefined;
  /** Range for IP addresses of pods: in CIDR notation, a netmask such as `/14`, or empty for a range of default size. */
  clusterIpv4CidrBlock?: string | undefined;
  /** Name of the secondary range for IP addresses of services. Excludes `servicesIpv4CidrBlock`. */
  servicesSecondaryRangeName?: string | undefined;
  /** Range for IP addresses of services: in CIDR notation, a netmask such as `/14`, or empty for a range of default size. */
  servicesIpv4CidrBlock?: string | undefined;
}

/** Schema of `IPAllocationPolicy`, with `parse` and `safeParse`. */
export const IPAllocationPolicy: SchemaOf<IPAllocationPolicy> = /* @__PURE__ */ openObject({
  useIpAliases: opt(z.boolean()),
  clusterSecondaryRangeName: opt(z.string()),
  clusterIpv4CidrBlock: opt(z.string()),
  servicesSecondaryRangeName: opt(z.string()),
  servicesIpv4CidrBlock: opt(z.string()),
} satisfies ShapeOf<IPAllocationPolicy>);

/**
 * Routing of network traffic to other services. The spec lists no updatable path for it.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface TrafficRoutingConfig {
  /** Route of traffic to Cloud Run functions: `DIRECT` or `VIA_NETWORK_ATTACHMENT`. */
  cloudRunFunctionsRouting?: "DIRECT" | "VIA_NETWORK_ATTACHMENT" | (string & {}) | number | undefined;
}

/** Schema of `TrafficRoutingConfig`, with `parse` and `safeParse`. */
export const TrafficRoutingConfig: SchemaOf<TrafficRoutingConfig> = /* @__PURE__ */ openObject({
  cloudRunFunctionsRouting: opt(enumValue()),
} satisfies ShapeOf<TrafficRoutingConfig>);

/**
 * Nodes of an environment's cluster, and their networks. The spec lists none of these fields as updatable; Cloud Composer
 * accepts updates of `network` together with `subnetwork`, and of `composerNetworkAttachment`, each with
 * `environmentUpdate.unlisted`.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface NodeConfig {
  /** Zone of the nodes, as a resource name. */
  location?: string | undefined;
  /** Machine type of the nodes, as a resource name. */
  machineType?: string | undefined;
  /** Network of the nodes, as a resource name: `projects/{projectId}/global/networks/{networkId}`. */
  network?: string | undefined;
  /** Subnetwork of the nodes, as a resource name: `projects/{projectId}/regions/{regionId}/subnetworks/{subnetworkId}`. */
  subnetwork?: string | undefined;
  /**
   * Network attachment that connects the environment with your network:
   * `projects/{project}/regions/{region}/networkAttachments/{networkAttachment}`. Overrides `network` and `subnetwork`.
   * Only for images `composer-3-airflow-*.*.*-build.*` and newer.
   */
  composerNetworkAttachment?: string | undefined;
  /**
   * Range of IP addresses for internal use, in CIDR notation. Default: `100.64.128.0/20`. Only for images
   * `composer-3-airflow-*.*.*-build.*` and newer.
   */
  composerInternalIpv4CidrBlock?: string | undefined;
  /** Disk size of each node, in gigabytes; at least 30. Default: 100. */
  diskSizeGb?: number | undefined;
  /** Service account of the workloads. */
  serviceAccount?: string | undefined;
  /** OAuth scopes of the nodes. */
  oauthScopes?: string[] | undefined;
  /** Network tags of the nodes. */
  tags?: string[] | undefined;
  /** IP ranges of the cluster. */
  ipAllocationPolicy?: IPAllocationPolicy | undefined;
  /** Maximum number of pods per node: an integer from 8 to 110. Default: 32. Only for `composer-1.*.*`. */
  maxPodsPerNode?: number | undefined;
  /** Whether IP addresses are masqueraded for all destinations except pods. */
  enableIpMasqAgent?: boolean | undefined;
  /** Routing of network traffic to other services. Only for images `composer-3-airflow-*.*.*-build.*` and newer. */
  trafficRoutingConfig?: TrafficRoutingConfig | undefined;
}

/** Schema of `NodeConfig`, with `parse` and `safeParse`. */
export const NodeConfig: SchemaOf<NodeConfig> = /* @__PURE__ */ openObject({
  location: opt(z.string()),
  machineType: opt(z.string()),
  network: opt(z.string()),
  subnetwork: opt(z.string()),
  composerNetworkAttachment: opt(z.string()),
  composerInternalIpv4CidrBlock: opt(z.string()),
  diskSizeGb: opt(integer()),
  serviceAccount: opt(z.string()),
  oauthScopes: opt(z.array(z.string())),
  tags: opt(z.array(z.string())),
  ipAllocationPolicy: opt(IPAllocationPolicy),
  maxPodsPerNode: opt(integer()),
  enableIpMasqAgent: opt(z.boolean()),
  trafficRoutingConfig: opt(TrafficRoutingConfig),
} satisfies ShapeOf<NodeConfig>);
