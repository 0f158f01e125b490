import { describe, expect, test } from 'vitest';
import { ReaderLostError } from './extraction.js';
import { readResult } from './result.js';

const limits = { maxCharacters: 2 };
const extracted = { outcome: 'extracted', format: 'pdf', text: 'a', isCut: true };
const unreadable = { outcome: 'unreadable', reason: 'damaged', format: 'docx', detail: 'no end' };

describe('a response of the reader process', () => {
  test.each<[string, object, object]>([
    ['an extracted text', extracted, {}],
    ['a text of three times the maximum length', { ...extracted, text: 'x'.repeat(6) }, {}],
    ['an isCut that is not a boolean', { ...extracted, isCut: 1 }, { isCut: false }],
    ['a reason', unreadable, {}],
    ['details of the maximum length', { ...unreadable, detail: 'x'.repeat(3000) }, {}],
    ['details that are too long', { ...unreadable, detail: 'x'.repeat(3001) }, { detail: null }],
    ['details that are not a string', { ...unreadable, detail: 5 }, { detail: null }],
    ['an unknown format', { ...unreadable, format: 'exe' }, { format: null }],
    ['an unknown property', { ...unreadable, other: 1 }, { other: undefined }],
  ])('is accepted with %s', (_, response, differences) => {
    expect(readResult(JSON.stringify(response), limits)).toEqual({ ...response, ...differences });
  });

  test.each([
    ...['', '{', 'null', '5', '[]', '{}'],
    ...[
      { ...extracted, outcome: 'unreadable' },
      { ...extracted, outcome: 'other' },
      { ...extracted, format: 'exe' },
      { ...extracted, format: undefined },
      { ...extracted, text: 'x'.repeat(7) },
      { ...extracted, text: 'a\0' },
      { ...extracted, text: '\ud800' },
      { ...extracted, text: 5 },
      { ...unreadable, outcome: 'extracted' },
      { ...unreadable, reason: 'toString' },
      { ...unreadable, outcome: 'other' },
    ].map((response) => JSON.stringify(response)),
  ])('is rejected: %s', (line) => {
    expect(() => readResult(line, limits)).toThrow(ReaderLostError);
  });
});
