import * as z from "zod/mini";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * Nodes of an environment's cluster. The spec lists no updatable path for them.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface NodeConfig {
  /** Zone of the nodes, as a resource name. */
  location?: string | undefined;
  /** Machine type of the nodes, as a resource name. */
  machineType?: string | undefined;
  /** Network of the nodes, as a resource name. */
  network?: string | undefined;
  /** Subnetwork of the nodes, as a resource name. */
  subnetwork?: string | undefined;
  /** Disk size of each node, in gigabytes; at least 30. Default: 100. */
  diskSizeGb?: number | undefined;
  /** Service account of the workloads. */
  serviceAccount?: string | undefined;
  /** OAuth scopes of the nodes. */
  oauthScopes?: string[] | undefined;
  /** Network tags of the nodes. */
  tags?: string[] | undefined;
}

/** Schema of `NodeConfig`, with `parse` and `safeParse`. */
export const NodeConfig: SchemaOf<NodeConfig> = /* @__PURE__ */ openObject({
  location: opt(z.string()),
  machineType: opt(z.string()),
  network: opt(z.string()),
  subnetwork: opt(z.string()),
  diskSizeGb: opt(integer()),
  serviceAccount: opt(z.string()),
  oauthScopes: opt(z.array(z.string())),
  tags: opt(z.array(z.string())),
} satisfies ShapeOf<NodeConfig>);
