import { useRef } from 'react';
import { useRevision } from '../shared/revision.js';
import { type AlertFilter, type AlertFilterInput, toFilterInput, toSearchParams } from './filter.js';

/**
 * The filter as a GraphQL variable. Relative time ranges such as "last hour" are evaluated at each refresh, not at each
 * render.
 */
export function useFilterInput(filter: AlertFilter): AlertFilterInput {
  const revision = useRevision();
  const address = toSearchParams(filter).toString();
  const cached = useRef<{ readonly key: string; readonly input: AlertFilterInput }>(undefined);
  const key = `${revision} ${address}`;
  if (cached.current?.key !== key) {
    cached.current = { key, input: toFilterInput(filter, Date.now()) };
  }
  return cached.current.input;
}
