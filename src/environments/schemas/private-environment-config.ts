import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject, opt, outputOnly } from "../../core/schema/schema.js";
import { enumValue } from "./enum-value.js";

/**
 * Network connections between the project of the service and your project. The spec lists no updatable path for them.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface NetworkingConfig extends Fields<typeof networkingConfigShape> {}

const networkingConfigShape = {
  /** Type of the connections: `VPC_PEERING` or `PRIVATE_SERVICE_CONNECT`. Only for environments with private IP addresses. */
  connectionType: opt(enumValue<"VPC_PEERING" | "PRIVATE_SERVICE_CONNECT">()),
};

/** Schema of `NetworkingConfig`, with `parse` and `safeParse`. */
export const NetworkingConfig: SchemaOf<NetworkingConfig> = /* @__PURE__ */ openObject(networkingConfigShape);

/**
 * Private cluster of an environment. The spec lists no updatable path for it.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface PrivateClusterConfig extends Fields<typeof privateClusterConfigShape> {}

const privateClusterConfigShape = {
  /** Whether the public endpoint of the cluster is closed. */
  enablePrivateEndpoint: opt(z.boolean()),
  /** Range from which IPv4 addresses of the control plane are reserved, in CIDR notation. Default: `172.16.0.0/23`. */
  masterIpv4CidrBlock: opt(z.string()),
  /** Range of the control plane's IPv4 addresses, in CIDR notation. Output only. */
  masterIpv4ReservedRange: outputOnly(z.string()),
};

/** Schema of `PrivateClusterConfig`, with `parse` and `safeParse`. */
export const PrivateClusterConfig: SchemaOf<PrivateClusterConfig> =
  /* @__PURE__ */ openObject(privateClusterConfigShape);

/**
 * Private networking of an environment. The spec lists none of its fields as updatable; Cloud Composer accepts updates of
 * `enablePrivateEnvironment`, `enablePrivateBuildsOnly` and `networkingType`, each with `environmentUpdate.unlisted`.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface PrivateEnvironmentConfig extends Fields<typeof privateEnvironmentConfigShape> {}

const privateEnvironmentConfigShape = {
  /** Whether the environment has private IP addresses only. `networkingType` replaces this field. */
  enablePrivateEnvironment: opt(z.boolean()),
  /**
   * Whether builds that install Python packages have no access to the internet. Default: `false`. Only for images
   * `composer-3-airflow-*.*.*-build.*` and newer.
   */
  enablePrivateBuildsOnly: opt(z.boolean()),
  /** Networking of the environment: `PRIVATE` or `PUBLIC`. */
  networkingType: opt(enumValue<"PRIVATE" | "PUBLIC">()),
  /** Private cluster of the environment. */
  privateClusterConfig: opt(PrivateClusterConfig),
  /** Network connections between the project of the service and your project. */
  networkingConfig: opt(NetworkingConfig),
  /** Whether `ipAllocationPolicy` of the nodes may use public IP ranges. */
  enablePrivatelyUsedPublicIps: opt(z.boolean()),
  /** Range from which IP addresses of the database are reserved, in CIDR notation. */
  cloudSqlIpv4CidrBlock: opt(z.string()),
  /** Range from which IP addresses of the web server are reserved, in CIDR notation. Only for `composer-1.*.*`. */
  webServerIpv4CidrBlock: opt(z.string()),
  /** Range of the web server's IP addresses. Only for `composer-1.*.*`. Output only. */
  webServerIpv4ReservedRange: outputOnly(z.string()),
  /**
   * Range from which IP addresses of Cloud Composer's network are reserved, in CIDR notation. Only for `composer-2.*.*` and
   * newer.
   */
  cloudComposerNetworkIpv4CidrBlock: opt(z.string()),
  /** Range of IP addresses of Cloud Composer's network. Only for `composer-2.*.*` and newer. Output only. */
  cloudComposerNetworkIpv4ReservedRange: outputOnly(z.string()),
  /** Subnetwork for Private Service Connect, which connects to the database instead of VPC peering. */
  cloudComposerConnectionSubnetwork: opt(z.string()),
};

/** Schema of `PrivateEnvironmentConfig`, with `parse` and `safeParse`. */
export const PrivateEnvironmentConfig: SchemaOf<PrivateEnvironmentConfig> =
  /* @__PURE__ */ openObject(privateEnvironmentConfigShape);
