import * as z from "zod/mini";
import { openObject, opt } from "../../core/schema/schema.js";
import type { SchemaOf, ShapeOf } from "../../core/schema/shape-of.js";

/**
 * An IP range that can access the control plane of the cluster.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface CidrBlock {
  /** Display name of the range. */
  displayName?: string | undefined;
  /** The range in CIDR notation, such as `192.168.0.0/16`. */
  cidrBlock?: string | undefined;
}

/** Schema of `CidrBlock`, with `parse` and `safeParse`. */
export const CidrBlock: SchemaOf<CidrBlock> = /* @__PURE__ */ openObject({
  displayName: opt(z.string()),
  cidrBlock: opt(z.string()),
} satisfies ShapeOf<CidrBlock>);

/**
 * Networks that can access the control plane of the cluster.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface MasterAuthorizedNetworksConfig {
  /** Whether only the listed networks can access the control plane from outside. */
  enabled?: boolean | undefined;
  /** Networks outside the environment that can access the control plane over HTTPS. At most 50. */
  cidrBlocks?: CidrBlock[] | undefined;
}

/** Schema of `MasterAuthorizedNetworksConfig`, with `parse` and `safeParse`. */
export const MasterAuthorizedNetworksConfig: SchemaOf<MasterAuthorizedNetworksConfig> = /* @__PURE__ */ openObject({
  enabled: opt(z.boolean()),
  cidrBlocks: opt(z.array(CidrBlock)),
} satisfies ShapeOf<MasterAuthorizedNetworksConfig>);
