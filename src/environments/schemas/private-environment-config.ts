import * as z from "zod/mini";
import { openObject, opt, outputOnly } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";
import { enumValue } from "./enum-value.js";

/**
 * Network connections between the project of the service and your project. The spec lists no updatable path for them.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface NetworkingConfig {
  /** Type of the connections: `VPC_PEERING` or `PRIVATE_SERVICE_CONNECT`. Only for environments with private IP addresses. */
  connectionType?: "VPC_PEERING" | "PRIVATE_SERVICE_CONNECT" | (string & {}) | number | undefined;
}

/** Schema of `NetworkingConfig`, with `parse` and `safeParse`. */
export const NetworkingConfig: SchemaOf<NetworkingConfig> = /* @__PURE__ */ openObject({
  connectionType: opt(enumValue()),
} satisfies ShapeOf<NetworkingConfig>);

/**
 * Private cluster of an environment. The spec lists no updatable path for it.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface PrivateClusterConfig {
  /** Whether the public endpoint of the cluster is closed. */
  enablePrivateEndpoint?: boolean | undefined;
  /** Range from which IPv4 addresses of the control plane are reserved, in CIDR notation. Default: `172.16.0.0/23`. */
  masterIpv4CidrBlock?: string | undefined;
  /** Range of the control plane's IPv4 addresses, in CIDR notation. Output only. */
  readonly masterIpv4ReservedRange?: string | undefined;
}

/** Schema of `PrivateClusterConfig`, with `parse` and `safeParse`. */
export const PrivateClusterConfig: SchemaOf<PrivateClusterConfig> = /* @__PURE__ */ openObject({
  enablePrivateEndpoint: opt(z.boolean()),
  masterIpv4CidrBlock: opt(z.string()),
  masterIpv4ReservedRange: outputOnly(z.string()),
} satisfies ShapeOf<PrivateClusterConfig>);

/**
 * Private networking of an environment. The spec lists none of its fields as updatable; Cloud Composer accepts updates of
 * `enablePrivateEnvironment`, `enablePrivateBuildsOnly` and `networkingType`, each with `environmentUpdate.unlisted`.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface PrivateEnvironmentConfig {
  /** Whether the environment has private IP addresses only. `networkingType` replaces this field. */
  enablePrivateEnvironment?: boolean | undefined;
  /**
   * Whether builds that install Python packages have no access to the internet. Default: `false`. Only for images
   * `composer-3-airflow-*.*.*-build.*` and newer.
   */
  enablePrivateBuildsOnly?: boolean | undefined;
  /** Networking of the environment: `PRIVATE` or `PUBLIC`. */
  networkingType?: "PRIVATE" | "PUBLIC" | (string & {}) | number | undefined;
  /** Private cluster of the environment. */
  privateClusterConfig?: PrivateClusterConfig | undefined;
  /** Network connections between the project of the service and your project. */
  networkingConfig?: NetworkingConfig | undefined;
  /** Whether `ipAllocationPolicy` of the nodes may use public IP ranges. */
  enablePrivatelyUsedPublicIps?: boolean | undefined;
  /** Range from which IP addresses of the database are reserved, in CIDR notation. */
  cloudSqlIpv4CidrBlock?: string | undefined;
  /** Range from which IP addresses of the web server are reserved, in CIDR notation. Only for `composer-1.*.*`. */
  webServerIpv4CidrBlock?: string | undefined;
  /** Range of the web server's IP addresses. Only for `composer-1.*.*`. Output only. */
  readonly webServerIpv4ReservedRange?: string | undefined;
  /**
   * Range from which IP addresses of Cloud Composer's network are reserved, in CIDR notation. Only for `composer-2.*.*` and
   * newer.
   */
  cloudComposerNetworkIpv4CidrBlock?: string | undefined;
  /** Range of IP addresses of Cloud Composer's network. Only for `composer-2.*.*` and newer. Output only. */
  readonly cloudComposerNetworkIpv4ReservedRange?: string | undefined;
  /** Subnetwork for Private Service Connect, which connects to the database instead of VPC peering. */
  cloudComposerConnectionSubnetwork?: string | undefined;
}

/** Schema of `PrivateEnvironmentConfig`, with `parse` and `safeParse`. */
export const PrivateEnvironmentConfig: SchemaOf<PrivateEnvironmentConfig> = /* @__PURE__ */ openObject({
  enablePrivateEnvironment: opt(z.boolean()),
  enablePrivateBuildsOnly: opt(z.boolean()),
  networkingType: opt(enumValue()),
  privateClusterConfig: opt(PrivateClusterConfig),
  networkingConfig: opt(NetworkingConfig),
  enablePrivatelyUsedPublicIps: opt(z.boolean()),
  cloudSqlIpv4CidrBlock: opt(z.string()),
  webServerIpv4CidrBlock: opt(z.string()),
  webServerIpv4ReservedRange: outputOnly(z.string()),
  cloudComposerNetworkIpv4CidrBlock: opt(z.string()),
  cloudComposerNetworkIpv4ReservedRange: outputOnly(z.string()),
  cloudComposerConnectionSubnetwork: opt(z.string()),
} satisfies ShapeOf<PrivateEnvironmentConfig>);
