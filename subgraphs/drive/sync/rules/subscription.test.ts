import { describe, expect, test } from 'vitest';
import type { SubscriptionRecord } from '../repository/subscriptions.js';
import { SubscriptionState } from '../vocabulary.js';
import {
  clientStateHash,
  isKnownClientState,
  isRenewalDue,
  requestedExpiry,
  subscriptionHealth,
} from './subscription.js';

const secrets = ['first', 'second'].map(clientStateHash);

test.each<[string | null | undefined, string[], boolean]>([
  ['first', secrets, true],
  ['second', secrets, true],
  ['third', secrets, false],
  ['', secrets, false],
  [null, secrets, false],
  [undefined, secrets, false],
  ['', [], false],
  ['first', [], false],
  ['', [clientStateHash('')], false],
  ['first', ['', 'abcd', 'no hash'], false],
  ['x'.repeat(1025), [clientStateHash('x'.repeat(1024))], true],
  ['x'.repeat(1025), [clientStateHash('x'.repeat(1025))], false],
])('the clientState $0 of a notification is accepted: $2', (clientState, hashes, expected) => {
  expect(isKnownClientState(clientState, hashes)).toBe(expected);
});

test('hashes a clientState with SHA-256', () => {
  expect(clientStateHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('requests a subscription for 42,000 minutes', () => {
  expect(requestedExpiry(0.9)).toBe('1970-01-30T04:00:00.000Z');
});

const active = {
  state: SubscriptionState.ACTIVE,
  expiresAtEpoch: 4000,
  renewedAtEpoch: 1000,
  renewalRequests: 0,
  lastError: null,
} as SubscriptionRecord; // The rules use no other field.

test.each<[string, Partial<SubscriptionRecord>, number, boolean]>([
  ['is not due while more than a third of its lifetime is left', {}, 2999, false],
  ['is not due at a third of its lifetime', {}, 3000, false],
  ['is due below a third of its lifetime', {}, 3001, true],
  ['is due at the request of the site', { renewalRequests: 1 }, 1000, true],
  ['is not due without an expiration', { expiresAtEpoch: null }, 9000, false],
])('the renewal of a subscription %s', (_, differences, now, expected) => {
  expect(isRenewalDue({ ...active, ...differences }, now)).toBe(expected);
});

describe('subscription health', () => {
  test.each<[string, Partial<SubscriptionRecord>, number]>([
    ['active', {}, 2000],
    ['renewing', {}, 3500],
    ['renewing', { renewalRequests: 1 }, 2000],
    ['active', { expiresAtEpoch: null }, 9000],
    ['failing', { lastError: 'rejected' }, 2000],
    ['expired', {}, 4000],
    ['expired', { lastError: 'rejected' }, 4001],
    ['missing', { state: SubscriptionState.CREATING }, 2000],
    ['missing', { state: SubscriptionState.REMOVED }, 2000],
  ])('is %s: %j at %d', (health, differences, now) => {
    const subscription = { ...active, ...differences };
    for (const isRequired of [true, false]) expect(subscriptionHealth({ subscription, isRequired, now })).toBe(health);
  });

  test.each([
    ['missing', true],
    ['off', false],
  ])('is %s without a subscription if one is required: %s', (health, isRequired) => {
    expect(subscriptionHealth({ subscription: null, isRequired, now: 0 })).toBe(health);
  });
});
