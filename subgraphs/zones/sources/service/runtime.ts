import type { Platform } from '../../../../platform/subgraph.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { CzdsSession } from '../upstream/czds-session.js';
import type { SourceNetwork } from '../upstream/http-client.js';
import { PartStore } from '../upstream/part-store.js';

/** Network access of pulls; tests have their own certificates, and do not wait. */
export interface PullNetwork extends SourceNetwork {
  /** Waits before a transfer is continued. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** The clock of signatures, in Unix epoch milliseconds; default: that of the machine. */
  readonly now?: () => number;
}

/** State of this process that its pulls share. */
export interface PullRuntime {
  readonly network: PullNetwork;
  readonly parts: PartStore;
  readonly czds: CzdsSession;
  /** Whether the job of this process is pulling: it takes one place of the job worker at most. */
  isPulling: boolean;
}

export interface PullDependencies extends ZoneDependencies {
  readonly pulls: PullRuntime;
}

export function createPullRuntime({ configuration, clock }: Platform, network: PullNetwork = {}): PullRuntime {
  const czds = new CzdsSession(configuration.zones, clock.now);
  return { network, czds, parts: new PartStore(configuration.server.dataDir), isPulling: false };
}
