/** Creates a signal that aborts after a number of seconds. Node.js requires whole milliseconds, so they are rounded up. */
export function timeoutAfter(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(seconds * 1000));
}
