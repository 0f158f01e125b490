import type { Clock } from '../../platform/clock.js';
import type { LoadedConfiguration } from '../../platform/configuration/index.js';
import type { DatabaseInspection } from '../../platform/database/index.js';
import type { SiteInspection } from '../../subgraphs/drive/service.js';
import type { StoredDocument } from '../../subgraphs/licenses/service.js';
import type { RunningInstance } from '../instance/index.js';

type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped';

/** The result of a check. */
export interface CheckResult {
  readonly status: CheckStatus;
  readonly message: string;
  /** The recommended action, if there is one. */
  readonly action?: string;
}

/** The data and inspections that checks can use. */
export interface CheckContext extends LoadedConfiguration {
  readonly clock: Clock;
  /** Instances that are running on this machine, regardless of their working directory. */
  readonly running: readonly RunningInstance[];
  readonly timeoutMs: number;
  /** Aborts when the checks time out. */
  readonly signal: AbortSignal;
  /**
   * Inspects the database, once for all checks. Null if the embedded database was not created yet. Rejects if the
   * database cannot be reached.
   */
  database(): Promise<DatabaseInspection | null>;
  /**
   * License, blacklist and departments in the database, read once; empty if the database cannot be read, which another
   * check reports.
   */
  licenseDocuments(): Promise<readonly StoredDocument[]>;
  /** Inspects the document site, once for all checks; null if no document site is configured. */
  documentSite(): Promise<SiteInspection | null>;
}

export interface Check {
  readonly name: string;
  run(context: CheckContext): CheckResult | Promise<CheckResult>;
}

export function ok(message: string): CheckResult {
  return { status: 'ok', message };
}

export function warning(message: string, action: string): CheckResult {
  return { status: 'warning', message, action };
}

export function failure(message: string, action: string): CheckResult {
  return { status: 'failed', message, action };
}

/** The result of a check that does not apply. */
export function skip(message: string): CheckResult {
  return { status: 'skipped', message };
}
