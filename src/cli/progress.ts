import { escapeControls } from "../errors/message-text.js";
import type { Terminal } from "./terminal.js";

/** Shows what a command waits for: in a terminal as one line that is rewritten, elsewhere as a line for each new state. */
export interface Progress {
  /** Shows a state, and the time since the first state of this subject. */
  show(subject: string, state: string): void;
  /** Ends the line, which stays. */
  end(): void;
}

/** Creates the line on standard output. */
export function createProgress({ stdout, clock }: Terminal): Progress {
  let [current, shown, startedAt] = ["", "", 0];
  return {
    show(subject, state) {
      if (subject !== current) startedAt = clock.now();
      current = subject;
      const text = `${subject}: ${state}`;
      const line = escapeControls(`${text}, ${duration(clock.now() - startedAt)}`);
      if (stdout.isTTY) stdout.write(`\r\u001b[K${line}`);
      else if (text !== shown) stdout.write(`${line}\n`);
      shown = text;
    },
    end() {
      if (stdout.isTTY && shown !== "") stdout.write("\n");
      [current, shown] = ["", ""];
    },
  };
}

/** Formats a duration: `45s`, `12m 5s`. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}
