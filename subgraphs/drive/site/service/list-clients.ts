import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { assertStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import type { SiteDependencies } from '../dependencies.js';
import { countClients, type MirrorClientRecord, selectClientsAfter } from '../repository/clients.js';

/** A page, with the filter for `totalCount`. */
export type MirrorClientConnectionRecord = ConnectionRecord<MirrorClientRecord> & { readonly search: string | null };

const order = 'mirror_client_created';

/**
 * A page of mirror clients, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid size, cursor or search
 */
export async function pageOfMirrorClients(
  { database }: SiteDependencies,
  request: DriveRequest,
  input: { search?: string | null | undefined; first: number; after: string | null | undefined },
): Promise<MirrorClientConnectionRecord> {
  authorize(request.caller, 'mirror.manage');
  assertStorableText('search', input.search, maxCharacters.search);
  const search = input.search?.toLowerCase() ?? null;
  const size = pageSize(input.first);
  const after = input.after === null || input.after === undefined ? null : decodeCursor(input.after, { order, ids: 1 });
  const query = { search, createdAt: after?.value ?? null, id: after?.ids[0] ?? null, limit: size + 1 };
  const rows = await database.guard((sql) => selectClientsAfter(sql, query));
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order, value: row.createdAtEpoch, ids: [row.id] }),
    node: row,
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), search };
}

/**
 * The number of mirror clients that match.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countMirrorClients(
  { database }: SiteDependencies,
  request: DriveRequest,
  criteria: { search: string | null },
): Promise<number> {
  authorize(request.caller, 'mirror.manage');
  return (await database.guard((sql) => countClients(sql, criteria))).total;
}
