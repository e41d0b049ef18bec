export type { Area, Naming } from "./naming.js";
export { vendorNaming } from "./vendor.js";
