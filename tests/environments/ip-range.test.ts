import { expect, test } from "vitest";
import { parseIpRange } from "../../src/environments/update/rules.js";

test.each([
  ["192.168.1.1", "192.168.1.1"],
  ["192.168.0.0/16", "192.168.0.0/16"],
  ["1.2.3.4/24", "1.2.3.0/24"],
  ["255.255.255.255/31", "255.255.255.254/31"],
  ["10.1.2.3/0", "0.0.0.0/0"],
  ["10.1.2.3/32", "10.1.2.3/32"],
  ["2001:db8::/32", "2001:db8::/32"],
  ["2001:DB8::1/32", "2001:db8::/32"],
  ["2001:0db8:0000:0042:0000:8a2e:0370:7334", "2001:db8:0:42:0:8a2e:370:7334"],
  ["2001:db8:ffff::/33", "2001:db8:8000::/33"],
  ["::", "::"],
  ["::/0", "::/0"],
  ["::ffff:10.0.0.1/128", "::ffff:a00:1/128"],
])("%s is the range %s", (text, truncated) => {
  const isTruncated = truncated.toLowerCase() === text.toLowerCase() || !text.includes("/") || text.endsWith("/128");
  expect(parseIpRange(text)).toEqual({ truncated, isTruncated, hasPrefix: text.includes("/") });
});

test.each([
  "",
  "/8",
  "office",
  "10.0.0/8",
  "10.0.0.0.0",
  "10.0.0.256",
  "010.0.0.1",
  "0x0a.0.0.1",
  "10.0.0.0/33",
  "10.0.0.0/08",
  "10.0.0.0/",
  "10.0.0.0/-1",
  "10.0.0.0/8/8",
  " 10.0.0.0/8",
  "10.0.0.0/255.0.0.0",
  "::/129",
  "1::2::3",
  "1:2:3:4:5:6:7",
  "g::",
  "fe80::1%eth0",
  "[::1]",
  "::1]/a[",
])("%j is not a range", (text) => {
  expect(parseIpRange(text)).toBeUndefined();
});
