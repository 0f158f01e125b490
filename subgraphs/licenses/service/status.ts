import { type ConnectionRecord, connectionOf, pageSize } from '../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.js';
import type { FileStatusRecord, LicenseStatusRecord } from '../records.js';
import { selectSeatsUsed } from '../repository/controllers.js';
import type { BlacklistEntry } from '../rules/blacklist.js';
import type { Department } from '../rules/departments.js';
import { assertOperator } from './authorisation.js';
import type { LicenseDependencies, LicenseRequest } from './dependencies.js';

/** The license in force, and its seats. */
export async function licenseStatus(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
): Promise<LicenseStatusRecord> {
  assertOperator(request);
  const { state, problem, license } = await dependencies.files.license.current();
  const seatsUsed = await dependencies.database.guard(selectSeatsUsed);
  return {
    state,
    problem,
    id: license?.id ?? null,
    customer: license?.customer ?? null,
    cap: license?.cap ?? null,
    issuedAt: dateOf(license?.issuedAt),
    notBefore: dateOf(license?.notBefore),
    expiresAt: dateOf(license?.expiresAt),
    seatsUsed,
    seatsLeft: license === null ? null : Math.max(0, license.cap - seatsUsed),
  };
}

/** Whether addresses on the blacklist count, and how its file stands. */
export function blacklistStatus(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
): { matchesAddresses: boolean; file: FileStatusRecord } {
  assertOperator(request);
  return { matchesAddresses: dependencies.settings.matchesAddresses, file: dependencies.files.blacklist.status() };
}

export interface BlacklistConnectionRecord extends ConnectionRecord<BlacklistEntry> {
  readonly totalCount: number;
}

const order = 'line';

/**
 * A page of the blacklist in file order.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1 to 1000 or a cursor of another list
 */
export function blacklistEntries(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  page: { first?: number | null | undefined; after?: string | null | undefined },
): BlacklistConnectionRecord {
  assertOperator(request);
  const size = pageSize(page.first);
  const behind = typeof page.after === 'string' ? decodeCursor(page.after, { order, ids: 0 }).value : 0;
  const { entries } = dependencies.files.blacklist.current();
  const edges = entries
    .filter(({ line }) => line > behind)
    .slice(0, size + 1)
    .map((node) => ({ cursor: encodeCursor({ order, value: node.line, ids: [] }), node }));
  return { ...connectionOf({ edges, size, isContinued: behind > 0 }), totalCount: entries.length };
}

/** The departments in the order of matching, and how their file stands. */
export function departmentsStatus(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
): { file: FileStatusRecord; list: readonly Department[] } {
  assertOperator(request);
  const { departments } = dependencies.files;
  return { file: departments.status(), list: departments.current().list };
}

/** Looks at all files, so that the log says at the start what is wrong with them. */
export async function inspectFiles({ files }: LicenseDependencies): Promise<void> {
  files.blacklist.current();
  files.departments.current();
  await files.license.current();
}

function dateOf(epochSeconds: number | undefined): Date | null {
  return epochSeconds === undefined ? null : new Date(epochSeconds * 1000);
}
