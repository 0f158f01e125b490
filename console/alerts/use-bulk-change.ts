import { useEffect, useState } from 'react';
import { BulkAlertChangeDocument, type BulkAlertChangeQuery } from '../generated/operations.js';
import { runOperation } from '../shared/graph-client.js';
import { refreshQueries } from '../shared/revision.js';

export type BulkChange = Omit<NonNullable<BulkAlertChangeQuery['bulkAlertChange']>, 'skipped'>;
export type Skipped = NonNullable<NonNullable<BulkAlertChangeQuery['bulkAlertChange']>['skipped']>['nodes'];

const pollMs = 1000;

export interface FollowedChange {
  readonly change: BulkChange | undefined;
  /** The first alerts that a completed change skipped. */
  readonly skipped: Skipped;
  follow(change: BulkChange | undefined): void;
}

/** Follows the bulk change that is shown: reads it every second while it runs, and refreshes the page when it ends. */
export function useBulkChange(): FollowedChange {
  const [change, setChange] = useState<BulkChange>();
  const [skipped, setSkipped] = useState<Skipped>([]);
  const id = change?.id;
  const isRunning = change?.state === 'RUNNING';

  useEffect(() => {
    if (id === undefined || !isRunning) {
      return;
    }
    const abort = new AbortController();
    const read = async () => {
      const variables = { id, withSkipped: true };
      const data = await runOperation({ document: BulkAlertChangeDocument, variables, signal: abort.signal });
      const found = data.bulkAlertChange;
      setChange(found);
      if (found.state !== 'RUNNING') {
        setSkipped(found.skipped?.nodes ?? []);
        refreshQueries();
      }
    };
    // A failed request is repeated.
    const timer = setInterval(() => void read().catch(() => undefined), pollMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [id, isRunning]);

  return {
    change,
    skipped,
    follow(next) {
      setSkipped([]);
      setChange(next);
    },
  };
}
