import type { AuditRequest } from '../../../../platform/audit/index.js';
import { hasCome } from '../../../../platform/clock.js';
import type { ZoneSource } from '../../../../platform/configuration/index.js';
import { tryAdvisoryLock } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { messageOf } from '../../../../platform/message-of.js';
import type { ImportRecord } from '../../imports/index.js';
import {
  beginAttempt,
  endAttempt,
  lockKey,
  type SourceRow,
  selectSource,
  setNextAttempt,
} from '../repository/sources.js';
import { nextAttemptTime } from '../rules/schedule.js';
import { notifyPauseMs, PullOutcome } from '../vocabulary.js';
import type { Pull, PullOptions, PullResult } from './pull.js';
import { pullCzds } from './pull-czds.js';
import { pullHttps } from './pull-https.js';
import { pullLater } from './pull-later.js';
import { pullTransfer } from './pull-transfer.js';
import type { PullDependencies } from './runtime.js';

/** Time after which a source is due again if the process that pulls it dies. */
const leaseMs = 5 * 60_000;

/** Outcome of a pull. */
export interface PullReport {
  readonly zone: string;
  /** `busy`: another process is pulling the zone; `not_due`: another process has pulled it in the meantime. */
  readonly outcome: PullOutcome | 'busy' | 'not_due';
  /** Error message of the pull; null unless it failed. */
  readonly error: string | null;
  /** The import; null if nothing was imported. */
  readonly import: ImportRecord | null;
  /** Time of the next attempt; null if the zone was not pulled. */
  readonly nextAttemptAt: Date | null;
}

/** Whether a pull is due. */
export function isPullDue({ nextAttemptAt, lastAttemptAt, createdAt }: SourceRow, now: number): boolean {
  return hasCome(nextAttemptAt, { storedAt: lastAttemptAt ?? createdAt, now });
}

/**
 * Pulls one zone, unless another process is pulling it. Failures of the source are stored in its state, and reported.
 * @param options.onlyDue whether to return without a pull if the next attempt is not due yet
 * @throws {DomainError} STORE_UNAVAILABLE
 */
export async function pullZone(
  dependencies: PullDependencies,
  request: AuditRequest,
  options: PullOptions & { source: ZoneSource; signal: AbortSignal; onlyDue?: boolean },
): Promise<PullReport> {
  const { database, clock } = dependencies;
  const { source, signal, onlyDue = false } = options;
  const none = { zone: source.zone, error: null, import: null, nextAttemptAt: null };
  const lock = await tryAdvisoryLock(database, { key: lockKey(source.zone), work: 'zone pull' });
  if (lock === undefined) return { ...none, outcome: 'busy' };
  try {
    const sourceRow = await database.guard((sql) => selectSource(sql, { zone: source.zone }));
    if (onlyDue && sourceRow !== undefined && !isPullDue(sourceRow, clock.now()))
      return { ...none, outcome: 'not_due' };
    const now = clock.now();
    const { zone, origin } = source;
    const before = await database.guard((sql) => beginAttempt(sql, { zone, origin, now, retryAt: now + leaseMs }));
    return await attempt({ dependencies, request, source, before, options, signal });
  } finally {
    await lock.release();
  }
}

async function attempt(pull: Pull): Promise<PullReport> {
  const { dependencies, source, signal } = pull;
  const { database, clock, log } = dependencies;
  const { zone } = source;
  try {
    const result = await pullByKind(pull);
    const nextAttemptAt = await recordResult(pull, result);
    await result.settle?.();
    const { outcome, imported } = result;
    return { zone, outcome, error: null, import: imported, nextAttemptAt };
  } catch (error) {
    if (signal.aborted) {
      // The process is stopping: the source becomes due, so another process can pull it immediately.
      await database.guard((sql) => setNextAttempt(sql, { zones: [zone], at: clock.now() })).catch(() => undefined);
      throw error;
    }
    // Without the database, the failure cannot be stored; the next run of the job tries again.
    if (error instanceof DomainError && error.code === 'STORE_UNAVAILABLE') throw error;
    log.warn({ err: error, zone, origin: source.origin }, 'pulling a zone failed');
    const nextAttemptAt = await recordFailure(pull, error);
    return { zone, outcome: PullOutcome.FAILED, error: messageOf(error), import: null, nextAttemptAt };
  }
}

async function pullByKind(pull: Pull): Promise<PullResult> {
  const { source } = pull;
  switch (source.kind) {
    case 'https':
      return await pullHttps({ ...pull, source });
    case 'axfr':
      return await pullTransfer({ ...pull, source });
    case 'czds':
      return await pullCzds({ ...pull, source });
  }
}

async function recordResult(pull: Pull, { outcome, isCurrent, sourceState }: PullResult): Promise<Date> {
  const current = await currentState(pull);
  const state = { ...current, ...sourceState, failures: 0 };
  return await store(pull, state, {
    ...{ outcome, error: null, notBefore: null },
    currentAt: isCurrent ? pull.dependencies.clock.now() : state.currentAt,
    staleSince: isCurrent ? null : state.staleSince,
  });
}

async function recordFailure(pull: Pull, error: unknown): Promise<Date> {
  const { now } = pull.dependencies.clock;
  const seconds = error instanceof DomainError ? error.details?.retryAfterSeconds : undefined;
  const notBefore = typeof seconds === 'number' ? now() + seconds * 1000 : null;
  const current = await currentState(pull);
  const { currentAt, staleSince } = current;
  const state = { ...current, failures: current.failures + 1 };
  return await store(pull, state, {
    ...{ outcome: PullOutcome.FAILED, error: messageOf(error).slice(0, 1000), notBefore, currentAt, staleSince },
  });
}

/** The stored state, which the pull may have changed by recording a download. */
async function currentState({ dependencies, source, before }: Pull): Promise<SourceRow> {
  return (await dependencies.database.guard((sql) => selectSource(sql, { zone: source.zone }))) ?? before;
}

async function store(
  { dependencies, source }: Pull,
  state: SourceRow,
  ended: Pick<SourceRow, 'error' | 'currentAt' | 'staleSince'> & { outcome: PullOutcome; notBefore: number | null },
): Promise<Date> {
  const { database, clock, settings } = dependencies;
  const { notBefore, ...changed } = ended;
  const { downloadedAt, serial, entityTag, lastModified, refreshSeconds, retrySeconds, expireSeconds, failures } =
    state;
  const next = nextAttemptTime({
    ...{ kind: source.kind, now: clock.now(), outcome: ended.outcome, failures, notBefore, downloadedAt },
    ...{ refreshSeconds, retrySeconds, pullMinutes: settings.pullMinutes },
  });
  const sourceState = { downloadedAt, serial, entityTag, lastModified, refreshSeconds, retrySeconds, expireSeconds };
  const { zone } = source;
  return await database.transaction(async (sql) => {
    const ended = { zone, ...sourceState, ...changed, failures, nextAttemptAt: next, notifyPauseMs };
    const { nextAttemptAt, notifiedAt } = (await endAttempt(sql, ended)) ?? { nextAttemptAt: next, notifiedAt: null };
    if (notifiedAt !== null) await pullLater(sql, { zone, delayMs: nextAttemptAt - clock.now() });
    return new Date(nextAttemptAt);
  });
}
