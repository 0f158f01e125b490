import { useRef, useState } from 'react';
import type { AlertStatus } from '../generated/operations.js';
import { rebaseDraft } from '../shared/drafts.js';
import { formatEnum } from '../shared/format.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { navigate } from '../shared/location.js';
import { useViewer } from '../shared/permissions.js';
import { type Change, closesAlert, describeChange, describeUndo, isClosed } from './change.js';
import type { AlertDetail, AlertRow } from './data.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import { type ChangeableAlert, useLatestAlerts } from './use-latest-alerts.js';
import { useQueueChanges } from './use-queue-changes.js';
import type { RowFocus } from './use-row-focus.js';

export interface Queue {
  /** The result of the last change, announced to screen readers too. */
  readonly message: string | undefined;
  readonly failure: GraphFailure | undefined;
  readonly canUndo: boolean;
  setStatus(status: AlertStatus): void;
  assignToMe(): void;
  undo(): void;
  showMessage(message: string): void;
  /**
   * Records a change that the panel has saved, so it can be undone. If the change closed the alert, opens the next one.
   */
  recordChange(change: Change): void;
  /** The `updatedAt` of an alert after the changes that this page has made since it had the given `updatedAt`. */
  afterOwnChanges(id: string, updatedAt: string): string;
  /** Sets the alert in the panel, which may have left the list. */
  setOpenAlert(alert: AlertDetail): void;
  /** The alert that the keys apply to: the one in the panel, or else the focused one. */
  target(): ChangeableAlert | undefined;
}

/** Changes alerts with keyboard shortcuts, one alert after the other, and undoes changes. */
export function useQueue(state: ListLocation, rows: readonly AlertRow[], focus: RowFocus): Queue {
  const { id: viewerId } = useViewer();
  const alerts = useLatestAlerts(state, rows);
  const changes = useQueueChanges();
  const [message, setMessage] = useState<string>();
  const [last, setLast] = useState<Change>();
  const running = useRef<Promise<unknown>>(Promise.resolve());
  /** The id of the alert that a pending change closes. Pressing the key again does not close another alert. */
  const closing = useRef<string>(undefined);
  const target = () => alerts.find(state.alert || (focus.current() ?? ''));

  function enqueue(run: () => Promise<void>) {
    running.current = running.current.then(() => {
      changes.clear();
      setMessage(undefined);
      return run();
    });
  }

  function recordChange(change: Change | undefined, focusRow = focus.focusAfterChange()) {
    if (change !== undefined) {
      // A change of the assignee does not conflict with notes that the same person is typing.
      rebaseDraft(
        { kind: 'notes', personId: viewerId, id: change.id },
        change.updatedAt,
        alerts.find(change.id)?.updatedAt,
      );
      alerts.storeChange(change, change.status?.to, change.assignee?.toId);
      setLast(change);
      setMessage(describeChange(change));
      if (closesAlert(change)) {
        advance(change.id, alerts.location(), { after: focus.after, focusRow });
      }
    }
  }

  function setStatus(to: AlertStatus) {
    const alert = target();
    if (alert === undefined || closing.current === alert.id) {
      return;
    }
    if (alert.status === to) {
      setMessage(`${alert.endpointId} already has the status ${formatEnum(to)}.`);
      return;
    }
    closing.current = isClosed(to) ? alert.id : undefined;
    const focusRow = focus.focusAfterChange();
    enqueue(async () => {
      const change = await changes.saveStatus(alerts.applyOwnChanges(alert), to, alerts.detailOf(alert.id));
      closing.current = undefined;
      recordChange(change, focusRow);
    });
  }

  function assignToMe() {
    const alert = target();
    if (alert !== undefined && alert.assignee?.id !== viewerId) {
      enqueue(async () => recordChange(await changes.assignToMe(alerts.applyOwnChanges(alert))));
    }
  }

  async function restore(change: Change, focusRow: (id: string) => void) {
    const updatedAt = await changes.restore(change);
    if (updatedAt === undefined) {
      setMessage(`Cannot undo the change of ${change.endpointId}.`);
      return;
    }
    setLast(undefined);
    alerts.storeChange({ ...change, updatedAt }, change.status?.from, change.assignee?.fromId);
    setMessage(describeUndo(change));
    if (alerts.location().alert === '') {
      focusRow(change.id);
    }
  }

  return {
    ...{ message, failure: changes.failure, canUndo: last !== undefined },
    ...{ setStatus, assignToMe, target, showMessage: setMessage, setOpenAlert: alerts.setOpenAlert },
    recordChange: (change) => recordChange(change),
    afterOwnChanges: alerts.afterOwnChanges,
    undo() {
      const focusRow = focus.focusAfterChange();
      return last === undefined ? setMessage('Nothing to undo.') : enqueue(() => restore(last, focusRow));
    },
  };
}

/** Continues with the alert after a closed one: in the panel if it shows the closed alert, otherwise in the list. */
function advance(
  id: string,
  location: ListLocation,
  { after, focusRow }: Pick<RowFocus, 'after'> & { readonly focusRow: (id: string | undefined) => void },
) {
  const next = after(id);
  if (location.alert !== id) {
    focusRow(next);
  } else if (next === undefined) {
    document.querySelector<HTMLElement>('.detail-body')?.focus();
  } else {
    navigate(hrefOfList({ ...location, alert: next }));
  }
}
