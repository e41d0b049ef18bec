import { type OptionCheck, oneOf } from "../core/options.js";
import type { Naming } from "../naming/naming.js";

/** The two generations of the gateway, which forward different formats. */
export type Generation = "current" | "earlier";

/** A Google product that forwards the caller: API Gateway, or Cloud Endpoints with ESP or ESPv2. */
export type GatewayProduct = "api-gateway" | "cloud-endpoints";

/** The header in which each product sends the caller's claims. */
export const userInfoHeaders: Readonly<Record<GatewayProduct, string>> = {
  "api-gateway": "X-Apigateway-Api-Userinfo",
  "cloud-endpoints": "X-Endpoint-API-UserInfo",
};

/** Check for a {@link GatewayProduct}. */
export const gatewayOption: OptionCheck = /* @__PURE__ */ oneOf(...Object.keys(userInfoHeaders));

/** The options of a gateway that determine the header. */
interface HeaderChoice {
  readonly gateway?: GatewayProduct | undefined;
  readonly header?: string | undefined;
  readonly generation: Generation;
}

/** Returns the header of a gateway. By default, it is API Gateway, or the only product that sends the earlier format. */
export function userInfoHeaderOf({ gateway, header, generation }: HeaderChoice, { userInfoHeader }: Naming): string {
  const product = gateway ?? (generation === "earlier" ? "cloud-endpoints" : "api-gateway");
  return header ?? userInfoHeader ?? userInfoHeaders[product];
}

/** Returns why the option `gateway` contradicts another option; undefined if it does not. */
export function gatewayProblem(choice: HeaderChoice, { name, userInfoHeader }: Naming): string | undefined {
  const { gateway, header, generation } = choice;
  if (gateway === undefined) return undefined;
  if (userInfoHeader !== undefined) return `is not allowed under ${name}Naming, whose header is ${userInfoHeader}`;
  if (header !== undefined) return "cannot be combined with the name of a header";
  if (gateway !== "api-gateway" || generation !== "earlier") return undefined;
  return 'must be "cloud-endpoints" for the earlier generation, which API Gateway does not have';
}
