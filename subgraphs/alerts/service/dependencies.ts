import type { RequestContext } from '../../../platform/caller.js';
import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import type { AlertStore } from './store.js';

/** What the verbs of this domain work with. */
export interface AlertDependencies {
  readonly store: AlertStore;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: AlertSettings;
  /** Unix epoch seconds at which this process began to serve alerts. */
  readonly startedAt: number;
}

export interface AlertSettings {
  readonly correlationWindowSeconds: number;
  readonly minThreshold: number;
  readonly dedupWindowSeconds: number;
  /** Alerts need no token. */
  readonly openToAnonymous: boolean;
}

/** Who asks, and how. */
export type AlertRequest = Pick<RequestContext, 'caller' | 'via' | 'sourceAddress' | 'signal'>;
