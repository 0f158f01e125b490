import type { SecurityAudit } from './audit/index.js';
import type { Logger } from './log.js';

/** What an operator must hear of. Names are contract: alerting rules use them. */
export const securityEventNames = [
  'authentication_failed',
  'authentication_throttled',
  'password_refused',
  'mirror_client_refused',
  'notification_refused',
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
  readonly facts: Readonly<Record<string, string | number>>;
  /** False: it is counted only, because it is in the log already. */
  readonly isLogged?: boolean;
}

/** Reports what happened to the log, as a warning with `securityEvent`, and counts it for the metrics of this process. */
export class SecurityEvents {
  readonly #log: Logger;
  readonly #counts = new Map<SecurityEventName, number>(securityEventNames.map((name) => [name, 0]));

  readonly #audit: Pick<SecurityAudit, 'note'> | undefined;

  constructor({ log, audit }: { log: Logger; audit?: Pick<SecurityAudit, 'note'> }) {
    this.#log = log;
    this.#audit = audit;
  }

  report({ name, message, facts, isLogged = true }: SecurityEvent): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (typeof facts.source === 'string') this.#audit?.note(name, facts.source);
    if (isLogged) this.#log.warn({ securityEvent: name, ...facts }, message);
  }

  /** How often each was reported. */
  counts(): ReadonlyMap<SecurityEventName, number> {
    return this.#counts;
  }
}
