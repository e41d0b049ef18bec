/** One look at the package: passes, or says what is wrong by returning it or by throwing. */
export interface Look {
  readonly what: string;
  look(): unknown;
}

/** Looks at everything, prints a line for each look, and makes the process fail when something is wrong. */
export async function lookAtAll(looks: readonly Look[]): Promise<void> {
  let failed = 0;
  for (const { what, look } of looks) {
    const started = performance.now();
    const problems = await problemsOf(look);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(`${problems.length === 0 ? "ok" : "FAILED"}: ${what} (${seconds} s)`);
    for (const problem of problems) console.error(problem);
    failed += problems.length === 0 ? 0 : 1;
  }
  console.log(`${looks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function problemsOf(look: Look["look"]): Promise<string[]> {
  try {
    const found = await look();
    return Array.isArray(found) ? found.map(String) : [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
