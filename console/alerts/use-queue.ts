import { useCallback, useRef, useState } from 'react';
import {
  type AlertStatus,
  AssignAlertDocument,
  SubmitVerdictDocument,
  UpdateAlertDocument,
} from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { navigate } from '../shared/location.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { analystInput, readAnalystName, useIsKnown } from './analyst.js';
import { type Change, closes, describeChange, describeUndo, isClosed } from './change.js';
import type { AlertDetail, AlertRow } from './data.js';
import { readDraft, storeDraft } from './drafts.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import type { RowFocus } from './use-row-focus.js';

type Changeable = Pick<AlertRow, 'id' | 'endpointId' | 'status' | 'updatedAt'> & {
  readonly assignee?: { readonly id: string } | null;
};

export interface Queue {
  /** The result of the last change, announced to screen readers too. */
  readonly message: string | undefined;
  readonly failure: GraphFailure | undefined;
  readonly canUndo: boolean;
  setStatus(status: AlertStatus): void;
  assignToMe(): void;
  undo(): void;
  say(message: string): void;
  /** Called after the panel has saved a change, which can be undone. If it closed the alert, the next one is opened. */
  changed(change: Change): void;
  /** The alert in the panel, which can have left the list. */
  opened(alert: AlertDetail): void;
  /** The alert that the keys apply to: the focused one, or else the open one. */
  target(): Changeable | undefined;
}

/** Changes alerts by keys, one after the other, and undoes changes. */
export function useQueue(state: ListLocation, rows: readonly AlertRow[], focus: RowFocus): Queue {
  const { id: viewerId } = useViewer();
  const isKnown = useIsKnown();
  const update = useMutation(UpdateAlertDocument);
  const verdict = useMutation(SubmitVerdictDocument);
  const assign = useMutation(AssignAlertDocument);
  const [message, setMessage] = useState<string>();
  const [last, setLast] = useState<Change>();
  const open = useRef<AlertDetail>(undefined);
  const opened = useCallback((alert: AlertDetail) => {
    open.current = alert;
  }, []);
  /** The values that the last own changes of an alert have saved; the page may not have read them again yet. */
  const own = useRef<Pick<Changeable, 'id' | 'updatedAt'> & Partial<Changeable>>(undefined);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  /** Pressing a key twice closes only one alert. */
  const closing = useRef<string>(undefined);
  const latest = useRef({ state, rows });
  latest.current = { state, rows };

  function detailOf(id: string): AlertDetail | undefined {
    return latest.current.state.alert === id && open.current?.id === id ? open.current : undefined;
  }

  function find(id: string): Changeable | undefined {
    const alert = detailOf(id) ?? latest.current.rows.find((row) => row.id === id);
    return alert && withOwnChanges(alert);
  }

  function withOwnChanges(alert: Changeable): Changeable {
    return own.current?.id === alert.id && own.current.updatedAt > alert.updatedAt
      ? { ...alert, ...own.current }
      : alert;
  }

  function remember({ id, updatedAt }: Change, status?: AlertStatus, assigneeId?: string | null) {
    own.current = {
      ...(find(id) ?? (own.current?.id === id && own.current)),
      id,
      updatedAt,
      ...(status && { status }),
      ...(assigneeId !== undefined && { assignee: assigneeId === null ? null : { id: assigneeId } }),
    };
  }

  function target(): Changeable | undefined {
    const focused = focus.current();
    return find(focused ?? state.alert);
  }

  function clear() {
    for (const mutation of [update, verdict, assign]) mutation.clear();
    setMessage(undefined);
  }

  function enqueue(run: () => Promise<void>) {
    running.current = running.current.then(() => {
      clear();
      return run();
    });
  }

  function changed(change: Change) {
    remember(change, change.status?.to, change.assignee?.toId);
    setLast(change);
    setMessage(describeChange(change));
    if (closes(change)) {
      advance(change.id);
    }
  }

  function advance(id: string) {
    const next = focus.after(id);
    const isOpen = latest.current.state.alert === id;
    if (!isOpen) {
      focus.focus(next);
    } else if (next === undefined) {
      document.querySelector<HTMLElement>('.detail-body')?.focus();
    } else {
      navigate(hrefOfList({ ...latest.current.state, alert: next }));
    }
  }

  async function saveStatus(pressed: Changeable, to: AlertStatus) {
    const alert = withOwnChanges(pressed);
    const draft = { kind: 'notes', personId: viewerId, alertId: alert.id } as const;
    const detail = detailOf(alert.id);
    const notes = detail && readDraft(draft);
    const actor = analystInput(readAnalystName(), isKnown);
    const input = { notes, actor, expectedUpdatedAt: alert.updatedAt };
    const saved =
      to === 'FALSE_POSITIVE'
        ? (await verdict.run({ input: { ...input, alertId: alert.id, isTruePositive: false } }))?.submitVerdict
        : (await update.run({ input: { ...input, id: alert.id, status: to } }))?.updateAlert;
    closing.current = undefined;
    if (saved) {
      storeDraft(draft, undefined);
      const formerNotes = notes === undefined ? undefined : detail?.notes;
      const { id, endpointId, status } = alert;
      const { updatedAt } = saved.alert;
      changed({
        id,
        endpointId,
        updatedAt,
        status: { from: status, to, formerNotes },
        isVerdict: to === 'FALSE_POSITIVE',
      });
    }
  }

  function setStatus(to: AlertStatus) {
    const alert = target();
    if (alert === undefined || closing.current === alert.id) {
      return;
    }
    if (alert.status === to) {
      setMessage(`${alert.endpointId} is already: ${formatEnum(to)}`);
      return;
    }
    closing.current = isClosed(to) ? alert.id : undefined;
    enqueue(() => saveStatus(alert, to));
  }

  function assignToMe() {
    const pressed = target();
    if (pressed === undefined || pressed.assignee?.id === viewerId) {
      return;
    }
    enqueue(async () => {
      const alert = withOwnChanges(pressed);
      const input = { id: alert.id, assigneeId: viewerId, expectedUpdatedAt: alert.updatedAt };
      const saved = (await assign.run({ input }))?.assignAlert?.alert;
      if (saved) {
        const { id, endpointId } = alert;
        const to = saved.assignee?.name ?? 'nobody';
        const assignee = { fromId: alert.assignee?.id ?? null, toId: viewerId, to };
        changed({ id, endpointId, updatedAt: saved.updatedAt, assignee });
      }
    });
  }

  async function restore(change: Change) {
    const { id, status, assignee } = change;
    const expected = { id, expectedUpdatedAt: change.updatedAt };
    const actor = analystInput(readAnalystName(), isKnown);
    const saved = status
      ? (await update.run({ input: { ...expected, status: status.from, notes: status.formerNotes, actor } }))
          ?.updateAlert
      : (await assign.run({ input: { ...expected, assigneeId: assignee?.fromId } }))?.assignAlert;
    if (saved) {
      setLast(undefined);
      remember({ ...change, updatedAt: saved.alert.updatedAt }, status?.from, assignee?.fromId);
      setMessage(describeUndo(change));
      if (latest.current.state.alert === '') {
        focus.focusLater(id);
      }
    } else {
      setMessage(`Cannot undo the change of ${change.endpointId}.`);
    }
  }

  return {
    message,
    failure: update.failure ?? verdict.failure ?? assign.failure,
    canUndo: last !== undefined,
    setStatus,
    assignToMe,
    undo: () => (last === undefined ? setMessage('Nothing to undo.') : enqueue(() => restore(last))),
    say: setMessage,
    changed,
    opened,
    target,
  };
}
