import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../../../platform/audit/index.js';
import { type Authenticator, isReservedName } from '../../../../platform/caller.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { isLongerThan, isStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import { quoted } from '../../../../platform/quoted.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import { acquireFromWindow } from '../../../../platform/rate-windows.js';
import { hashSecretToken, secretTokenKind } from '../../../../platform/secret-token.js';
import type { DriveRequest } from '../../dependencies.js';
import { DrivePermission } from '../../sync/index.js';
import type { SiteDependencies } from '../dependencies.js';
import type { MirrorClientRecord } from '../repository/clients.js';
import * as clients from '../repository/clients.js';
import type { MirrorTokenInput } from '../types.js';
import { type KeyDependencies, sign, verify } from './signatures.js';

const secrets = secretTokenKind('rdm_');
const tokenSeconds = 3600;
const failures = { scope: 'drive.token-failures', seconds: 60, limit: 30 };

/**
 * Creates a mirror client. The secret is returned only in this response.
 * @throws {DomainError} BAD_USER_INPUT, CONFLICT, FORBIDDEN, UNAUTHENTICATED
 */
export async function addMirrorClient(
  { database, clock }: SiteDependencies,
  request: DriveRequest,
  input: { name: string },
): Promise<{ client: MirrorClientRecord; secret: string }> {
  authorize(request.caller, 'mirror.manage');
  const name = input.name.trim();
  if (name === '' || isLongerThan(name, maxCharacters.name) || /[\p{Cc}]/u.test(name)) {
    const problem = `A client name must have 1 to ${maxCharacters.name} characters and no control characters, but is ${quoted(name)}`;
    throw invalidArgument('name', problem);
  }
  if (isReservedName(name)) {
    throw invalidArgument('name', `The name ${quoted(name)} is reserved: choose another one`);
  }
  const secret = secrets.create();
  const added = { id: randomUUID(), name, secretHash: hashSecretToken(secret), now: clock.now() / 1000 };
  const client = await database.transaction(async (sql) => {
    const inserted = await clients.insertClient(sql, added);
    if (inserted === undefined)
      throw new DomainError('CONFLICT', `A client with the name ${name} already exists: choose another name`);
    const object = `mirror-client:${inserted.id}` as const;
    await recordAudit(sql, request, { action: 'add.mirror-client', object, after: { name } });
    return inserted;
  });
  return { client, secret };
}

/**
 * All mirror clients, sorted by name.
 * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED
 */
export async function listMirrorClients(
  { database }: SiteDependencies,
  request: DriveRequest,
): Promise<MirrorClientRecord[]> {
  authorize(request.caller, 'mirror.manage');
  return await database.guard(clients.selectClients);
}

/**
 * Removes a mirror client by name or id; its tokens and subscriptions become invalid immediately.
 * @throws {DomainError} NOT_FOUND, FORBIDDEN, UNAUTHENTICATED
 */
export async function removeMirrorClient(
  { database }: SiteDependencies,
  request: DriveRequest,
  input: { name: string },
): Promise<MirrorClientRecord> {
  authorize(request.caller, 'mirror.manage');
  if (!isStorableText(input.name)) throw unknownClient(input);
  return await database.transaction(async (sql) => {
    const removed = await clients.deleteClient(sql, { nameOrId: input.name });
    if (removed === undefined) throw unknownClient(input);
    const object = `mirror-client:${removed.id}` as const;
    await recordAudit(sql, request, { action: 'remove.mirror-client', object, before: { name: removed.name } });
    return removed;
  });
}

function unknownClient({ name }: { name: string }): DomainError {
  return new DomainError('NOT_FOUND', `No client has the name or id ${quoted(name)}`);
}

/**
 * Issues an access token: OAuth 2.0 client credentials (specification, part B, section 4; RFC 6749, section 4.4).
 * @throws {DomainError} BAD_USER_INPUT, UNAUTHENTICATED and RATE_LIMITED, each with `oauthError`, the OAuth error code,
 * and `oauthCode`, the equivalent AADSTS number of Microsoft Entra ID
 */
