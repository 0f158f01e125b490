import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readLines } from './line-reader.js';

async function linesOf(chunks: readonly (string | Buffer)[]): Promise<(string | number)[][]> {
  const lines: (string | number)[][] = [];
  for await (const block of readLines(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) {
    for (const line of block.lines) lines.push([line.number, line.text ?? `! ${line.problem}`]);
  }
  return lines;
}

const tooLongLine = 'x'.repeat(1024 * 1024 + 1);

describe('line reader', () => {
  test.each([
    [
      'whole lines',
      ['a\nb\n'],
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'a last line without a line break',
      ['a\nb'],
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'lines split at any byte',
      ['a', 'a\nb', 'b', '\n', 'c'],
      [
        [1, 'aa'],
        [2, 'bb'],
        [3, 'c'],
      ],
    ],
    ['a line after blank ones, which are counted but not returned', ['\n \n\na\n'], [[4, 'a']]],
    [
      'lines that end with carriage returns, which are preserved',
      ['a\r\nb\r\n'],
      [
        [1, 'a\r'],
        [2, 'b\r'],
      ],
    ],
    ['a line after a byte order mark, without the mark', ['\ufeffa\n'], [[1, 'a']]],
    ['a split multibyte character', [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1), '\n'], [[1, 'ü']]],
    ['no lines from an empty input', [], []],
  ])('reads %s', async (_name, chunks, expected) => {
    expect(await linesOf(chunks)).toEqual(expected);
  });

  test('reports a line that is not UTF-8, and reads the other lines', async () => {
    expect(await linesOf(['a\n', Buffer.from([0xff, 0xfe]), '\nb\n'])).toEqual([
      [1, 'a'],
      [2, '! is not UTF-8'],
      [3, 'b'],
    ]);
  });

  test.each([
    ['in one piece', [`a\n${tooLongLine}\nb\n`]],
    ['in pieces', ['a\n', tooLongLine, tooLongLine, 'x\nb\n']],
  ])('reports a line that is too long, %s, and reads the other lines', async (_name, chunks) => {
    expect(await linesOf(chunks)).toEqual([
      [1, 'a'],
      [2, '! is longer than 1048576 bytes'],
      [3, 'b'],
    ]);
  });

  test('reports a line that is too long at the end of the file', async () => {
    expect(await linesOf(['a\n', tooLongLine])).toEqual([
      [1, 'a'],
      [2, '! is longer than 1048576 bytes'],
    ]);
  });
});
