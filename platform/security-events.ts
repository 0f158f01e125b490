import { type AuditObject, actorOf, type SecurityAudit } from './audit/index.js';
import { boundedCache } from './bounded-cache.js';
import type { Caller } from './caller.js';
import type { Logger } from './log.js';
import { rateSubject } from './rate-subject.js';

const logPauseMs = 60_000;
const maxSources = 4000;

/** Security events that operators must know about. The names are part of the public API: alerting rules use them. */
export const securityEventNames = [
  'authentication_failed',
  'authentication_throttled',
  'password_rejected',
  'mirror_client_rejected',
  'notification_rejected',
  'authorisation_denied',
  'origin_rejected',
  'host_rejected',
  'limit_exceeded',
  'check_in_not_authenticated',
  'check_in_of_another_controller',
  'check_in_sources_alternate',
  'check_in_new_controllers',
  'stored_content_damaged',
] as const;
export type SecurityEventName = (typeof securityEventNames)[number];

export interface SecurityEvent {
  readonly name: SecurityEventName;
  readonly message: string;
  /** Properties of the log line in addition to the message; must not contain secrets. */
  readonly facts: Readonly<Record<string, string | number>> & { readonly source: string };
  /** The caller who caused the event, if known. */
  readonly caller?: Caller | undefined;
  /** The objects that the event concerns, besides its source, for the audit log. */
  readonly objects?: readonly AuditObject[];
  /**
   * Whether to log the event; default: once a minute per source and reason. Events are counted even if they are not
   * logged.
   */
  readonly isLogged?: boolean;
}

/** Reports security events: as a log warning with `securityEvent`, to the audit log, and as metrics of this process. */
export class SecurityEvents {
  readonly #log: Logger;
  readonly #now: () => number;
  /** Time in milliseconds of the last log line for each of the most recent sources. */
  readonly #logged = boundedCache<string, number>(maxSources);
  readonly #counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]));

  readonly #audit: Pick<SecurityAudit, 'add'> | undefined;

  /** @param options.now monotonic clock in milliseconds */
  constructor(options: { log: Logger; audit?: Pick<SecurityAudit, 'add'>; now?: () => number }) {
    this.#log = options.log;
    this.#audit = options.audit;
    this.#now = options.now ?? (() => performance.now());
  }

  report(event: SecurityEvent): void {
    const { name, message, facts, caller, isLogged = this.#isFirst(event) } = event;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#audit?.add(event);
    if (isLogged)
      this.#log.warn({ securityEvent: name, ...(caller && { caller: actorOf(caller) }), ...facts }, message);
  }

  #isFirst({ name, facts }: SecurityEvent): boolean {
    const key = [name, rateSubject(facts.source), facts.reason].join(' ');
    const now = this.#now();
    if (now - (this.#logged.get(key) ?? Number.NEGATIVE_INFINITY) < logPauseMs) return false;
    this.#logged.set(key, now);
    return true;
  }

  /** Number of reported events by name. */
  counts(): ReadonlyMap<SecurityEventName, number> {
    return this.#counts;
  }
}
