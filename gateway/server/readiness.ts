import type { Database } from '../../platform/database/index.js';

/** Whether this process can serve: migrated, the database answers, not on its way down. */
export interface Readiness {
  /** Asks the database where there is one, at most once a second however many ask. */
  check(): Promise<boolean>;
  /** Makes the process not ready: load balancers stop sending requests. */
  close(): void;
}

/** What readiness asks of the database. */
export interface ReadinessDatabase extends Pick<Database, 'ready'> {
  readonly reserved: Pick<Database, 'guard'>;
}

const checkEveryMilliseconds = 1000;
const patienceMilliseconds = 2000;

/** @param isWorking whether the jobs of this process run; absent if it has none */
export function createReadiness(database: ReadinessDatabase, isWorking = (): boolean => true): Readiness {
  let closing = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<boolean> = Promise.resolve(false);
  return {
    async check() {
      const now = performance.now();
      if (now - checkedAt >= checkEveryMilliseconds) {
        checkedAt = now;
        pending = ask(database);
      }
      return (await pending) && isWorking() && !closing;
    },
    close() {
      closing = true;
    },
  };
}

/** Readiness of a process that needs nothing to serve but itself. */
export function readyUntilClosed(): Readiness {
  let closing = false;
  return {
    check: async () => !closing,
    close() {
      closing = true;
    },
  };
}

async function ask(database: ReadinessDatabase): Promise<boolean> {
  if (!database.ready()) return false;
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), patienceMilliseconds);
  try {
    const answer = database.reserved.guard(async (sql) => {
      // A standby reads, but takes no changes.
      const [row] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() standby`;
      return row?.standby === false;
    });
    return await Promise.race([answer, timer.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timeout);
  }
}
