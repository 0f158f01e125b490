import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isPermitted, notPermitted } from '../../../../platform/permission.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { zoneNameOf } from '../../names.js';
import type { ImportRecord } from '../records.js';
import { type ImportPlace, selectImports } from '../repository/import-log.js';

const order = 'ended_at';

/**
 * Imports of one zone or of all with what became of them, the newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1 to 1000 or a foreign cursor
 */
export async function listImports(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  input: { zone?: string | null | undefined; first?: number | null | undefined; after?: string | null | undefined },
): Promise<ConnectionRecord<ImportRecord>> {
  if (caller.kind === 'anonymous') throw new DomainError('UNAUTHENTICATED', 'Imports need an operator token');
  if (caller.kind !== 'operator') throw new DomainError('FORBIDDEN', 'Imports are for operators only');
  if (!isPermitted(caller, 'read')) throw notPermitted(caller, 'read');
  const size = pageSize(input.first);
  const behind = placeOf(input.after);
  const zone = typeof input.zone === 'string' ? zoneNameOf(input.zone) : null;
  // One more than the page tells whether there is more.
  const rows = await dependencies.database.read({ signal }, (sql) =>
    selectImports(sql, { zone, behind, limit: size + 1 }),
  );
  const edges = rows.map(({ place, ...node }) => ({
    cursor: encodeCursor({ order, value: place, ids: [node.id] }),
    node,
  }));
  return connectionOf({ edges, size, isContinued: behind !== null });
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function placeOf(cursor: string | null | undefined): ImportPlace | null {
  if (cursor === null || cursor === undefined) return null;
  const { value, ids } = decodeCursor(cursor, { order, ids: 1 });
  const [id = ''] = ids;
  if (!uuidForm.test(id)) throw new DomainError('BAD_USER_INPUT', 'The cursor names no import');
  return { endedAt: value, id };
}
