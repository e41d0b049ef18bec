const MAX_FRAMES = 10;
/** Limits of the search for errors in a value. */
const MAX_DEPTH = 4;
const MAX_ENTRIES = 100;
const MAX_OBJECTS = 1_000;
/** A frame of Chromium (`at f (file:1:2)`), or of Firefox and Safari (`f@file:1:2`). */
const FRAME = /^\s*at (?:(.*?) \()?(.*?)\)?$|^([^@\n]*)@(.*)$/;

/** The line of the program's topmost frame in a stack; undefined if there is none. */
export function lineOf(stack: string | undefined, file: string): number | undefined {
  const [frame] = userFrames(stack ?? "", file);
  return frame === undefined ? undefined : Number(/:(\d+)\)?$/.exec(frame)?.[1]);
}

/** Replaces the stack of each error in a value with its name, its message and the program's frames. */
export function tidyStacks(value: unknown, file: string, depth = 0, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  if (seen.has(value) || seen.size >= MAX_OBJECTS || depth > MAX_DEPTH) return;
  seen.add(value);
  if (value instanceof Error) {
    const stack = tidyStack(value, file);
    // Does nothing if the error is frozen.
    Reflect.defineProperty(value, "stack", { value: stack, writable: true, configurable: true, enumerable: false });
    tidyStacks(value.cause, file, depth + 1, seen);
  }
  const keys = Array.isArray(value)
    ? Array.from({ length: Math.min(value.length, MAX_ENTRIES) }, (_, index) => index)
    : Object.getOwnPropertyNames(value).slice(0, MAX_ENTRIES);
  for (const key of keys) tidyStacks(Object.getOwnPropertyDescriptor(value, key)?.value, file, depth + 1, seen);
}

function tidyStack({ name, message, stack }: Error, file: string): string {
  return [message === "" ? name : `${name}: ${message}`, ...userFrames(stack ?? "", file)].join("\n");
}

function userFrames(stack: string, file: string): string[] {
  const frames = stack.split("\n").flatMap((line) => {
    const [, caller, place, callerBefore, placeAfter] = FRAME.exec(line) ?? [];
    const found = lineIn(place ?? placeAfter ?? "", file);
    if (found === undefined) return [];
    const name = (caller ?? callerBefore ?? "").replace(/\b(?:Object\.)?(?:eval|anonymous)$|<anonymous>$/, "").trim();
    const isNamed = name !== "" && name !== "async";
    return [isNamed ? `    at ${name} (${file}:${found})` : `    at ${name === "" ? "" : "async "}${file}:${found}`];
  });
  return frames.slice(0, MAX_FRAMES);
}

/**
 * The program's line number in a stack location. Firefox ignores `sourceURL` and names the script that called `eval`.
 */
function lineIn(place: string, file: string): string | undefined {
  if (place.startsWith(`${file}:`)) return /^:(\d+)/.exec(place.slice(file.length))?.[1];
  return / > eval:(\d+):\d+$/.exec(place)?.[1];
}
