import { useEffect, useLayoutEffect, useRef } from 'react';
import { rowAfter } from './shortcuts.js';

/** Lists that are remembered, to find the neighbours of a row that has left. */
const maxLists = 5;

export interface RowFocus {
  /** The row with the focus, or the last one that had it while nothing else has it. */
  current(): string | undefined;
  /** The row after one that may have left the list. */
  after(id: string): string | undefined;
  /** Focuses a row, or the list if there is none. */
  focus(id: string | undefined): void;
  /** Focuses a row as soon as it is in the list. */
  focusLater(id: string): void;
}

/** Keeps the focus in the list: if a row with the focus leaves, the next one gets it. */
export function useRowFocus(ids: readonly string[]): RowFocus {
  const lists = useRef<readonly (readonly string[])[]>([]);
  const last = useRef<string>(undefined);
  const wanted = useRef<string>(undefined);
  const key = ids.join(' ');

  useEffect(() => {
    const remember = (event: FocusEvent) => {
      last.current = rowOf(event.target);
    };
    addEventListener('focusin', remember);
    return () => removeEventListener('focusin', remember);
  }, []);

  useLayoutEffect(() => {
    const present = key === '' ? [] : key.split(' ');
    lists.current = [present, ...lists.current].slice(0, maxLists);
    const isLost = document.activeElement === document.body;
    if (wanted.current !== undefined && present.includes(wanted.current)) {
      focus(wanted.current);
      wanted.current = undefined;
    } else if (isLost && last.current !== undefined) {
      focus(rowAfter(lists.current, last.current));
    }
  }, [key]);

  return {
    current: () =>
      rowOf(document.activeElement) ?? (document.activeElement === document.body ? last.current : undefined),
    after: (id) => rowAfter(lists.current, id),
    focus,
    focusLater: (id) => {
      wanted.current = id;
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
