import type { Platform } from '../../vocabulary.js';
import type { AlertDraft } from './deduplication.js';

/** The data of an endpoint that a batch of inferences contains. */
export interface ObservedEndpoint {
  readonly tenantId: string;
  readonly hostname: string;
  /** Platform in the most recent inference. If several alerts have the same time, the platform of the first one. */
  platform: Platform;
  lastSeen: number;
  /** Number of alerts that the batch opened for the endpoint. */
  opened: number;
}

/** The endpoints of the alerts that a batch opened or changed, without duplicates, in the order of the alerts. */
export function observedEndpoints(drafts: readonly AlertDraft[]): ObservedEndpoint[] {
  const endpoints = new Map<string, ObservedEndpoint>();
  for (const { tenantId, endpointId: hostname, platform, lastSeen, isNew } of drafts) {
    const opened = isNew ? 1 : 0;
    const name = `${tenantId}\0${hostname}`;
    const existing = endpoints.get(name);
    if (existing === undefined) {
      endpoints.set(name, { tenantId, hostname, platform, lastSeen, opened });
      continue;
    }
    existing.opened += opened;
    if (lastSeen > existing.lastSeen) Object.assign(existing, { platform, lastSeen });
  }
  return [...endpoints.values()];
}
