import { useEffect } from 'react';
import { createCoalescedRefresh } from './coalesced-refresh.js';
import { refreshQueries } from './revision.js';
import { useIdentity, useSession } from './session-store.js';
import { followSubscription } from './subscription.js';

type LiveRefreshOptions<Data, Variables> = Pick<
  Parameters<typeof followSubscription<Data, Variables>>[0],
  'document' | 'variables'
>;

/** Refreshes the page after each event of a subscription. `variables` must be the same object in each render. */
export function useLiveRefresh<Data, Variables>({ document, variables }: LiveRefreshOptions<Data, Variables>): void {
  const identity = useIdentity();
  const { status } = useSession();
  useEffect(() => {
    if (status === 'loading') {
      return;
    }
    const refresh = createCoalescedRefresh(refreshQueries);
    const onState = () => undefined;
    const stop = followSubscription({ document, variables, onState, onData: refresh.request, onGap: refresh.request });
    return () => {
      stop();
      refresh.cancel();
    };
  }, [status, identity, document, variables]);
}
