import type { TransactionSql } from 'postgres';
import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import type { Executor } from '../../../platform/database/index.js';
import { daySeconds } from '../../../platform/durations.js';
import { isoTime } from '../../../platform/iso-time.js';
import type { JobDefinition } from '../../../platform/jobs.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { MetricsSource } from '../../../platform/subgraph.js';
import type { LicenseDependencies, LicenseRequest } from '../dependencies.js';
import { type FileDependencies, graceEnd, type License } from '../files/index.js';
import { leaseCutoff, leaseStart, selectSeatsUsed } from '../registry/index.js';
import { readOutages, startOfUptime } from '../uptime/index.js';
import { type LicenseState, WarningKind } from '../vocabulary.js';
import {
  countWarnings,
  endOtherWarnings,
  endSilent,
  endUncheckedWarnings,
  endWarning,
  lowerWarning,
  markChecked,
  raiseSilent,
  raiseWarning,
  selectLevel,
  selectSilent,
  selectVersions,
  selectWarnings,
  selectWarningsBySubject,
  tryLockChecks,
} from './repository.js';
import { expiryLevel, graceLevel, isOutdated, seatLevel } from './rules.js';

/**
 * Number of seconds after which a warning about a license ends if no check has found the license active, because
 * another license is active or no license can be read.
 */
const licenseWarningSeconds = daySeconds;
/**
 * Number of seconds after which metrics omit a warning about a license that no check has found active. Checks run each
 * minute.
 */
const currentWarningSeconds = 300;
const hourSeconds = 3600;
/** Maximum number of silent controllers in one transaction. */
const controllersPerBatch = 2000;
/** Kinds of warnings whose subject is a license. */
const licenseKinds: readonly WarningKind[] = [WarningKind.LICENSE_EXPIRING, WarningKind.GRACE_ENDING];
/** Kinds of warnings about a license: its end, and its seats, for which all licenses have the same warning. */
const thresholdKinds: readonly WarningKind[] = [...licenseKinds, WarningKind.SEATS_LOW];

/** An active license warning. */
export type WarningRecord = ReturnType<typeof warningOf>;
type WarningRow = Awaited<ReturnType<typeof selectWarnings>>[number];

/**
 * Raises and ends warnings. Each warning is stored in the transaction that publishes it, so each crossing of a
 * threshold is published once, by the process that first detects it.
 */
async function checkWarnings(dependencies: FileDependencies, signal?: AbortSignal): Promise<void> {
  const { clock } = dependencies;
  await dependencies.files.documents.refresh();
  const { license, state } = await dependencies.files.license.current();
  const at = clock.now() / 1000;
  const cutoff = await leaseCutoff(dependencies);
  const hasChecked = await runExclusively(dependencies, async (sql) => {
    if (license !== null) {
      await checkEnds(sql, { license, state, at });
      await checkSeats(sql, { cap: license.cap, cutoff, at });
    }
    await endUncheckedWarnings(sql, { kinds: thresholdKinds, before: at - licenseWarningSeconds });
    await checkVersions(sql, dependencies);
    return true;
  });
  if (hasChecked === true) await checkSilence(dependencies, signal);
}

/**
 * Runs a step in a transaction that holds the lock of the checks. Undefined if another run of the job holds the lock.
 */
async function runExclusively<Result>(
  { database }: LicenseDependencies,
  step: (sql: TransactionSql) => Promise<Result>,
): Promise<Result | undefined> {
  return await database.transaction(async (sql) => {
    const { isLocked } = await tryLockChecks(sql);
    return isLocked ? await step(sql) : undefined;
  });
}

/**
 * Raises, lowers or ends the warnings about the end of the license and of its grace period. Warnings about other
 * licenses are not ended immediately, because processes may temporarily have different files.
 */
