import { createDriveService, type DriveService } from '../../../../subgraphs/drive/index.js';
import type { Stage } from '../../../support/interleavings/stage.js';
import { createSteppedDatabase, isWrite, type Statement } from '../../../support/interleavings/stepped-database.js';
import { clock, type Environment, log, type ProcessName } from './environment.js';

/** A process of Rampart whose statements are steps. It exists for one run of a model. */
export interface ModelProcess {
  readonly service: DriveService;
  /** Ends it like `kill -9`: its work stops, and its connections release their locks. */
  kill(): Promise<void>;
  /** Closes its connections to the site. */
  close(): Promise<void>;
  /** Number of dropped notifications that it has counted, but not stored. A killed process never stores them. */
  unstoredNotifications(): Promise<number>;
}

export function startProcess(environment: Environment, name: ProcessName, stage: Stage): ModelProcess {
  const cuts: (() => Promise<void>)[] = [];
  const locks = new Set<string>();
  const database = createSteppedDatabase(environment.pools[name], {
    using: () => stage.whileAlive(name),
    async before(statement) {
      if (isRelevant(statement)) await stage.beforeStatement(name, labelOf(statement));
    },
    done(statement, rows) {
      if (isRelevant(statement)) stage.touch(tablesOf(statement, rows));
      for (const lock of locksOf(statement)) locks.add(lock);
    },
    begun: (cut) => void cuts.push(cut),
  });
  const { configuration } = environment.test;
  const sleep = () => stage.beforeStatement(name, 'pauses');
  const service = createDriveService({ configuration, database, clock, log }, { sleep, random: () => 0.5 });
  let closing: Promise<void> | undefined;
  let isKilled = false;
  async function close(): Promise<void> {
    closing ??= service.close();
    if (!isKilled) await closing;
  }
  return {
    service,
    close,
    async unstoredNotifications() {
      const { droppedNotifications } = service.dependencies;
      if (!isKilled) await droppedNotifications.flush();
      return droppedNotifications.unstored;
    },
    async kill() {
      isKilled = true;
      stage.kill(name);
      stage.touch({ writes: locks });
      void close(); // It sends no requests after those in progress.
      for (const cut of cuts) await cut();
    },
  };
}

/**
 * Statements about columns for display or for other parts of the product. No decision in the model depends on them, so
 * their order does not matter.
 */
const irrelevant =
  /pg_notify|set roles = |path, is_connected\) values|set last_notification_at|drive\.receiver_count|drive\.mirror_subscription/;

function isRelevant({ text }: Statement): boolean {
  return !irrelevant.test(text);
}

/** Whether there is a notification that no run has claimed. Other notifications do not change the answer. */
export const openNotifications = 'open notifications';
const asksForOpen = /^\s*select from drive\.notification\s+where [^()]*run_id is null limit 1\s*$/;

/**
 * The tables (without counts for the status), job queue and locks that a statement touches. A change without matching
 * rows only reads.
 */
function tablesOf(statement: Statement, rows: number): { reads: string[]; writes: string[] } {
  const { text } = statement;
  if (asksForOpen.test(text)) return { reads: [openNotifications], writes: [] };
  const changed = namesIn(text, /\b(?:insert into|update|delete from)\s+drive\.(?!receiver_count)(\w+)/g);
  const isChange = isWrite(statement) && (rows > 0 || !/^\s*(insert|update|delete)/.test(text));
  const queue = text.includes('add_job') ? ['jobs'] : [];
  return {
    reads: namesIn(text, /\bdrive\.(?!receiver_count)(\w+)/g),
    writes: [...(isChange ? changed : []), ...queue, ...locksOf(statement)],
  };
}

function locksOf({ text, values }: Statement): string[] {
  return text.includes('advisory') ? [`lock ${values[0]}`] : [];
}

function namesIn(sql: string, form: RegExp): string[] {
  return [...sql.matchAll(form)].map((match) => match[1] ?? '');
}

function labelOf(statement: Statement): string {
  return [statement.text.replace(/\s+/g, ' ').trim().slice(0, 80), ...locksOf(statement)].join(' ');
}
