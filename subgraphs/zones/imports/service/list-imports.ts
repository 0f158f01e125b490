import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeUuidCursor, encodeCursor } from '../../../../platform/cursor.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { zoneNameOf } from '../../names.js';
import { countImports, type ImportRecord, selectImports, selectImportsByIds } from '../repository/import-log.js';

const order = 'ended_at';

/** A page of imports. `zone` is the zone that the list is filtered by; null: all zones. */
export type ImportConnectionRecord = ConnectionRecord<ImportRecord> & { readonly zone: string | null };

/**
 * Lists imports of one zone or of all zones, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000 or an invalid cursor
 */
export async function listImports(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  input: PageInput & { zone?: string | null | undefined },
): Promise<ImportConnectionRecord> {
  authorize(caller, 'zones.imports');
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, order);
  const zone = typeof input.zone === 'string' ? zoneNameOf(input.zone) : null;
  // One row more than the page size shows whether there is another page.
  const rows = await dependencies.database.read({ signal }, (sql) =>
    selectImports(sql, { zone, after, limit: size + 1 }),
  );
  const edges = rows.map(({ cursorValue, ...node }) => ({
    cursor: encodeCursor({ order, value: cursorValue, ids: [node.id] }),
    node,
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), zone };
}

/**
 * The number of imports of a zone (null: of all zones).
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countListedImports(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  { zone }: { zone: string | null },
): Promise<number> {
  authorize(caller, 'zones.imports');
  return await dependencies.database.read({ signal }, (sql) => countImports(sql, zone));
}

/**
 * The imports with these ids, in the same order; null where there is none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function importsByIds(
  dependencies: ZoneDependencies,
  { caller, signal }: ZoneRequest,
  ids: readonly string[],
): Promise<(ImportRecord | null)[]> {
  authorize(caller, 'zones.imports');
  const rows = await dependencies.database.read({ signal }, (sql) =>
    selectImportsByIds(sql, { ids: ids.filter(isUuid) }),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
