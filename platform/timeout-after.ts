/**
 * Creates a signal that aborts after a number of seconds, rounded up to whole milliseconds because Node.js requires an
 * integer.
 */
export function timeoutAfter(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(seconds * 1000));
}
