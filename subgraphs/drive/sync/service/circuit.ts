import { DomainError } from '../../../../platform/domain-error.js';
import { describeError } from '../../../../platform/system-error.js';
import { backoffSeconds } from '../../network.js';
import type { SyncDependencies } from '../dependencies.js';
import { recordFailure, selectConnection } from '../repository/connections.js';
import { maxOpenSeconds } from '../rules/circuit.js';

const initialPauseSeconds = 30;
const maxPauseSeconds = 1800;

/**
 * Records a failure for the status and opens the circuit of a site, for the duration in `Retry-After`, up to a day, or
 * with exponential backoff.
 */
export async function openCircuit(
  dependencies: Pick<SyncDependencies, 'database' | 'clock' | 'random' | 'key'>,
  error: unknown,
): Promise<void> {
  const { database, clock, random, key } = dependencies;
  const now = clock.now() / 1000;
  const details = error instanceof DomainError ? error.details : undefined;
  const retryAfterSeconds = typeof details?.retryAfterSeconds === 'number' ? details.retryAfterSeconds : 0;
  await database.guard(async (sql) => {
    const failures = ((await selectConnection(sql, key))?.failures ?? 0) + 1;
    const limits = { firstSeconds: initialPauseSeconds, maxSeconds: maxPauseSeconds };
    const pauseSeconds = backoffSeconds({ failures, ...limits, random: (1 + random()) / 2 });
    await recordFailure(sql, {
      ...key,
      code: error instanceof DomainError ? error.code : 'INTERNAL_SERVER_ERROR',
      message: describeError(error).slice(0, 2000),
      now,
      openUntil: now + Math.min(maxOpenSeconds, Math.max(retryAfterSeconds, pauseSeconds)),
    });
  });
}
