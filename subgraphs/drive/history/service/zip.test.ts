import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { TreeEntry } from './files.js';
import { createZipStream, sizeOfZip } from './zip.js';

const text = Buffer.from('text');

function fileOf(path: string): TreeEntry {
  return { path, isFolder: false, content: { sha256: path, size: text.length }, modifiedAtEpoch: null };
}

function folderOf(path: string): TreeEntry {
  return { path, isFolder: true, content: null, modifiedAtEpoch: null };
}

async function bytesOf(files: readonly TreeEntry[]): Promise<Buffer> {
  const bytes = await buffer(createZipStream({ files, open: () => Readable.from([text]), range: undefined }));
  expect(bytes.length).toBe(await sizeOfZip(files));
  return bytes;
}

/** Names in the directory at the end of the archive. */
function namesIn(bytes: Buffer): string[] {
  const names: string[] = [];
  const signature = Buffer.from('PK\x01\x02', 'latin1');
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 46))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  return names;
}

/** Modification times in Unix epoch seconds in the directory, from the extended timestamps of Info-ZIP. */
function timesIn(bytes: Buffer): number[] {
  const directory = bytes.subarray(bytes.indexOf('PK\x01\x02', 'latin1'));
  const field = Buffer.from([0x55, 0x54, 5, 0, 3]);
  const times: number[] = [];
  for (let at = directory.indexOf(field); at >= 0; at = directory.indexOf(field, at + field.length))
    times.push(directory.readInt32LE(at + field.length));
  return times;
}

describe('an archive', () => {
  test('contains an entry for a folder only if it contains no entry below it', async () => {
    const missing: TreeEntry = { ...fileOf('c/missing.txt'), content: null };
    const tree = ['a', 'a b', 'a/b', 'c'].map(folderOf);
    const bytes = await bytesOf([...tree, fileOf('a b/1.txt'), missing, fileOf('2.txt')]);
    expect(namesIn(bytes)).toEqual(['a/b/', 'c/', 'a b/1.txt', '2.txt']);
  });

  test.each([
    [8000, [fileOf('1.txt')]],
    [2000, []],
  ])('can contain %d empty folders', async (count, files) => {
    const folders = Array.from({ length: count }, (_, index) => folderOf(`folder ${index}`));
    expect(namesIn(await bytesOf([...files, ...folders]))).toHaveLength(count + files.length);
  });

  test('can contain thousands of files', async () => {
    const files = Array.from({ length: 3000 }, (_, index) => fileOf(`${index}.txt`));
    expect(namesIn(await bytesOf(files))).toHaveLength(files.length);
  });

  test('opens no more files after the reader has disconnected', async () => {
    let opened = 0;
    const files = [...Array.from({ length: 1000 }, (_, index) => folderOf(`${index}`)), fileOf('last.txt')];
    const open = () => {
      opened++;
      return Readable.from([text]);
    };
    for await (const _part of createZipStream({ files, open, range: undefined })) break;
    // The entries are added in batches of 200, one in each turn of the event loop.
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    expect(opened).toBe(0);
  });

  test('contains the modification times, or the nearest times that ZIP files can contain', async () => {
    const [first, last] = [315_619_200, 2_147_000_000];
    const modified = (modifiedAtEpoch: number | null) => ({ ...fileOf(`${modifiedAtEpoch}.txt`), modifiedAtEpoch });
    const files = [null, -1, first - 1, first, 1_790_000_000.9, last, last + 1, 1e12].map(modified);
    const folder = { ...folderOf('empty'), modifiedAtEpoch: 1_790_000_001 };
    const times = [1_790_000_001, first, first, first, first, 1_790_000_000, last, last, last];
    expect(timesIn(await bytesOf([...files, folder]))).toEqual(times);
  });

  test('is not read beyond the requested range', async () => {
    const opened: string[] = [];
    const open = ({ sha256 }: { sha256: string }) => {
      opened.push(sha256);
      return Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(100_000, 'x')));
    };
    const files = ['1.txt', '2.txt'].map((path) => ({ ...fileOf(path), content: { sha256: path, size: 2_000_000 } }));
    const bytes = await buffer(createZipStream({ files, open, range: { start: 100, end: 299 } }));
    expect(bytes.toString()).toBe('x'.repeat(200));
    expect(opened).toEqual(['1.txt']);
  });

  test('closes the content that it reads when the reader disconnects', async () => {
    const content = new Readable({ read() {} });
    content.push(text.subarray(1));
    const closed = once(content, 'close');
    for await (const _part of createZipStream({ files: [fileOf('1.txt')], open: () => content, range: undefined })) {
      if (content.readableFlowing) break;
    }
    await closed;
  });

  test.each([
    [
      'cannot be opened',
      () => {
        throw new Error('no content');
      },
    ],
    [
      'cannot be read',
      () =>
        new Readable({
          read() {
            this.destroy(new Error('no content'));
          },
        }),
    ],
  ])('fails if a content %s', async (_, open) => {
    await expect(buffer(createZipStream({ files: [fileOf('1.txt')], open, range: undefined }))).rejects.toThrow(
      'no content',
    );
  });

  test('reads no more content once its reader has left, also while it skips the bytes before a range', async () => {
    const contents = ['1', '2'].map(fileOf);
    const opened: Readable[] = [];
    const open = () => {
      opened.push(new Readable({ read: () => undefined }));
      return opened.at(-1) as Readable; // Added in the line above.
    };
    const stream = createZipStream({ files: contents, open, range: { start: 1000, end: 1000 } });
    stream.resume();
    while (opened.length === 0) await setImmediate();
    stream.destroy();
    await once(stream, 'close');
    expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
  });
});
