import * as z from "zod";
import type { Fields } from "../../schema/fields.js";
import { boolean, integer, numberedEnum, openObject, opt, outputOnly, string } from "../../schema/schema.js";

/**
 * IP ranges of the cluster. `updatablePaths` lists no path for them.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#IPAllocationPolicy | IPAllocationPolicy} in the Cloud Composer reference
 */
export interface IPAllocationPolicy extends Fields<typeof iPAllocationPolicyShape> {}

const iPAllocationPolicyShape = {
  /** Whether the cluster is VPC-native. Only for `composer-1.*.*`; newer environments always are. */
  useIpAliases: opt(boolean),
  /** Name of the secondary range for IP addresses of pods. Excludes `clusterIpv4CidrBlock`. */
  clusterSecondaryRangeName: opt(string),
  /** Range for IP addresses of pods: in CIDR notation, a netmask such as `/14`, or empty for a range of default size. */
  clusterIpv4CidrBlock: opt(string),
  /** Name of the secondary range for IP addresses of services. Excludes `servicesIpv4CidrBlock`. */
  servicesSecondaryRangeName: opt(string),
  /** Range for IP addresses of services: in CIDR notation, a netmask such as `/14`, or empty for a range of default size. */
  servicesIpv4CidrBlock: opt(string),
};

/** Schema of `IPAllocationPolicy`, with `parse` and `safeParse`. */
export const IPAllocationPolicy = openObject<IPAllocationPolicy>(iPAllocationPolicyShape);

/**
 * Routing of network traffic to other services. `updatablePaths` lists no path for it.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#TrafficRoutingConfig | TrafficRoutingConfig} in the Cloud Composer reference
 */
export interface TrafficRoutingConfig extends Fields<typeof trafficRoutingConfigShape> {}

const trafficRoutingConfigShape = {
  /** Route of traffic to Cloud Run functions: `DIRECT` or `VIA_NETWORK_ATTACHMENT`. */
  cloudRunFunctionsRouting: opt(numberedEnum("DIRECT", "VIA_NETWORK_ATTACHMENT")),
};

/** Schema of `TrafficRoutingConfig`, with `parse` and `safeParse`. */
export const TrafficRoutingConfig = openObject<TrafficRoutingConfig>(trafficRoutingConfigShape);

/**
 * Nodes of an environment's cluster, and their networks. `updatablePaths` lists none of these fields; Cloud Composer
 * accepts updates of `network` together with `subnetwork`, and of `composerNetworkAttachment`, each with
 * `environmentUpdate.unlisted`.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#NodeConfig | NodeConfig} in the Cloud Composer reference
 */
export interface NodeConfig extends Fields<typeof nodeConfigShape> {}

const nodeConfigShape = {
  /** Zone of the nodes, as a resource name. */
  location: opt(string),
  /** Machine type of the nodes, as a resource name. */
  machineType: opt(string),
  /** Network of the nodes, as a resource name: `projects/{projectId}/global/networks/{networkId}`. */
  network: opt(string),
  /** Subnetwork of the nodes, as a resource name: `projects/{projectId}/regions/{regionId}/subnetworks/{subnetworkId}`. */
  subnetwork: opt(string),
  /**
   * Network attachment that connects the environment with your network:
   * `projects/{project}/regions/{region}/networkAttachments/{networkAttachment}`. Overrides `network` and `subnetwork`.
   * Only for images `composer-3-airflow-*.*.*-build.*` and newer.
   */
  composerNetworkAttachment: opt(string),
  /**
   * Range of IP addresses for internal use, in CIDR notation. Default: `100.64.128.0/20`. Only for images
   * `composer-3-airflow-*.*.*-build.*` and newer.
   */
  composerInternalIpv4CidrBlock: opt(string),
  /** Disk size of each node, in gigabytes; at least 30. Default: 100. */
  diskSizeGb: opt(integer),
  /** Service account of the workloads. */
  serviceAccount: opt(string),
  /** OAuth scopes of the nodes. */
  oauthScopes: opt(z.array(string)),
  /** Network tags of the nodes. */
  tags: opt(z.array(string)),
  /** IP ranges of the cluster. */
  ipAllocationPolicy: opt(IPAllocationPolicy),
  /** Maximum number of pods per node: an integer from 8 to 110. Default: 32. Only for `composer-1.*.*`. */
  maxPodsPerNode: opt(integer),
  /** Whether IP addresses are masqueraded for all destinations except pods. */
  enableIpMasqAgent: opt(boolean),
  /** Routing of network traffic to other services. Only for images `composer-3-airflow-*.*.*-build.*` and newer. */
  trafficRoutingConfig: opt(TrafficRoutingConfig),
};

/** Schema of `NodeConfig`, with `parse` and `safeParse`. */
export const NodeConfig = openObject<NodeConfig>(nodeConfigShape);

/**
 * Network connections between the project of Cloud Composer and your project. `updatablePaths` lists no path for them.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#NetworkingConfig | NetworkingConfig} in the Cloud Composer reference
 */
export interface NetworkingConfig extends Fields<typeof networkingConfigShape> {}

const networkingConfigShape = {
  /** Type of the connections: `VPC_PEERING` or `PRIVATE_SERVICE_CONNECT`. Only for environments with private IP addresses. */
  connectionType: opt(numberedEnum("VPC_PEERING", "PRIVATE_SERVICE_CONNECT")),
};

