import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.js';

describe('cursors', () => {
  test('are decoded to the encoded values', () => {
    const position = { order: 'created_at', value: 1789949298.676123, ids: ['a', 'ü'] };
    expect(decodeCursor(encodeCursor(position), { order: 'created_at', ids: 2 })).toEqual(position);
  });

  test.each([
    '',
    'nonsense',
    encodeCursor({ order: 'last_seen', value: 1, ids: ['a'] }),
    encodeCursor({ order: 'created_at', value: 1, ids: [] }),
  ])('are rejected if their order or format differs: %j', (cursor) => {
    expect(() => decodeCursor(cursor, { order: 'created_at', ids: 1 })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT' }),
    );
  });
});