export async function issueMirrorToken(
  dependencies: SiteDependencies,
  request: { sourceAddress: string },
  input: MirrorTokenInput,
): Promise<{ accessToken: string; expiresIn: number }> {
  const { clientId, clientSecret } = input;
  assertGrant(input);
  if (!clientId)
    throw rejectionError('BAD_USER_INPUT', [900144, 'invalid_request', "The body must contain 'client_id'"]);
  const now = dependencies.clock.now() / 1000;
  const isKnown =
    isStorableText(clientId) &&
    secrets.isForm(clientSecret ?? '') &&
    (await dependencies.database.guard((sql) =>
      clients.authenticateClient(sql, { id: clientId, secretHash: hashSecretToken(clientSecret ?? ''), now }),
    ));
  if (!isKnown) throw await recordFailedAttempt(dependencies, request.sourceAddress);
  const claims = { roles: Object.values(DrivePermission), appid: clientId, azp: clientId, tid: input.tenantId };
  const accessToken = await sign(dependencies, { purpose: 'access', subject: clientId, claims, seconds: tokenSeconds });
  return { accessToken, expiresIn: tokenSeconds };
}

function assertGrant({ tenantId, grantType, scope }: MirrorTokenInput): void {
  if (tenantId.length > 200)
    throw rejectionError('BAD_USER_INPUT', [90002, 'invalid_request', 'The tenant was not found']);
  if (!grantType)
    throw rejectionError('BAD_USER_INPUT', [900144, 'invalid_request', "The body must contain 'grant_type'"]);
  if (grantType !== 'client_credentials') {
    throw rejectionError('BAD_USER_INPUT', [
      70003,
      'unsupported_grant_type',
      'The grant type must be client_credentials',
    ]);
  }
  const scopes = (scope ?? '').split(' ').filter((word) => word !== '');
  if (scopes.length !== 1 || !/^[a-z][a-z0-9+.-]*:\/\/\S+\/\.default$/i.test(scopes[0] ?? '')) {
    throw rejectionError('BAD_USER_INPUT', [
      70011,
      'invalid_scope',
      'The scope must be one scope: the base URL of the API, followed by /.default',
    ]);
  }
}

/**
 * Records a failed authentication. Returns the error to throw, which does not reveal whether the id or the secret was
 * wrong.
 */
async function recordFailedAttempt(
  { database, clock, securityEvents }: SiteDependencies,
  source: string,
): Promise<DomainError> {
  const now = clock.now() / 1000;
  const subject = rateSubject(source);
  const message = 'the credentials of a mirror client were rejected';
  securityEvents.report({ name: 'mirror_client_rejected', message, facts: { source: subject } });
  const window = { ...failures, subject };
  const { acquired, resetsAt } = await database.guard((sql) => acquireFromWindow(sql, window, now));
  if (acquired)
    return rejectionError('UNAUTHENTICATED', [7000215, 'invalid_client', 'Invalid client id or client secret']);
  return rejectionError('RATE_LIMITED', [90055, 'temporarily_unavailable', 'Too many failed attempts'], resetsAt - now);
}

function rejectionError(
  code: 'BAD_USER_INPUT' | 'UNAUTHENTICATED' | 'RATE_LIMITED',
  [number, oauthError, text]: readonly [number, string, string],
  retryAfterSeconds?: number,
): DomainError {
  const details = { oauthError, oauthCode: number };
  return new DomainError(code, `AADSTS${number}: ${text}.`, {
    ...details,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
  });
}

const jsonWebToken = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Creates an authenticator of mirror clients by access token. The client is looked up for each request, so a removed
 * client is rejected from its next request on.
 */
export function createMirrorAuthenticator(dependencies: KeyDependencies): Authenticator {
  return function authenticateMirrorClient(_request, token) {
    return token !== undefined && jsonWebToken.test(token) ? clientOf(dependencies, token) : undefined;
  };
}

async function clientOf(dependencies: KeyDependencies, token: string) {
  const { sub: subject, exp } = (await verify(dependencies, { purpose: 'access', text: token })) ?? {};
  if (
    typeof subject === 'string' &&
    (await dependencies.database.reserved.guard((sql) => clients.clientExists(sql, { id: subject })))
  ) {
    return {
      kind: 'mirror-client',
      clientId: subject,
      ...(typeof exp === 'number' && { expiresAt: exp * 1000 }),
    } as const;
  }
  throw new DomainError(
    'UNAUTHENTICATED',
    'The access token is invalid or expired, or its client was removed; request a new token',
  );
}
