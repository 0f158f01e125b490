import { describe, expect, test } from 'vitest';
import { isAutoBlocked, isBlocked } from './auto-block.js';
import {
  applyMatch,
  applyNameEvent,
  applyResponse,
  dismissUnmatched,
  type HitState,
  removeAutoBlock,
} from './hit-changes.js';

const open: HitState = {
  ...{ kind: 'omission', distance: 1, status: 'open', isActive: true, isUnmatched: false, isAutoBlocked: false },
  ...{ revision: 1, lastIngestId: 5, triagedAt: null, reopenedAt: null },
};
const dismissed: HitState = { ...open, status: 'dismissed', triagedAt: 1000 };
const confirmed: HitState = { ...open, status: 'confirmed', triagedAt: 1000 };
const reopened: HitState = { ...confirmed, reopenedAt: 1001 };
const unmatched: HitState = { ...dismissed, isUnmatched: true };

const added = { ingest: 6, isAdded: true, isRemoved: false };
const moved = { ingest: 6, isAdded: false, isRemoved: false };
const removed = { ingest: 6, isAdded: false, isRemoved: true };

describe('after an import', () => {
  test.each<[string, HitState, typeof added, Partial<HitState>, string[]]>([
    ['an open hit that is registered again remains open', { ...open, isActive: false }, added, {}, ['registered']],
    ['an open hit with other nameservers remains open', open, moved, {}, ['nameservers']],
    [
      'a dismissed hit that is registered again is open',
      dismissed,
      added,
      { status: 'open' },
      ['registered', 'reopened'],
    ],
    [
      'a dismissed hit with other nameservers is open',
      dismissed,
      moved,
      { status: 'open' },
      ['nameservers', 'reopened'],
    ],
    ['a confirmed hit that is registered again is reopened', confirmed, added, {}, ['registered', 'reopened']],
    ['a confirmed hit with other nameservers is not reopened', confirmed, moved, {}, ['nameservers']],
    ['a confirmed hit is not reopened twice', reopened, added, {}, ['registered']],
    [
      'a confirmed hit is reopened again after a decision',
      { ...reopened, triagedAt: 1001 },
      added,
      {},
      ['registered', 'reopened'],
    ],
    ['a hit that no longer matches is not reopened', unmatched, added, {}, ['registered']],
    ['a removed hit is inactive', dismissed, removed, { isActive: false }, ['removed']],
  ])('%s', (_, hit, event, changes, entries) => {
    expect(applyNameEvent(hit, event, true)).toEqual({
      hit: { ...hit, lastIngestId: 6, isActive: true, ...changes },
      entries,
    });
  });

  test('a name that does not match its brand is not reopened', () => {
    expect(applyNameEvent(dismissed, added, false)).toEqual({
      hit: { ...dismissed, lastIngestId: 6 },
      entries: ['registered'],
    });
  });

  test('a hit that already has the change remains as it is', () => {
    expect(applyNameEvent(dismissed, { ...added, ingest: 5 }, true)).toBeUndefined();
  });
});

