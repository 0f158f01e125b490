/** Creates a signal that aborts after a number of seconds, rounded up to milliseconds because Node.js requires it. */
export function timeoutAfter(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(seconds * 1000));
}
