import { escapeControls } from "../errors/message-text.js";
import type { Terminal } from "./terminal.js";

/** Shows the progress of a command: in a terminal, on one line, updated in place; elsewhere, a line for each new state. */
export interface Progress {
  /** Shows a state, and the time since the first state of this subject. */
  show(subject: string, state: string): void;
  /** Completes the current line. */
  end(): void;
}

/** Creates the line on standard output. */
export function createProgress({ stdout, clock }: Terminal): Progress {
  let [current, shown, startedAt] = ["", "", 0];
  let timer: NodeJS.Timeout | undefined;
  const line = () => escapeControls(`${shown}, ${duration(clock.now() - startedAt)}`);
  const draw = () => stdout.write(`\r\u001b[K${line()}`);
  return {
    show(subject, state) {
      if (subject !== current) startedAt = clock.now();
      const isNew = shown !== `${subject}: ${state}`;
      [current, shown] = [subject, `${subject}: ${state}`];
      if (stdout.isTTY) {
        timer ??= setInterval(draw, 1_000);
        draw();
      } else if (isNew) stdout.write(`${line()}\n`);
    },
    end() {
      if (timer !== undefined) stdout.write("\n");
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Formats a duration: `45s`, `12m 5s`. */
function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}
