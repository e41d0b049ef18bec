/** What a step is about. */
interface About {
  /** What it shows, in plain words. */
  readonly shows: string;
  /** The files whose code does the same, to read and copy. */
  readonly code: readonly string[];
}

/** Tells what the demo does: sentences for people, or one JSON object a line for machines. */
export interface Reporter {
  /** A new step begins. */
  step(title: string, about?: About): void;
  /** Something has happened; `facts` is what a machine would want to know of it. */
  note(text: string, facts?: Record<string, unknown>): void;
  /** A long step has come so far. */
  progress(text: string, facts: Record<string, unknown>): void;
}

/** Writes sentences; a progress line replaces the one before it where the output is a terminal. */
export function humanReporter(out: NodeJS.WriteStream): Reporter {
  let open = false;
  let latest = "";
  const line = (text: string) => {
    if (open) out.write("\n");
    open = false;
    out.write(`${text}\n`);
  };
  return {
    step: (title, about) => {
      line(`\n▸ ${title}`);
      if (about !== undefined) line(`  What it shows: ${about.shows}\n  Its code: ${about.code.join(", ")}\n`);
    },
    note: (text) => line(`  ${text.replaceAll("\n", "\n  ")}`),
    progress: (text) => {
      if (text === latest) return;
      latest = text;
      if (!out.isTTY) return line(`  ${text}`);
      out.write(`\r\u001b[2K  ${text}`);
      open = true;
    },
  };
}

/** Writes one JSON object a line. */
export function jsonReporter(out: NodeJS.WriteStream): Reporter {
  const write = (entry: Record<string, unknown>) => out.write(`${JSON.stringify(entry)}\n`);
  return {
    step: (title, about = { shows: "", code: [] }) => write({ type: "step", title, ...about }),
    note: (text, facts = {}) => write({ type: "note", text, ...facts }),
    progress: (text, facts) => write({ type: "progress", text, ...facts }),
  };
}
