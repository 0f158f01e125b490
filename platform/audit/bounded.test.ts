import { describe, expect, test } from 'vitest';
import { boundedJson, boundedObject, groupsForEntries } from './bounded.js';

describe('the state in an audit entry', () => {
  test.each([
    ['is stored unchanged', { status: 'open', cap: 3, none: null }, { status: 'open', cap: 3, none: null }],
    [
      'hides the values of members with secrets',
      { password: 'x', client_secret: 'x', secretHash: 'x', token: 'x', nested: [{ clientState: 'x', keyName: 'k' }] },
      {
        ...{ password: '[hidden]', client_secret: '[hidden]', secretHash: '[hidden]', token: '[hidden]' },
        nested: [{ clientState: '[hidden]', keyName: 'k' }],
      },
    ],
    [
      'hides secrets inside strings',
      { notes: 'my key is zf_live_0123456789abcdefghij, keep it secret' },
      { notes: 'my key is [hidden], keep it secret' },
    ],
    ['shows the prefix of a secret', { prefix: 'zf_live_0123' }, { prefix: 'zf_live_0123' }],
    ['truncates long strings', { notes: 'x'.repeat(1001) }, { notes: `${'x'.repeat(1000)}… (1001 characters)` }],
    [
      'truncates long lists',
      { ids: Array.from({ length: 1002 }, () => 1) },
      { ids: [...Array.from({ length: 1000 }, () => 1), '… and 2 more'] },
    ],
  ])('%s', (_, state, expected) => {
    expect(JSON.parse(boundedJson(state) ?? '')).toEqual(expected);
  });

  test('is replaced by its length if it exceeds the limit after truncation', () => {
    const members = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`m${index}`, 'x'.repeat(900)]));
    expect(boundedJson(members)).toMatch(/^\{"cut":"omitted: the JSON text has \d+ characters; the maximum is \d+"\}$/);
  });

  test('is null if the change has no state', () => {
    expect([boundedJson(null), boundedJson(undefined)]).toEqual([null, null]);
  });
});

describe('items of several audit entries', () => {
  test.each([
    ['long texts', Array.from({ length: 300 }, () => ({ notes: '"'.repeat(2000) }))],
    ['many items', Array.from({ length: 2500 }, (_, id) => ({ id }))],
    ['no items', []],
  ])('are divided into groups that are stored completely: %s', (_, items: object[]) => {
    const groups = groupsForEntries(items);
    expect(groups.flat()).toEqual(items);
    const stored = groups.map((group) => JSON.parse(boundedJson({ group }) ?? ''));
    expect(stored.flatMap(({ group }) => group).filter((item) => typeof item === 'object')).toHaveLength(items.length);
  });
});

describe('the object of an audit entry', () => {
  test('is stored unchanged', () => expect(boundedObject('zone:com')).toBe('zone:com'));

  test('remains distinct if it is too long for an index', () => {
    const [one, two] = ['a', 'b'].map((end) => boundedObject(`drive-item:${'x'.repeat(2000)}${end}`));
    expect(one).not.toBe(two);
    expect(one?.length).toBeLessThan(600);
  });

  test('contains no character that PostgreSQL cannot store', () => {
    expect(boundedObject('zone:\0\ud800')).toBe('zone:\ufffd\ufffd');
  });
});
