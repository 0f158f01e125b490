/**
 * Seconds between the attempts, as recommended by Standard Webhooks ("Deliverability and reliability"). A delivery is
 * dead after the last attempt fails.
 */
const retryDelaysSeconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
const maxAgeSeconds = retryDelaysSeconds.reduce<number>((sum, delay) => sum + delay, 0);
const maxRetryAfterSeconds = 86_400;
/** Maximum ratio by which a delay is extended at random. */
const maxExtension = 0.1;
/** Maximum time between two attempts, in milliseconds. */
export const maxRetryDelayMs = 86_400_000 * (1 + maxExtension);

/**
 * The time of the next attempt, in Unix epoch milliseconds; null if there is none: either the failed attempt was the
 * last one, or the delivery has been queued for as long as all attempts would take, because it waited for other
 * deliveries.
 * @param options.chance random number from 0 to 1, which spreads attempts over time
 * @param options.retryAfterSeconds delay that the receiver requests by `Retry-After`; null if it requests none
 */
export function nextAttempt(options: {
  attempts: number;
  queuedAt: number;
  now: number;
  retryAfterSeconds: number | null;
  chance: number;
}): number | null {
  const { attempts, queuedAt, now, retryAfterSeconds, chance } = options;
  const delay = retryDelaysSeconds[attempts - 1];
  if (delay === undefined || now - queuedAt >= maxAgeSeconds * 1000) return null;
  const requestedSeconds = Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds);
  return now + Math.max(delay * (1 + chance * maxExtension), requestedSeconds) * 1000;
}
