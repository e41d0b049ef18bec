import type { Naming } from "./naming.js";

/** The neutral names of the spec, with `vendor` in place of a product name. The profile has no addresses. */
export const vendorNaming: Naming = {
  name: "vendor",
  servicePath: "warehouse",
  rules: {},
  userInfoHeader: "X-Vendor-API-UserInfo",
  extensions: {
    issuer: "x-vendor-issuer",
    jwksUri: "x-vendor-jwks_uri",
    audiences: "x-vendor-audiences",
    backend: "x-vendor-backend",
    locations: "x-vendor-extensions",
  },
};
