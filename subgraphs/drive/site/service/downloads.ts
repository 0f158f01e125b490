import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { DomainError } from '../../../../platform/domain-error.js';
import { InfectedContentError, MissingContentError, type OpenDownload } from '../../../../platform/download.js';
import { isStorableText } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { recheckRegularly } from '../../../../platform/recheck-regularly.js';
import type { Platform } from '../../../../platform/subgraph.js';
import type { DriveRequest } from '../../dependencies.js';
import { type ContentStore, openContentStore } from '../../items/index.js';
import type { SiteDependencies } from '../dependencies.js';
import { clientExists } from '../repository/clients.js';
import { selectContentOf, selectContentOfVersion } from '../repository/items.js';
import { type KeyDependencies, sign, verify } from './signatures.js';

/** A strong ETag for content, which does not reveal its SHA-256. */
export function contentEntityTag(sha256: string): string {
  return `"${createHash('sha256').update(`entity tag ${sha256}`).digest('hex').slice(0, 40)}"`;
}

/** The platform services that downloads require. */
export type DownloadPlatform = Pick<Platform, 'database' | 'clock' | 'configuration' | 'log' | 'securityEvents'>;

/**
 * Creates a function that opens the content for a download ticket: the content of a version, or the newest content of
 * an item. It returns undefined if the ticket is invalid or there is no such content. The newest content of an item in
 * which the site reports malware is not opened. Versions are, because they are evidence; their tickets are issued to
 * operators only.
 */
export function createMirrorDownloads(platform: DownloadPlatform): OpenDownload {
  const { database } = platform;
  const store = openContentStore(platform);
  return async function openDownload(ticket) {
    const verified = await verifyTicket(platform, { purpose: 'download', ticket });
    if (verified === undefined) return undefined;
    const { claims, clientId, credentialId } = verified;
    const { site, item, version } = claims;
    if (typeof site !== 'string' || typeof item !== 'string') return undefined;
    const content = await database.guard(async (sql) => {
      if (clientId !== undefined && !(await clientExists(sql, { id: clientId }))) return undefined;
      const key = { siteId: site, itemId: item };
      return await (typeof version === 'number'
        ? selectContentOfVersion(sql, { ...key, change: version })
        : selectContentOf(sql, key));
    });
    if (content === undefined) return undefined;
    if ('malware' in content && content.malware !== null) throw new InfectedContentError();
    if (!(await isReadable(platform, { store, content }))) throw new MissingContentError();
    const { name, mimeType, size, sha256, modifiedAtEpoch } = content;
    return {
      ...{ name, mimeType, size },
      entityTag: contentEntityTag(sha256),
      modifiedAt: modifiedAtEpoch,
      ...(credentialId !== undefined && { credentialId }),
      read(range) {
        const bytes = store.read({ sha256, size }, range);
        return clientId === undefined ? bytes : watched(bytes, { database, clientId });
      },
    };
  };
}

/** Ends the content if the mirror client for which the ticket was issued is removed while it is sent. */
function watched(
  bytes: Readable,
  { database, clientId }: Pick<DownloadPlatform, 'database'> & { clientId: string },
): Readable {
  const stop = recheckRegularly(async () => {
    // While the database is not available, the download continues.
    const exists = await database.guard((sql) => clientExists(sql, { id: clientId })).catch(() => true);
    if (!exists) bytes.destroy(new Error('the client of the download was removed'));
  });
  return bytes.once('close', stop);
}

/**
 * Whether the content store can read content.
 * @throws {DomainError} STORE_UNAVAILABLE, without the name and URL of the bucket, which must not be disclosed to
 * clients
 */
async function isReadable(
  { log }: DownloadPlatform,
  { store, content }: { store: ContentStore; content: { sha256: string; size: number } },
): Promise<boolean> {
  try {
    return await store.has(content);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    log.warn({ err: error }, 'stored content cannot be read');
    const message = 'The content cannot be read at the moment; try again later';
    throw new DomainError(error.code, message, error.details, { cause: error });
  }
}

