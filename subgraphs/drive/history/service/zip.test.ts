import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { TreeEntry } from './files.js';
import { readZip, sizeOfZip } from './zip.js';

const text = Buffer.from('text');

function fileOf(path: string): TreeEntry {
  return { path, isFolder: false, content: { sha256: path, size: text.length }, modifiedAtEpoch: null };
}

function folderOf(path: string): TreeEntry {
  return { path, isFolder: true, content: null, modifiedAtEpoch: null };
}

async function bytesOf(files: readonly TreeEntry[]): Promise<Buffer> {
  const bytes = await buffer(readZip({ files, open: () => Readable.from([text]), range: undefined }));
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
    const files = [...Array.from({ length: 2000 }, (_, index) => folderOf(`${index}`)), fileOf('last.txt')];
    const open = () => {
      opened++;
      return Readable.from([text]);
    };
    for await (const _part of readZip({ files, open, range: undefined })) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(opened).toBe(0);
  });
});
