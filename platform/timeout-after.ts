/** Creates a signal that aborts after a number of seconds, which need not be whole milliseconds, as Node.js requires. */
export function timeoutAfter(seconds: number): AbortSignal {
  return AbortSignal.timeout(Math.ceil(seconds * 1000));
}
