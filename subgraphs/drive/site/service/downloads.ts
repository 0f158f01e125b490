import { createHash } from 'node:crypto';
import { DomainError } from '../../../../platform/domain-error.js';
import type { OpenDownload } from '../../../../platform/download.js';
import { isStorableText } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { Platform } from '../../../../platform/subgraph.js';
import type { DriveRequest } from '../../dependencies.js';
import { createContentStore } from '../../items/index.js';
import type { SiteDependencies } from '../dependencies.js';
import { clientExists } from '../repository/clients.js';
import { selectContentOf, selectContentOfVersion } from '../repository/items.js';
import { sign, verify } from './signatures.js';

/** A strong entity tag of a content, which does not reveal its SHA-256. */
export function contentEntityTag(sha256: string): string {
  return `"${createHash('sha256').update(`entity tag ${sha256}`).digest('hex').slice(0, 40)}"`;
}

/** Opens the content of a download ticket: of a version, or the newest one of an item; streamed from the store. */
export function createMirrorDownloads(platform: Pick<Platform, 'database' | 'clock' | 'configuration'>): OpenDownload {
  const { database } = platform;
  const store = createContentStore(platform.configuration.server.dataDir);
  return async function openDownload(ticket) {
    const claims = await verify(platform, { purpose: 'download', text: ticket });
    const { sub, site, item, version, credential } = claims ?? {};
    if (typeof sub !== 'string' || typeof site !== 'string' || typeof item !== 'string') return undefined;
    const isOperator = sub === operatorSubject;
    // The gateway checks whether the token of an operator is still valid.
    if (isOperator && typeof credential !== 'string') return undefined;
    const content = await database.guard(async (sql) => {
      if (!isOperator && !(await clientExists(sql, { id: sub }))) return undefined;
      const key = { siteId: site, itemId: item };
      return await (typeof version === 'number'
        ? selectContentOfVersion(sql, { ...key, change: version })
        : selectContentOf(sql, key));
    });
    if (content === undefined || !(await store.has(content))) return undefined;
    const { name, mimeType, size, sha256, modifiedAtEpoch } = content;
    return {
      ...{ name, mimeType, size },
      entityTag: contentEntityTag(sha256),
      modifiedAt: modifiedAtEpoch,
      ...(isOperator && typeof credential === 'string' && { credentialId: credential }),
      read: (range) => store.read({ sha256, size }, range),
    };
  };
}

/** Lifetime of a download link. */
const downloadSeconds = 3600;
/** Subject of the tickets of operators; for mirror clients it is the id of the client. */
export const operatorSubject = 'operator';

/**
 * A ticket that grants a download without other credentials, for one hour, but no longer than the token with
 * which it was requested.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function createDownloadTicket(
  dependencies: SiteDependencies,
  request: DriveRequest,
  item: { siteId: string; itemId: string },
): Promise<{ ticket: string }> {
  authorize(request.caller, 'mirror.read');
  const isPossible = isStorableText(item.siteId) && isStorableText(item.itemId);
  const found = isPossible ? await dependencies.database.guard((sql) => selectContentOf(sql, item)) : undefined;
  if (found === undefined) throw new DomainError('NOT_FOUND', 'The resource could not be found');
  return { ticket: await signTicket(dependencies, request, { site: item.siteId, item: item.itemId }) };
}

/**
 * A ticket for the content of a version.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function createVersionTicket(
  dependencies: SiteDependencies,
  request: DriveRequest,
  version: { siteId: string; itemId: string; change: number },
): Promise<string> {
  authorize(request.caller, 'drive.read');
  const claims = { site: version.siteId, item: version.itemId, version: version.change };
  return await signTicket(dependencies, request, claims);
}

/**
 * Signs a ticket, which ends with the credential of the caller. It names the token of an operator, which can be
 * revoked.
 */
async function signTicket(
  dependencies: SiteDependencies,
  { caller }: DriveRequest,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const purpose = 'download';
  const expiresAt = 'expiresAt' in caller ? (caller.expiresAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const left = Math.ceil((expiresAt - dependencies.clock.now()) / 1000);
  const seconds = Math.min(downloadSeconds, Math.max(0, left));
  if (caller.kind === 'mirror-client') {
    return await sign(dependencies, { purpose, subject: caller.clientId, claims, seconds });
  }
  const credential = caller.kind === 'operator' ? caller.credentialId : undefined;
  const named = { ...claims, ...(credential !== undefined && { credential }) };
  return await sign(dependencies, { purpose, subject: operatorSubject, claims: named, seconds });
}
