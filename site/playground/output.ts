import { formatWithOptions } from "node-inspect-extracted";
import { limitOutput, type OutputLimits } from "./limit-output.js";
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
  limits?: OutputLimits,
): Output {
  const { write, isFull } = limitOutput(send, limits);
  const printTo =
    (stream: Stream) =>
    (...values: unknown[]): void => {
      if (isFull()) return;
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