describe('after a response of a registry', () => {
  const none = { registeredAt: undefined, transferredAt: undefined, change: undefined };
  const isReopened = (hit: HitState, holder: Partial<Parameters<typeof applyResponse>[1]>, isMatch = true) =>
    applyResponse(hit, { ...none, ...holder }, isMatch)?.entries[0];

  test.each<[string, HitState, Partial<Parameters<typeof applyResponse>[1]>, string | undefined]>([
    ['without times, a dismissed hit is not reopened', dismissed, {}, undefined],
    [
      'with a registration before the decision, a dismissed hit is not reopened',
      dismissed,
      { registeredAt: 1000 },
      undefined,
    ],
    [
      'with a registration after the decision, a dismissed hit is reopened',
      dismissed,
      { registeredAt: 1001 },
      'registered',
    ],
    [
      'with a transfer before the decision, a dismissed hit is not reopened',
      dismissed,
      { transferredAt: 1000 },
      undefined,
    ],
    [
      'with a transfer after the decision, a dismissed hit is reopened',
      dismissed,
      { transferredAt: 1001 },
      'transferred',
    ],
    [
      'with a registration and a transfer, a dismissed hit is reopened because of the registration',
      dismissed,
      { registeredAt: 1001, transferredAt: 1001 },
      'registered',
    ],
    [
      'with a registration after the decision, a confirmed hit is reopened',
      confirmed,
      { registeredAt: 1001 },
      'registered',
    ],
    [
      'with a transfer after the decision, a confirmed hit is not reopened',
      confirmed,
      { transferredAt: 1001 },
      undefined,
    ],
    ['with a registration, a reopened hit is not reopened again', reopened, { registeredAt: 2000 }, undefined],
    [
      'that shows a new registration, a dismissed hit is reopened',
      dismissed,
      { change: { kind: 'registered' } },
      'registered',
    ],
    [
      'that shows a new holder, a dismissed hit is reopened',
      dismissed,
      { change: { kind: 'transferred' } },
      'transferred',
    ],
    [
      'that shows a new registration before the decision, a dismissed hit is reopened',
      dismissed,
      { change: { kind: 'registered', at: 1 } },
      'registered',
    ],
    [
      'that shows the reason of the last reopening, a hit is not reopened',
      { ...dismissed, reopenedAt: 900 },
      { change: { kind: 'registered', at: 900 } },
      undefined,
    ],
    [
      'that shows a registration after the last reopening, a hit is reopened',
      { ...dismissed, reopenedAt: 900 },
      { change: { kind: 'registered', at: 901 } },
      'registered',
    ],
  ])('%s', (_, hit, holder, entry) => {
    expect(isReopened(hit, holder)).toBe(entry);
  });

  test('a dismissed hit is open, and a confirmed one remains confirmed', () => {
    const holder = { ...none, registeredAt: 1001 };
    const entries = ['registered', 'reopened'];
    expect(applyResponse(dismissed, holder, true)).toEqual({ hit: { ...dismissed, status: 'open' }, entries });
    expect(applyResponse(confirmed, holder, true)).toEqual({ hit: confirmed, entries });
  });

  test('a name that does not match its brand is not reopened', () => {
    expect(isReopened(dismissed, { registeredAt: 1001 }, false)).toBeUndefined();
  });
});

describe('a hit whose name no longer matches', () => {
  test.each<[string, HitState, string[]]>([
    ['is dismissed', open, ['unmatched']],
    ['is no longer blocked automatically', { ...open, isAutoBlocked: true }, ['unmatched', 'unblocked']],
    ['is no longer blocked by a decision', confirmed, ['unmatched', 'unblocked']],
  ])('%s', (_, hit, entries) => {
    const changes = { status: 'dismissed', isUnmatched: true, isAutoBlocked: false };
    expect(dismissUnmatched(hit)).toEqual({ hit: { ...hit, ...changes }, entries });
  });
});

describe('a hit whose name matches a revision', () => {
  const match = { kind: 'homoglyph', distance: 2, revision: 2, isAutoBlocked: true } as const;
  const matched = { kind: 'homoglyph', distance: 2, revision: 2 };
  const blocked = { ...open, isAutoBlocked: true };

  test.each<[string, HitState, boolean, Partial<HitState>, string[]]>([
    ['is updated with the kind and distance of the match', open, true, {}, []],
    ['remains blocked', blocked, true, {}, []],
    ['is unblocked if the brand no longer blocks its kind', blocked, false, { isAutoBlocked: false }, ['unblocked']],
    ['is open if it did not match before', unmatched, false, { isUnmatched: false, status: 'open' }, ['reopened']],
    ['remains dismissed', dismissed, true, {}, []],
  ])('%s', (_, hit, isAutoBlockedNow, changes, entries) => {
    const result = applyMatch(hit, { ...match, isAutoBlocked: isAutoBlockedNow });
    expect(result).toEqual({ hit: { ...hit, ...matched, ...changes }, entries });
  });
});

describe('an automatic block', () => {
  const settings = { autoBlockKinds: ['omission', 'homoglyph'] as const, autoBlockMaxDistance: 1 };

  test.each([
    ['omission', 1, true],
    ['omission', 2, false],
    ['homoglyph', 2, true],
    ['addition', 1, false],
  ] as const)('applies to a name of the kind %s with the distance %d: %s', (kind, distance, expected) => {
    expect(isAutoBlocked(settings, { kind, distance })).toBe(expected);
  });

  test('or a confirmation puts a name on block lists', () => {
    expect([open, dismissed, confirmed, { ...open, isAutoBlocked: true }].map(isBlocked)).toEqual([
      ...[false, false],
      ...[true, true],
    ]);
  });

  test('can be removed', () => {
    const blocked = { ...open, isAutoBlocked: true };
    expect(removeAutoBlock(blocked)).toEqual({ hit: open, entries: ['unblocked'] });
  });
});
