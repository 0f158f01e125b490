/**
 * The documented endpoints of receiver and mirror as data: specification, part B, sections 4, 6 and 7; design, "The mirror". Ids are
 * permanent. What each case expects is written out here, not derived from the code under test.
 */

import type { World } from '../rest/support/world.js';

/** What exists in the working world. */
export interface Facts {
  /** Bearer tokens: of a client of the mirror, of an administrator, of an analyst of one tenant. */
  readonly tokens: { readonly client: string; readonly administrator: string; readonly analyst: string };
  readonly client: { readonly id: string; readonly secret: string };
  readonly siteId: string;
  readonly fileId: string;
  /** A place in the changes that is no longer kept. */
  readonly oldPlace: string;
  readonly subscriptionId: string;
  readonly spareSubscriptionId: string;
  /** Answers validations. */
  readonly notificationUrl: string;
  /** A moment within the longest life of a subscription. */
  readonly expiry: string;
  /** An address with too many failed attempts. */
  readonly busyAddress: string;
}

export interface ContractRequest {
  readonly path: string;
  readonly token?: string;
  /** Sent as JSON; a URLSearchParams as a form. */
  readonly body?: unknown;
  /** The client's address. */
  readonly from?: string;
}

type Request = (facts: Facts) => ContractRequest;

export interface ContractCase {
  readonly id: string;
  readonly status: number;
  readonly world: World;
  readonly request: Request;
  /** Properties of the body; a text: the body; undefined: there is none. */
  readonly body: unknown;
  /** Headers that the answer has, by their form. */
  readonly headers?: Readonly<Record<string, RegExp>>;
}

export interface DocumentedEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly cases: readonly ContractCase[];
}

const huge = 'x'.repeat(1_100_000);
/** Subscriptions; their secret is told to nobody once they are made. */
const withoutSecrets = {
  asymmetricMatch: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((each) => each.id && !('clientState' in each)),
};
const graphError = (code: string): object => ({ error: { code } });
const oauthError = (error: string): object => ({ error });
const bearer = { 'www-authenticate': /^Bearer$/ };

function one(
  id: string,
  status: number,
  rest: { request: Request; body: unknown; headers?: ContractCase['headers'] },
): ContractCase {
  return { id: `${id}-${status}`, status, world: 'working', ...rest };
}

/** Statuses that every endpoint has. */
function general(id: string, request: Request, error = graphError): ContractCase[] {
  const isToken = error === oauthError;
  const failing = (status: number, world: World, code: string): ContractCase => ({
    ...one(id, status, { request, body: error(isToken ? 'temporarily_unavailable' : code) }),
    world,
  });
  return [
    failing(500, 'broken', 'generalException'),
    failing(503, 'detached', 'serviceNotAvailable'),
    failing(504, 'slow', 'generalException'),
  ];
}

/** Statuses of every endpoint that asks for a token. Subscriptions belong to clients, all else is also for operators of all tenants. */
function forClients(id: string, request: Request, refused: 'analyst' | 'administrator'): ContractCase[] {
  return [
    one(id, 401, {
      request: (facts) => ({ ...request(facts), token: `${facts.tokens.client.slice(0, -6)}AAAAAA` }),
      body: graphError('InvalidAuthenticationToken'),
      headers: bearer,
    }),
    one(id, 403, {
      request: (facts) => ({ ...request(facts), token: facts.tokens[refused] }),
      body: graphError('accessDenied'),
    }),
    ...general(id, request),
  ];
}

const deltaOf = (siteId: string): string => `/v1.0/sites/${siteId}/drive/root/delta`;
const getSite: Request = ({ tokens }) => ({
  path: '/v1.0/sites/mirror.example:/sites/field',
  token: tokens.client,
});
const getSiteOfManagedPath: Request = ({ tokens }) => ({
  path: '/v1.0/sites/mirror.example:/Sites/field',
  token: tokens.client,
});
const getContent: Request = ({ tokens, siteId, fileId }) => ({
  path: `/v1.0/sites/${siteId}/drive/items/${fileId}/content`,
  token: tokens.client,
});
const getDelta: Request = ({ tokens, siteId }) => ({ path: deltaOf(siteId), token: tokens.client });
const subscribe: Request = ({ tokens, siteId, notificationUrl, expiry }) => ({
  path: '/v1.0/subscriptions',
  token: tokens.client,
  body: {
    changeType: 'updated',
    notificationUrl,
    resource: `/sites/${siteId}/drive/root`,
    expirationDateTime: expiry,
    clientState: 'a secret of the client',
  },
});
const listSubscriptions: Request = ({ tokens }) => ({ path: '/v1.0/subscriptions', token: tokens.client });
const getSubscription: Request = ({ tokens, subscriptionId }) => ({
  path: `/v1.0/subscriptions/${subscriptionId}`,
  token: tokens.client,
});
const renew: Request = (facts) => ({ ...getSubscription(facts), body: { expirationDateTime: facts.expiry } });
const notify: Request = () => ({
  path: '/drive/notifications',
  body: { value: [{ subscriptionId: 'unknown', clientState: 'wrong', changeType: 'updated' }] },
});
const askToken: Request = ({ client }) => ({
  path: '/contoso/oauth2/v2.0/token',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    scope: 'https://mirror.example/.default',
  }),
});

