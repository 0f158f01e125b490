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
  /** Ids of alerts that were created while the page was open, and that nobody has opened here. */
  readonly unseen: ReadonlySet<string>;
  /** Marks an alert as seen; without an id, all alerts. */
  see(id?: string): void;
}

/** The maximum of the count. */
const maxUnseen = 1000;

/**
 * Refreshes the page when alerts are created or changed.
 * @param tenant only alerts of this tenant; empty for all tenants that the caller can access
 */
export function useLiveAlerts(tenant: string): LiveAlerts {
  const identity = useIdentity();
  const { status } = useSession();
  const [paused, setPaused] = useState(false);
  const [state, setState] = useState<SubscriptionState>('connecting');
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  const [openedAt] = useState(() => Date.now());
  useCountInTitle(unseen.size);

  // Another session can have access to other alerts.
  useEffect(() => {
    if (paused || status === 'loading') {
      return;
    }
    const refresh = createCoalescedRefresh(refreshQueries);
    const stop = followSubscription({
      document: AlertChangesDocument,
      variables: { filter: tenant === '' ? null : { tenantId: tenant } },
      onState: setState,
      onData: ({ alertChanged }) => {
        refresh.request();
        if (alertChanged !== null && Date.parse(alertChanged.createdAt) >= openedAt) {
          setUnseen((present) => (present.size >= maxUnseen ? present : new Set([...present, alertChanged.id])));
        }
      },
      onGap: refresh.request,
    });
    return () => {
      stop();
      refresh.cancel();
    };
  }, [paused, status, identity, tenant, openedAt]);

  function see(id?: string) {
    setUnseen((present) => new Set([...present].filter((other) => id !== undefined && other !== id)));
  }

  return { state: paused ? 'paused' : state, toggle: () => setPaused(!paused), unseen, see };
}

/** Shows the number of new alerts before the title of the page. */
function useCountInTitle(count: number) {
  useEffect(() => {
    if (count > 0) {
      document.title = `(${count}) ${document.title}`;
    }
    return () => {
      document.title = document.title.replace(/^\(\d+\) /, '');
    };
  }, [count]);
}
