import type { TransactionSql } from 'postgres';
import { daySeconds } from '../../../../platform/durations.js';
import type { LicenseDependencies } from '../../dependencies.js';
import { UsageChange } from '../../vocabulary.js';
import { deleteCountsBefore, insertDay, moveBatchesToCounts, selectFirstUnloggedDay } from '../repository/check-ins.js';
import { lockUsageLog } from '../repository/log.js';
import { isoStartOfDay, UsageTree } from '../rules.js';
import { checkInLines, retentionDays } from './check-ins.js';
import { append, readTreeHead } from './stored-tree.js';

const rowsPerBatch = 10_000;
/**
 * Number of seconds after the end of a day for which check-ins still count for that day, because the clocks of other
 * processes may be behind.
 */
const closingDelaySeconds = 3600;

/**
 * Counts check-ins by day and controller, and appends an entry for each day that has ended. The transaction that counts
 * a check-in removes it from the batches, so it is counted once.
 */
export async function appendCheckIns({ database, clock }: LicenseDependencies, signal?: AbortSignal): Promise<void> {
  for (let counted = rowsPerBatch; counted === rowsPerBatch && signal?.aborted !== true; ) {
    counted = await database.transaction(async (sql) => {
      await lockUsageLog(sql);
      return (await moveBatchesToCounts(sql, { limit: rowsPerBatch })).batches;
    });
  }
  const now = clock.now() / 1000;
  const today = Math.floor((now - closingDelaySeconds) / daySeconds);
  for (let isAppended = true; isAppended && signal?.aborted !== true; ) {
    isAppended = await database.transaction((sql) => appendDay(sql, { last: today - 1, now }));
    if (isAppended) await database.guard((sql) => deleteCountsBefore(sql, { day: today - retentionDays }));
  }
}

/**
 * Appends the entry of the first day up to and including `last` that has check-ins but no entry. Returns false if there
 * is no such day.
 */
async function appendDay(sql: TransactionSql, { last, now }: { last: number; now: number }): Promise<boolean> {
  await lockUsageLog(sql);
  const { day } = await selectFirstUnloggedDay(sql, { last });
  if (day === null) return false;
  const { size } = await readTreeHead(sql);
  const list = new UsageTree();
  let checkIns = 0;
  for await (const page of checkInLines(sql, day)) {
    list.append(page.lines);
    checkIns += page.checkIns;
  }
  const entry = {
    ...{
      position: size,
      at: isoStartOfDay(day + 1),
      change: UsageChange.CHECKED_IN,
      day: isoStartOfDay(day).slice(0, 10),
    },
    ...{ controllers: list.size, checkIns, root: list.root() },
  };
  await append(sql, { size, entries: [JSON.stringify(entry)], at: now });
  await insertDay(sql, { day, position: size });
  return true;
}
