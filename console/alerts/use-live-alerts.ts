import { useEffect, useRef, useState } from 'react';
import { followEvents, type StreamState } from '../shared/event-stream.js';
import { createGatheredRefresh } from '../shared/gathered-refresh.js';
import { refreshEverything } from '../shared/revision.js';
import { useToken } from '../shared/use-graph-query.js';

export interface LiveAlerts {
  readonly state: StreamState | 'paused';
  /** Pauses, or goes on with everything that happened meanwhile. */
  toggle(): void;
}

/**
 * Refreshes the page when alerts are opened or changed.
 * @param tenant only those of this tenant; empty for all that one may see
 */
export function useLiveAlerts(tenant: string): LiveAlerts {
  const token = useToken();
  const [paused, setPaused] = useState(false);
  const [state, setState] = useState<StreamState>('connecting');
  const shownTenant = useRef(tenant);
  shownTenant.current = tenant;

  // Another token is another caller, who hears other things.
  useEffect(() => {
    if (paused) {
      return;
    }
    const refresh = createGatheredRefresh(refreshEverything);
    const stop = followEvents({
      path: '/events?types=alerts',
      onState: setState,
      onMessage(event, data) {
        // `ready`: what happened since the list was read, and before the stream began, is told by nobody.
        if (event !== 'end' && concerns(data, shownTenant.current)) {
          refresh.ask();
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

function concerns(data: unknown, tenant: string): boolean {
  const told = (data as { tenantId?: string | null }).tenantId; // Of all events of the server.
  return tenant === '' || told === undefined || told === null || told === tenant;
}
