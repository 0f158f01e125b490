import type { Database } from '../../platform/database/index.js';

/**
 * Whether this process can serve: the database is reachable, migrated and writable, the jobs run, and the process is
 * not stopping.
 */
export interface Readiness {
  /** Checks the database, at most once a second regardless of the number of callers. */
  check(): Promise<boolean>;
  /** Makes the process permanently not ready, so load balancers stop sending requests. */
  close(): void;
}

/** The parts of the database interface that readiness uses. */
export interface ReadinessDatabase extends Pick<Database, 'ready'> {
  readonly reserved: Pick<Database, 'guard'>;
}

const checkIntervalMs = 1000;
const timeoutMs = 2000;

/** @param isProcessingJobs whether the jobs of this process run; absent if it has none */
export function createReadiness(database: ReadinessDatabase, isProcessingJobs = (): boolean => true): Readiness {
  let closing = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<boolean> = Promise.resolve(false);
  return {
    async check() {
      const now = performance.now();
      if (now - checkedAt >= checkIntervalMs) {
        checkedAt = now;
        pending = probe(database);
      }
      return (await pending) && isProcessingJobs() && !closing;
    },
    close() {
      closing = true;
    },
  };
}

/** The readiness of a process without a database. */
export function readyUntilClosed(): Readiness {
  let closing = false;
  return {
    check: async () => !closing,
    close() {
      closing = true;
    },
  };
}

async function probe(database: ReadinessDatabase): Promise<boolean> {
  if (!database.ready()) return false;
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), timeoutMs);
  try {
    const response = database.reserved.guard(async (sql) => {
      // A standby is not writable.
      const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() standby`;
      return row?.standby === false;
    });
    return await Promise.race([response, timer.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timeout);
  }
}
