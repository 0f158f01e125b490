import type { World } from '../../rest/support/world.js';

/** The objects that exist in the working world. */
export interface Facts {
  /** Bearer tokens of a mirror client, an administrator, and an analyst of one tenant. */
  readonly tokens: { readonly client: string; readonly administrator: string; readonly analyst: string };
  readonly client: { readonly id: string; readonly secret: string };
  readonly siteId: string;
  readonly fileId: string;
  /** An expired delta token. */
  readonly expiredToken: string;
  readonly subscriptionId: string;
  readonly spareSubscriptionId: string;
  /** URL of a receiver that responds to validations. */
  readonly notificationUrl: string;
  /** A time within the maximum lifetime of a subscription. */
  readonly expiry: string;
  /** A client address that has too many failed attempts. */
  readonly busyAddress: string;
}

export interface ContractRequest {
  readonly path: string;
  readonly token?: string;
  /** Sent as JSON; a URLSearchParams as a form. */
  readonly body?: unknown;
  /** Address of the client. */
  readonly from?: string;
}

type Request = (facts: Facts) => ContractRequest;

export interface ContractCase {
  readonly id: string;
  readonly status: number;
  readonly world: World;
  readonly request: Request;
  /** Properties of the body; a string for the whole body; undefined for no body. */
  readonly body: unknown;
  /** Headers of the response, as patterns. */
  readonly headers?: Readonly<Record<string, RegExp>>;
}

export interface DocumentedEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly cases: readonly ContractCase[];
}

export const oversizedText = 'x'.repeat(1_100_000);
/** Subscriptions; their secret is returned only on creation. */
export const withoutSecrets = {
  asymmetricMatch: (value: unknown) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((subscription) => subscription.id && !('clientState' in subscription)),
};
export const graphError = (code: string): object => ({ error: { code } });
export const oauthError = (error: string): object => ({ error });
const bearer = { 'www-authenticate': /^Bearer$/ };

export function documentedCase(
  id: string,
  status: number,
  expectation: { request: Request; body: unknown; headers?: ContractCase['headers'] },
): ContractCase {
  return { id: `${id}-${status}`, status, world: 'working', ...expectation };
}

/** Cases of the statuses that every endpoint can return. */
export function generalCases(id: string, request: Request, error = graphError): ContractCase[] {
  const isToken = error === oauthError;
  const failing = (status: number, world: World, code: string): ContractCase => ({
    ...documentedCase(id, status, { request, body: error(isToken ? 'temporarily_unavailable' : code) }),
    world,
  });
  return [
    failing(500, 'broken', 'generalException'),
    { ...failing(503, 'detached', 'serviceNotAvailable'), headers: { 'retry-after': /^5$/ } },
    failing(504, 'slow', 'generalException'),
  ];
}

/**
 * Cases of the statuses of endpoints that require a token. Only their client can use subscriptions; everything else is
 * also available to operators of all tenants.
 */
export function tokenCases(id: string, request: Request, rejected: 'analyst' | 'administrator'): ContractCase[] {
  return [
    documentedCase(id, 401, {
      request: (facts) => ({ ...request(facts), token: `${facts.tokens.client.slice(0, -6)}AAAAAA` }),
      body: graphError('InvalidAuthenticationToken'),
      headers: bearer,
    }),
    documentedCase(id, 403, {
      request: (facts) => ({ ...request(facts), token: facts.tokens[rejected] }),
      body: graphError('accessDenied'),
    }),
    ...generalCases(id, request),
  ];
}

export const deltaOf = (siteId: string): string => `/v1.0/sites/${siteId}/drive/root/delta`;
export const getSite: Request = ({ tokens }) => ({
  path: '/v1.0/sites/mirror.example:/sites/field',
  token: tokens.client,
});
export const getSiteOfManagedPath: Request = ({ tokens }) => ({
  path: '/v1.0/sites/mirror.example:/Sites/field',
  token: tokens.client,
});
export const getContent: Request = ({ tokens, siteId, fileId }) => ({
  path: `/v1.0/sites/${siteId}/drive/items/${fileId}/content`,
  token: tokens.client,
});
export const getItem: Request = ({ tokens, siteId, fileId }) => ({
  path: `/v1.0/sites/${siteId}/drive/items/${fileId}`,
  token: tokens.client,
});
export const getItemByPath: Request = ({ tokens, siteId }) => ({
  path: `/v1.0/sites/${siteId}/drive/root:/a.txt`,
  token: tokens.client,
});
export const listChildren =
  (folder: string): Request =>
  ({ tokens, siteId }) => ({ path: `/v1.0/sites/${siteId}/drive/${folder}/children`, token: tokens.client });
export const requestInDrive =
  (path: string): Request =>
  ({ tokens, siteId }) => ({ path: `/v1.0/sites/${siteId}/drive${path}`, token: tokens.client });
export const getDelta: Request = ({ tokens, siteId }) => ({ path: deltaOf(siteId), token: tokens.client });
export const subscribe: Request = ({ tokens, siteId, notificationUrl, expiry }) => ({
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
export const listSubscriptions: Request = ({ tokens }) => ({ path: '/v1.0/subscriptions', token: tokens.client });
export const getSubscription: Request = ({ tokens, subscriptionId }) => ({
  path: `/v1.0/subscriptions/${subscriptionId}`,
  token: tokens.client,
});
export const renew: Request = (facts) => ({ ...getSubscription(facts), body: { expirationDateTime: facts.expiry } });
export const notify: Request = () => ({
  path: '/drive/notifications',
  body: { value: [{ subscriptionId: 'unknown', clientState: 'wrong', changeType: 'updated' }] },
});
export const requestToken: Request = ({ client }) => ({
  path: '/contoso/oauth2/v2.0/token',
  body: new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
    scope: 'https://mirror.example/.default',
  }),
});

export function withFields(request: Request, fields: Record<string, string>): Request {
  return (facts) => {
    const { body, ...rest } = request(facts);
    if (!(body instanceof URLSearchParams)) return { ...rest, body: { ...(body as object), ...fields } }; // All other bodies are objects.
    return { ...rest, body: new URLSearchParams({ ...Object.fromEntries(body), ...fields }) };
  };
}

export function at(request: Request, path: string): Request {
  return (facts) => ({ ...request(facts), path });
}

export const unknownSubscription = '/v1.0/subscriptions/00000000-0000-4000-8000-000000000000';
export const tooLarge = (id: string, request: Request): ContractCase =>
  documentedCase(id, 413, {
    request: withFields(request, { clientState: oversizedText }),
    body: graphError('invalidRequest'),
  });
export const notFound = (id: string, request: Request, path: string): ContractCase =>
  documentedCase(id, 404, { request: at(request, path), body: graphError('itemNotFound') });
