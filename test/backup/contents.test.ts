import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { backupContents } from '../../command-line/backup/contents.js';
import { magic } from '../../platform/backup/archive/format.js';
import { ArchiveReader } from '../../platform/backup/index.js';
import { rampartSchemas } from '../../platform/database/migrate.js';
import { createEmptyDatabase, openDatabaseForTest } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { RunningRelease } from '../upgrade/support/services.js';
import { type ArchiveOptions, backupOf, restoreTo, withoutSecrets } from './support/archives.js';
import {
  backupFolder,
  emptyInstance,
  environmentOf,
  fillInstance,
  type Instance,
  inspect,
  passphrase,
} from './support/backup-instances.js';

/** All sections of a backup with their data. */
async function sectionsOf(backup: Buffer, options: ArchiveOptions = {}): Promise<Map<string, Buffer>> {
  const input = 'passphrase' in options ? options.passphrase : passphrase;
  const archive = await ArchiveReader.open(yieldWhole(backup), input === undefined ? [] : [input]);
  const sections = new Map<string, Buffer>();
  for await (const { section, data } of archive.sections()) {
    const name =
      section.kind === 'table' ? `${section.schema}.${section.name}` : section.kind === 'file' ? section.path : 'jobs';
    const parts: Buffer[] = [];
    for await (const bytes of data) parts.push(bytes);
    sections.set(name, Buffer.concat(parts));
  }
  return sections;
}

async function* yieldWhole(backup: Buffer): AsyncGenerator<Buffer> {
  yield backup;
}

/** Every table with its own rows, according to the standard catalog. */
const tablesOf = (sql: Sql) => sql<{ name: string }[]>`
  select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker') and table_type = 'BASE TABLE'
    and not exists (select from pg_partitioned_table where partrelid = format('%I.%I', table_schema, table_name)::regclass)`;

/** A filled instance on which a server has run once. Tests add to it. */
let instance: Instance;
let filledInstance: Awaited<ReturnType<typeof fillInstance>>;
let removeInstance: () => Promise<void>;

beforeAll(async () => {
  const [{ url, drop }, { path, remove }] = [await createEmptyDatabase(), temporaryFolder()];
  instance = { url, dataDir: path };
  removeInstance = async () => {
    remove();
    await drop();
  };
  filledInstance = await fillInstance(instance);
  const server = await RunningRelease.start(filledInstance.environment);
  await server.rampart(['drive', 'clients', 'add', 'tool']);
  expect(await server.stop()).toBe(0);
});
afterAll(() => removeInstance());

describe('a backup without secrets', () => {
  test('contains no secrets, and a backup with secrets contains them only encrypted', async () => {
    await inspect(instance, async (sql) => {
      await sql`insert into drive.mirror_key (name, secret) values ('test', 'a-signing-secret') on conflict (name) do nothing`;
    });
    write(instance.dataDir, 'mail/one.eml', 'an email with a key');
    write(instance.dataDir, 'unknown', 'a file that nobody knows');
    const secrets = await secretsOf(instance);
    expect(secrets.length).toBeGreaterThan(6);
    const backup = await backupOf(instance, withoutSecrets);
    const clear = Buffer.concat([...(await sectionsOf(backup, withoutSecrets)).values()]).toString('latin1');
    expect(clear).toContain('northwind');
    for (const secret of [...secrets, filledInstance.key])
      expect(clear.includes(secret), secret.slice(0, 12)).toBe(false);
    const encrypted = await backupOf(instance);
    for (const secret of secrets) expect(encrypted.includes(secret)).toBe(false);
    expect(encrypted.includes('northwind')).toBe(false);
  });

  test('restores tokens and keys, and the instance generates new secrets', async () => {
    const backup = await backupOf(instance, withoutSecrets);
    const target = await emptyInstance('url');
    await restoreTo(target, backup);
    expect(readdirSync(target.dataDir)).toEqual(['drive']);
    const server = await RunningRelease.start({ ...filledInstance.environment, ...environmentOf(target) });
    onTestFinished(async () => void (await server.stop()));
    expect((await server.domains('demo', filledInstance.key, 'northw')).length).toBeGreaterThan(0);
    await expect(server.generateKey('demo')).rejects.toThrow(/401/);
    expect(readFileSync(join(target.dataDir, 'admin-token'), 'utf8')).toMatch(/^rpt_/);
  });
});

