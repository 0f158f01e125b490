/** Interval in milliseconds between checks of a stream's credentials, as for event streams. */
const recheckMs = 5000;

/** Checks the credentials of a stream at regular intervals, until the returned function is called. */
export function recheckRegularly(recheck: () => Promise<void>): () => void {
  const timer = setInterval(() => void recheck(), recheckMs);
  return () => clearInterval(timer);
}
