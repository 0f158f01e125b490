import type { Executor } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { nilUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../../dependencies.js';
import { selectCounts, selectDay } from '../repository/check-ins.js';
import { dayOfDate } from '../rules.js';

/**
 * Number of days for which the check-ins of a day are stored by controller. The log entry of the day is never deleted.
 */
export const retentionDays = 92;
const linesPerBatch = 5000;

/** Check-ins of a day by controller, exactly as hashed, sorted by GUID. */
interface CheckInPage {
  readonly lines: readonly string[];
  readonly checkIns: number;
  readonly last: string;
}

/** Reads the check-ins of a day by controller: the leaves of the tree whose root hash is in the day's log entry. */
export async function* checkInLines(sql: Executor, day: number): AsyncGenerator<CheckInPage> {
  for (let after = nilUuid; ; ) {
    const page = await readPage(sql, { day, after });
    if (page.lines.length > 0) yield page;
    if (page.lines.length < linesPerBatch) return;
    after = page.last;
  }
}

async function readPage(sql: Executor, page: { day: number; after: string }): Promise<CheckInPage> {
  const counts = await selectCounts(sql, { ...page, limit: linesPerBatch });
  return {
    lines: counts.map(({ guid, checkIns }) => JSON.stringify({ guid, checkIns })),
    checkIns: counts.reduce((sum, { checkIns }) => sum + checkIns, 0),
    last: counts.at(-1)?.guid ?? page.after,
  };
}

/**
 * A page of the check-ins of a day (YYYY-MM-DD in UTC) by controller: at most {@link linesPerBatch}, after a GUID.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid date; NOT_FOUND if the log has no
 * entry of the day, or if the check-ins of the day were deleted
 */
export async function usageCheckIns(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  { date, after = nilUuid }: { date: string; after?: string | undefined },
): Promise<{ lines: readonly string[]; last: string }> {
  authorize(request.caller, 'licenses.read');
  const day = dayOfDate(date);
  if (day === undefined) throw new DomainError('BAD_USER_INPUT', `${date} is not a date: use the format YYYY-MM-DD`);
  return await database.guard(async (sql) => {
    if ((await selectDay(sql, { day })) === undefined) {
      throw new DomainError(
        'NOT_FOUND',
        `The log contains no check-ins of ${date} (UTC): either there were none, or they will be added one hour after the end of the day`,
      );
    }
    const page = await readPage(sql, { day, after });
    if (page.lines.length === 0 && after === nilUuid) {
      throw new DomainError(
        'NOT_FOUND',
        `The check-ins of ${date} by controller were deleted after ${retentionDays} days`,
      );
    }
    return page;
  });
}
