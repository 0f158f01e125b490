import { DomainError } from '../../../../platform/domain-error.js';
import { membersOf } from '../../../../platform/is-object.js';
import { pathSegment } from '../../network.js';
import { isRemoteId } from '../rules/delta-page.js';
import { graphLink } from '../rules/links.js';
import { DrivePermission } from '../vocabulary.js';
import type { GraphClient } from './graph-client.js';
import { discard } from './http-client.js';
import { readJson } from './responses.js';

/** A subscription as reported by Microsoft Graph. */
export interface RemoteSubscription {
  readonly id: string;
  readonly resource: string;
  readonly notificationUrl: string;
  /** URL for lifecycle notifications; null if the site sends none. */
  readonly lifecycleNotificationUrl: string | null;
  readonly changeType: string;
  /** Expiration time in Unix epoch seconds; null if not reported. */
  readonly expiresAt: number | null;
  /** The clientState; null if not reported, as by most servers. */
  readonly clientState: string | null;
}

/**
 * Body of a request to create a subscription (specification, part B, section 2, "Subscription request fields").
 * `lifecycleNotificationUrl` is not in the specification and is sent only if it is configured: "Reduce missing
 * subscriptions and change notifications" (https://learn.microsoft.com/graph/change-notifications-lifecycle-events).
 */
export interface SubscriptionRequest {
  readonly changeType: 'updated';
  readonly notificationUrl: string;
  readonly lifecycleNotificationUrl?: string;
  readonly resource: string;
  readonly expirationDateTime: string;
  readonly clientState: string;
}

const needs = DrivePermission.SITES_MANAGE;
const collectionPath = '/v1.0/subscriptions';
const maxPages = 50;

/** Creates a subscription at the site; `exists` if the site already has an equal one. */
export async function createRemote(
  graph: GraphClient,
  json: SubscriptionRequest,
): Promise<RemoteSubscription | 'exists'> {
  const request = { method: 'POST', target: collectionPath, json, step: 'Subscription', needs } as const;
  const response = await graph.call(request);
  if (response.statusCode === 409) {
    await discard(response);
    return 'exists';
  }
  if (response.statusCode !== 201 && response.statusCode !== 200) {
    throw await graph.rejection({ response, ...request, redact: redactorOf(graph, json.clientState) });
  }
  return subscriptionOf(await readJson(response));
}

/** Renews a subscription at the site; `unknown` if the site no longer has it. */
export async function renewRemote(
  graph: GraphClient,
  renewal: { remoteId: string; expirationDateTime: string },
): Promise<RemoteSubscription | 'unknown'> {
  const { remoteId, expirationDateTime } = renewal;
  const target = `${collectionPath}/${pathSegment(remoteId)}`;
  const request = { method: 'PATCH', target, json: { expirationDateTime }, step: 'Renewal', needs } as const;
  const response = await graph.call(request);
  if (response.statusCode === 404) {
    await discard(response);
    return 'unknown';
  }
  if (response.statusCode !== 200) throw await graph.rejection({ response, ...request });
  return subscriptionOf(await readJson(response));
}

/** Deletes a subscription at the site; also succeeds if the site no longer has it. */
export async function deleteRemote(graph: GraphClient, remoteId: string): Promise<void> {
  const target = `${collectionPath}/${pathSegment(remoteId)}`;
  const request = { method: 'DELETE', target, step: 'Deletion of the subscription', needs } as const;
  const response = await graph.call(request);
  if (![200, 204, 404].includes(response.statusCode)) {
    throw await graph.rejection({ response, ...request });
  }
  await discard(response);
}

/**
 * Finds the subscription of this application with the same resource and notification URL; undefined if there is none.
 */
export async function findEqualRemote(
  graph: GraphClient,
  expected: Pick<SubscriptionRequest, 'resource' | 'notificationUrl'>,
): Promise<RemoteSubscription | undefined> {
  let target: string | URL | undefined = collectionPath;
  for (let page = 0; target !== undefined && page < maxPages; page++) {
    const request = { method: 'GET', target, step: 'List of subscriptions', needs } as const;
    const response = await graph.call(request);
    if (response.statusCode !== 200) throw await graph.rejection({ response, ...request });
    const { value, '@odata.nextLink': next } = membersOf(await readJson(response));
    const listedSubscriptions = Array.isArray(value) ? value.map(subscriptionOf) : [];
    const equal = listedSubscriptions.find((candidate) => isEqual(candidate, expected));
    if (equal !== undefined) return equal;
    target = typeof next === 'string' ? graphLink(graph.graphUrl, next) : undefined;
  }
  return undefined;
}

/** Whether a subscription has the expected lifecycle notification URL, which cannot be changed after it was created. */
export function hasExpectedLifecycleUrl(subscription: RemoteSubscription, expected: SubscriptionRequest): boolean {
  return (
    canonicalUrl(subscription.lifecycleNotificationUrl ?? '') === canonicalUrl(expected.lifecycleNotificationUrl ?? '')
  );
}

/** Normalizes a URL for comparison, because a site may report it in another form. */
function canonicalUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}

function isEqual(
  subscription: RemoteSubscription,
  expected: Pick<SubscriptionRequest, 'resource' | 'notificationUrl'>,
): boolean {
  const normalize = (resource: string) => resource.replace(/^\/+|\/+$/g, '').toLowerCase();
  return (
    normalize(subscription.resource) === normalize(expected.resource) &&
    canonicalUrl(subscription.notificationUrl) === canonicalUrl(expected.notificationUrl)
  );
}

/** Creates a function that removes secrets, including the clientState, from responses, which may echo the request. */
function redactorOf(graph: GraphClient, clientState: string): (text: string) => string {
  return (text) => graph.redact(text).replaceAll(clientState, '[hidden]');
}

function subscriptionOf(body: unknown): RemoteSubscription {
  const { id, resource, notificationUrl, changeType, expirationDateTime, clientState, ...rest } = membersOf(body);
  const { lifecycleNotificationUrl: lifecycle } = rest;
  if (!isRemoteId(id)) {
    throw new DomainError('UPSTREAM_FAILED', 'Subscription: the response contains no valid id', {
      reason: 'malformed_response',
    });
  }
  const expires = typeof expirationDateTime === 'string' ? Date.parse(expirationDateTime) : Number.NaN;
  return {
    id,
    resource: typeof resource === 'string' ? resource : '',
    notificationUrl: typeof notificationUrl === 'string' ? notificationUrl : '',
    lifecycleNotificationUrl: typeof lifecycle === 'string' && lifecycle !== '' ? lifecycle : null,
    changeType: typeof changeType === 'string' ? changeType : '',
    expiresAt: Number.isNaN(expires) ? null : expires / 1000,
    clientState: typeof clientState === 'string' && clientState !== '' ? clientState : null,
  };
}
