/** An IP address or a range of addresses. */
export interface IpRange {
  /** Whether the text contains the length of a prefix, as in `10.0.0.0/8`. */
  readonly hasPrefix: boolean;
  /** The range with zeros after the prefix. */
  readonly truncated: string;
  /** Whether the bits after the prefix are 0. */
  readonly isTruncated: boolean;
}

/** Parses an IPv4 or IPv6 address or range in CIDR notation; undefined if it is invalid. Takes linear time. */
export function parseIpRange(text: string): IpRange | undefined {
  const slash = text.indexOf("/");
  const hasPrefix = slash >= 0;
  const address = hasPrefix ? text.slice(0, slash) : text;
  const isV6 = address.includes(":");
  const parts = isV6 ? partsOfV6(address) : partsOfV4(address);
  const bits = isV6 ? 16 : 8;
  const length = hasPrefix ? text.slice(slash + 1) : "0";
  if (parts === undefined || !/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > parts.length * bits)
    return undefined;
  const kept = parts.map((part, index) => {
    const zeros = hasPrefix ? Math.min(bits, Math.max(0, (index + 1) * bits - Number(length))) : 0;
    return (part >> zeros) << zeros;
  });
  const start = isV6 ? hostOf(kept.map((part) => part.toString(16)).join(":")).slice(1, -1) : kept.join(".");
  const isTruncated = parts.every((part, index) => part === kept[index]);
  return { hasPrefix, truncated: hasPrefix ? `${start}/${length}` : start, isTruncated };
}

function partsOfV4(address: string): number[] | undefined {
  const parts = address.split(".", 5).map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  return parts.length === 4 && parts.every((part) => part < 256) ? parts : undefined;
}

function partsOfV6(address: string): number[] | undefined {
  if (!/^[\da-f:.]+$/i.test(address) || !URL.canParse(`http://[${address}]`)) return undefined;
  const [start = "", end = ""] = hostOf(address).slice(1, -1).split("::");
  const [head, tail] = [start, end].map((groups) => (groups === "" ? [] : groups.split(":"))) as [string[], string[]];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

/** Returns an IPv6 address in brackets in its canonical form. */
function hostOf(address: string): string {
  return new URL(`http://[${address}]`).hostname;
}
