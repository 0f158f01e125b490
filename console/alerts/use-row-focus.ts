import { useEffect, useLayoutEffect, useRef } from 'react';
import { rowAfter } from './shortcuts.js';

/** Maximum number of earlier states of the list that are stored to find the neighbors of a row that has left it. */
const maxLists = 5;

export interface RowFocus {
  /** The focused row, or the row that was focused last if nothing else has the focus. */
  current(): string | undefined;
  /** The row to continue with after `id`, which may have left the list; see `rowAfter`. */
  after(id: string): string | undefined;
  /** Focuses a row, or the list if there is none. */
  focus(id: string | undefined): void;
  /**
   * Call this when a change begins. The returned function focuses a row, now or as soon as it is in the list, unless
   * the person has pressed a key or the pointer in the meantime.
   */
  focusAfterChange(): (id: string | undefined) => void;
}

/** Keeps the focus in the list: if the focused row leaves the list, the next row receives the focus. */
export function useRowFocus(ids: readonly string[]): RowFocus {
  const lists = useRef<readonly (readonly string[])[]>([]);
  const last = useRef<string>(undefined);
  const pendingId = useRef<string>(undefined);
  /** The number of times that the person has pressed a key or the pointer. */
  const presses = useRef(0);
  const key = ids.join(' ');

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      last.current = rowOf(event.target);
    };
    const count = () => {
      presses.current += 1;
      pendingId.current = undefined;
    };
    addEventListener('focusin', remember);
    addEventListener('keydown', count, true);
    addEventListener('pointerdown', count, true);
    return () => {
      removeEventListener('focusin', remember);
      removeEventListener('keydown', count, true);
      removeEventListener('pointerdown', count, true);
    };
  }, []);

  useLayoutEffect(() => {
    const present = key === '' ? [] : key.split(' ');
    lists.current = [present, ...lists.current].slice(0, maxLists);
    const isLost = document.activeElement === document.body;
    if (pendingId.current !== undefined && present.includes(pendingId.current)) {
      focus(pendingId.current);
      pendingId.current = undefined;
    } else if (isLost && last.current !== undefined) {
      focus(rowAfter(lists.current, last.current));
    }
  }, [key]);

  return {
    current: () =>
      rowOf(document.activeElement) ?? (document.activeElement === document.body ? last.current : undefined),
    after: (id) => rowAfter(lists.current, id),
    focus,
    focusAfterChange() {
      const begin = presses.current;
      return (id) => {
        if (presses.current !== begin) {
          return;
        }
        if (id === undefined || lists.current[0]?.includes(id)) {
          focus(id);
        } else {
          pendingId.current = id;
        }
      };
    },
  };
}

function focus(id: string | undefined): void {
  const row = id === undefined ? null : document.getElementById(`alert-${id}`);
  (row ?? document.getElementById('alert-list'))?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

function rowOf(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-alert]')?.dataset.alert : undefined;
}
