import type { Database } from '../database/index.js';

/** PostgreSQL's channel by which processes hear that there are new events. */
export const eventChannel = 'rampart_events';

/** At most so often does one process announce. */
const pauseMilliseconds = 50;

type Statements = Pick<Database, 'guard'>;

const announcers = new WeakMap<Statements, () => void>();

/**
 * Says to all processes that events were committed. It is called after the commit and waits for nothing: PostgreSQL lets commits
 * that notify take turns, which would slow down every check-in. It only affects how soon events are sent: who listens
 * looks by itself each second.
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
    database.guard((sql) => sql`select pg_notify(${eventChannel}, '')`).catch(() => {}); // They look by themselves.
    setTimeout(() => {
      isPausing = false;
      if (isDue) announce();
    }, pauseMilliseconds).unref();
  }
  return announce;
}
