import { googleApiGatewayNaming, googleNaming, type Naming, vendorNaming } from "../naming/index.js";
import { type Flag, oneOf, option } from "./flags.js";

/** The naming profiles that `--naming` accepts. */
const profiles = {
  google: googleNaming,
  "google-api-gateway": googleApiGatewayNaming,
  vendor: vendorNaming,
} as const satisfies Readonly<Record<string, Naming>>;
const names = Object.keys(profiles) as (keyof typeof profiles)[]; // the keys of the object above

/** The option that selects a naming profile. */
export const namingFlag: Flag<Naming> = option(
  "<profile>",
  `naming profile: ${names.join(", ")}; default: google`,
  (text) => profiles[oneOf(...names)(text)],
  googleNaming,
);
