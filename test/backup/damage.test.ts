import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../command-line/demo/seeded-random.js';
import { DamagedBackupError, PassphraseError } from '../../platform/backup/index.js';
import { createMigratedDatabase } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { backupOf, check, framesOf, restoreTo, withoutSecrets } from './support/archives.js';
import { emptyInstance, inspect } from './support/backup-instances.js';

const data = temporaryFolder();
let source: Awaited<ReturnType<typeof createMigratedDatabase>>;
let backup: Buffer;
let encrypted: Buffer;
let header: Buffer;
let frames: Buffer[];

beforeAll(async () => {
  source = await createMigratedDatabase();
  const instance = { url: source.url, dataDir: data.path };
  await inspect(instance, async (sql) => {
    await sql`insert into zones.nameserver_set (id, data)
      select number, array[md5(number::text), md5((-number)::text)] from generate_series(1, 14000) number`;
  });
  // Frames are sealed in the same way with a passphrase.
  backup = await backupOf(instance, withoutSecrets);
  encrypted = await backupOf(instance);
  ({ header, frames } = framesOf(backup));
});
afterAll(async () => {
  await source.drop();
  data.remove();
});

const joined = (parts: readonly (Buffer | undefined)[]) => Buffer.concat([header, ...(parts as Buffer[])]);

function changedAt(original: Buffer, position: number): Buffer {
  const changed = Buffer.from(original);
  changed.writeUInt8(changed.readUInt8(position) ^ 1, position);
  return changed;
}

describe('a backup', () => {
  test('is read completely if it is undamaged', async () => {
    expect(frames.length).toBeGreaterThan(30);
    const { summary } = await check(backup);
    expect(summary.rows).toBeGreaterThan(14_000);
  });

  test('is rejected if it is truncated in its header, within a part or between parts', async () => {
    const ends = [0, 1, 14, 15, 20, header.length - 1, header.length, header.length + 3, backup.length - 1];
    let at = header.length;
    for (const [index, frame] of frames.entries()) {
      at += frame.length;
      // A third of them, because each check reads all frames before it: within a frame, between two, and in the next.
      if (index % 3 === 0) ends.push(at + ((index / 3) % 3) - 1);
    }
    for (const end of ends.filter((end) => end < backup.length)) {
      await expect(check(backup.subarray(0, end)), `truncated at ${end}`).rejects.toThrow(DamagedBackupError);
    }
  });

  test('with any changed byte is rejected', async () => {
    const random = seededRandom(20_260_501);
    const places = Array.from({ length: 50 }, () => Math.floor(random() * backup.length));
    // All bytes before the frames, and the lengths and ends of frames.
    const early = Array.from({ length: header.length + 40 }, (_, index) => index).filter((index) => index % 5 === 0);
    for (const position of [...places, ...early, backup.length - 1]) {
      const changed = Buffer.from(backup);
      changed.writeUInt8((changed.readUInt8(position) ^ (1 << Math.floor(random() * 8))) & 0xff, position);
      await expect(check(changed), `byte ${position}`).rejects.toThrow(
        /^the backup (cannot be used|was made by a newer)/,
      );
    }
  });

  const changes: [string, () => Buffer][] = [
    ['with two swapped parts', () => joined(frames.with(20, frames[21] as Buffer).with(21, frames[20] as Buffer))],
    ['without one of its parts', () => joined(frames.toSpliced(25, 1))],
    ['with a repeated part', () => joined(frames.toSpliced(25, 0, frames[25] as Buffer))],
    ['without its last part', () => joined(frames.slice(0, -1))],
    ['with trailing data', () => Buffer.concat([backup, Buffer.from('x')])],
    ['followed by itself', () => Buffer.concat([backup, backup])],
    ['that is truncated in its rows', () => backup.subarray(0, Math.floor(backup.length / 2))],
    ['with a changed byte near its end', () => changedAt(backup, backup.length - 100)],
  ];

  test.each(changes)('%s is not restored, not even from a pipe', async (_, change) => {
    const target = await emptyInstance('url');
    await expect(check(change())).rejects.toThrow(DamagedBackupError);
    await expect(restoreTo(target, change())).rejects.toThrow(DamagedBackupError);
    const tables = await inspect(
      target,
      (sql) => sql`select from pg_namespace where nspname in ('alerts', 'zones', 'drizzle')`,
    );
    expect(tables).toHaveLength(0);
    expect(readdirSync(target.dataDir)).toEqual([]);
  });

  test('requires its passphrase if it is encrypted, and rejects a passphrase otherwise', async () => {
    await expect(check(encrypted, 'another passphrase')).rejects.toThrow(PassphraseError);
    await expect(check(encrypted, null)).rejects.toThrow(/--passphrase-file/);
  });

  test('with encryption contains no plaintext, and is rejected if it is truncated or changed', async () => {
    for (const plaintext of ['zones', 'nameserver_set', 'operator_tokens'])
      expect(encrypted.includes(plaintext)).toBe(false);
    await expect(check(encrypted)).resolves.toMatchObject({ summary: { rows: (await check(backup)).summary.rows } });
    await expect(check(encrypted.subarray(0, -1))).rejects.toThrow(/truncated/);
    for (const position of [encrypted.length - 1, Math.floor(encrypted.length / 2)]) {
      await expect(check(changedAt(encrypted, position))).rejects.toThrow(DamagedBackupError);
    }
  });
});
