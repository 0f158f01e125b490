import { useEffect, useState } from 'react';
import { AlertChangesDocument } from '../generated/operations.js';
import { createCoalescedRefresh } from '../shared/coalesced-refresh.js';
import { refreshQueries } from '../shared/revision.js';
import { useIdentity, useSession } from '../shared/session-store.js';
import { followSubscription, type SubscriptionState } from '../shared/subscription.js';

export interface LiveAlerts {
  readonly state: SubscriptionState | 'paused';
  /** Pauses or resumes; resuming shows the changes since the pause. */
  toggle(): void;
}

/**
 * Refreshes the page when alerts are created or changed.
 * @param tenant only alerts of this tenant; empty for all tenants that the caller can access
 */
export function useLiveAlerts(tenant: string): LiveAlerts {
  const identity = useIdentity();
  const { status } = useSession();
  const [paused, setPaused] = useState(false);
  const [state, setState] = useState<SubscriptionState>('connecting');

  // Another session may see other alerts.
  useEffect(() => {
    if (paused || status === 'loading') {
      return;
    }
    const refresh = createCoalescedRefresh(refreshQueries);
    const stop = followSubscription({
      document: AlertChangesDocument,
      variables: { filter: tenant === '' ? null : { tenantId: tenant } },
      onState: setState,
      onData: refresh.request,
      onGap: refresh.request,
    });
    return () => {
      stop();
      refresh.cancel();
    };
  }, [paused, status, identity, tenant]);

  return { state: paused ? 'paused' : state, toggle: () => setPaused(!paused) };
}
