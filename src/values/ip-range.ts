/** Whether a string is an IPv4 or IPv6 address, or a range in CIDR notation without bits after its prefix. */
export function isIpRange(text: string): boolean {
  const [address = "", prefix = "128", ...others] = text.split("/", 3);
  const isV4 = /^\d+\./.test(address);
  const url = `http://[${isV4 ? "::ffff:" : ""}${address}]`;
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(url) || others.length > 0) return false;
  // The hostname has up to 8 groups of 16 bits in hexadecimal, with "::" for groups of 0.
  const { hostname } = new URL(url);
  const missing = 8 - (hostname.match(/\w+/g)?.length ?? 0);
  const groups = hostname.replace("::", `:${"0:".repeat(missing)}`).match(/\w+/g) ?? [];
  const bits = groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0")).join("");
  const length = Number(prefix) + (isV4 && text !== address ? 96 : 0);
  return /^(?:0|[1-9]\d?\d?)$/.test(prefix) && length <= 128 && !bits.includes("1", length);
}
