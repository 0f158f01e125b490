import { describe, expect, test } from 'vitest';
import { encodeCursor } from '../../platform/cursor.js';
import { type PageInput, pageByNumber, startOf } from './pages.js';

const invalid = expect.objectContaining({ code: 'BAD_USER_INPUT' });

describe('a page of rows with unique numbers', () => {
  /** A page of the numbers 5 to 1; records the limits of the statements. */
  async function pageOfFive(page: PageInput) {
    const limits: number[] = [];
    const { nodes, pageInfo } = await pageByNumber(page, {
      order: 'runs',
      async select({ before, limit }) {
        limits.push(limit);
        return [5, 4, 3, 2, 1].filter((number) => number < before).slice(0, limit);
      },
      numberOf: (number) => number,
    });
    const { hasPreviousPage, hasNextPage, endCursor } = pageInfo;
    return { nodes, hasPreviousPage, hasNextPage, endCursor, limits };
  }

  test.each([null, undefined])('begins with the highest number, and is continued after its last one', async (after) => {
    const first = await pageOfFive({ first: 2, after });
    expect(first).toMatchObject({ nodes: [5, 4], hasPreviousPage: false, hasNextPage: true, limits: [3] });
    const second = await pageOfFive({ first: 3, after: first.endCursor });
    expect(second).toMatchObject({ nodes: [3, 2, 1], hasPreviousPage: true, hasNextPage: false, limits: [4] });
    expect(await pageOfFive({ first: 3, after: second.endCursor })).toMatchObject({ nodes: [], hasNextPage: false });
  });

  test.each([
    { order: 'runs', value: 1.5, ids: [] },
    { order: 'runs', value: 2 ** 53, ids: [] },
    { order: 'runs', value: 1, ids: ['a'] },
    { order: 'messages', value: 1, ids: [] },
  ])('rejects the cursor of another list: %j', async (position) => {
    await expect(pageOfFive({ first: 2, after: encodeCursor(position) })).rejects.toThrow(invalid);
  });

  test.each([0, -1, 1001])('cannot have the size %d', async (first) => {
    await expect(pageOfFive({ first })).rejects.toThrow(invalid);
  });
});

test('the cursor of a list whose positions are not integers can contain any number', () => {
  const position = { order: 'names', value: 0.5, ids: ['a', 'b'] };
  expect(startOf({ first: 1, after: encodeCursor(position) }, { order: 'names', ids: 2 })).toEqual(position);
});
