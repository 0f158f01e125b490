import { randomUUID } from 'node:crypto';
import type { AuditRequest } from '../../../../platform/audit/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { messageOf } from '../../../../platform/message-of.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { zoneNameOf } from '../../names.js';
import { type ImportRecord, insertImport } from '../repository/import-log.js';
import { assertTime } from '../rules/rejection.js';
import { ImportOutcome } from '../vocabulary.js';
import {
  type AttemptResult,
  type ImportAttempt,
  type ImportContentInput,
  type ImportZoneInput,
  noDifference,
} from './attempt.js';
import { attemptImport } from './attempt-import.js';
import { OutdatedBaseError } from './incremental.js';
import { OutOfOrderError } from './ordered-delegations.js';

/**
 * Imports a zone file as the current state of its zone. Imports are atomic, and those of one zone are serialized. The
 * import log contains every outcome, including rejections, except rejections of an invalid zone name, and of a time in
 * the future or before 1970.
 * @throws {DomainError} BAD_USER_INPUT with the reason of a rejection, FORBIDDEN, STORE_UNAVAILABLE
 */
export async function importZone(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: ImportZoneInput,
): Promise<ImportRecord> {
  authorize(request.caller, 'zones.import');
  const { file, ...others } = input;
  return await importContent(dependencies, request, { ...others, content: { kind: 'file', file } });
}

/**
 * Like {@link importZone}, for content of any kind. The caller has been authorized.
 * @throws {DomainError} as {@link importZone}
 * @throws {OutdatedBaseError} for incremental changes of another state; this is not logged, because the whole zone must
 *   then be imported
 */
export async function importContent(
  dependencies: ZoneDependencies,
  request: AuditRequest,
  input: ImportContentInput,
): Promise<ImportRecord> {
  const zone = zoneNameOf(input.zone);
  const startedAt = dependencies.clock.now();
  const at = input.at?.getTime() ?? startedAt;
  assertTime({ at, now: startedAt, newest: undefined });
  const attempt: ImportAttempt = {
    ...{ ...input, id: randomUUID(), zone, at, isTimeRequested: input.at !== undefined, startedAt, request },
    counts: noCounts(),
  };
  try {
    return recordOf(attempt, await attemptInOrder(dependencies, attempt));
  } catch (error) {
    if (!(error instanceof OutdatedBaseError)) await logFailure(dependencies, attempt, error);
    throw error;
  }
}

/**
 * Imports a file or transfer. First expects it to be in order, as most are; if it is not, reads it again and sorts it.
 * A stream can be read only once, so it is always sorted.
 */
async function attemptInOrder(dependencies: ZoneDependencies, attempt: ImportAttempt): Promise<AttemptResult> {
  const { content } = attempt;
  if (content.kind === 'changes' || (content.kind === 'file' && content.file.size === null))
    return await attemptImport(dependencies, attempt, { isSorted: false });
  try {
    return await attemptImport(dependencies, attempt, { isSorted: true });
  } catch (error) {
    if (!(error instanceof OutOfOrderError)) throw error;
    attempt.counts = noCounts();
    return await attemptImport(dependencies, attempt, { isSorted: false });
  }
}

function noCounts(): ImportAttempt['counts'] {
  return { bytes: 0, records: 0, serial: null };
}

function recordOf(attempt: ImportAttempt, result: AttemptResult): ImportRecord {
  const { id, zone, at, startedAt, counts } = attempt;
  const { endedAt, outcome, domains, observations, difference } = result;
  return {
    ...{ id, zone, outcome, ...counts, domains, observations, ...difference, reason: null },
    at: new Date(at),
    startedAt: new Date(startedAt),
    endedAt: new Date(endedAt),
  };
}

/**
 * Adds a rejected or failed import to the log. If this fails, the failure is only reported, so it does not hide the
 * error of the import.
 */
async function logFailure(dependencies: ZoneDependencies, attempt: ImportAttempt, error: unknown): Promise<void> {
  const isRejection = error instanceof DomainError && error.code === 'BAD_USER_INPUT';
  const { id, zone, at, startedAt, counts } = attempt;
  const entry = {
    ...{ id, zone, at, startedAt, ...counts, ...noDifference, ingest: null, domains: 0, observations: 0 },
    outcome: isRejection ? ImportOutcome.REJECTED : ImportOutcome.FAILED,
    reason: messageOf(error),
    endedAt: dependencies.clock.now(),
  };
  try {
    await dependencies.database.guard((sql) => insertImport(sql, entry));
  } catch (failure) {
    dependencies.log.error({ err: failure, zone }, 'adding a rejected or failed import to the import log failed');
  }
}
