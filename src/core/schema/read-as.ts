import * as z from "zod/mini";

/**
 * A schema out of a function that returns what it reads, or undefined for what does not fit. It stands for unions,
 * pipes and checks of zod, each of which would add to what a browser has to load.
 */
export function readAs<T>(expected: string, read: (value: unknown) => T | undefined): z.ZodMiniType<T> {
  return z.transform((value, payload): T => {
    const result = read(value);
    if (result === undefined) payload.issues.push({ code: "custom", message: expected, input: value });
    return result as T; // where it is undefined, the issue above keeps it from being used
  });
}
