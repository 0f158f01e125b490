import { describe, expect, test } from 'vitest';
import { actionOf, rowAfter, rowAt, shortcuts } from './shortcuts.js';

const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false };

describe('the keyboard shortcuts of the list', () => {
  test('have one action for each key', () => {
    expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length);
    expect(actionOf({ ...plain, key: 'f' })).toBe('falsePositive');
    expect(actionOf({ ...plain, key: '?' })).toBe('help');
    expect(actionOf({ ...plain, key: 'F' })).toBeUndefined();
  });

  test.each(['ctrlKey', 'metaKey', 'altKey'])('do not handle a key press with %s', (modifier) => {
    expect(actionOf({ ...plain, key: 'r', [modifier]: true })).toBeUndefined();
  });

  test('move the selection while a key is held down, but do not change alerts', () => {
    expect(actionOf({ ...plain, key: 'j', repeat: true })).toBe('next');
    expect(actionOf({ ...plain, key: 'r', repeat: true })).toBeUndefined();
  });
});

describe('the next row', () => {
  const ids = ['1', '2', '3'];

  test.each([
    [undefined, 1, '1'],
    ['1', 1, '2'],
    ['3', 1, '3'],
    ['2', -1, '1'],
    ['1', -1, '1'],
    ['gone', -1, '1'],
  ] as const)('from row %s with a step of %s is row %s', (current, step, expected) => {
    expect(rowAt(ids, current, step)).toBe(expected);
  });

  test('is undefined in an empty list', () => {
    expect(rowAt([], '1', 1)).toBeUndefined();
  });

  test.each([
    ['a listed row is the one below it', [ids], '1', '2'],
    ['the last row is the one above it', [ids], '3', '2'],
    ['a row that has left the list is the one that was below it', [['1', '3'], ids], '2', '3'],
    ['a row that has left together with the next one is the one that was above it', [['1', '9'], ids], '2', '1'],
    ['the only row is undefined', [[], ['1']], '1', undefined],
    ['a row that was never listed is undefined', [ids], '9', undefined],
  ])('after %s', (_, lists, id, expected) => {
    expect(rowAfter(lists, id)).toBe(expected);
  });
});
