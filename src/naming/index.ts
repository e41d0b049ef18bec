export type { Area, GatewayExtensions, GatewayNaming, Naming } from "./naming.js";
export { vendorNaming } from "./vendor.js";
