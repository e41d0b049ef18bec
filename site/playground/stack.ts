const MAX_FRAMES = 10;
/** A frame of Chromium (`at f (file:1:2)`), or of Firefox and Safari (`f@file:1:2`). */
const FRAME = /^\s*at (?:(.*?) \()?(.*?)\)?$|^([^@\n]*)@(.*)$/;

/** The line of the program's topmost frame in a stack; undefined if there is none. */
export function lineOf(stack: string | undefined, file: string): number | undefined {
  const [frame] = userFrames(stack ?? "", file);
  return frame === undefined ? undefined : Number(/:(\d+)\)?$/.exec(frame)?.[1]);
}

/** Replaces the stacks of the errors in a value by the error's title and the frames of the program. */
export function tidyStacks(value: unknown, file: string, depth = 0, seen = new Set<unknown>()): void {
  if (typeof value !== "object" || value === null || seen.has(value) || depth > 4) return;
  seen.add(value);
  if (value instanceof Error) {
    const stack = tidyStack(value, file);
    Object.defineProperty(value, "stack", { value: stack, writable: true, configurable: true, enumerable: false });
    tidyStacks(value.cause, file, depth + 1, seen);
  }
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value)).slice(0, 100)) {
    if ("value" in descriptor) tidyStacks(descriptor.value, file, depth + 1, seen);
  }
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

/** The program's line of a place. Firefox ignores `sourceURL`, so it names the script that called `eval`. */
function lineIn(place: string, file: string): string | undefined {
  if (place.startsWith(`${file}:`)) return /^:(\d+)/.exec(place.slice(file.length))?.[1];
  return / > eval:(\d+):\d+$/.exec(place)?.[1];
}
