import { randomUUID } from 'node:crypto';
import type { TransactionSql } from 'postgres';
import { type AuditAction, recordAudit } from '../../../../platform/audit/index.js';
import { callbackUrl } from '../../../../platform/callback-url.js';
import type { Executor } from '../../../../platform/database/index.js';
import { DomainError, invalidArgument } from '../../../../platform/domain-error.js';
import { assertStorableText, isStorableText, maxCharacters } from '../../../../platform/input-limits.js';
import { describeFailure } from '../../../../platform/network/index.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { DriveRequest } from '../../dependencies.js';
import { selectSite } from '../../items/index.js';
import { isLoopbackUrl } from '../../network.js';
import type { SiteDependencies } from '../dependencies.js';
import type { MirrorSubscriptionRecord } from '../repository/subscriptions.js';
import * as subscriptions from '../repository/subscriptions.js';
import { readExpiration } from '../rules/expiration.js';
import type { MirrorSubscriptionInput } from '../types.js';

const maxSubscriptions = 50;
/**
 * The error message for every failed validation, which must not reveal responses of addresses that only this server can
 * reach.
 */
const validationFailedMessage =
  'Subscription validation request failed: notificationUrl did not return the validation token with status 200 within 5 seconds';

/**
 * Returns the id of the calling mirror client.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
function clientOf({ caller }: DriveRequest): string {
  authorize(caller, 'mirror.subscribe');
  return caller.kind === 'mirror-client' ? caller.clientId : '';
}

/**
 * Subscribes to the changes of a site after the validation handshake with the notification URL.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, FORBIDDEN, UNAUTHENTICATED
 */
export async function createSubscription(
  dependencies: SiteDependencies,
  request: DriveRequest,
  input: MirrorSubscriptionInput,
): Promise<MirrorSubscriptionRecord> {
  const clientId = clientOf(request);
  const { database, clock } = dependencies;
  const now = clock.now() / 1000;
  if (input.changeType !== 'updated') throw invalidArgument('changeType', 'changeType must be updated');
  const siteId = /^\/?sites\/([^/]{1,1024})\/drive\/root\/?$/i.exec(input.resource ?? '')?.[1];
  if (siteId === undefined || !isStorableText(siteId))
    throw invalidArgument('resource', 'resource must be /sites/{site_id}/drive/root');
  const url = callbackUrl(input.notificationUrl ?? '', isLoopbackUrl);
  if (url === undefined)
    throw invalidArgument(
      'notificationUrl',
      `notificationUrl must be an https URL, or an http URL of a loopback address, of at most ${maxCharacters.callbackUrl} characters and without a user name or password`,
    );
  const expiresAtEpoch = readExpiration(input.expirationDateTime, now);
  const clientState = input.clientState ?? null;
  assertStorableText('clientState', clientState, maxCharacters.clientState);
  // Checked before the handshake, which sends a request, and again before the insertion.
  await database.guard((sql) => assertSubscribable(sql, { siteId, clientId, now }));
  await performHandshake(dependencies, { url, clientId });
  const subscription = {
    ...{ id: randomUUID(), clientId, siteId, clientState, expiresAtEpoch },
    resource: input.resource ?? '',
    notificationUrl: url.href,
  };
  await database.transaction(async (sql) => {
    await subscriptions.lockSubscriptions(sql, { clientId });
    await assertSubscribable(sql, { siteId, clientId, now });
    await subscriptions.insertMirrorSubscription(sql, { ...subscription, now });
    await record(sql, request, { action: 'create.mirror-subscription', ...subscription });
  });
  return subscription;
}

/**
 * Ensures that a client may subscribe to a site.
 * @throws {DomainError} NOT_FOUND if there is no such site; FORBIDDEN if the client has too many subscriptions
 */
async function assertSubscribable(
  sql: Executor,
  { siteId, clientId, now }: { siteId: string; clientId: string; now: number },
): Promise<void> {
  if ((await selectSite(sql, { siteId })) === undefined) throw new DomainError('NOT_FOUND', 'The site was not found');
  const { count } = await subscriptions.countSubscriptions(sql, { clientId, now });
  if (count < maxSubscriptions) return;
  const message = `A client can have at most ${maxSubscriptions} subscriptions: delete one, or wait until one expires`;
  throw new DomainError('FORBIDDEN', message, { reason: 'too_many_subscriptions' });
}

/**
 * Performs the validation handshake with a notification URL, which must return the validation token as plain text
 * within 5 seconds (specification, part B, section 6.1). The reason for a failure is only logged, with only the host of
 * the URL, because its path may contain secrets.
 */
