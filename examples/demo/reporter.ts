import { styleText } from "node:util";

/** A step of the demo. */
export interface Step {
  /** The task, in the imperative. */
  readonly title: string;
  /** The reason for the step, in one sentence. */
  readonly why: string;
  /** The statements of the demo that do the work. */
  readonly lines?: readonly string[];
  /** Whether the step runs only with `--all`. Default: `false`. */
  readonly extra?: boolean;
}

/** The result of a step: a sentence, and the same information as data. */
export interface Result {
  readonly text: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** Details of the step that is running. */
export interface StepReporter {
  /** Adds a line of output. */
  print(text: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Adds a detail, for `--all` and `--json`. */
  note(text: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Reports the progress of the step; on a terminal, each line replaces the previous one. */
  progress(text: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** Reports the demo: sentences for people, or JSON lines for programs. */
export interface Reporter extends StepReporter {
  /** Whether steps that are marked as extra run. */
  readonly all: boolean;
  /** Prints a line outside the chapters. */
  say(text: string, facts?: Readonly<Record<string, unknown>>): void;
  /** Begins a chapter; without a number if it is the only one. */
  beginChapter(title: string, number: number | undefined): void;
  endChapter(durationMs: number, more: readonly string[]): void;
  beginStep(step: Step): void;
  endStep(step: Step, result: Result): void;
}

/** Runs a step and reports it; skips one that is marked as extra unless every step is shown. */
export async function runStep(
  report: Reporter,
  step: Step,
  work: (details: StepReporter) => Promise<Result>,
): Promise<void> {
  if (step.extra && !report.all) return;
  report.beginStep(step);
  report.endStep(step, await work(report));
}

/** Prints sentences. Headings are bold, and progress is shown, only on a terminal. */
export function humanReporter(out: NodeJS.WriteStream, { all }: { all: boolean }): Reporter {
  const showsProgress = out.isTTY && process.env.TERM !== "dumb";
  const style = (format: "bold" | "dim" | "green", text: string) => styleText(format, text, { stream: out });
  const line = (text: string) => out.write(`${text}\n`);
  const transient = (text: string) => {
    if (showsProgress) out.write(`\r\u001b[2K${text === "" ? "" : `  ${text}`.slice(0, (out.columns || 80) - 1)}`);
  };
  let output: string[] = [];
  return {
    all,
    say: line,
    beginChapter: (title, number) => {
      line(`\n${style("bold", number === undefined ? title : `${number}. ${title}`)}`);
    },
    endChapter: (durationMs, more) => {
      line(style("dim", `   Done in ${seconds(durationMs)}. More: ${more.join(", ")}`));
    },
    beginStep({ title }) {
      output = [];
      transient(`${title} …`);
    },
    print: (text) => output.push(text),
    note: (text) => all && output.push(text),
    progress: transient,
    endStep({ why, lines = [] }, { text }) {
      transient("");
      line(` ${style("green", "✓")} ${text}`);
      line(`   Why: ${why}`);
      for (const each of lines) line(`     ${each}`);
      for (const each of output) line(`   - ${each.replaceAll("\n", "\n     ")}`);
    },
  };
}

/** Prints one JSON object per line, for every step. */
export function jsonReporter(out: NodeJS.WriteStream): Reporter {
  const write = (type: string, entry: object) => out.write(`${JSON.stringify({ type, ...entry })}\n`);
  const note = (text: string, facts?: object) => write("note", { text, ...facts });
  return {
    all: true,
    say: note,
    beginChapter: (title) => write("chapter", { title }),
    endChapter: (durationMs, more) => write("timing", { durationMs: Math.round(durationMs), more }),
    beginStep: ({ title, why, lines }) => write("step", { title, shows: why, lines }),
    print: note,
    note,
    progress: (text, facts) => write("progress", { text, ...facts }),
    endStep: (_step, { text, facts }) => write("result", { text, ...facts }),
  };
}

/** Formats a duration, such as `1.4 s`. */
export function seconds(durationMs: number): string {
  return `${(durationMs / 1_000).toFixed(1)} s`;
}

/** Formats a progress bar, such as `████░░░░ 2/4`. */
export function bar(done: number, total: number): string {
  const filled = Math.round((done / total) * 20);
  return `${"█".repeat(filled)}${"░".repeat(20 - filled)} ${done}/${total}`;
}
