import { useEffect } from 'react';
import { LicenseChangesDocument } from '../generated/operations.js';
import { createCoalescedRefresh } from '../shared/coalesced-refresh.js';
import { refreshQueries } from '../shared/revision.js';
import { useIdentity, useSession } from '../shared/session-store.js';
import { followSubscription } from '../shared/subscription.js';

/** Refreshes the page when seats are taken or freed, or a document is replaced. */
export function useLiveLicense(): void {
  const identity = useIdentity();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading') {
      return;
    }
    const refresh = createCoalescedRefresh(refreshQueries);
    const stop = followSubscription({
      document: LicenseChangesDocument,
      variables: {},
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
