import type { EventType } from '../../../platform/events/index.js';
import type { Platform } from '../../../platform/subgraph.js';
import { scopeOf } from './authorisation.js';

/** Alerts that were opened or changed: heard by whoever may read them. The triggers of `alert` tell of them. */
export function alertEvents({ configuration }: Pick<Platform, 'configuration'>): EventType {
  const settings = { openToAnonymous: configuration.auth.alerts !== 'token' };
  return { name: 'alerts', admit: (caller) => scopeOf({ settings }, { caller }) };
}
