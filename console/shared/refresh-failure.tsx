import { useEffect, useSyncExternalStore } from 'react';
import { Button } from './button.js';
import { formatClock } from './format.js';
import type { GraphFailure } from './graph-client.js';
import { refreshQueries } from './revision.js';
import { timeZoneLabel } from './time-zone.js';

interface FailedRefresh {
  readonly failure: GraphFailure;
  readonly receivedAt: Date;
}

let failedRefreshes: readonly FailedRefresh[] = [];
const listeners = new Set<() => void>();

/** Reports to the frame of the page that a query shows the data of an earlier response, because its refresh failed. */
export function useFailedRefresh(failure: GraphFailure | undefined, receivedAt: Date | undefined): void {
  useEffect(() => {
    if (failure === undefined || receivedAt === undefined) {
      return;
    }
    const added = { failure, receivedAt };
    change([...failedRefreshes, added]);
    return () => change(failedRefreshes.filter((each) => each !== added));
  }, [failure, receivedAt]);
}

/** Shows above the page that its data is not current, and why. */
export function RefreshFailure() {
  const failed = useSyncExternalStore(subscribe, () => failedRefreshes);
  const oldest = failed.toSorted((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())[0];
  return (
    <div className={oldest === undefined ? 'visually-hidden' : 'refresh-failure notice notice-bad'} role="status">
      {oldest !== undefined && (
        <>
          <p>
            This page shows data from {formatClock(oldest.receivedAt)} {timeZoneLabel}, because the last refresh failed:{' '}
            {oldest.failure.message.replace(/\.$/, '')}.
          </p>
          <Button size="small" onClick={refreshQueries}>
            Refresh now
          </Button>
        </>
      )}
    </div>
  );
}

function change(next: readonly FailedRefresh[]): void {
  failedRefreshes = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
