import * as fc from "fast-check";
import type { Fault } from "fourfold/testing";

/** Faults of requests that write tables. */
export const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc
    .tuple(
      fc.constantFrom<Fault>(
        { drop: true },
        { drop: true, after: true },
        { drop: "body" },
        { status: 503 },
        { status: 503, after: true },
        { status: 429 },
        { status: 403, reason: "rateLimitExceeded" },
        { status: 412 },
        { status: 409 },
        { malformed: true },
      ),
      fc.constantFrom("POST", "PATCH", "PATCH"),
      fc.integer({ min: 1, max: 6 }),
    )
    .map(([fault, method, times]) => ({ ...fault, times, match: { method } })),
  { maxLength: 5 },
);
