import type { AuditRequest } from '../../../../platform/audit/index.js';
import type { ZoneSource } from '../../../../platform/configuration/index.js';
import type { ImportProgress, ImportRecord } from '../../imports/index.js';
import type { SourceRow } from '../repository/sources.js';
import type { PullOutcome } from '../vocabulary.js';
import type { PullDependencies } from './runtime.js';

/** Progress of a pull: of the download, then of the import. */
export type PullProgress =
  | { readonly phase: 'downloading'; readonly bytes: number; readonly size: number | null }
  | ImportProgress;

export interface PullOptions {
  /** Whether to import a zone that lacks more than 20% of its previous names; default: false. */
  readonly allowLoss?: boolean | undefined;
  /** Whether to import a zone whose serial is older than the last one that was imported; default: false. */
  readonly allowOlderSerial?: boolean | undefined;
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
}

/** A pull in progress; the process holds the lock of the zone. */
export interface Pull<Source extends ZoneSource = ZoneSource> {
  readonly dependencies: PullDependencies;
  readonly request: AuditRequest;
  readonly source: Source;
  /** State of the source before the pull. */
  readonly before: SourceRow;
  readonly options: PullOptions;
  readonly signal: AbortSignal;
}

/** A pull that did not fail. Absent members of `sourceState` are unchanged. */
export interface PullResult {
  readonly outcome: Exclude<PullOutcome, 'failed'>;
  /** The import; null if nothing was imported. */
  readonly imported: ImportRecord | null;
  /** Whether the zone is now known to be current. */
  readonly isCurrent: boolean;
  /** Called after the result was stored: removes data that was needed until then, in case of a crash. */
  readonly settle?: () => Promise<void>;
  readonly sourceState?: Partial<
    Pick<SourceRow, 'serial' | 'entityTag' | 'lastModified' | 'refreshSeconds' | 'retrySeconds' | 'expireSeconds'>
  >;
}
