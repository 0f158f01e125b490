import type { Database } from '../database/index.js';

/** PostgreSQL channel of notifications about new events. */
export const eventChannel = 'rampart_events';

/** Minimum interval in milliseconds between the notifications of a process. */
const pauseMs = 50;

type Statements = Pick<Database, 'guard'>;

const announcers = new WeakMap<Statements, () => void>();

/**
 * Notifies all processes of committed events. Call it after the commit; it returns immediately. A notification within
 * the transaction would slow down every check-in, because PostgreSQL serializes commits that notify. A lost
 * notification only delays events: listeners also poll each second.
 */
export function notifyListeners(database: Statements): void {
  let announce = announcers.get(database);
  if (announce === undefined) {
    announce = createAnnouncer(database);
    announcers.set(database, announce);
  }
  announce();
}

function createAnnouncer(database: Statements): () => void {
  let isPausing = false;
  let isDue = false;
  function announce(): void {
    isDue = true;
    if (isPausing) return;
    isDue = false;
    isPausing = true;
    database.guard((sql) => sql`select pg_notify(${eventChannel}, '')`).catch(() => {}); // On failure, listeners poll.
    setTimeout(() => {
      isPausing = false;
      if (isDue) announce();
    }, pauseMs).unref();
  }
  return announce;
}
