/** Returns the kind of an IPv4 or IPv6 address, or of a range in CIDR notation; undefined if the text is neither. */
export function ipKind(text: string): "address" | "range" | "range with host bits" | undefined {
  const [address = "", prefix, ...others] = text.split("/", 3);
  const isV4 = /^\d+\./.test(address);
  const url = `http://[${isV4 ? "::ffff:" : ""}${address}]`;
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(url) || others.length > 0) return undefined;
  if (prefix === undefined) return "address";
  const length = Number(prefix) + (isV4 ? 96 : 0);
  if (!/^(?:0|[1-9]\d?\d?)$/.test(prefix) || length > 128) return undefined;
  // The hostname has the groups of 16 bits in hexadecimal, with "::" for groups of 0.
  const halves = new URL(url).hostname.slice(1, -1).split("::");
  const [left = [], right = []] = halves.map((half) => half.split(":").filter((group) => group !== ""));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  const bits = groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0")).join("");
  return bits.includes("1", length) ? "range with host bits" : "range";
}
