interface WithProcess {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
}

/** The variables of the process; none in browsers. */
export function processEnv(): Readonly<Record<string, string | undefined>> {
  return (globalThis as WithProcess).process?.env ?? {};
}
