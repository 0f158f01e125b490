import { hasCome } from '../../../../platform/clock.js';
import type { CertificateLog } from '../../../../platform/configuration/index.js';
import { tryAdvisoryLock } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { dayMs, hourMs } from '../../../../platform/durations.js';
import type { JobDefinition } from '../../../../platform/jobs.js';
import { messageOf } from '../../../../platform/message-of.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { MatcherCache } from '../../brands/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { openSourceClient, type PullDependencies, sourceFailure } from '../../sources/index.js';
import {
  beginLogAttempt,
  deleteExpiredCertificates,
  deleteUnusedCertificates,
  endLogAttempt,
  lockUnusedCertificates,
  selectLog,
  selectLogs,
  storeTreeHead,
  updateLogPosition,
} from '../repository.js';
import { nextLogAttempt } from '../rules/schedule.js';
import { type LogReader, openLog } from '../upstream/log-reader.js';
import { recordEntries } from './record-entries.js';

/** Time in milliseconds after which a log is due again if the process that reads it dies. */
const leaseMs = 5 * 60_000;
/** Time in milliseconds after which the job continues with the next log, even if the log has more entries. */
const maxReadMs = 50_000;

/**
 * Maximum age of the newest tree head in milliseconds. Logs sign a tree head at least within their maximum merge delay
 * (RFC 6962, section 3), which is at most 24 hours.
 */
const maxTreeHeadAgeMs = 25 * hourMs;

/** State of this process that the job shares between its runs. */
interface LogRuntime {
  readonly cache: MatcherCache;
  /**
   * Whether a run of the job is in progress in this process. A second run ends immediately, so the job occupies only
   * one slot of the worker.
   */
  isFollowing: boolean;
}

/**
 * Reads the new entries of the logs that are due, one after the other. In the meantime, other processes read other
 * logs.
 */
async function followLogs(dependencies: PullDependencies, runtime: LogRuntime, signal: AbortSignal): Promise<void> {
  const { database, clock, settings } = dependencies;
  const logs = settings.certificateLogs;
  if (logs.length === 0 || runtime.isFollowing) return;
  runtime.isFollowing = true;
  try {
    const rows = await database.guard((sql) => selectLogs(sql, { urls: logs.map(({ url }) => url) }));
    const states = new Map(rows.map((row) => [row.url, row]));
    for (const log of logs) {
      if (signal.aborted) return;
      const { nextAttemptAt = 0, lastAttemptAt } = states.get(log.url) ?? {};
      if (hasCome(nextAttemptAt, { storedAt: lastAttemptAt ?? 0, now: clock.now() }))
        await followLog({ dependencies, cache: runtime.cache, log, signal, maxMs: maxReadMs });
    }
  } finally {
    runtime.isFollowing = false;
  }
}

/** Outcome of reading a log. */
export interface LogReport {
  readonly url: string;
  /** Outcome of reading the log; `busy`: another process is reading it. */
  readonly outcome: 'read' | 'failed' | 'busy';
  readonly error: string | null;
}

/**
 * Reads all new entries of the configured logs now, in order, whether or not they are due.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT if no logs are configured
 */
export async function readLogs(
  dependencies: PullDependencies,
  { caller, signal }: ZoneRequest,
  { onProgress }: { onProgress?: (log: string, entries: { position: number; size: number }) => void } = {},
): Promise<LogReport[]> {
  authorize(caller, 'zones.import');
  const logs = dependencies.settings.certificateLogs;
  if (logs.length === 0) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'No Certificate Transparency log is configured: set [zones] certificate_logs',
    );
  }
  const cache = new MatcherCache();
  const reports: LogReport[] = [];
  for (const log of logs) {
    const report = (entries: { position: number; size: number }): void => onProgress?.(log.url, entries);
    reports.push(await followLog({ dependencies, cache, log, signal, maxMs: Infinity, onProgress: report }));
  }
  return reports;
}

interface FollowOptions {
  readonly dependencies: PullDependencies;
  readonly cache: MatcherCache;
  readonly log: CertificateLog;
  readonly signal: AbortSignal;
  /** Time after which no further batch is started, in milliseconds. */
  readonly maxMs: number;
  readonly onProgress?: (entries: { position: number; size: number }) => void;
}

/** Reads one log, unless another process reads it. A failure is stored in the state of the log, and returned. */
async function followLog(options: FollowOptions): Promise<LogReport> {
  const { dependencies, log, signal } = options;
  const { database, clock } = dependencies;
  const { url } = log;
  const lock = await tryAdvisoryLock(database, {
    key: `rampart certificate log ${url}`,
    work: 'reader of a Certificate Transparency log',
  });
  if (lock === undefined) return { url, outcome: 'busy', error: null };
  try {
    const now = clock.now();
    await database.guard((sql) => beginLogAttempt(sql, { url, now, retryAt: now + leaseMs }));
    await readLog(options);
    const nextAttemptAt = nextLogAttempt({ now: clock.now(), failures: 0, retryAfterSeconds: null });
    await database.guard((sql) => endLogAttempt(sql, { url, error: null, failures: 0, nextAttemptAt }));
    return { url, outcome: 'read', error: null };
  } catch (error) {
    // The process is stopping, or the database is unavailable: the position after the last batch remains stored.
    if (signal.aborted || (error instanceof DomainError && error.code === 'STORE_UNAVAILABLE')) throw error;
    dependencies.log.warn({ err: error, url }, 'reading a Certificate Transparency log failed; retrying later');
    return { url, outcome: 'failed', error: await recordFailure(options, error) };
  } finally {
    await lock.release();
  }
}