async function checkEnds(
  sql: TransactionSql,
  { license, state, at }: { license: License; state: LicenseState; at: number },
): Promise<void> {
  const { id: subject, expiresAt } = license;
  const graceEndsAt = graceEnd(license);
  await updateWarning(
    sql,
    { kind: WarningKind.LICENSE_EXPIRING, subject, at },
    {
      levelAfter: (previous) => expiryLevel({ expiresAt, state }, at, previous),
      factsOf: (level) => ({ days: -level, expiresAt: isoTime(expiresAt) }),
    },
  );
  await updateWarning(
    sql,
    { kind: WarningKind.GRACE_ENDING, subject, at },
    {
      levelAfter: (previous) => graceLevel({ expiresAt, graceEndsAt }, at, previous),
      factsOf: (level) => ({ days: -level, graceEndsAt: isoTime(graceEndsAt) }),
    },
  );
  await markChecked(sql, { kinds: licenseKinds, subject, at });
}

async function checkSeats(
  sql: TransactionSql,
  { cap, cutoff, at }: { cap: number; cutoff: number; at: number },
): Promise<void> {
  const { used } = await selectSeatsUsed(sql, { cutoff });
  const subject = '';
  await updateWarning(
    sql,
    { kind: WarningKind.SEATS_LOW, subject, at },
    {
      levelAfter: (previous) => seatLevel({ used, cap }, previous),
      factsOf: (level) => ({ percent: level, used, cap }),
    },
  );
  await markChecked(sql, { kinds: [WarningKind.SEATS_LOW], subject, at });
}

/** Raises, lowers or ends a warning, depending on its current level and the level that the rule derives from it. */
async function updateWarning(
  sql: TransactionSql,
  warning: { kind: WarningKind; subject: string; at: number },
  rule: {
    levelAfter: (previous: number | undefined) => number | undefined;
    factsOf: (level: number) => Readonly<Record<string, string | number>>;
  },
): Promise<void> {
  const previous = (await selectLevel(sql, warning))?.level;
  const level = rule.levelAfter(previous);
  if (level === undefined) await endWarning(sql, warning);
  else if (previous !== undefined && level < previous) await lowerWarning(sql, { ...warning, level });
  else await publishWarning(sql, { ...warning, level }, rule.factsOf(level));
}

async function checkVersions(sql: TransactionSql, { settings, clock }: LicenseDependencies): Promise<void> {
  const kind = WarningKind.VERSION_OUTDATED;
  const current = settings.currentVersion;
  const versions = current === '' ? [] : await selectVersions(sql);
  const outdated = versions.filter(({ version }) => isOutdated(version, current));
  await endOtherWarnings(sql, { kind, subjects: outdated.map(({ version }) => version) });
  for (const { version, count } of outdated) {
    await publishWarning(sql, { kind, subject: version, level: 0, at: clock.now() / 1000 }, { current, count });
  }
}

/** Raises and ends warnings about silent controllers, in several transactions, because there may be many. */
async function checkSilence(dependencies: LicenseDependencies, signal?: AbortSignal): Promise<void> {
  const { settings, clock, database, uptime } = dependencies;
  const at = clock.now() / 1000;
  await uptime.refresh();
  const silenceSeconds = settings.silentHours === 0 ? Number.POSITIVE_INFINITY : settings.silentHours * hourSeconds;
  const cutoff = startOfUptime(at, { seconds: silenceSeconds, outages: uptime.outages() });
  await runExclusively(dependencies, (sql) => endSilent(sql, { cutoff, silenceSeconds, at }));
  if (settings.silentHours === 0) return;
  const guids = (await database.guard((sql) => selectSilent(sql, { cutoff }))).map(({ guid }) => guid);
  for (let first = 0; first < guids.length && signal?.aborted !== true; first += controllersPerBatch) {
    const query = { guids: guids.slice(first, first + controllersPerBatch), cutoff, at };
    await runExclusively(dependencies, (sql) => raiseSilent(sql, query));
  }
}

