import { LRUCache } from 'lru-cache';
import { type AuditObject, actorOf, type SecurityAudit } from './audit/index.js';
import type { Caller } from './caller.js';
import type { Logger } from './log.js';
import { rateSubject } from './rate-subject.js';

const logPauseMilliseconds = 60_000;
const maxSources = 4000;

/** What an operator must hear of. Names are contract: alerting rules use them. */
export const securityEventNames = [
  'authentication_failed',
  'authentication_throttled',
  'password_refused',
  'mirror_client_refused',
  'notification_refused',
  'authorisation_refused',
  'origin_refused',
  'host_refused',
  'limit_exceeded',
  'check_in_not_authenticated',
  'check_in_of_another_controller',
  'check_in_sources_alternate',
  'check_in_new_controllers',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

export interface SecurityEvent {
  readonly name: SecurityEventName;
  readonly message: string;
  /** What the log has beside the message; never a secret. */
  readonly facts: Readonly<Record<string, string | number>> & { readonly source: string };
  /** Who caused it, where that is known. */
  readonly caller?: Caller | undefined;
  /** What it is about, beside its source; found in the audit log. */
  readonly objects?: readonly AuditObject[];
  /** Whether it is in the log; by default the first of a source (and reason) in a minute is. It is counted in any case. */
  readonly isLogged?: boolean;
}

/**
 * Reports what happened to the log, as a warning with `securityEvent`, and to the audit log, and counts it for the metrics of this process.
 */
export class SecurityEvents {
  readonly #log: Logger;
  readonly #now: () => number;
  /** When each was logged last, of the sources that came last. */
  readonly #logged = new LRUCache<string, number>({ max: maxSources });
  readonly #counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]));

  readonly #audit: Pick<SecurityAudit, 'note'> | undefined;

  /** @param options.now monotonic, in milliseconds */
  constructor(options: { log: Logger; audit?: Pick<SecurityAudit, 'note'>; now?: () => number }) {
    this.#log = options.log;
    this.#audit = options.audit;
    this.#now = options.now ?? (() => performance.now());
  }

  report(event: SecurityEvent): void {
    const { name, message, facts, caller, isLogged = this.#isFirst(event) } = event;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#audit?.note(event);
    if (isLogged)
      this.#log.warn({ securityEvent: name, ...(caller && { caller: actorOf(caller) }), ...facts }, message);
  }

  #isFirst({ name, facts }: SecurityEvent): boolean {
    const key = [name, rateSubject(facts.source), facts.reason].join(' ');
    const now = this.#now();
    if (now - (this.#logged.get(key) ?? Number.NEGATIVE_INFINITY) < logPauseMilliseconds) return false;
    this.#logged.set(key, now);
    return true;
  }

  /** How often each was reported. */
  counts(): ReadonlyMap<SecurityEventName, number> {
    return this.#counts;
  }
}
