/** Where text goes. */
export interface Output {
  write(text: string): unknown;
}

/** What the command touches of the world around it. */
export interface Terminal {
  /** Where results go. */
  readonly stdout: Output;
  /** Where failures are told. */
  readonly stderr: Output;
  /** Reads a whole file as UTF-8. */
  readFile(path: string): Promise<string>;
  /** Reads the standard input to its end. */
  readStdin(): Promise<string>;
  /** Resolves when the user wants a command that serves to end. */
  stopped(): Promise<void>;
}

/** A text with its control characters written out, so that what somebody else wrote cannot steer the terminal. */
export function printable(text: string): string {
  return text.replace(/(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
