import { useRef } from 'react';
import { useRevision } from '../shared/revision.js';
import { serverTime } from '../shared/server-time.js';
import { type AlertFilter, type AlertFilterInput, toFilterInput, toSearchParams } from './filter.js';

/**
 * The filter as a GraphQL variable. Relative time ranges such as "last hour" are evaluated at each refresh, not at each
 * render, and once the clock of the server is known.
 */
export function useFilterInput(filter: AlertFilter): AlertFilterInput {
  const revision = useRevision();
  const address = toSearchParams(filter).toString();
  const cached = useRef<{ readonly key: string; readonly input: AlertFilterInput }>(undefined);
  const key = `${revision} ${serverTime(0)} ${address}`;
  if (cached.current?.key !== key) {
    cached.current = { key, input: toFilterInput(filter, serverTime(Date.now())) };
  }
  return cached.current.input;
}
