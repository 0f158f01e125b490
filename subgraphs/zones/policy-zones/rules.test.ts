import { expect, test } from 'vitest';
import { clientState, secondaryState } from './rules.js';

const serial = 1_790_000_000;
const seconds = (after: number) => (serial + after) * 1000;

test.each([
  { name: 'has the newest serial', client: { serial, requestedAt: seconds(0) }, after: 900, state: 'current' },
  {
    name: 'may still refresh',
    client: { serial: serial - 5, requestedAt: seconds(590) },
    after: 600,
    state: 'current',
  },
  {
    name: 'should have refreshed',
    client: { serial: serial - 5, requestedAt: seconds(590) },
    after: 601,
    state: 'outdated',
  },
  {
    name: 'refreshes, but lacks an old change while new changes are made',
    client: { serial: serial - 1200, missedSerial: serial - 601, requestedAt: seconds(0) },
    after: 0,
    state: 'outdated',
  },
  {
    name: 'lacks several changes and may still refresh',
    client: { serial: serial - 1200, missedSerial: serial - 600, requestedAt: seconds(0) },
    after: 0,
    state: 'current',
  },
  {
    name: 'has a greater serial than the zone',
    client: { serial: serial + 9, requestedAt: seconds(9) },
    after: 700,
    state: 'outdated',
  },
  {
    name: 'has only transferred the zone',
    client: { serial, requestedAt: null, transferredAt: seconds(0) },
    after: 900,
    state: 'current',
  },
  { name: 'does not refresh', client: { serial, requestedAt: seconds(0) }, after: 901, state: 'silent' },
])('a client that $name is $state', ({ client, after, state }) => {
  const newest = { serial, now: seconds(after), refreshSeconds: 300 };
  expect(clientState({ transferredAt: null, missedSerial: null, ...client }, newest)).toBe(state);
});

test.each([
  { result: undefined, state: 'pending' },
  { result: { serial: serial - 1, error: null }, state: 'pending' },
  { result: { serial, error: null }, state: 'confirmed' },
  { result: { serial, error: 'the server did not respond' }, state: 'failed' },
])('a secondary server with the result $result is $state', ({ result, state }) => {
  expect(secondaryState(result, { serial })).toBe(state);
});
