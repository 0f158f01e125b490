import { anonymous, type Caller } from '../caller.js';
import type { Database } from '../database/index.js';
import type { Logger } from '../log.js';
import { type AuditObject, actorOf, recordAudit } from './change.js';

/** Maximum entries of one minute for one kind of event; what comes from more sources is counted together. */
const maxEntries = 100;
const flushMilliseconds = 60_000;
const others = 'others';

/** What happened, as far as the audit log has it. */
export interface NotedEvent {
  readonly name: string;
  /** `source`, an address or a network, and what else an operator must know; never a secret. */
  readonly facts: Readonly<Record<string, string | number>> & { readonly source: string };
  readonly caller?: Caller | undefined;
  readonly objects?: readonly AuditObject[];
}

interface Occurrences {
  readonly source: string;
  readonly first: NotedEvent;
  count: number;
}

/**
 * Writes security events into the audit log: one entry a minute for each event, source, caller and objects: a flood stays small. A
 * flood of one kind of event takes no room of another kind.
 */
export class SecurityAudit {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** By the name of the event, then by source, caller and objects. */
  #seen = new Map<string, Map<string, Occurrences>>();

  constructor({ database, log }: { database: Pick<Database, 'transaction'>; log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMilliseconds).unref();
  }

  note(event: NotedEvent): void {
    const { name, facts, caller = anonymous, objects = [] } = event;
    const ofName = this.#seen.get(name) ?? new Map<string, Occurrences>();
    this.#seen.set(name, ofName);
    const { kind, id } = actorOf(caller);
    const key = [facts.source, facts.scope, kind, id, ...objects].join(' ');
    const isOwn = ofName.has(key) || ofName.size < maxEntries;
    const seen = ofName.get(isOwn ? key : others);
    if (seen !== undefined) seen.count++;
    else if (isOwn) ofName.set(key, { source: facts.source, first: event, count: 1 });
    else ofName.set(others, { source: others, first: { name, facts: { source: others } }, count: 1 });
  }

  /** Writes what was noted since; without a database it is lost, and the log says so. */
  async flush(): Promise<void> {
    const entries = [...this.#seen.values()].flatMap((ofName) => [...ofName.values()]);
    this.#seen = new Map();
    if (entries.length === 0) return;
    try {
      await this.#database.transaction(async (sql) => {
        for (const { source, first, count } of entries) {
          const { name, facts, caller = anonymous, objects = [] } = first;
          const { source: _, ...further } = facts;
          const request = { caller, via: 'job', sourceAddress: addressOf(source) } as const;
          const after = { event: name, count, ...further };
          const object = [`source:${source}`, ...objects] as const;
          await recordAudit(sql, request, { action: 'report.security-event', object, after });
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
  return source === others ? '' : source;
}
