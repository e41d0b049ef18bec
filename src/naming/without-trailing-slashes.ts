/** Removes the slashes at the end of an address. A regular expression would take quadratic time for hostile input. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end -= 1;
  return address.slice(0, end);
}