/** Maximum lifetime of a download ticket in seconds. */
const downloadSeconds = 3600;
/** Subject of tickets of operators. The subject of a mirror client's ticket is the client id. */
const operatorSubject = 'operator';

/**
 * Creates a ticket that authorizes the download of a file without other credentials, for one hour, but no longer than
 * the token with which it was requested.
 * @throws {DomainError} NOT_FOUND, UNAUTHENTICATED; FORBIDDEN, also for a file in which the site reports malware
 */
export async function createDownloadTicket(
  dependencies: SiteDependencies,
  request: DriveRequest,
  item: { siteId: string; itemId: string },
): Promise<{ ticket: string }> {
  authorize(request.caller, 'mirror.read');
  const isStorable = isStorableText(item.siteId) && isStorableText(item.itemId);
  const found = isStorable ? await dependencies.database.guard((sql) => selectContentOf(sql, item)) : undefined;
  if (found === undefined) throw new DomainError('NOT_FOUND', 'The resource could not be found');
  if (found.malware !== null) {
    const message = `The document site reports malware in the file: ${found.malware}`;
    throw new DomainError('FORBIDDEN', message, { reason: 'malware' });
  }
  const claims = { site: item.siteId, item: item.itemId };
  return { ticket: await signTicket(dependencies, request, { purpose: 'download', claims }) };
}

/**
 * Creates a ticket that authorizes the download of a file version.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function createVersionTicket(
  dependencies: SiteDependencies,
  request: DriveRequest,
  version: { siteId: string; itemId: string; change: number },
): Promise<string> {
  authorize(request.caller, 'drive.read');
  const claims = { site: version.siteId, item: version.itemId, version: version.change };
  return await signTicket(dependencies, request, { purpose: 'download', claims });
}

/** Purpose of a ticket: to download an archive, or a single file. */
type TicketPurpose = 'archive' | 'download';

/**
 * Signs a ticket that expires with the credential of the caller. The ticket of an operator also contains the id of this
 * credential, so it becomes invalid when the credential is revoked.
 */
export async function signTicket(
  dependencies: KeyDependencies,
  { caller }: DriveRequest,
  { purpose, claims }: { purpose: TicketPurpose; claims: Readonly<Record<string, unknown>> },
): Promise<string> {
  const expiresAt = 'expiresAt' in caller ? (caller.expiresAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const remainingSeconds = Math.ceil((expiresAt - dependencies.clock.now()) / 1000);
  const seconds = Math.min(downloadSeconds, Math.max(0, remainingSeconds));
  if (caller.kind === 'mirror-client') {
    return await sign(dependencies, { purpose, subject: caller.clientId, claims, seconds });
  }
  const credential = caller.kind === 'operator' ? caller.credentialId : undefined;
  const claimsWithCredential = { ...claims, ...(credential !== undefined && { credential }) };
  return await sign(dependencies, { purpose, subject: operatorSubject, claims: claimsWithCredential, seconds });
}

/**
 * A valid ticket, either of a mirror client or of an operator. The gateway verifies that the credential of the operator
 * is still valid.
 */
type VerifiedTicket = { readonly claims: Readonly<Record<string, unknown>> } & (
  | { readonly clientId: string; readonly credentialId: undefined }
  | { readonly clientId: undefined; readonly credentialId: string }
);

/** Verifies a ticket and returns its claims; undefined if the ticket is forged, expired, or for another purpose. */
export async function verifyTicket(
  dependencies: KeyDependencies,
  { purpose, ticket }: { purpose: TicketPurpose; ticket: string },
): Promise<VerifiedTicket | undefined> {
  const claims = await verify(dependencies, { purpose, text: ticket });
  if (typeof claims?.sub !== 'string') return undefined;
  if (claims.sub !== operatorSubject) return { claims, clientId: claims.sub, credentialId: undefined };
  const { credential } = claims;
  return typeof credential === 'string' ? { claims, clientId: undefined, credentialId: credential } : undefined;
}
