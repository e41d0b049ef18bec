import { isObject } from "../core/is-object.js";
import { isString, must, type OptionCheck } from "../core/rules/options.js";
import type { GatewayNaming, Naming } from "./naming.js";

const FORM = "a profile such as googleNaming of fourfold/naming";

/** Whether a value is a naming profile. */
export function isNaming(value: unknown): value is Naming {
  return isObject(value) && isString(value.servicePath); // only naming profiles have a service path
}

/** Whether a value is the gateway's part of a naming profile. */
export function isGatewayNaming(value: unknown): value is GatewayNaming {
  return isObject(value) && isObject(value.extensions) && isString(value.extensions.issuer);
}

/** Check for a naming profile. */
export const namingOption: OptionCheck = /* @__PURE__ */ must(isNaming, FORM);

/** Check for the gateway's part of a naming profile. */
export const gatewayNamingOption: OptionCheck = /* @__PURE__ */ must(isGatewayNaming, FORM);
