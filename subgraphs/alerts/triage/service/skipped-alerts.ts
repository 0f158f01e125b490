import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeUuidCursor, encodeCursor } from '../../../../platform/cursor.js';
import { nilUuid } from '../../../../platform/input-limits.js';
import type { AlertRequest } from '../../dependencies.js';
import { selectSkipped } from '../repository/bulk-changes.js';
import type { BulkAlertChangeSkip } from '../types-bulk.js';
import { readBulkChange } from './bulk-changes.js';

const order = 'alert_id';

/**
 * A page of the alerts that a bulk change skipped, sorted by id.
 * @throws {DomainError} BAD_USER_INPUT for a page size outside of 1–1000 or a cursor of another list
 */
export async function skippedAlertsOf(
  request: AlertRequest,
  input: { id: string; first: number | null | undefined; after: string | null | undefined },
): Promise<ConnectionRecord<BulkAlertChangeSkip>> {
  const { id } = input;
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, order);
  const isReadable = (await readBulkChange(request, id)) !== null;
  const query = { id, first: size + 1, after: after?.id ?? nilUuid };
  const rows = isReadable ? await request.store.run((sql) => selectSkipped(sql, query)) : [];
  const edges = rows.map((node) => ({ cursor: encodeCursor({ order, value: 0, ids: [node.alertId] }), node }));
  return connectionOf({ edges, size, isContinued: after !== null });
}
