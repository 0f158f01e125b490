import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openResumableFile } from './resumable-file.js';

const exportIds = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;

describe('a file that two commands write with --force', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rampart-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
  });

  async function openBoth() {
    const path = join(folder, 'zone.txt');
    const first = await openResumableFile(path, true);
    await first.begin(exportIds[0]);
    await first.write(Buffer.from('first, with a longer text'));
    const second = await openResumableFile(path, true);
    await second.begin(exportIds[1]);
    await second.write(Buffer.from('second'));
    return { path, first, second };
  }

  test.each(['the first', 'the second'])('has the content of the second if %s ends first', async (winner) => {
    const { path, first, second } = await openBoth();
    if (winner === 'the second') await second.commit();
    await expect(first.commit()).rejects.toThrow('was not written, because another command began to write it');
    if (winner === 'the first') await second.commit();
    expect(readFileSync(path, 'utf8')).toBe('second');
    expect(readdirSync(folder)).toEqual(['zone.txt']);
  });
});
