import { inspect } from "node:util";

/** Returns the reason with which a promise rejects. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`the promise was kept, with ${JSON.stringify(value)}`);
}

/** Returns the value that a function throws. */
export function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("the function returned");
}

/** All text of a value when it is printed, logged or serialized, including causes and hidden properties. */
export function shown(value: unknown): string {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  for (let current = value; current !== undefined && !seen.has(current); current = (current as Error | null)?.cause) {
    seen.add(current);
    texts.push(
      String(current),
      String((current as Error).stack),
      JSON.stringify(current) ?? "",
      JSON.stringify(Object.getOwnPropertyNames(Object(current)).map((name) => String((current as never)[name]))),
      inspect(current, {
        depth: Infinity,
        showHidden: true,
        getters: true,
        maxArrayLength: null,
        maxStringLength: null,
      }),
    );
    if (current === null) break;
  }
  return texts.join("\n");
}
