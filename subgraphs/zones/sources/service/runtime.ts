import type { Platform } from '../../../../platform/subgraph.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { CzdsSession } from '../upstream/czds-session.js';
import type { SourceNetwork } from '../upstream/http-client.js';
import { PartStore } from '../upstream/part-store.js';

/** Network access of pulls; tests replace it, so they can use their own certificates and do not wait. */
export interface PullNetwork extends SourceNetwork {
  /** Waits before the next attempt of an interrupted download; default: a timer. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Returns the current time for TSIG signatures, in Unix epoch milliseconds; default: the time of the machine. */
  readonly now?: () => number;
}

/** State that the pulls of this process share. */
export interface PullRuntime {
  readonly network: PullNetwork;
  readonly parts: PartStore;
  readonly czds: CzdsSession;
  /** Makes the running job of this process check again which zones are due; undefined while it does not run. */
  wake: (() => void) | undefined;
}

export interface PullDependencies extends ZoneDependencies {
  readonly pulls: PullRuntime;
}

export function createPullRuntime(
  { configuration, database, clock }: Platform,
  network: PullNetwork = {},
): PullRuntime {
  const czds = new CzdsSession({ database, settings: configuration.zones, clock });
  return { network, czds, parts: new PartStore(configuration.server.dataDir), wake: undefined };
}

/** Maximum number of zones to pull at the same time. Each pull holds one database connection, and uses another one. */
export function maxPulls({ database, settings }: PullDependencies): number {
  return Math.max(1, Math.min(settings.concurrentPulls, database.sql.options.max - 1));
}
