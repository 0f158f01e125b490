import { useEffect, useRef } from 'react';
import { startPageRefreshes } from './coalesced-refresh.js';
import { useIdentity, useSession } from './session-store.js';
import { followSubscription, type SubscriptionOptions } from './subscription.js';

interface LiveRefreshOptions<Data, Variables> extends Pick<SubscriptionOptions<Data, Variables>, 'document'> {
  /** Variables of the subscription; must be the same object in each render. */
  readonly variables: Variables;
  readonly isPaused?: boolean;
  readonly onData?: SubscriptionOptions<Data, Variables>['onData'];
  readonly onState?: SubscriptionOptions<Data, Variables>['onState'];
}

/** Refreshes the page after each event of a subscription, and every minute. */
export function useLiveRefresh<Data, Variables>(options: LiveRefreshOptions<Data, Variables>): void {
  const { document, variables, isPaused = false } = options;
  const latest = useRef(options);
  latest.current = options;
  const identity = useIdentity();
  const { status } = useSession();
  // Another session can have access to other events.
  useEffect(() => {
    if (isPaused || status === 'loading') {
      return;
    }
    let isRejected = false;
    const refresh = startPageRefreshes(() => !isRejected);
    const stop = followSubscription({
      document,
      variables,
      onState(state) {
        isRejected = state === 'rejected';
        latest.current.onState?.(state);
      },
      onData(data) {
        refresh.request();
        latest.current.onData?.(data);
      },
      onGap: refresh.request,
    });
    return () => {
      stop();
      refresh.cancel();
    };
  }, [isPaused, status, identity, document, variables]);
}
