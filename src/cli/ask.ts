import { createInterface } from "node:readline/promises";

/** Asks a question and resolves to the line that the user enters; undefined at the end of input, and at Ctrl+C. */
export async function ask(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  try {
    const end = new Promise<undefined>((resolve) => lines.once("close", () => resolve(undefined)));
    lines.once("SIGINT", () => lines.close());
    return await Promise.race([lines.question(question).catch(() => undefined), end]);
  } finally {
    lines.close();
  }
}
