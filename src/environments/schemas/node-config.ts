import * as z from "zod/mini";
import { integer, openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * The machines of an environment's cluster. The spec lists no path for them.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface NodeConfig {
  /** Zone of the machines, as a resource name. */
  location?: string | undefined;
  /** Machine type, as a resource name. */
  machineType?: string | undefined;
  /** Network of the machines, as a resource name. */
  network?: string | undefined;
  /** Part of the network, as a resource name. */
  subnetwork?: string | undefined;
  /** Disk of each machine, in gigabytes; at least 30. Default: 100. */
  diskSizeGb?: number | undefined;
  /** Account that the workloads act as. */
  serviceAccount?: string | undefined;
  /** OAuth scopes of the machines. */
  oauthScopes?: string[] | undefined;
  /** Network tags of the machines. */
  tags?: string[] | undefined;
}

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
