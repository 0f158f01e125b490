import type { Clock } from '../../platform/clock.js';
import type { LoadedConfiguration } from '../../platform/configuration/index.js';
import type { DatabaseFacts } from '../../platform/database/index.js';
import type { SiteInspection } from '../../subgraphs/drive/service.js';
import type { RunningInstance } from '../instance/index.js';

export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** What a check found. */
export interface Finding {
  readonly status: CheckStatus;
  readonly message: string;
  /** What to do about it. */
  readonly action?: string;
}

/** What checks work with. */
export interface CheckContext extends LoadedConfiguration {
  readonly clock: Clock;
  /** Instances that run on this machine, of any directory. */
  readonly running: readonly RunningInstance[];
  readonly timeoutMs: number;
  /** Aborts when the time of the checks is up. */
  readonly signal: AbortSignal;
  /** Read once for all checks; null when there is no embedded database yet. Rejects when it cannot be reached. */
  database(): Promise<DatabaseFacts | null>;
  /** The same for the document site; null when none is configured. */
  documentSite(): Promise<SiteInspection | null>;
}

export interface Check {
  readonly name: string;
  run(context: CheckContext): Finding | Promise<Finding>;
}

export function ok(message: string): Finding {
  return { status: 'ok', message };
}

export function warning(message: string, action: string): Finding {
  return { status: 'warning', message, action };
}

export function failed(message: string, action: string): Finding {
  return { status: 'failed', message, action };
}

/** There is nothing to check. */
export function skipped(message: string): Finding {
  return { status: 'skipped', message };
}