/** Stores a failure in the state of the log; returns its message. */
async function recordFailure({ dependencies, log }: FollowOptions, error: unknown): Promise<string> {
  const { database, clock } = dependencies;
  const message = messageOf(error).slice(0, 1000);
  const seconds = error instanceof DomainError ? error.details?.retryAfterSeconds : undefined;
  await database.guard(async (sql) => {
    const failures = ((await selectLog(sql, { url: log.url }))?.failures ?? 0) + 1;
    const retryAfterSeconds = typeof seconds === 'number' ? seconds : null;
    const nextAttemptAt = nextLogAttempt({ now: clock.now(), failures, retryAfterSeconds });
    await endLogAttempt(sql, { url: log.url, error: message, failures, nextAttemptAt });
  });
  return message;
}

/**
 * Reads the new entries of a log.
 * @throws {DomainError} UPSTREAM_FAILED, also for a log that no longer signs tree heads, after all its entries were
 *   read
 */
async function readLog({ dependencies, cache, log, signal, maxMs, onProgress }: FollowOptions): Promise<void> {
  const { pulls, clock } = dependencies;
  // Only the log's own host is allowed; otherwise, a public log could redirect to an internal host.
  const client = await openSourceClient([log.url], pulls.network);
  try {
    const reader = openLog({ log, client, signal, now: clock.now });
    const state = await readTreeHead(dependencies, { log, reader });
    const end = performance.now() + maxMs;
    let { position } = state;
    while (position < state.size && !signal.aborted && performance.now() < end) {
      const { entries, next } = await reader.readEntries(position, state.size);
      await recordEntries(dependencies, {
        cache,
        log,
        entries,
        storePosition: (sql) => updateLogPosition(sql, { url: log.url, position: next }),
      });
      position = next;
      onProgress?.({ position, size: state.size });
    }
    if (position >= state.size) assertLive(log, state.at, clock.now());
  } finally {
    await client.close();
  }
}

/** @throws {DomainError} UPSTREAM_FAILED if the newest tree head is too old: the log is frozen or retired */
function assertLive({ url }: CertificateLog, signedAt: number, now: number): void {
  if (now - signedAt <= maxTreeHeadAgeMs) return;
  throw sourceFailure(
    `The log ${new URL(url).host} has signed no tree head since ${new Date(signedAt).toISOString()}. If it was retired, replace it in [zones] certificate_logs.`,
  );
}

/**
 * Reads, verifies and stores the current tree head; a stored one remains if it is newer. Returns its size and time, and
 * the index of the next entry to read.
 */
async function readTreeHead(
  { database }: PullDependencies,
  { log, reader }: { log: CertificateLog; reader: LogReader },
): Promise<{ size: number; at: number; position: number }> {
  const { url } = log;
  const storedLog = await database.guard((sql) => selectLog(sql, { url }));
  const newestHead = await reader.readHead();
  const { treeSize: size, rootHash, treeAt: at } = storedLog ?? {};
  const isKnown = typeof size === 'number' && typeof at === 'number' && rootHash;
  const head = isKnown ? await reader.newerHead({ size, rootHash, at }, newestHead) : newestHead;
  await database.guard((sql) =>
    storeTreeHead(sql, { url, size: head.size, rootHash: head.rootHash.toString('hex'), at: head.at }),
  );
  return { size: head.size, at: head.at, position: storedLog?.position ?? head.size };
}

/** Retention of expired certificates, in milliseconds. */
const retentionMs = 30 * dayMs;

/** Deletes certificates that expired more than {@link retentionMs} ago, and those whose brands were removed. */
async function dropCertificates({ database, clock }: ZoneDependencies): Promise<void> {
  await database.guard((sql) => deleteExpiredCertificates(sql, { before: clock.now() - retentionMs }));
  await database.transaction(async (sql) => {
    const unused = await lockUnusedCertificates(sql, {});
    // A name may have been added before the lock, so the deletion, which has a newer snapshot, checks again.
    await deleteUnusedCertificates(sql, { ids: unused.map(({ id }) => id) });
  });
}

/** The jobs for certificates: one reads due logs every minute, another deletes expired and unused certificates. */
export function certificateJobs(dependencies: PullDependencies): readonly JobDefinition[] {
  const runtime: LogRuntime = { cache: new MatcherCache(), isFollowing: false };
  return [
    {
      name: 'zones.follow-certificates',
      cron: '* * * * *',
      run: (_payload, signal = new AbortController().signal) => followLogs(dependencies, runtime, signal),
    },
    {
      name: 'zones.drop-expired-certificates',
      cron: '53 3 * * *',
      deletesHistory: true,
      run: () => dropCertificates(dependencies),
    },
  ];
}
