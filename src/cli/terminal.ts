import type { Clock } from "../call/clock.js";
import { escapeControls } from "../errors/message-text.js";

/** An output stream. */
export interface Output {
  write(text: string): unknown;
  /** Whether the stream is a terminal, on which progress and colors can be shown. */
  readonly isTTY?: boolean | undefined;
}

/** The environment of a command. */
export interface Terminal {
  /** Output for results. */
  readonly stdout: Output;
  /** Output for error messages. */
  readonly stderr: Output;
  /**
   * Reads a whole UTF-8 file.
   *
   * @throws {TypeError} If the bytes are not valid UTF-8, with the code `ERR_ENCODING_INVALID_ENCODED_DATA`.
   */
  readFile(path: string): Promise<string>;
  /** Reads all of the standard input, like `readFile`. */
  readStdin(): Promise<string>;
  /** Source of the time, for waits and durations. */
  readonly clock: Clock;
  /** Resolves when the user stops a command, with Ctrl+C or a signal. */
  stopped(): Promise<void>;
  /** Whether the user can be asked: standard input is a terminal. */
  readonly canAsk: boolean;
  /** Asks a question and resolves to the line that the user enters; undefined without a terminal, at the end of input, and on abort. */
  ask(question: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Writes a whole UTF-8 file, and creates its folders. */
  writeFile(path: string, text: string): Promise<void>;
  /** Lists the files in a folder and its subfolders, as sorted paths relative to the folder. */
  listFiles(folder: string): Promise<readonly string[]>;
  /** Imports a module from a file. */
  importModule(path: string): Promise<unknown>;
}

/** Escapes one or several lines with {@link escapeControls} and writes them. */
export function print(output: Output, lines: string | readonly string[]): void {
  output.write(
    [lines]
      .flat()
      .map((line) => `${escapeControls(line)}\n`)
      .join(""),
  );
}

/** Aligns the cells of rows in columns. Returns one line for each row, without a line feed. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return cells.join("  ").trimEnd();
  });
}

/** Writes a value as indented JSON, escaped as {@link print} does. */
export function printJson(output: Output, value: unknown): void {
  print(output, JSON.stringify(value, null, 2).split("\n"));
}
