import { isIP } from 'node:net';
import { anonymous, type Caller } from '../caller.js';
import type { Database } from '../database/index.js';
import type { Logger } from '../log.js';
import { type AuditObject, actorOf, recordAudit } from './change.js';

/**
 * Maximum number of entries per minute for one kind of security event. Events from additional sources are counted
 * together.
 */
const maxEntries = 100;
const flushMs = 60_000;
const others = 'others';

/** A security event, in the form in which the audit log stores it. */
export interface ReportedEvent {
  readonly name: string;
  /**
   * Properties of the event that operators need to know. `source` is an IP address or a network for events from the
   * network. Must not contain secrets.
   */
  readonly facts: Readonly<Record<string, string | number>> & { readonly source: string };
  readonly caller?: Caller | undefined;
  readonly objects?: readonly AuditObject[];
}

interface Occurrences {
  readonly source: string;
  readonly first: ReportedEvent;
  count: number;
}

/**
 * Writes security events to the audit log: one entry per minute for each combination of event, source, scope, caller
 * and objects. This limits the entries of a flood of events, and a flood of one kind does not displace events of other
 * kinds.
 */
export class SecurityAudit {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** The events since the last flush, keyed by event name, then by source, scope, caller and objects. */
  #unwritten = new Map<string, Map<string, Occurrences>>();

  constructor({ database, log }: { database: Pick<Database, 'transaction'>; log: Logger }) {
    this.#database = database;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMs).unref();
  }

  add(event: ReportedEvent): void {
    const { name, facts, caller = anonymous, objects = [] } = event;
    const occurrences = this.#unwritten.get(name) ?? new Map<string, Occurrences>();
    this.#unwritten.set(name, occurrences);
    const { kind, id } = actorOf(caller);
    const key = [facts.source, facts.scope, kind, id, ...objects].join(' ');
    const isOwn = occurrences.has(key) || occurrences.size < maxEntries;
    const existing = occurrences.get(isOwn ? key : others);
    if (existing !== undefined) existing.count++;
    else if (isOwn) occurrences.set(key, { source: facts.source, first: event, count: 1 });
    else occurrences.set(others, { source: others, first: { name, facts: { source: others } }, count: 1 });
  }

  /**
   * Writes the events since the last flush to the audit log. If this fails, an error is logged and the events are lost.
   */
  async flush(): Promise<void> {
    const entries = [...this.#unwritten.values()].flatMap((occurrences) => [...occurrences.values()]);
    this.#unwritten = new Map();
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

/** The source if it is an IP address or a network; otherwise, for example for a file path, an empty string. */
function addressOf(source: string): string {
  return isIP(source.replace(/\/\d+$/, '')) === 0 ? '' : source;
}
