import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import type { AlertRequest } from '../../dependencies.js';
import type { SkippedReason } from '../../vocabulary.js';
import { selectSkipped } from '../repository/bulk-changes.js';
import { readBulkChange } from './bulk-changes.js';

export interface SkippedAlert {
  readonly alertId: string;
  readonly reason: SkippedReason;
}

const order = 'alert_id';
const nilUuid = '00000000-0000-0000-0000-000000000000';

/**
 * A page of the alerts that a change left unchanged, by id.
 * @throws {DomainError} BAD_USER_INPUT for a size outside of 1–1000 or a cursor of another list
 */
export async function skippedAlertsOf(
  request: AlertRequest,
  input: { id: string; first: number | null | undefined; after: string | null | undefined },
): Promise<ConnectionRecord<SkippedAlert>> {
  const { id } = input;
  const size = pageSize(input.first);
  const after = positionOf(input.after);
  const isReadable = (await readBulkChange(request, id)) !== null;
  const query = { id, first: size + 1, after: after ?? nilUuid };
  const rows = isReadable ? await request.store.run((sql) => selectSkipped(sql, query)) : [];
  const edges = rows.map((node) => ({ cursor: encodeCursor({ order, value: 0, ids: [node.alertId] }), node }));
  return connectionOf({ edges, size, isContinued: after !== undefined });
}

function positionOf(cursor: string | null | undefined): string | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [id = ''] = decodeCursor(cursor, { order, ids: 1 }).ids;
  if (!isUuid(id)) throw new DomainError('BAD_USER_INPUT', 'The cursor does not refer to an alert');
  return id;
}
