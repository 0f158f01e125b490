import { describe, expect, test } from 'vitest';
import { boundedJson, boundedObject } from './bounded.js';

describe('the state in an entry', () => {
  test.each([
    ['is stored as it is', { status: 'open', cap: 3, none: null }, { status: 'open', cap: 3, none: null }],
    [
      'has none of the members that hold secrets',
      { password: 'x', client_secret: 'x', secretHash: 'x', token: 'x', nested: [{ clientState: 'x', keyName: 'k' }] },
      {
        ...{ password: '[hidden]', client_secret: '[hidden]', secretHash: '[hidden]', token: '[hidden]' },
        nested: [{ clientState: '[hidden]', keyName: 'k' }],
      },
    ],
    [
      'has no secret inside of a text',
      { notes: 'my key is zf_live_0123456789abcdefghij, do not tell' },
      { notes: 'my key is [hidden], do not tell' },
    ],
    ['shows how a secret begins', { prefix: 'zf_live_0123' }, { prefix: 'zf_live_0123' }],
    ['cuts long texts', { notes: 'x'.repeat(1001) }, { notes: `${'x'.repeat(1000)}… (1001 characters)` }],
    [
      'cuts long lists',
      { ids: Array.from({ length: 1002 }, () => 1) },
      { ids: [...Array.from({ length: 1000 }, () => 1), '… and 2 more'] },
    ],
  ])('%s', (_, state, expected) => {
    expect(JSON.parse(boundedJson(state) ?? '')).toEqual(expected);
  });

  test('is replaced by its length if it exceeds the limit after truncation', () => {
    const members = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`m${index}`, 'x'.repeat(900)]));
    expect(boundedJson(members)).toMatch(/^\{"cut":"\d+ characters are more than an entry holds"\}$/);
  });

  test('is null for none', () => {
    expect([boundedJson(null), boundedJson(undefined)]).toEqual([null, null]);
  });
});

describe('an object', () => {
  test('is stored as it is', () => expect(boundedObject('zone:com')).toBe('zone:com'));

  test('that is too long for an index stays distinct', () => {
    const [one, two] = ['a', 'b'].map((end) => boundedObject(`drive-item:${'x'.repeat(2000)}${end}`));
    expect(one).not.toBe(two);
    expect(one?.length).toBeLessThan(600);
  });

  test('holds nothing that PostgreSQL cannot store', () => {
    expect(boundedObject('zone:\0\ud800')).toBe('zone:\ufffd\ufffd');
  });
});
