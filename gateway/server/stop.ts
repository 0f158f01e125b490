import { setTimeout as delay } from 'node:timers/promises';
import type { OpenListener } from './app.js';
import type { OpenStreams } from './events/index.js';
import type { Readiness } from './readiness.js';
import type { RequestScopes } from './request-scopes.js';

export interface Serving {
  readonly readiness: Readiness;
  /** Seconds to continue serving after the process is no longer ready. */
  readonly drainSeconds: number;
  /** Event streams, which must be ended before their listener can close. */
  readonly streams?: OpenStreams;
  /** Aborted to end streaming requests, such as imports, which could last longer than the shutdown. */
  readonly stopping?: AbortController;
  readonly listening: readonly OpenListener[];
  readonly scopes: RequestScopes;
}

/**
 * Stops serving gracefully: makes the process not ready, serves requests until load balancers have noticed, and waits
 * for requests in progress, which can still time out.
 */
export async function stopServing(serving: Serving): Promise<void> {
  const { readiness, drainSeconds, streams, stopping, listening, scopes } = serving;
  readiness.close();
  if (drainSeconds > 0 && listening.length > 0) {
    for (const each of listening) each.drain();
    await delay(drainSeconds * 1000);
  }
  streams?.close();
  stopping?.abort();
  await Promise.all(listening.map((each) => each.close()));
  scopes.close();
}
