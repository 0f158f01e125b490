import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../support/command-line.js';
import { createMigratedDatabase } from '../support/index.js';
import { hasPeakMemory, peakOfCommand } from '../support/peak-memory.js';
import { backupOf, restoreTo, withoutSecrets } from './support/archives.js';
import { backupFolder, emptyInstance, inspect, instanceLabel } from './support/backup-instances.js';
import { contentOf } from './support/compare.js';

/** Deriving the key takes 128 MiB. */
test.runIf(hasPeakMemory)(
  'backup and restore of 250,000 rows take at most 100 MB more memory than those of ten rows',
  async () => {
    const { folder, passphraseFile } = backupFolder();
    const peaks: Record<string, number[]> = { backup: [], restore: [] };
    for (const rows of [10, 250_000]) {
      const { url, drop } = await createMigratedDatabase();
      onTestFinished(drop);
      const source = { url, dataDir: folder };
      await inspect(
        source,
        (sql) => sql`insert into zones.rdap_answer (domain, source, fetched_at, expires_at)
      select md5(number::text), 'x', number, number from generate_series(1, ${rows}) number`,
      );
      const file = join(folder, `of-${rows}`);
      const environment = { NODE_OPTIONS: '--max-old-space-size=64' };
      const passphrase = ['--passphrase-file', passphraseFile];
      const target = await emptyInstance('url');
      const backup = startCommand(['backup', file, ...passphrase, ...instanceLabel(source)], { environment });
      peaks.backup?.push(await peakOfCommand(backup));
      const restore = startCommand(['restore', file, ...passphrase, ...instanceLabel(target)], { environment });
      peaks.restore?.push(await peakOfCommand(restore));
      expect(await inspect(target, (sql) => sql`select count(*)::int from zones.rdap_answer`)).toEqual([
        { count: rows },
      ]);
    }
    for (const [smallPeak = 0, largePeak = 0] of Object.values(peaks)) {
      expect(smallPeak).toBeGreaterThan(0);
      expect(largePeak).toBeLessThan(smallPeak + 100);
    }
  },
);

test('values of any size and type are restored unchanged', async () => {
  const { url, drop } = await createMigratedDatabase();
  onTestFinished(drop);
  const source = { url, dataDir: backupFolder().folder };
  await inspect(source, async (sql) => {
    const odd = ['', '\\N', '\\.', 'a\tb\nc\r\\d', '\u0001\u007f\u00a0é漢🙂', 'null', '{}', '\'"`$$;--'];
    for (const [index, response] of [...odd, 'x'.repeat(10_000_000), null].entries()) {
      await sql`insert into zones.rdap_answer (domain, source, answer, fetched_at, expires_at)
        values (${`domain-${index}`}, ${response ?? ''}, ${response}, ${1.1 * index}, 'infinity')`;
    }
    // Nameservers are never null: the trigger that lists them does not expect it.
    await sql`alter table zones.nameserver_set disable trigger list_nameservers`;
    await sql`insert into zones.nameserver_set (id, data) values (1, '{}'), (-9223372036854775808, array['a,b', '"', null, '\\'])`;
    await sql`alter table zones.nameserver_set enable trigger list_nameservers`;
    await sql`insert into zones.zone (name, suffix, domains, observations, first_ingest, last_ingest, last_import_at, file_bytes, file_digest)
      values ('zone', '', 1, 1, 1, 1, 1, 1, '\\x00ff0a5c')`;
  });
  const target = await emptyInstance('url');
  await restoreTo(target, await backupOf(source, withoutSecrets));
  expect(await inspect(target, contentOf)).toEqual(await inspect(source, contentOf));
});
