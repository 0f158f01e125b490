import type { Database } from '../database/index.js';
import type { Logger } from '../log.js';
import { recordAudit } from './change.js';

/** Maximum entries of one minute; what comes from more sources is counted together. */
const maxEntries = 100;
const flushMilliseconds = 60_000;

interface Occurrences {
  readonly event: string;
  readonly source: string;
  count: number;
}

/** Writes security events into the audit log: one entry a minute for each event and source, so that a flood stays small. */
export class SecurityAudit {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #seen = new Map<string, Occurrences>();

  constructor({ database, log }: { database: Pick<Database, 'transaction'>; log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMilliseconds).unref();
  }

  note(event: string, from: string): void {
    const source = this.#seen.size < maxEntries || this.#seen.has(`${event} ${from}`) ? from : 'others';
    const key = `${event} ${source}`;
    const seen = this.#seen.get(key);
    if (seen === undefined) this.#seen.set(key, { event, source, count: 1 });
    else seen.count++;
  }

  /** Writes what was noted since; without a database it is lost, and the log says so. */
  async flush(): Promise<void> {
    const entries = [...this.#seen.values()];
    this.#seen = new Map();
    if (entries.length === 0) return;
    try {
      await this.#database.transaction(async (sql) => {
        for (const { event, source, count } of entries) {
          const request = { caller: { kind: 'anonymous' }, via: 'job', sourceAddress: addressOf(source) } as const;
          const after = { event, count };
          await recordAudit(sql, request, { action: 'report.security-event', object: `source:${source}`, after });
        }
      });
    } catch (error) {
      this.#log.error({ err: error, entries: entries.length }, 'security events could not be written to the audit log');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

function addressOf(source: string): string {
  return source === 'others' ? '' : source;
}
