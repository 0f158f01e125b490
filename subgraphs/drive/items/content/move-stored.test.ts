import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type ContentFiles, combineFiles, type StoredFile } from './content-files.js';
import { readEncryptionKeys } from './encryption-keys.js';
import { folderFiles } from './folder-files.js';
import { moveStored } from './move-stored.js';
import { VerifiedContents } from './verified-contents.js';

const content = Buffer.from('content');
const sha256 = createHash('sha256').update(content).digest('hex');

test('content is removed from its source only when it is durable in the target', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [source, target] = [folderFiles(join(folder, 'source')), folderFiles(join(folder, 'target'))];
  mkdirSync(dirname(source.pathOf(sha256)), { recursive: true });
  writeFileSync(source.pathOf(sha256), content);
  const steps: string[] = [];
  const outcome = await moveStored({
    ...{ sha256, parts: folder, keys: readEncryptionKeys(''), verified: new VerifiedContents() },
    files: {
      ...source,
      async remove(...file) {
        steps.push('remove');
        return await source.remove(...file);
      },
    },
    target: {
      ...target,
      async flush(sha256s) {
        await target.flush(sha256s);
        steps.push(`flush ${sha256s}`);
      },
    },
  });
  expect(outcome).toBe('moved');
  expect(steps).toEqual([`flush ${sha256}`, 'remove']);
  expect(readdirSync(dirname(target.pathOf(sha256)))).toEqual([sha256]);
});

test('content that is moved while both storages are searched is found', async () => {
  const file = { size: content.length } as StoredFile;
  let isMoved = false;
  const bucket = {
    async open() {
      isMoved = true;
      return undefined;
    },
  };
  const directory = { open: async () => (isMoved ? file : undefined) };
  const files = combineFiles(bucket as unknown as ContentFiles, directory as unknown as ContentFiles);
  expect(await files.open(sha256)).toBe(file);
});

test.each([
  ['is kept if it was moved there while the other was stored', false, true],
  ['is removed if it was there before', true, false],
])('a file in the directory with the content of one that is stored in the bucket %s', async (_, isThere, isKept) => {
  const found = { size: content.length, close: async () => undefined } as unknown as StoredFile;
  let isInDirectory = isThere;
  const bucket = {
    async put() {
      isInDirectory = true;
    },
  };
  const directory = {
    open: async () => (isInDirectory ? found : undefined),
    async remove() {
      isInDirectory = false;
      return true;
    },
  };
  const files = combineFiles(bucket as unknown as ContentFiles, directory as unknown as ContentFiles);
  await files.put(sha256, 'path');
  expect(isInDirectory).toBe(isKept);
});
