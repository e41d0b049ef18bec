import { type Naming, vendorNaming } from "../naming/index.js";
import { type Flag, oneOf, option } from "./flags.js";

/** The profiles that a command line can name. */
const profiles = { vendor: vendorNaming } as const satisfies Readonly<Record<string, Naming>>;
const names = Object.keys(profiles) as (keyof typeof profiles)[]; // the keys of what stands above

/** The option that picks a naming profile. */
export const namingFlag: Flag<Naming> = option(
  `<${names.join("|")}>`,
  "the names on the wire; vendor unless said otherwise",
  (text) => profiles[oneOf(...names)(text)],
  vendorNaming,
);
