import { useRef } from 'react';
import { hrefOf, useLocation } from '../shared/location.js';
import type { Page } from '../shared/page.js';
import { timeRangeParameters } from '../shared/time-range.js';

/**
 * Returns a function that computes the URL of a page. Pages with charts share a time range: that of the open page, or
 * if it has none, the last selected one.
 */
export function useLinks(page: Page | undefined): (page: Page) => string {
  const { search } = useLocation();
  const range = useRef(new URLSearchParams());
  if (page?.hasTimeRange) {
    range.current = timeRangeParameters(search);
  }
  return ({ path, hasTimeRange }) => hrefOf(path, hasTimeRange ? range.current : undefined);
}
