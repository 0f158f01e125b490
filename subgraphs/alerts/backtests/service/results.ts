import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import type { AlertRequest } from '../../dependencies.js';
import { type BacktestGroupRow, type BacktestSampleRow, selectGroups, selectSamples } from '../repository-results.js';
import { readBacktest } from './backtests.js';

const order = 'backtest_group';

/**
 * A page of the counts of a backtest by tenant, model and severity.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–1000 or a cursor of another list
 */
export async function groupsOf(
  request: AlertRequest,
  input: { id: string; first: number | null | undefined; after: string | null | undefined },
): Promise<ConnectionRecord<BacktestGroupRow>> {
  const { id, after = null } = input;
  const size = pageSize(input.first);
  const last = positionOf(after);
  const isReadable = (await readBacktest(request, id)) !== null;
  const query = { id, after: last, first: size + 1 };
  const rows = isReadable ? await request.store.run((sql) => selectGroups(sql, query)) : [];
  const edges = rows.map((node) => ({ cursor: encodeCursor({ order, value: node.number, ids: [] }), node }));
  return connectionOf({ edges, size, isContinued: after !== null });
}

function positionOf(after: string | null): number {
  const last = after === null ? 0 : decodeCursor(after, { order, ids: 0 }).value;
  if (Number.isInteger(last) && last >= 0 && last < 2 ** 31) return last;
  throw invalidCursor();
}

/** The example alerts of a backtest; empty if the caller may not read the backtest. */
export async function samplesOf(request: AlertRequest, id: string): Promise<BacktestSampleRow[]> {
  const isReadable = (await readBacktest(request, id)) !== null;
  return isReadable ? await request.store.run((sql) => selectSamples(sql, { id })) : [];
}
