/** Accepted differences: the service's schema, its fields, and the reason. */
const reasons: readonly { readonly why: string; readonly members: Readonly<Record<string, readonly string[]>> }[] = [
  {
    why: "one type is used for every workload except the worker; the service omits what a workload does not have",
    members: { WebServerResource: ["count"], TriggererResource: ["storageGb"] },
  },
];

const whyByPlace: ReadonlyMap<string, string> = new Map(
  reasons.flatMap(({ why, members }) =>
    Object.entries(members).flatMap(([schema, names]) => names.map((name) => [`${schema}.${name}`, why] as const)),
  ),
);

/** Returns the reason for a difference; undefined if it is not listed. */
export function explained(place: string): string | undefined {
  return whyByPlace.get(place);
}
