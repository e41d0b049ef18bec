import type { Naming } from "./naming.js";
import { specTranslation } from "./translate.js";

/**
 * The specification's names on the wire, in which `vendor` is in the place of a product name. Names in code stay Google's. The profile
 * has no URLs, so clients need the option `baseUrl`.
 */
export const vendorNaming: Naming & { readonly userInfoHeader: string } = Object.freeze({
  name: "vendor",
  servicePath: "warehouse",
  scopeBase: "{scope_base}",
  requestIdHeaders: ["x-request-id"],
  searchVocabulary: { prefix: "vendor", address: "http://schema.vendor.example/" },
  rules: {},
  userInfoHeader: "X-Vendor-API-UserInfo",
  extensions: {
    issuer: "x-vendor-issuer",
    jwksUri: "x-vendor-jwks_uri",
    audiences: "x-vendor-audiences",
    backend: "x-vendor-backend",
    locations: "x-vendor-extensions",
  },
  translation: specTranslation,
});
