import * as z from "zod/mini";

/**
 * Creates a schema from a function that returns the parsed value, or undefined for an invalid one. It replaces zod's
 * unions, pipes and checks, each of which would increase the size of a browser bundle.
 */
export function readAs<T>(expected: string, read: (value: unknown) => T | undefined): z.ZodMiniType<T> {
  return z.transform((value, payload): T => {
    const result = read(value);
    if (result === undefined) payload.issues.push({ code: "custom", message: expected, input: value });
    return result as T; // if it is undefined, the issue above makes the result invalid
  });
}
