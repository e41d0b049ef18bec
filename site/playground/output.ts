import { formatWithOptions } from "node-inspect-extracted";
import { OUTPUT_LIMITS } from "./limits.js";
import type { Stream } from "./messages.js";
import { tidyStacks } from "./stack.js";

/** The output of a program. */
export interface Output {
  /** A console that formats its arguments as in Node.js. */
  readonly console: Pick<Console, "log" | "info" | "debug" | "warn" | "error" | "trace" | "dir" | "assert" | "table">;
  /** Writes a text and a line break. */
  write(stream: Stream, text: string): void;
}

/** Creates the output of a program. When it exceeds its limits, the rest is dropped. */
export function createOutput(
  file: string,
  send: (stream: Stream, text: string) => void,
  limits: { readonly lines: number; readonly characters: number } = OUTPUT_LIMITS,
): Output {
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
  const printTo =
    (stream: Stream) =>
    (...values: unknown[]): void => {
      if (isFull) return;
      tidyStacks(values, file);
      write(stream, formatWithOptions({}, ...values));
    };
  const log = printTo("stdout");
  const error = printTo("stderr");
  return {
    write,
    console: {
      log,
      info: log,
      debug: log,
      table: (data) => log(data),
      dir: (value) => log(value),
      warn: error,
      error,
      trace: (...values) => error("Trace:", ...values),
      assert: (condition, ...values) => {
        if (!condition) error("Assertion failed", ...values);
      },
    },
  };
}
