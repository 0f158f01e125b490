import { useState } from 'react';
import { navigate } from '../shared/location.js';
import { useViewer } from '../shared/permissions.js';
import type { AlertRow } from './data.js';
import { hrefOfList, type ListLocation } from './list-location.js';
import { rowAt, type ShortcutAction } from './shortcuts.js';
import type { Queue } from './use-queue.js';
import type { RowFocus } from './use-row-focus.js';
import { useShortcuts } from './use-shortcuts.js';

interface QueueKeys {
  readonly isOn: boolean;
  readonly state: ListLocation;
  readonly rows: readonly AlertRow[];
  readonly canChange: boolean;
  readonly queue: Queue;
  readonly focus: RowFocus;
  readonly onSelect: (id: string) => void;
  readonly onViews: () => void;
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/**
 * Handles the keys of the list.
 * @returns the id of the alert whose comment field receives the focus, and a function that resets it
 */
export function useQueueKeys(keys: QueueKeys): readonly [commentOn: string, onCommentFocus: () => void] {
  const { isOn, state, rows, canChange, queue, focus } = keys;
  const [commentOn, setCommentOn] = useState('');
  const { permissions } = useViewer();
  const canDiscuss = permissions.includes('alerts.discuss');

  function move(step: 1 | -1) {
    const ids = rows.map(({ id }) => id);
    const open = state.alert === '' ? undefined : state.alert;
    const hasLeftList = open !== undefined && !ids.includes(open);
    const next = hasLeftList ? focus.after(open) : rowAt(ids, open ?? focus.current(), step);
    if (open === undefined) {
      focus.focus(next);
    } else if (next !== undefined && next !== open) {
      document.getElementById(`alert-${next}`)?.scrollIntoView({ block: 'nearest' });
      navigate(hrefOfList({ ...state, alert: next }));
    }
  }

  function comment() {
    const id = queue.target()?.id;
    if (id !== undefined) {
      setCommentOn(id);
      if (state.alert !== id) {
        navigate(hrefOfList({ ...state, alert: id }));
      }
    }
  }

  const permitted = (permission: 'alerts.triage' | 'alerts.discuss', run: () => void) => () =>
    (permission === 'alerts.triage' ? canChange : canDiscuss)
      ? run()
      : queue.showMessage(`Not permitted: sign in as a user with the permission ${permission}.`);
  const actions: Readonly<Record<ShortcutAction, () => void>> = {
    next: () => move(1),
    previous: () => move(-1),
    select: permitted('alerts.triage', () => {
      const id = queue.target()?.id;
      if (id !== undefined) {
        keys.onSelect(id);
      }
    }),
    acknowledge: permitted('alerts.triage', () => queue.setStatus('ACKNOWLEDGED')),
    investigate: permitted('alerts.triage', () => queue.setStatus('INVESTIGATING')),
    resolve: permitted('alerts.triage', () => queue.setStatus('RESOLVED')),
    falsePositive: permitted('alerts.triage', () => queue.setStatus('FALSE_POSITIVE')),
    assign: permitted('alerts.discuss', queue.assignToMe),
    comment: permitted('alerts.discuss', comment),
    undo: permitted('alerts.triage', queue.undo),
    views: keys.onViews,
    search: keys.onSearch,
    help: keys.onHelp,
  };
  useShortcuts(isOn, (action) => actions[action]());
  return [commentOn, () => setCommentOn('')];
}
