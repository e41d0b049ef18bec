/** An output stream. */
export interface Output {
  write(text: string): unknown;
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
  /** Resolves when the user stops a command that serves. */
  stopped(): Promise<void>;
}

/**
 * Writes a text with its control characters and bidirectional controls escaped, except line feeds, so that untrusted
 * text cannot control the terminal. JSON text keeps its value, because the escapes are JSON escapes.
 */
export function print(output: Output, text: string): void {
  const escaped = text.replace(/(?!\n)\p{Cc}|[\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  output.write(escaped);
}

/** Writes a value as indented JSON, escaped as {@link print} does. */
export function printJson(output: Output, value: unknown): void {
  print(output, `${JSON.stringify(value, null, 2)}\n`);
}
