import { useEffect, useRef, useState } from 'react';
import { followEvents, type StreamState } from '../shared/event-stream.js';
import { refreshEverything } from '../shared/revision.js';
import { useToken } from '../shared/use-graph-query.js';

/** Between two refreshes: an import tells of itself in many events. */
const shortestInterval = 2_000;
/** What one change tells in several events is shown at once. */
const gathering = 150;

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
    const refresh = createGatheredRefresh();
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

function createGatheredRefresh(): { ask(): void; cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    ask() {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = performance.now();
          refreshEverything();
        },
        Math.max(gathering, last + shortestInterval - performance.now()),
      );
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
