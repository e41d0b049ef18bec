import type { Naming } from "./naming.js";

/** The neutral names of the spec; the default. It knows no address. */
export const vendorNaming: Naming = { name: "vendor", servicePath: "warehouse", rules: {} };
