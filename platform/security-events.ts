import type { Logger } from './log.js';

/** What an operator must hear of. Names are contract: alerting rules use them. */
export const securityEventNames = [
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

  constructor({ log }: { log: Logger }) {
    this.#log = log;
  }

  report({ name, message, facts, isLogged = true }: SecurityEvent): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (isLogged) this.#log.warn({ securityEvent: name, ...facts }, message);
  }

  /** How often each was reported. */
  counts(): ReadonlyMap<SecurityEventName, number> {
    return this.#counts;
  }
}
