import { describe, expect, test } from 'vitest';
import { ReaderLostError } from './extraction.js';
import { readResult } from './result.js';

const limits = { maxCharacters: 2 };
const extracted = { outcome: 'extracted', format: 'pdf', text: 'a', isCut: true };
const unreadable = { outcome: 'unreadable', reason: 'damaged', format: 'docx', detail: 'no end' };

describe('the response of the process that reads documents', () => {
  test.each<[object, object]>([
    [extracted, {}],
    [{ ...extracted, text: 'x'.repeat(6) }, {}],
    [{ ...extracted, isCut: 1 }, { isCut: false }],
    [unreadable, {}],
    [{ ...unreadable, detail: 'x'.repeat(3000) }, {}],
    [{ ...unreadable, detail: 'x'.repeat(3001) }, { detail: null }],
    [{ ...unreadable, detail: 5 }, { detail: null }],
    [{ ...unreadable, format: 'exe' }, { format: null }],
    [{ ...unreadable, other: 1 }, { other: undefined }],
  ])('is accepted: %#', (response, differences) => {
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
