import { useEffect, useMemo, useState } from 'react';
import { AlertChangesDocument, NewAlertIdsDocument } from '../generated/operations.js';
import { serverTime } from '../shared/server-time.js';
import type { SubscriptionState } from '../shared/subscription.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useLiveRefresh } from '../shared/use-live-refresh.js';
import { type AlertFilterInput, changesFilter } from './filter.js';

export interface LiveAlerts {
  readonly state: SubscriptionState | 'paused';
  /** Pauses or resumes live updates. After resuming, changes since the pause are shown. */
  toggle(): void;
  /**
   * Ids of new alerts: those that match the filter, were created while the page was open, and have not been focused,
   * pointed at or marked as seen in the list.
   */
  readonly unseen: ReadonlySet<string>;
  /** Marks an alert as seen; without an id, all alerts. */
  markSeen(id?: string): void;
}

/**
 * Refreshes the page when alerts are created or changed.
 * @param filter the filter of the list
 * @param tenant tenant to which updates are restricted; empty for all tenants that the caller can access
 */
export function useLiveAlerts(filter: AlertFilterInput, tenant: string): LiveAlerts {
  const [paused, setPaused] = useState(false);
  const [state, setState] = useState<SubscriptionState>('connecting');
  const [seenIds, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [openedAt] = useState(() => Date.now());
  const [hasNew, setHasNew] = useState(false);
  const openedAtServer = new Date(serverTime(openedAt)).toISOString();
  const { createdAfter, suppressed } = filter;
  const isLater = typeof createdAfter === 'string' && createdAfter > openedAtServer;
  // The count is limited to the maximum size of a page.
  const created = useGraphQuery({
    document: NewAlertIdsDocument,
    variables: { filter: { ...filter, createdAfter: isLater ? createdAfter : openedAtServer } },
    skip: !hasNew,
  });
  const nodes = created.data?.alerts.nodes;
  const unseenIds = useMemo(() => new Set(nodes?.flatMap(({ id }) => (seenIds.has(id) ? [] : [id]))), [nodes, seenIds]);
  useCountInTitle(unseenIds.size);

  useLiveRefresh({
    document: AlertChangesDocument,
    variables: useMemo(() => ({ filter: changesFilter(suppressed, tenant) }), [suppressed, tenant]),
    isPaused: paused,
    onState: setState,
    onData({ alertChanged }) {
      if (alertChanged !== null && Date.parse(alertChanged.createdAt) >= serverTime(openedAt)) {
        setHasNew(true);
      }
    },
  });

  function markSeen(id?: string) {
    setSeen((current) => new Set([...current, ...(id === undefined ? unseenIds : [id])]));
  }

  return { state: paused ? 'paused' : state, toggle: () => setPaused(!paused), unseen: unseenIds, markSeen };
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
