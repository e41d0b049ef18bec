import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import { enumValue } from "./enum-value.js";

/**
 * IP ranges of the cluster. The spec lists no updatable path for them.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface IPAllocationPolicy extends Fields<typeof iPAllocationPolicyShape> {}

const iPAllocationPolicyShape = {
  /** Whether the cluster is VPC-native. Only for `composer-1.*.*`; newer environments always are. */
  useIpAliases: opt(z.boolean()),
  /** Name of the secondary range for IP addresses of pods. Excludes `clusterIpv4CidrBlock`. */
  clusterSecondaryRangeName: opt(z.string()),
  /** Range for IP addresses of pods: in CIDR notation, a netmask such as `/14`, or empty for a range of default size. */
  clusterIpv4CidrBlock: opt(z.string()),
  /** Name of the secondary range for IP addresses of services. Excludes `servicesIpv4CidrBlock`. */
  servicesSecondaryRangeName: opt(z.string()),
  /** Range for IP addresses of services: in CIDR notation, a netmask such as `/14`, or empty for a range of default size. */
  servicesIpv4CidrBlock: opt(z.string()),
};

/** Schema of `IPAllocationPolicy`, with `parse` and `safeParse`. */
export const IPAllocationPolicy: SchemaOf<IPAllocationPolicy> = /* @__PURE__ */ openObject(iPAllocationPolicyShape);

/**
 * Routing of network traffic to other services. The spec lists no updatable path for it.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface TrafficRoutingConfig extends Fields<typeof trafficRoutingConfigShape> {}

const trafficRoutingConfigShape = {
  /** Route of traffic to Cloud Run functions: `DIRECT` or `VIA_NETWORK_ATTACHMENT`. */
  cloudRunFunctionsRouting: opt(enumValue<"DIRECT" | "VIA_NETWORK_ATTACHMENT">()),
};

/** Schema of `TrafficRoutingConfig`, with `parse` and `safeParse`. */
export const TrafficRoutingConfig: SchemaOf<TrafficRoutingConfig> =
  /* @__PURE__ */ openObject(trafficRoutingConfigShape);

/**
 * Nodes of an environment's cluster, and their networks. The spec lists none of these fields as updatable; Cloud Composer
 * accepts updates of `network` together with `subnetwork`, and of `composerNetworkAttachment`, each with
 * `environmentUpdate.unlisted`.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface NodeConfig extends Fields<typeof nodeConfigShape> {}

const nodeConfigShape = {
  /** Zone of the nodes, as a resource name. */
  location: opt(z.string()),
  /** Machine type of the nodes, as a resource name. */
  machineType: opt(z.string()),
  /** Network of the nodes, as a resource name: `projects/{projectId}/global/networks/{networkId}`. */
  network: opt(z.string()),
  /** Subnetwork of the nodes, as a resource name: `projects/{projectId}/regions/{regionId}/subnetworks/{subnetworkId}`. */
  subnetwork: opt(z.string()),
  /**
   * Network attachment that connects the environment with your network:
   * `projects/{project}/regions/{region}/networkAttachments/{networkAttachment}`. Overrides `network` and `subnetwork`.
   * Only for images `composer-3-airflow-*.*.*-build.*` and newer.
   */
  composerNetworkAttachment: opt(z.string()),
  /**
   * Range of IP addresses for internal use, in CIDR notation. Default: `100.64.128.0/20`. Only for images
   * `composer-3-airflow-*.*.*-build.*` and newer.
   */
  composerInternalIpv4CidrBlock: opt(z.string()),
  /** Disk size of each node, in gigabytes; at least 30. Default: 100. */
  diskSizeGb: opt(integer()),
  /** Service account of the workloads. */
  serviceAccount: opt(z.string()),
  /** OAuth scopes of the nodes. */
  oauthScopes: opt(z.array(z.string())),
  /** Network tags of the nodes. */
  tags: opt(z.array(z.string())),
  /** IP ranges of the cluster. */
  ipAllocationPolicy: opt(IPAllocationPolicy),
  /** Maximum number of pods per node: an integer from 8 to 110. Default: 32. Only for `composer-1.*.*`. */
  maxPodsPerNode: opt(integer()),
  /** Whether IP addresses are masqueraded for all destinations except pods. */
  enableIpMasqAgent: opt(z.boolean()),
  /** Routing of network traffic to other services. Only for images `composer-3-airflow-*.*.*-build.*` and newer. */
  trafficRoutingConfig: opt(TrafficRoutingConfig),
};

/** Schema of `NodeConfig`, with `parse` and `safeParse`. */
export const NodeConfig: SchemaOf<NodeConfig> = /* @__PURE__ */ openObject(nodeConfigShape);