describe('completeness of backups:', () => {
  test('every table of the database is in a backup, including unknown tables', async () => {
    await inspect(instance, async (sql) => {
      for (const schema of rampartSchemas())
        await sql.unsafe(`create table ${schema}."new ""table""" ("a b" int generated always as identity, text text)`);
      await sql.unsafe(`insert into alerts."new ""table""" (text) values (e'a\\tb\\\\c\\nd')`);
    });
    const sections = await sectionsOf(await backupOf(instance));
    const expected = (await inspect(instance, tablesOf)).map(({ name }) => name);
    expect([...sections.keys()]).toEqual(expect.arrayContaining(expected));
    expect(sections.get('alerts.new "table"')?.toString()).toBe('1\ta\\tb\\\\c\\nd\n');
  });

  test('every schema of the database belongs to the migrations or the job queue', async () => {
    const schemas = await inspect(
      instance,
      (sql) => sql<{ name: string }[]>`
      select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema$|public$)'`,
    );
    expect(schemas.map(({ name }) => name).sort()).toEqual([...rampartSchemas(), 'graphile_worker'].sort());
  });

  test('every file of the data directory is in a backup or explicitly excluded', async () => {
    for (const path of ['new-key', 'new/deep/file.bin', 'mail/one.eml', 'drive/content/ab/abc'])
      write(instance.dataDir, path, path);
    for (const path of ['drive/incoming/half', 'rampart.ini', 'whole.part', 'cluster/PG_VERSION', 'cluster/base/1'])
      write(instance.dataDir, path, path);
    write(instance.dataDir, '.cache/rampart/compiled', 'code');
    write(instance.dataDir, 'documents/report.md', 'served to clients');
    const sections = await sectionsOf(await backupOf(instance));
    const files = readdirSync(instance.dataDir, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(instance.dataDir, path)).isFile(),
    );
    const missing = files.filter((path) => !sections.has(path));
    expect(missing.sort()).toEqual([
      '.cache/rampart/compiled',
      'cluster/PG_VERSION',
      'cluster/base/1',
      'drive/incoming/half',
      'rampart.ini',
      'whole.part',
    ]);
    for (const path of files.filter((path) => sections.has(path))) {
      expect(sections.get(path)?.equals(readFileSync(join(instance.dataDir, path))), path).toBe(true);
    }
  });

  test('targets of symbolic links are in a backup, and broken links are rejected', async () => {
    const elsewhere = backupFolder().folder;
    write(elsewhere, 'content/ab/abc', 'on another disk');
    write(elsewhere, 'key.pem', 'a key');
    // A backup in the folder of the document site is ordinary content.
    write(elsewhere, 'content/cd/cde', Buffer.concat([magic, Buffer.from('the rest')]));
    mkdirSync(join(instance.dataDir, 'drive'), { recursive: true });
    rmSync(join(instance.dataDir, 'drive', 'content'), { recursive: true, force: true });
    symlinkSync(join(elsewhere, 'content'), join(instance.dataDir, 'drive', 'content'));
    symlinkSync(join(elsewhere, 'key.pem'), join(instance.dataDir, 'key.pem'));
    const sections = await sectionsOf(await backupOf(instance));
    expect(sections.get('drive/content/ab/abc')?.toString()).toBe('on another disk');
    expect(sections.get('key.pem')?.toString()).toBe('a key');
    expect(sections.has('drive/content/cd/cde')).toBe(true);
    symlinkSync('/nowhere', join(instance.dataDir, 'lost'));
    await expect(backupOf(instance)).rejects.toThrow(
      `the target of the link ${join(instance.dataDir, 'lost')} does not exist`,
    );
    rmSync(join(instance.dataDir, 'lost'));
    symlinkSync('..', join(instance.dataDir, 'drive', 'loop'));
    await expect(backupOf(instance)).rejects.toThrow('points to a directory that contains the link');
  });

  test('every column whose name indicates a secret is declared as a secret or explicitly excluded', async () => {
    const opened = await openDatabaseForTest();
    const columns = await opened.database.sql<{ name: string }[]>`
      select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
      where table_schema::text = any(${rampartSchemas()}::text[])
        and column_name ~ '(secret|password|passphrase|private|credential|salt|client_state|(^|_)(token|key)$)' order by 1`;
    const secrets = backupContents.secretTables;
    const isSecret = (name: string): boolean =>
      secrets.some(
        ({ table, replacements }) =>
          name.startsWith(`${table}.`) && (replacements === undefined || name.slice(table.length + 1) in replacements),
      );
    // A column that is listed here by mistake would be written unencrypted by --without-secrets.
    expect(columns.map(({ name }) => name).filter((name) => !isSecret(name))).toEqual(nonSecretColumns);
  });
});

/**
 * Columns whose names indicate a secret, but which contain none (hashes of random values, keys for comparison, names of
 * files), and columns of sessions, which backups exclude.
 */
const nonSecretColumns = [
  'drive.connection.credentials',
  'drive.mirror_client.secret_hash',
  'drive.subscription.client_state_hashes',
  'gateway.session.credential_id',
  'gateway.session.sealed_id_token',
  'gateway.session.sealed_refresh_token',
  'zones.account.email_key',
  'zones.account.username_key',
];

async function secretsOf(instance: Instance): Promise<string[]> {
  const rows = await inspect(
    instance,
    (sql) => sql<{ secret: string }[]>`
    select password_hash as secret from zones.account union all select secret from drive.mirror_key`,
  );
  const files = ['admin-token', 'licenses-key.pem', 'mail/one.eml', 'unknown'].map((path) =>
    readFileSync(join(instance.dataDir, path), 'utf8').trim(),
  );
  return [
    ...rows.map(({ secret }) => secret),
    ...files.map((content) => content.split('\n').at(content.includes('\n') ? 1 : 0) ?? content),
  ];
}

function write(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