function withFields(request: Request, fields: Record<string, string>): Request {
  return (facts) => {
    const { body, ...rest } = request(facts);
    if (!(body instanceof URLSearchParams)) return { ...rest, body: { ...(body as object), ...fields } }; // All others are objects.
    return { ...rest, body: new URLSearchParams({ ...Object.fromEntries(body), ...fields }) };
  };
}

function elsewhere(request: Request, path: string): Request {
  return (facts) => ({ ...request(facts), path });
}

const unknownSubscription = '/v1.0/subscriptions/00000000-0000-4000-8000-000000000000';
const tooLarge = (id: string, request: Request): ContractCase =>
  one(id, 413, { request: withFields(request, { clientState: huge }), body: graphError('invalidRequest') });
const notFound = (id: string, request: Request, path: string): ContractCase =>
  one(id, 404, { request: elsewhere(request, path), body: graphError('itemNotFound') });

export const driveContract: readonly DocumentedEndpoint[] = [
  {
    id: 'DRIVE-NOTIFICATIONS',
    method: 'POST',
    path: '/drive/notifications',
    cases: [
      one('DRIVE-NOTIFICATIONS', 200, {
        request: () => ({ path: '/drive/notifications?validationToken=Validation%3A%20a%20token' }),
        body: 'Validation: a token',
        headers: { 'content-type': /^text\/plain; charset=utf-8$/ },
      }),
      one('DRIVE-NOTIFICATIONS', 202, { request: notify, body: { status: 'accepted' } }),
      one('DRIVE-NOTIFICATIONS', 400, {
        request: () => ({ path: '/drive/notifications', body: { value: {} } }),
        body: graphError('invalidRequest'),
      }),
      tooLarge('DRIVE-NOTIFICATIONS', notify),
      ...general('DRIVE-NOTIFICATIONS', notify),
    ],
  },
  {
    id: 'DRIVE-TOKEN',
    method: 'POST',
    path: '/{tenant_id}/oauth2/v2.0/token',
    cases: [
      one('DRIVE-TOKEN', 200, {
        request: askToken,
        body: { token_type: 'Bearer', expires_in: 3600 },
        headers: { 'cache-control': /^no-store$/ },
      }),
      one('DRIVE-TOKEN', 400, {
        request: withFields(askToken, { grant_type: 'password' }),
        body: { error: 'unsupported_grant_type', error_codes: [70003] },
      }),
      one('DRIVE-TOKEN', 401, {
        request: withFields(askToken, { client_secret: 'rdm_wrong' }),
        body: { error: 'invalid_client', error_codes: [7000215] },
        headers: { 'www-authenticate': /^Basic realm="token"$/ },
      }),
      one('DRIVE-TOKEN', 413, {
        request: withFields(askToken, { scope: huge }),
        body: graphError('invalidRequest'),
      }),
      one('DRIVE-TOKEN', 429, {
        request: (facts) => ({
          ...withFields(askToken, { client_secret: 'rdm_wrong' })(facts),
          from: facts.busyAddress,
        }),
        body: { error: 'temporarily_unavailable', error_codes: [90055] },
        headers: { 'retry-after': /^[1-9]\d*$/ },
      }),
      ...general('DRIVE-TOKEN', askToken, oauthError),
    ],
  },
  {
    id: 'DRIVE-SITE',
    method: 'GET',
    path: '/v1.0/sites/{hostname}:/sites/{site_path}',
    cases: [
      one('DRIVE-SITE', 200, { request: getSite, body: { name: 'field', displayName: 'field' } }),
      notFound('DRIVE-SITE', getSite, '/v1.0/sites/mirror.example:/sites/other'),
      ...forClients('DRIVE-SITE', getSite, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-SITE-OF-MANAGED-PATH',
    method: 'GET',
    path: '/v1.0/sites/{hostname}:/{managed_path}/{site_path}',
    cases: [
      one('DRIVE-SITE-OF-MANAGED-PATH', 200, {
        request: getSiteOfManagedPath,
        body: { name: 'field', displayName: 'field' },
      }),
      notFound('DRIVE-SITE-OF-MANAGED-PATH', getSiteOfManagedPath, '/v1.0/sites/mirror.example:/teams/field'),
      ...forClients('DRIVE-SITE-OF-MANAGED-PATH', getSiteOfManagedPath, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-CONTENT',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/items/{item_id}/content',
    cases: [
      one('DRIVE-CONTENT', 302, {
        request: getContent,
        body: undefined,
        headers: { location: /^http:\/\/127\.0\.0\.1:\d+\/drive\/download\/[\w.-]+$/ },
      }),
      one('DRIVE-CONTENT', 404, {
        request: (facts) => elsewhere(getContent, `/v1.0/sites/${facts.siteId}/drive/items/nothing/content`)(facts),
        body: graphError('itemNotFound'),
      }),
      ...forClients('DRIVE-CONTENT', getContent, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-DELTA',
    method: 'GET',
    path: '/v1.0/sites/{site_id}/drive/root/delta',
    cases: [
      one('DRIVE-DELTA', 200, { request: getDelta, body: { value: [{ root: {} }, { name: 'a.txt', size: 10 }] } }),
      one('DRIVE-DELTA', 400, {
        request: (facts) => elsewhere(getDelta, `${deltaOf(facts.siteId)}?token=forged`)(facts),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-DELTA', getDelta, deltaOf('mirror.example,1,2')),
      one('DRIVE-DELTA', 410, {
        request: (facts) => elsewhere(getDelta, `${deltaOf(facts.siteId)}?token=${facts.oldPlace}`)(facts),
        body: graphError('resyncRequired'),
        headers: { location: /\/v1\.0\/sites\/mirror\.example,[^/]+\/drive\/root\/delta$/ },
      }),
      ...forClients('DRIVE-DELTA', getDelta, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-SUBSCRIBE',
    method: 'POST',
    path: '/v1.0/subscriptions',
    cases: [
      one('DRIVE-SUBSCRIBE', 201, {
        request: subscribe,
        body: { changeType: 'updated', clientState: 'a secret of the client' },
      }),
      one('DRIVE-SUBSCRIBE', 400, {
        request: withFields(subscribe, { notificationUrl: 'https://10.0.0.1/receiver' }),
        body: graphError('invalidRequest'),
      }),
      one('DRIVE-SUBSCRIBE', 404, {
        request: withFields(subscribe, { resource: '/sites/mirror.example,1,2/drive/root' }),
        body: graphError('itemNotFound'),
      }),
      tooLarge('DRIVE-SUBSCRIBE', subscribe),
      ...forClients('DRIVE-SUBSCRIBE', subscribe, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-SUBSCRIPTIONS',
    method: 'GET',
    path: '/v1.0/subscriptions',
    cases: [
      one('DRIVE-SUBSCRIPTIONS', 200, { request: listSubscriptions, body: { value: withoutSecrets } }),
      ...forClients('DRIVE-SUBSCRIPTIONS', listSubscriptions, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-SUBSCRIPTION',
    method: 'GET',
    path: '/v1.0/subscriptions/{subscription_id}',
    cases: [
      one('DRIVE-SUBSCRIPTION', 200, { request: getSubscription, body: { changeType: 'updated' } }),
      notFound('DRIVE-SUBSCRIPTION', getSubscription, unknownSubscription),
      ...forClients('DRIVE-SUBSCRIPTION', getSubscription, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-RENEW',
    method: 'PATCH',
    path: '/v1.0/subscriptions/{subscription_id}',
    cases: [
      one('DRIVE-RENEW', 200, { request: renew, body: { changeType: 'updated' } }),
      one('DRIVE-RENEW', 400, {
        request: withFields(renew, { expirationDateTime: 'tomorrow' }),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-RENEW', renew, unknownSubscription),
      tooLarge('DRIVE-RENEW', renew),
      ...forClients('DRIVE-RENEW', renew, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-UNSUBSCRIBE',
    method: 'DELETE',
    path: '/v1.0/subscriptions/{subscription_id}',
    cases: [
      one('DRIVE-UNSUBSCRIBE', 204, {
        request: (facts) => elsewhere(getSubscription, `/v1.0/subscriptions/${facts.spareSubscriptionId}`)(facts),
        body: undefined,
      }),
      notFound('DRIVE-UNSUBSCRIBE', getSubscription, unknownSubscription),
      ...forClients('DRIVE-UNSUBSCRIBE', getSubscription, 'administrator'),
    ],
  },
];
