import type { Platform } from '../../vocabulary.js';
import type { AlertDraft } from './deduplication.js';

/** What a batch tells of one endpoint. */
export interface ObservedEndpoint {
  readonly tenantId: string;
  readonly hostname: string;
  /** Of the most recent inference, as `lastSeen`; of several alerts that were seen last at the same time, of the first. */
  platform: Platform;
  lastSeen: number;
  /** How many of its alerts the batch opened; those that stood before are counted already. */
  opened: number;
}

/** The endpoints of the alerts that a batch opened or changed, each once, in the order of their first alerts. */
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