async function performHandshake(
  { callbacks, random, log }: SiteDependencies,
  { url, clientId }: { url: URL; clientId: string },
): Promise<void> {
  const token = `Validation: ${randomUUID()} ${Math.floor(random() * 1e9)}`;
  const address = new URL(url);
  address.searchParams.set('validationToken', token);
  const reason = await callbacks.post(address).then((response) => mismatchReason(response, token), describeFailure);
  if (reason === undefined) return;
  log.warn({ host: url.host, clientId, reason }, 'a notification URL was rejected');
  throw invalidArgument('notificationUrl', validationFailedMessage);
}

/** The reason why a response does not validate a URL; undefined if it does. */
function mismatchReason({ status, text }: { status: number; text: string }, token: string): string | undefined {
  if (status !== 200) return `it responded with status ${status}`;
  return text === token ? undefined : 'its response is not the validation token';
}

/** The unexpired subscriptions of the calling mirror client. */
export async function listSubscriptions(
  { database, clock }: SiteDependencies,
  request: DriveRequest,
): Promise<MirrorSubscriptionRecord[]> {
  const clientId = clientOf(request);
  return await database.guard((sql) =>
    subscriptions.selectMirrorSubscriptions(sql, { clientId, id: null, now: clock.now() / 1000 }),
  );
}

/**
 * Returns an unexpired subscription of the calling mirror client.
 * @throws {DomainError} NOT_FOUND, FORBIDDEN, UNAUTHENTICATED
 */
export async function readSubscription(
  { database, clock }: SiteDependencies,
  request: DriveRequest,
  { id }: { id: string },
): Promise<MirrorSubscriptionRecord> {
  const query = { clientId: clientOf(request), id: requireStorable(id), now: clock.now() / 1000 };
  const [found] = await database.guard((sql) => subscriptions.selectMirrorSubscriptions(sql, query));
  if (found === undefined) throw unknownSubscription();
  return found;
}

/**
 * Changes the expiration time of a subscription of the calling mirror client.
 * @throws {DomainError} BAD_USER_INPUT, NOT_FOUND, FORBIDDEN, UNAUTHENTICATED
 */
export async function renewSubscription(
  { database, clock }: SiteDependencies,
  request: DriveRequest,
  input: { id: string; expirationDateTime?: string | null | undefined },
): Promise<MirrorSubscriptionRecord> {
  const clientId = clientOf(request);
  const now = clock.now() / 1000;
  const expiresAt = readExpiration(input.expirationDateTime, now);
  const id = requireStorable(input.id);
  return await database.transaction(async (sql) => {
    const renewed = await subscriptions.renewMirrorSubscription(sql, { clientId, id, expiresAt, now });
    if (renewed === undefined) throw unknownSubscription();
    await record(sql, request, { action: 'renew.mirror-subscription', ...renewed });
    return renewed;
  });
}

/**
 * Deletes a subscription of the calling mirror client.
 * @throws {DomainError} NOT_FOUND, FORBIDDEN, UNAUTHENTICATED
 */
export async function deleteSubscription(
  { database }: SiteDependencies,
  request: DriveRequest,
  { id }: { id: string },
): Promise<void> {
  const clientId = clientOf(request);
  await database.transaction(async (sql) => {
    if (!(await subscriptions.deleteMirrorSubscription(sql, { clientId, id: requireStorable(id) })))
      throw unknownSubscription();
    const object = `mirror-subscription:${id}` as const;
    await recordAudit(sql, request, { action: 'delete.mirror-subscription', object });
  });
}

/**
 * Records an audit entry for a subscription with only the host of its notification URL, because the path may contain
 * secrets.
 */
async function record(
  sql: TransactionSql,
  request: DriveRequest,
  { action, id, siteId, notificationUrl, expiresAtEpoch }: MirrorSubscriptionRecord & { action: AuditAction },
): Promise<void> {
  const expiresAt = new Date(expiresAtEpoch * 1000).toISOString();
  const after = { siteId, notificationHost: new URL(notificationUrl).host, expiresAt };
  await recordAudit(sql, request, { action, object: `mirror-subscription:${id}`, after });
}

/**
 * Returns a subscription id that can be compared in the database.
 * @throws {DomainError} NOT_FOUND for an id that cannot be stored
 */
function requireStorable(id: string): string {
  if (!isStorableText(id)) throw unknownSubscription();
  return id;
}

function unknownSubscription(): DomainError {
  return new DomainError('NOT_FOUND', 'The subscription was not found');
}
