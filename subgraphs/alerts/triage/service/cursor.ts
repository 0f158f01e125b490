import { decodeCursor, encodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { type AlertOrderField, Severity } from '../../vocabulary.js';
import type { AlertRecord, MemberPosition } from '../repository/alerts.js';

/** An alert with its sort value in a list. */
export type OrderedAlert = AlertRecord & { orderValue: number };

/**
 * An edge of an alert connection. It is a class, because V8 creates a hidden class for each object literal with a
 * getter.
 */
export class AlertEdge {
  readonly node: OrderedAlert;
  readonly #field: AlertOrderField;

  constructor(field: AlertOrderField, node: OrderedAlert) {
    this.#field = field;
    this.node = node;
  }

  /** The opaque cursor. It is computed on demand, because most requests do not select cursors. */
  get cursor(): string {
    return encodeCursor({ order: this.#field, value: this.node.orderValue, ids: [this.node.id] });
  }
}

const memberOrder = 'incident_severity';

/** The cursor of an alert in the list of an incident's alerts. */
export function memberCursor(row: { id: string; orderSeverity: Severity; orderValue: number }): string {
  return encodeCursor({ order: memberOrder, value: row.orderValue, ids: [row.id, row.orderSeverity] });
}

/**
 * The position that a cursor encodes in the list of an incident's alerts; null without a cursor.
 * @throws {DomainError} BAD_USER_INPUT for a cursor of another list
 */
export function memberPositionOf(cursor: string | null | undefined): MemberPosition | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order: memberOrder, ids: 2 });
  const [id = '', name] = ids;
  const severity = Object.values(Severity).find((candidate) => candidate === name);
  if (severity === undefined || !isUuid(id)) throw invalidCursor();
  return { value, id, severity };
}
