import type { ConnectionRecord } from '../../../../platform/connection.js';
import { assertStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { type PageInput, pageOf, startOf } from '../../pages.js';
import type { SiteDependencies } from '../dependencies.js';
import { countClients, type MirrorClientRecord, selectClientsAfter } from '../repository/clients.js';

/** A page of mirror clients, with the search string that `totalCount` also needs. */
export type MirrorClientConnectionRecord = ConnectionRecord<MirrorClientRecord> & { readonly search: string | null };

const order = 'mirror_client_created';

/**
 * A page of mirror clients, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size, cursor or search
 */
export async function pageOfMirrorClients(
  { database }: SiteDependencies,
  request: DriveRequest,
  input: PageInput & { search?: string | null | undefined },
): Promise<MirrorClientConnectionRecord> {
  authorize(request.caller, 'mirror.manage');
  assertStorableText('search', input.search, maxCharacters.search);
  const search = input.search ?? null;
  const after = startOf(input, { order, ids: 1 });
  const query = { search, createdAt: after?.value ?? null, id: after?.ids[0] ?? null, limit: input.first + 1 };
  const rows = await database.guard((sql) => selectClientsAfter(sql, query));
  return { ...pageOf(rows, input, ({ createdAtEpoch, id }) => ({ order, value: createdAtEpoch, ids: [id] })), search };
}

/**
 * The number of mirror clients that match a search.
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
