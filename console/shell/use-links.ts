import { useRef } from 'react';
import { hrefOf, useLocation } from '../shared/location.js';
import type { Page } from '../shared/page.js';
import { timeRangeOf } from '../shared/time-range.js';

/**
 * A function that returns the address of a page. Pages with charts share their time range: the address has that of the
 * open page, or if this page has none, that of the last one that had.
 */
export function useLinks(page: Page | undefined): (page: Page) => string {
  const { search } = useLocation();
  const range = useRef(new URLSearchParams());
  if (page?.hasTimeRange) {
    range.current = timeRangeOf(search);
  }
  return ({ path, hasTimeRange }) => hrefOf(path, hasTimeRange ? range.current : undefined);
}
