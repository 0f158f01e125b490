import { useEffect, useRef, useState } from 'react';
import { createCoalescedRefresh } from '../shared/coalesced-refresh.js';
import { followEvents, type StreamState } from '../shared/event-stream.js';
import { refreshQueries } from '../shared/revision.js';
import { useToken } from '../shared/use-graph-query.js';

export interface LiveAlerts {
  readonly state: StreamState | 'paused';
  /** Pauses or resumes; resuming includes the events since the pause. */
  toggle(): void;
}

/**
 * Refreshes the page when alerts are created or changed.
 * @param tenant only alerts of this tenant; empty for all tenants that the token can access
 */
export function useLiveAlerts(tenant: string): LiveAlerts {
  const token = useToken();
  const [paused, setPaused] = useState(false);
  const [state, setState] = useState<StreamState>('connecting');
  const currentTenant = useRef(tenant);
  currentTenant.current = tenant;

  // Another token receives other events.
  useEffect(() => {
    if (paused) {
      return;
    }
    const refresh = createCoalescedRefresh(refreshQueries);
    const stop = followEvents({
      path: '/events?types=alerts',
      onState: setState,
      onMessage(event, data) {
        // Refreshes on `ready` too: events between the last query and the start of the stream are not sent.
        if (event !== 'end' && matchesTenant(data, currentTenant.current)) {
          refresh.request();
        }
      },
    });
    return () => {
      stop();
      refresh.cancel();
    };
  }, [paused, token]);

  return { state: paused ? 'paused' : state, toggle: () => setPaused(!paused) };
}

function matchesTenant(data: unknown, tenant: string): boolean {
  const { tenantId } = data as { tenantId?: string | null }; // Every event has an object as its data.
  return tenant === '' || tenantId === undefined || tenantId === null || tenantId === tenant;
}
