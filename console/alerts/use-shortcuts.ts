import { useEffect, useRef } from 'react';
import { actionOf, type ShortcutAction } from './shortcuts.js';

/** Runs the action of a key while nobody types and no dialog is open. */
export function useShortcuts(isOn: boolean, run: (action: ShortcutAction) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const action = actionOf(event);
      if (isOn && action !== undefined && !event.defaultPrevented && !isTyping(event.target)) {
        event.preventDefault();
        latest.current(action);
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}

function isTyping(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox]), select, textarea, [contenteditable]';
  return (
    document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest(fields) !== null)
  );
}
