import { DomainError } from '../../../../platform/domain-error.js';
import { selectContentOf } from '../../repository/mirror.js';
import { isStorable } from '../../rules/storable.js';
import { assertOperator } from '../authorisation.js';
import type { DriveDependencies, DriveRequest } from '../dependencies.js';
import { sign } from './keys.js';
import { assertReader } from './read-mirror.js';

/** Life of a download link. */
const downloadSeconds = 3600;
/** The subject of tickets of operators; those of clients of the mirror have the id of the client. */
export const operatorSubject = 'operator';

/**
 * A ticket with which the content of a file is fetched without any other credentials, for an hour and no longer than the token with
 * which it was requested is valid.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function createDownloadTicket(
  dependencies: DriveDependencies,
  request: DriveRequest,
  item: { siteId: string; itemId: string },
): Promise<{ ticket: string }> {
  assertReader(request);
  const isPossible = isStorable(item.siteId) && isStorable(item.itemId);
  const found = isPossible ? await dependencies.database.guard((sql) => selectContentOf(sql, item)) : undefined;
  if (found === undefined) throw new DomainError('NOT_FOUND', 'The resource could not be found');
  return { ticket: await signTicket(dependencies, request, { site: item.siteId, item: item.itemId }) };
}

/**
 * The same for the content of a version.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function createVersionTicket(
  dependencies: DriveDependencies,
  request: DriveRequest,
  version: { siteId: string; itemId: string; change: number },
): Promise<string> {
  assertOperator(request);
  const claims = { site: version.siteId, item: version.itemId, version: version.change };
  return await signTicket(dependencies, request, claims);
}

/** Names the token of an operator, which may be revoked; that of a client only expires. */
async function signTicket(
  dependencies: DriveDependencies,
  { caller }: DriveRequest,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const purpose = 'download';
  if (caller.kind !== 'mirror-client') {
    const credential = caller.kind === 'operator' ? caller.credentialId : undefined;
    const named = { ...claims, ...(credential !== undefined && { credential }) };
    return await sign(dependencies, { purpose, subject: operatorSubject, claims: named, seconds: downloadSeconds });
  }
  const { clientId, expiresAt = Number.POSITIVE_INFINITY } = caller;
  const left = Math.ceil((expiresAt - dependencies.clock.now()) / 1000);
  const seconds = Math.min(downloadSeconds, Math.max(0, left));
  return await sign(dependencies, { purpose, subject: clientId, claims, seconds });
}
