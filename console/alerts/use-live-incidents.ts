import { useEffect } from 'react';
import { IncidentChangesDocument } from '../generated/operations.js';
import { createCoalescedRefresh } from '../shared/coalesced-refresh.js';
import { refreshQueries } from '../shared/revision.js';
import { useIdentity, useSession } from '../shared/session-store.js';
import { followSubscription } from '../shared/subscription.js';

/** Refreshes the page when incidents are opened or changed. */
export function useLiveIncidents(): void {
  const identity = useIdentity();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading') {
      return;
    }
    const refresh = createCoalescedRefresh(refreshQueries);
    const stop = followSubscription({
      document: IncidentChangesDocument,
      variables: { filter: { includeMerged: true } },
      onState: () => undefined,
      onData: refresh.request,
      onGap: refresh.request,
    });
    return () => {
      stop();
      refresh.cancel();
    };
  }, [status, identity]);
}