async function publishWarning(
  sql: Executor,
  warning: { kind: WarningKind; subject: string; level: number; at: number },
  facts: Readonly<Record<string, string | number>>,
): Promise<void> {
  const { kind, subject } = warning;
  await raiseWarning(sql, { ...warning, data: JSON.stringify({ kind, subject, ...facts }) });
}

/** The job that checks each minute whether warnings must be raised or ended. */
export function checkWarningsJob(dependencies: FileDependencies): JobDefinition {
  return {
    name: 'licenses.check-warnings',
    cron: '* * * * *',
    run: (_payload, signal) => checkWarnings(dependencies, signal),
  };
}

const order = 'warnings';

/**
 * A page of the active warnings: first those not about silent controllers, newest first, then those about silent
 * controllers. Warnings about the end of a license other than the active one are omitted, and without a readable
 * license also the warning about seats.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a page size outside of 1–1000 or a cursor of
 * another list
 */
export async function listWarnings(
  dependencies: FileDependencies,
  request: LicenseRequest,
  page: { first?: number | null | undefined; after?: string | null | undefined } = {},
): Promise<ConnectionRecord<WarningRecord>> {
  authorize(request.caller, 'licenses.read');
  const size = pageSize(page.first);
  const after = positionOf(page.after);
  await dependencies.files.documents.refresh();
  const { license } = await dependencies.files.license.current();
  const criteria = { ...(after ?? firstPage), license: license?.id ?? null, limit: size + 1 };
  const rows = await dependencies.database.read(request, (sql) => selectWarnings(sql, criteria));
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order, value: row.since, ids: [row.kind, row.subject] }),
    node: warningOf(row),
  }));
  return connectionOf({ edges, size, isContinued: after !== null });
}

const firstPage = { kind: null, since: null, subject: null };

function positionOf(cursor: string | null | undefined): { kind: string; since: number; subject: string } | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order, ids: 2 });
  const [kind = '', subject = ''] = ids;
  return { kind, since: value, subject };
}

/**
 * The active warnings with these ids, in the same order; null for each id without an active warning. An id is the kind,
 * a colon and the subject.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function readWarnings(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  ids: readonly string[],
): Promise<(WarningRecord | null)[]> {
  authorize(request.caller, 'licenses.read');
  if (ids.length === 0) return [];
  const keys = ids.map((id) => [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)] as const);
  const query = { kinds: keys.map(([kind]) => kind), subjects: keys.map(([, subject]) => subject) };
  const rows = await database.read(request, (sql) => selectWarningsBySubject(sql, query));
  const byId = new Map(rows.map((row) => [`${row.kind}:${row.subject}`, warningOf(row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * Converts a row to a warning. `threshold` is the reached threshold: the number of days before the end of the license
 * or grace period, or the percentage of occupied seats; null for other kinds.
 */
function warningOf({ kind, subject, level, since }: WarningRow) {
  const threshold = thresholdKinds.includes(kind) ? Math.abs(level) : null;
  return { kind, subject, threshold, since: new Date(since * 1000) };
}

/** Numbers of warnings by kind and of occupied seats, for metrics. Reads only the database, not the files. */
export async function licenseTotals(platform: MetricsSource) {
  const { configuration, database, clock } = platform;
  const { leaseDays } = configuration.licenses;
  const now = clock.now() / 1000;
  return await database.reserved.guard(async (sql) => {
    const outages = leaseDays === 0 ? [] : await readOutages(sql, now);
    const cutoff = leaseStart(now, { leaseDays, outages });
    const { used } = await selectSeatsUsed(sql, { cutoff });
    const counts = await countWarnings(sql, { checkedAfter: now - currentWarningSeconds });
    const countOf = (kind: WarningKind): number => counts.find((row) => row.kind === kind)?.count ?? 0;
    const entries = Object.values(WarningKind).map((kind) => [kind, countOf(kind)]);
    return { seatsUsed: used, warnings: Object.fromEntries(entries) as Record<WarningKind, number> }; // One per kind.
  });
}
