import type { Platform } from '../../vocabulary.js';
import type { AlertDraft } from './deduplication.js';

/** The data of an endpoint from a batch. */
export interface ObservedEndpoint {
  readonly tenantId: string;
  readonly hostname: string;
  /** From the most recent inference, like `lastSeen`; if several alerts have the same time, from the first of them. */
  platform: Platform;
  lastSeen: number;
  /** Number of alerts that the batch opened, without those that existed before. */
  opened: number;
}

/**
 * The endpoints of the alerts that a batch opened or changed, without duplicates, in the order of their first alerts.
 */
export function observedEndpoints(drafts: readonly AlertDraft[]): ObservedEndpoint[] {
  const seen = new Map<string, ObservedEndpoint>();
  for (const { tenantId, endpointId: hostname, platform, lastSeen, isNew } of drafts) {
    const opened = isNew ? 1 : 0;
    const name = `${tenantId}\0${hostname}`;
    const known = seen.get(name);
    if (known === undefined) {
      seen.set(name, { tenantId, hostname, platform, lastSeen, opened });
      continue;
    }
    known.opened += opened;
    if (lastSeen > known.lastSeen) Object.assign(known, { platform, lastSeen });
  }
  return [...seen.values()];
}
