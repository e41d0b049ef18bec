const { now } = Date;
const JUMP_EVERY_MS = 300;
const HOUR_MS = 3_600_000;

/** The system time without the jumps. */
export const steadyNow: () => number = now;

/** Makes the system time jump by an hour, forwards and backwards. Returns a function that stops it. */
export function startJumping(): () => void {
  Date.now = () => now() + HOUR_MS * ((Math.floor(now() / JUMP_EVERY_MS) % 3) - 1);
  return () => {
    Date.now = now;
  };
}