/** Schema of `NetworkingConfig`, with `parse` and `safeParse`. */
export const NetworkingConfig = openObject<NetworkingConfig>(networkingConfigShape);

/**
 * Private cluster of an environment. `updatablePaths` lists no path for it.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#PrivateClusterConfig | PrivateClusterConfig} in the Cloud Composer reference
 */
export interface PrivateClusterConfig extends Fields<typeof privateClusterConfigShape> {}

const privateClusterConfigShape = {
  /** Whether the public endpoint of the cluster is closed. */
  enablePrivateEndpoint: opt(boolean),
  /** Range from which IPv4 addresses of the control plane are reserved, in CIDR notation. Default: `172.16.0.0/23`. */
  masterIpv4CidrBlock: opt(string),
  /** Range of the control plane's IPv4 addresses, in CIDR notation. Output only. */
  masterIpv4ReservedRange: outputOnly(string),
};

/** Schema of `PrivateClusterConfig`, with `parse` and `safeParse`. */
export const PrivateClusterConfig = openObject<PrivateClusterConfig>(privateClusterConfigShape);

/**
 * Private networking of an environment. `updatablePaths` lists none of its fields; Cloud Composer accepts updates of
 * `enablePrivateEnvironment`, `enablePrivateBuildsOnly` and `networkingType`, each with `environmentUpdate.unlisted`.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#PrivateEnvironmentConfig | PrivateEnvironmentConfig} in the Cloud Composer reference
 */
export interface PrivateEnvironmentConfig extends Fields<typeof privateEnvironmentConfigShape> {}

const privateEnvironmentConfigShape = {
  /** Whether the environment has private IP addresses only. `networkingType` replaces this field. */
  enablePrivateEnvironment: opt(boolean),
  /**
   * Whether builds that install Python packages have no access to the internet. Default: `false`. Only for images
   * `composer-3-airflow-*.*.*-build.*` and newer.
   */
  enablePrivateBuildsOnly: opt(boolean),
  /** Networking of the environment: `PRIVATE` or `PUBLIC`. */
  networkingType: opt(numberedEnum("PRIVATE", "PUBLIC")),
  /** Private cluster of the environment. */
  privateClusterConfig: opt(PrivateClusterConfig),
  /** Network connections between the project of Cloud Composer and your project. */
  networkingConfig: opt(NetworkingConfig),
  /** Whether `ipAllocationPolicy` of the nodes may use public IP ranges. */
  enablePrivatelyUsedPublicIps: opt(boolean),
  /** Range from which IP addresses of the database are reserved, in CIDR notation. */
  cloudSqlIpv4CidrBlock: opt(string),
  /** Range from which IP addresses of the web server are reserved, in CIDR notation. Only for `composer-1.*.*`. */
  webServerIpv4CidrBlock: opt(string),
  /** Range of the web server's IP addresses. Only for `composer-1.*.*`. Output only. */
  webServerIpv4ReservedRange: outputOnly(string),
  /**
   * Range from which IP addresses of Cloud Composer's network are reserved, in CIDR notation. Only for `composer-2.*.*` and
   * newer.
   */
  cloudComposerNetworkIpv4CidrBlock: opt(string),
  /** Range of IP addresses of Cloud Composer's network. Only for `composer-2.*.*` and newer. Output only. */
  cloudComposerNetworkIpv4ReservedRange: outputOnly(string),
  /** Subnetwork for Private Service Connect, which connects to the database instead of VPC peering. */
  cloudComposerConnectionSubnetwork: opt(string),
};

/** Schema of `PrivateEnvironmentConfig`, with `parse` and `safeParse`. */
export const PrivateEnvironmentConfig = openObject<PrivateEnvironmentConfig>(privateEnvironmentConfigShape);

/**
 * An IP range that can access the control plane of the cluster.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#CidrBlock | CidrBlock} in the Cloud Composer reference
 */
export interface CidrBlock extends Fields<typeof cidrBlockShape> {}

const cidrBlockShape = {
  /** Display name of the range. */
  displayName: opt(string),
  /** The range in CIDR notation, such as `192.168.0.0/16`. */
  cidrBlock: opt(string),
};

/** Schema of `CidrBlock`, with `parse` and `safeParse`. */
export const CidrBlock = openObject<CidrBlock>(cidrBlockShape);

/**
 * Networks that can access the control plane of the cluster.
 *
 * @see {@link https://cloud.google.com/composer/docs/reference/rest/v1beta1/projects.locations.environments#MasterAuthorizedNetworksConfig | MasterAuthorizedNetworksConfig} in the Cloud Composer reference
 */
export interface MasterAuthorizedNetworksConfig extends Fields<typeof masterAuthorizedNetworksConfigShape> {}

const masterAuthorizedNetworksConfigShape = {
  /** Whether only the listed networks can access the control plane from outside. */
  enabled: opt(boolean),
  /** Networks outside the environment that can access the control plane over HTTPS. At most 50. */
  cidrBlocks: opt(z.array(CidrBlock)),
};

/** Schema of `MasterAuthorizedNetworksConfig`, with `parse` and `safeParse`. */
export const MasterAuthorizedNetworksConfig = openObject<MasterAuthorizedNetworksConfig>(
  masterAuthorizedNetworksConfigShape,
);
