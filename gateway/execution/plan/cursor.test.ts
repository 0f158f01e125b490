import { describe, expect, test } from 'vitest';
import { entitiesAt, entityPaths, moveInto } from './cursor.js';

const data = {
  one: { name: 'a' },
  none: null,
  list: [{ part: { id: 1 } }, null, { part: null }, { part: { id: 2 } }],
  lists: [[{ id: 3 }], [{ id: 4 }, { id: 5 }]],
};

describe('a cursor', () => {
  test.each<[(string | number)[], unknown]>([
    [[], data],
    [['one'], { name: 'a' }],
    [['one', 'name'], 'a'],
    [['list', '@'], data.list],
    [
      ['list', '@', 'part'],
      [{ id: 1 }, null, null, { id: 2 }],
    ],
    [
      ['lists', '@', '@'],
      [{ id: 3 }, { id: 4 }, { id: 5 }],
    ],
  ])('descends into %j', (path, expected) => {
    expect(moveInto({ path: ['root'], data }, path)).toEqual({ path: ['root', ...path], data: expected });
  });

  test.each([[['none']], [['none', 'name']], [['nothing']], [['one', '@']], [['toString']]])(
    'is undefined at %j, where there is no value',
    (path) => {
      expect(moveInto({ path: [], data }, path)).toBeUndefined();
    },
  );

  test('contains the objects of a list, or the object itself', () => {
    expect(entitiesAt({ path: [], data: [{ id: 1 }, null, 'text', { id: 2 }] })).toEqual([{ id: 1 }, { id: 2 }]);
    expect(entitiesAt({ path: [], data: { id: 1 } })).toEqual([{ id: 1 }]);
    expect(entitiesAt({ path: [], data: 'text' })).toEqual([]);
  });
});

test.each<[(string | number)[], (string | number)[][]]>([
  [[], [[]]],
  [['one'], [['one']]],
  [['none'], []],
  [['one', 'name'], []],
  [
    ['list', '@', 'part'],
    [
      ['list', 0, 'part'],
      ['list', 3, 'part'],
    ],
  ],
  [
    ['list', 'part'],
    [
      ['list', 0, 'part'],
      ['list', 3, 'part'],
    ],
  ],
  [
    ['lists', '@', '@'],
    [
      ['lists', 0, 0],
      ['lists', 1, 0],
      ['lists', 1, 1],
    ],
  ],
])('the objects at %j have the paths %j', (path, paths) => {
  expect(entityPaths(data, path)).toEqual(paths);
});
