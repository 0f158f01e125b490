import { describe, expect, test } from 'vitest';
import { clampWidth, limitsOf, parseWidth, widthAfter } from './detail-width.js';

describe('the width of the panel', () => {
  test('leaves space for the list, except in a narrow window', () => {
    expect(limitsOf(1440)).toEqual({ min: 360, max: 740, initial: 480 });
    expect(limitsOf(1400)).toEqual({ min: 360, max: 1352, initial: 512 });
    expect(limitsOf(390)).toEqual({ min: 360, max: 360, initial: 360 });
  });

  test('remains between its minimum and maximum', () => {
    const limits = limitsOf(1440);
    expect([359, 360, 740, 741, undefined].map((width) => clampWidth(width, limits))).toEqual([
      360, 360, 740, 740, 480,
    ]);
  });

  test.each([
    ['ArrowLeft', 480, 496],
    ['ArrowLeft', 735, 740],
    ['ArrowRight', 480, 464],
    ['ArrowRight', 365, 360],
    ['Home', 480, 360],
    ['End', 480, 740],
    ['Enter', 700, 480],
    ['ArrowUp', 480, undefined],
  ])('is changed by %s from %s to %s', (key, width, expected) => {
    expect(widthAfter(key, width, limitsOf(1440))).toBe(expected);
  });

  test('is read from storage only if it is a positive number', () => {
    expect(['600', null, '', 'wide', '-1', 'Infinity'].map(parseWidth)).toEqual([600, ...Array(5).fill(undefined)]);
  });
});
