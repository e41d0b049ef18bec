/** A check of the package: passes, or returns or throws its problems. */
export interface Check {
  readonly name: string;
  run(): unknown;
}

/**
 * Runs all checks, prints a line for each, and makes the process fail if a check fails.
 *
 * @param concurrency - Number of checks at a time.
 */
export async function runChecks(checks: readonly Check[], concurrency = 1): Promise<void> {
  let failed = 0;
  const rest = checks.values();
  const work = async () => {
    for (const check of rest) await checkOne(check);
  };
  const checkOne = async (check: Check) => {
    const started = performance.now();
    const problems = await problemsOf(check);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    console.log(`${problems.length === 0 ? "ok" : "FAILED"}: ${check.name} (${seconds} s)`);
    for (const problem of problems) console.error(problem);
    failed += problems.length === 0 ? 0 : 1;
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

async function problemsOf(check: Check): Promise<string[]> {
  try {
    const found = await check.run();
    return Array.isArray(found) ? found.map(String) : [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
