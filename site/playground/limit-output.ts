import { OUTPUT_LIMITS } from "./limits.js";
import type { Stream } from "./messages.js";

/** Maximum amount of output. */
export interface OutputLimits {
  readonly lines: number;
  readonly characters: number;
}

/** Returns a function that sends output until it exceeds the limits, and then a note that the rest was dropped. */
export function limitOutput(send: (stream: Stream, text: string) => void, limits: OutputLimits = OUTPUT_LIMITS) {
  let { lines, characters } = limits;
  let isFull = false;
  const write = (stream: Stream, text: string): void => {
    if (isFull) return;
    const kept = text
      .split("\n", lines + 1)
      .slice(0, lines)
      .join("\n")
      .slice(0, characters);
    isFull = kept.length < text.length || lines === 0 || characters === 0;
    lines -= kept.split("\n").length;
    characters -= kept.length;
    if (kept !== "" || !isFull) send(stream, `${kept}\n`);
    if (isFull)
      send(
        "stderr",
        `Output is limited to ${limits.lines} lines and ${limits.characters} characters; the rest was dropped.\n`,
      );
  };
  return { write, isFull: () => isFull };
}
