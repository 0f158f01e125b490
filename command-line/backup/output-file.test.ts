import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeSigned } from './output-file.js';

const signed = { text: 'text', signature: Buffer.from('signature') };

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rampart-output-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a file and its signature are replaced together', async () => {
  const folder = folderForTest();
  const file = join(folder, 'head.json');
  expect(await writeSigned({ file }, async () => signed)).toBe(signed);
  await expect(writeSigned({ file }, async () => signed)).rejects.toThrow('head.json exists: ');
  await writeSigned({ file, force: true }, async () => ({ ...signed, text: 'another text' }));
  expect(readFileSync(file, 'utf8')).toBe('another text');
  expect(readFileSync(`${file}.sig`, 'utf8')).toBe('signature');
  expect(readdirSync(folder).toSorted()).toEqual(['head.json', 'head.json.sig']);
});

test.each(['', '.sig'])('a file and its signature are unchanged if FILE%s cannot be completed', async (suffix) => {
  const file = join(folderForTest(), 'head.json');
  for (const name of [file, `${file}.sig`]) writeFileSync(name, 'before');
  const writing = writeSigned({ file, force: true }, async () => {
    // Another command begins to write this file.
    unlinkSync(`${file}${suffix}.part`);
    writeFileSync(`${file}${suffix}.part`, '');
    return signed;
  });
  await expect(writing).rejects.toThrow('was replaced by another command');
  for (const name of [file, `${file}.sig`]) expect(readFileSync(name, 'utf8')).toBe('before');
});

test.each(['-', '/dev/null'])(
  'a signed file is not written to %s, which cannot have a signature beside it',
  async (file) => {
    await expect(writeSigned({ file, force: true }, async () => signed)).rejects.toThrow(/specify (a|another) file/);
  },
);

test('a symbolic link is not replaced', async () => {
  const folder = folderForTest();
  const [file, link] = [join(folder, 'head.json'), join(folder, 'link.json')];
  writeFileSync(file, 'before');
  symlinkSync(file, link);
  await expect(writeSigned({ file: link, force: true }, async () => signed)).rejects.toThrow('is a symbolic link');
  expect([readlinkSync(link), readFileSync(file, 'utf8')]).toEqual([file, 'before']);
});
