/**
 * The documented endpoints of receiver and mirror as data: specification, part B, sections 4, 6 and 7. Ids are
 * permanent. Expectations are literals, not derived from the code under test.
 */

import {
  at,
  type DocumentedEndpoint,
  documentedCase,
  generalCases,
  getSite,
  getSiteOfManagedPath,
  getSubscription,
  graphError,
  listSubscriptions,
  notFound,
  notify,
  oauthError,
  oversizedText,
  renew,
  requestToken,
  subscribe,
  tokenCases,
  tooLarge,
  unknownSubscription,
  withFields,
  withoutSecrets,
} from './support/contract-cases.js';
import { driveItemContract } from './support/drive-item-contract.js';

export const driveContract: readonly DocumentedEndpoint[] = [
  {
    id: 'DRIVE-NOTIFICATIONS',
    method: 'POST',
    path: '/drive/notifications',
    cases: [
      documentedCase('DRIVE-NOTIFICATIONS', 200, {
        request: () => ({ path: '/drive/notifications?validationToken=Validation%3A%20a%20token' }),
        body: 'Validation: a token',
        headers: { 'content-type': /^text\/plain; charset=utf-8$/ },
      }),
      documentedCase('DRIVE-NOTIFICATIONS', 202, { request: notify, body: { status: 'accepted' } }),
      documentedCase('DRIVE-NOTIFICATIONS', 400, {
        request: () => ({ path: '/drive/notifications', body: { value: {} } }),
        body: graphError('invalidRequest'),
      }),
      tooLarge('DRIVE-NOTIFICATIONS', notify),
      ...generalCases('DRIVE-NOTIFICATIONS', notify),
    ],
  },
  {
    id: 'DRIVE-TOKEN',
    method: 'POST',
    path: '/{tenant_id}/oauth2/v2.0/token',
    cases: [
      documentedCase('DRIVE-TOKEN', 200, {
        request: requestToken,
        body: { token_type: 'Bearer', expires_in: 3600 },
        headers: { 'cache-control': /^no-store$/ },
      }),
      documentedCase('DRIVE-TOKEN', 400, {
        request: withFields(requestToken, { grant_type: 'password' }),
        body: { error: 'unsupported_grant_type', error_codes: [70003] },
      }),
      documentedCase('DRIVE-TOKEN', 401, {
        request: withFields(requestToken, { client_secret: 'rdm_wrong' }),
        body: { error: 'invalid_client', error_codes: [7000215] },
        headers: { 'www-authenticate': /^Basic realm="token"$/ },
      }),
      documentedCase('DRIVE-TOKEN', 413, {
        request: withFields(requestToken, { scope: oversizedText }),
        body: graphError('invalidRequest'),
      }),
      documentedCase('DRIVE-TOKEN', 429, {
        request: (facts) => ({
          ...withFields(requestToken, { client_secret: 'rdm_wrong' })(facts),
          from: facts.busyAddress,
        }),
        body: { error: 'temporarily_unavailable', error_codes: [90055] },
        headers: { 'retry-after': /^[1-9]\d*$/ },
      }),
      ...generalCases('DRIVE-TOKEN', requestToken, oauthError),
    ],
  },
  {
    id: 'DRIVE-SITE',
    method: 'GET',
    path: '/v1.0/sites/{hostname}:/sites/{site_path}',
    cases: [
      documentedCase('DRIVE-SITE', 200, { request: getSite, body: { name: 'field', displayName: 'field' } }),
      notFound('DRIVE-SITE', getSite, '/v1.0/sites/mirror.example:/sites/other'),
      ...tokenCases('DRIVE-SITE', getSite, 'analyst'),
    ],
  },
  {
    id: 'DRIVE-SITE-OF-MANAGED-PATH',
    method: 'GET',
    path: '/v1.0/sites/{hostname}:/{managed_path}/{site_path}',
    cases: [
      documentedCase('DRIVE-SITE-OF-MANAGED-PATH', 200, {
        request: getSiteOfManagedPath,
        body: { name: 'field', displayName: 'field' },
      }),
      notFound('DRIVE-SITE-OF-MANAGED-PATH', getSiteOfManagedPath, '/v1.0/sites/mirror.example:/teams/field'),
      ...tokenCases('DRIVE-SITE-OF-MANAGED-PATH', getSiteOfManagedPath, 'analyst'),
    ],
  },
  ...driveItemContract,
  {
    id: 'DRIVE-SUBSCRIBE',
    method: 'POST',
    path: '/v1.0/subscriptions',
    cases: [
      documentedCase('DRIVE-SUBSCRIBE', 201, {
        request: subscribe,
        body: { changeType: 'updated', clientState: 'a secret of the client' },
      }),
      documentedCase('DRIVE-SUBSCRIBE', 400, {
        request: withFields(subscribe, { notificationUrl: 'https://10.0.0.1/receiver' }),
        body: graphError('invalidRequest'),
      }),
      documentedCase('DRIVE-SUBSCRIBE', 404, {
        request: withFields(subscribe, { resource: '/sites/mirror.example,1,2/drive/root' }),
        body: graphError('itemNotFound'),
      }),
      tooLarge('DRIVE-SUBSCRIBE', subscribe),
      ...tokenCases('DRIVE-SUBSCRIBE', subscribe, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-SUBSCRIPTIONS',
    method: 'GET',
    path: '/v1.0/subscriptions',
    cases: [
      documentedCase('DRIVE-SUBSCRIPTIONS', 200, { request: listSubscriptions, body: { value: withoutSecrets } }),
      ...tokenCases('DRIVE-SUBSCRIPTIONS', listSubscriptions, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-SUBSCRIPTION',
    method: 'GET',
    path: '/v1.0/subscriptions/{subscription_id}',
    cases: [
      documentedCase('DRIVE-SUBSCRIPTION', 200, { request: getSubscription, body: { changeType: 'updated' } }),
      notFound('DRIVE-SUBSCRIPTION', getSubscription, unknownSubscription),
      ...tokenCases('DRIVE-SUBSCRIPTION', getSubscription, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-RENEW',
    method: 'PATCH',
    path: '/v1.0/subscriptions/{subscription_id}',
    cases: [
      documentedCase('DRIVE-RENEW', 200, { request: renew, body: { changeType: 'updated' } }),
      documentedCase('DRIVE-RENEW', 400, {
        request: withFields(renew, { expirationDateTime: 'tomorrow' }),
        body: graphError('invalidRequest'),
      }),
      notFound('DRIVE-RENEW', renew, unknownSubscription),
      tooLarge('DRIVE-RENEW', renew),
      ...tokenCases('DRIVE-RENEW', renew, 'administrator'),
    ],
  },
  {
    id: 'DRIVE-UNSUBSCRIBE',
    method: 'DELETE',
    path: '/v1.0/subscriptions/{subscription_id}',
    cases: [
      documentedCase('DRIVE-UNSUBSCRIBE', 204, {
        request: (facts) => at(getSubscription, `/v1.0/subscriptions/${facts.spareSubscriptionId}`)(facts),
        body: undefined,
      }),
      notFound('DRIVE-UNSUBSCRIBE', getSubscription, unknownSubscription),
      ...tokenCases('DRIVE-UNSUBSCRIBE', getSubscription, 'administrator'),
    ],
  },
];
