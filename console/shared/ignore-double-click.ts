import type { MouseEvent } from 'react';

/** Ignores the second click of a double click on a button whose effect may have changed after the first click. */
export function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1 && event.target instanceof HTMLButtonElement) {
    event.preventDefault();
    event.stopPropagation();
  }
}
