import { useCallback, useRef } from 'react';
import type { AlertStatus } from '../generated/operations.js';
import type { Change } from './change.js';
import type { AlertDetail, AlertRow } from './data.js';
import type { ListLocation } from './list-location.js';

export type ChangeableAlert = Pick<AlertRow, 'id' | 'endpointId' | 'status' | 'updatedAt'> & {
  readonly assignee?: { readonly id: string } | null;
};

interface LatestAlerts {
  /** The latest state of the list. */
  location(): ListLocation;
  /** Sets the alert in the panel, which may have left the list. */
  setOpenAlert(alert: AlertDetail): void;
  /** The alert with this id if it is in the panel. */
  detailOf(id: string): AlertDetail | undefined;
  find(id: string): ChangeableAlert | undefined;
  applyOwnChanges(alert: ChangeableAlert): ChangeableAlert;
  /** The `updatedAt` of an alert after the changes that this page has made since it had the given `updatedAt`. */
  afterOwnChanges(id: string, updatedAt: string): string;
  /** Stores the values that a change has saved. */
  storeChange(change: Change, status?: AlertStatus, assigneeId?: string | null): void;
}

/**
 * The alerts of the list and the panel. The last change made on this page is applied to them, even before a response
 * contains it.
 */
export function useLatestAlerts(state: ListLocation, rows: readonly AlertRow[]): LatestAlerts {
  const open = useRef<AlertDetail>(undefined);
  const setOpenAlert = useCallback((alert: AlertDetail) => {
    open.current = alert;
  }, []);
  const lastChange = useRef<Pick<ChangeableAlert, 'id' | 'updatedAt'> & Partial<ChangeableAlert>>(undefined);
  /** For each id and `updatedAt` of an alert that this page has changed, its next `updatedAt`. */
  const ownUpdates = useRef(new Map<string, string>());
  const latest = useRef({ state, rows });
  latest.current = { state, rows };

  function detailOf(id: string): AlertDetail | undefined {
    return latest.current.state.alert === id && open.current?.id === id ? open.current : undefined;
  }

  function find(id: string): ChangeableAlert | undefined {
    const alert = detailOf(id) ?? latest.current.rows.find((row) => row.id === id);
    return alert && applyOwnChanges(alert);
  }

  function applyOwnChanges(alert: ChangeableAlert): ChangeableAlert {
    return lastChange.current?.id === alert.id && lastChange.current.updatedAt > alert.updatedAt
      ? { ...alert, ...lastChange.current }
      : alert;
  }

  function afterOwnChanges(id: string, updatedAt: string): string {
    const next = ownUpdates.current.get(`${id} ${updatedAt}`);
    return next === undefined ? updatedAt : afterOwnChanges(id, next);
  }

  function storeChange({ id, updatedAt }: Change, status?: AlertStatus, assigneeId?: string | null) {
    const before = find(id);
    if (before !== undefined && before.updatedAt < updatedAt) {
      ownUpdates.current.set(`${id} ${before.updatedAt}`, updatedAt);
    }
    lastChange.current = {
      ...(before ?? (lastChange.current?.id === id && lastChange.current)),
      id,
      updatedAt,
      ...(status && { status }),
      ...(assigneeId !== undefined && { assignee: assigneeId === null ? null : { id: assigneeId } }),
    };
  }

  return {
    location: () => latest.current.state,
    ...{ setOpenAlert, detailOf, find, applyOwnChanges, afterOwnChanges, storeChange },
  };
}
