export const SourceKind = { HTTPS: 'https', AXFR: 'axfr', CZDS: 'czds' } as const;
export type SourceKind = (typeof SourceKind)[keyof typeof SourceKind];

export const PullOutcome = {
  /** A zone file or transfer was imported. */
  IMPORTED: 'imported',
  /** The source has no newer version, or CZDS does not permit another download yet. */
  UNCHANGED: 'unchanged',
  FAILED: 'failed',
} as const;
export type PullOutcome = (typeof PullOutcome)[keyof typeof PullOutcome];

export const SourceState = {
  /** The zone has never been known to be current, and is not stale yet; the last pull, if any, did not fail. */
  PENDING: 'pending',
  CURRENT: 'current',
  /** The last pull failed, and the zone is not stale yet. */
  FAILING: 'failing',
  STALE: 'stale',
} as const;
export type SourceState = (typeof SourceState)[keyof typeof SourceState];

/** Name of the job that pulls the zones that are due. */
export const pullJob = 'zones.pull';

/** Minimum time between attempts after NOTIFY messages, so forged ones cause little load on the primary server. */
export const notifyPauseMs = 10_000;
