import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import type { AlertOrderField } from '../../vocabulary.js';
import type { AlertPosition, AlertRecord } from '../repository/alerts.js';

/** An alert with its sort value in a list. */
export type OrderedAlert = AlertRecord & { orderValue: number };

export function alertEdge(field: AlertOrderField, node: OrderedAlert): { cursor: string; node: AlertRecord } {
  return {
    node,
    // Computed on demand, because most requests do not select cursors.
    get cursor() {
      return encodeCursor({ order: field, value: node.orderValue, ids: [node.id] });
    },
  };
}

/**
 * The position of a cursor; undefined without one.
 * @throws {DomainError} BAD_USER_INPUT for a cursor of a list in another order
 */
export function positionOf(cursor: string | null | undefined, field: AlertOrderField): AlertPosition | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order: field, ids: 1 });
  const [id] = ids;
  if (id === undefined || !isUuid(id)) throw new DomainError('BAD_USER_INPUT', 'The cursor refers to no alert');
  return { value, id };
}
