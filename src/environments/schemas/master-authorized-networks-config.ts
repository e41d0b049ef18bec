import * as z from "zod/mini";
import type { Fields, SchemaOf } from "../../core/schema/fields.js";
import { openObject, opt } from "../../core/schema/schema.js";

/**
 * An IP range that can access the control plane of the cluster.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface CidrBlock extends Fields<typeof cidrBlockShape> {}

const cidrBlockShape = {
  /** Display name of the range. */
  displayName: opt(z.string()),
  /** The range in CIDR notation, such as `192.168.0.0/16`. */
  cidrBlock: opt(z.string()),
};

/** Schema of `CidrBlock`, with `parse` and `safeParse`. */
export const CidrBlock: SchemaOf<CidrBlock> = /* @__PURE__ */ openObject(cidrBlockShape);

/**
 * Networks that can access the control plane of the cluster.
 *
 * @see Spec: environments, "(B) Environment update" (fields of the real service)
 */
export interface MasterAuthorizedNetworksConfig extends Fields<typeof masterAuthorizedNetworksConfigShape> {}

const masterAuthorizedNetworksConfigShape = {
  /** Whether only the listed networks can access the control plane from outside. */
  enabled: opt(z.boolean()),
  /** Networks outside the environment that can access the control plane over HTTPS. At most 50. */
  cidrBlocks: opt(z.array(CidrBlock)),
};

/** Schema of `MasterAuthorizedNetworksConfig`, with `parse` and `safeParse`. */
export const MasterAuthorizedNetworksConfig: SchemaOf<MasterAuthorizedNetworksConfig> = /* @__PURE__ */ openObject(
  masterAuthorizedNetworksConfigShape,
);
