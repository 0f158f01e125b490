import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openOutput } from '../../command-line/backup/output-file.js';
import { createTables, knownMigrations } from '../../platform/database/migrate.js';
import { runTransaction } from '../../platform/database/transaction.js';
import { runHere } from '../command-line/support/run-here.js';
import { startCommand } from '../support/command-line.js';
import { createEmptyDatabase, createMigratedDatabase } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { type ArchiveOptions, backupOf, backupWithMigration, restoreTo, withoutSecrets } from './support/archives.js';
import {
  backupFolder,
  connectTo,
  emptyInstance,
  environmentOf,
  expectRejection,
  type Instance,
  inspect,
  instanceLabel,
  passphrase,
  succeed,
} from './support/backup-instances.js';
import { contentOf, shapeOf } from './support/compare.js';

const data = temporaryFolder();
let source: Instance;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createMigratedDatabase();
  source = { url: created.url, dataDir: data.path };
  drop = created.drop;
  await inspect(source, (sql) => sql`insert into zones.nameserver_set (id, data) values (1, '{a.example.}')`);
});
afterAll(async () => {
  await drop();
  data.remove();
});

/** A directory on another file system than temporary directories; undefined if this machine has none. */
const otherFileSystem = ['/dev/shm', '/tmp', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

describe('rampart backup', () => {
  test('rejects missing and short passphrases for secrets', async () => {
    const { folder } = backupFolder();
    const file = join(folder, 'backup');
    expect(await expectRejection(['backup', file, ...instanceLabel(source)])).toMatch(
      /--passphrase-file FILE.*--without-secrets/,
    );
    const short = join(folder, 'short');
    writeFileSync(short, 'too short\n');
    expect(await expectRejection(['backup', file, '--passphrase-file', short, ...instanceLabel(source)])).toMatch(
      /has 9 characters, but the minimum is 12/,
    );
    expect(
      await expectRejection(['backup', file, '--passphrase-file', join(folder, 'none'), ...instanceLabel(source)]),
    ).toMatch(/none: it does not exist/);
    expect(existsSync(file) || existsSync(`${file}.part`)).toBe(false);
  });

  test('reads the same passphrase from a file as the settings, and rejects a file with several lines', async () => {
    const { folder } = backupFolder();
    const passphraseFile = join(folder, 'passphrase');
    writeFileSync(passphraseFile, ` ${passphrase} \r\n`);
    const file = join(folder, 'backup');
    await succeed(['backup', file, '--passphrase-file', passphraseFile, ...instanceLabel(source)]);
    const environment = { RAMPART_BACKUP_PASSPHRASE_FILE: passphraseFile };
    await succeed(['restore', '--check', file], { environment });
    writeFileSync(passphraseFile, `${passphrase}\nof the backup\n`);
    const again = ['backup', file, '--force', '--passphrase-file', passphraseFile, ...instanceLabel(source)];
    expect(await expectRejection(again)).toMatch(/passphrase has several lines/);
  });

  test('reads the passphrase from the settings', async () => {
    const { folder, passphraseFile } = backupFolder();
    const environment = { RAMPART_BACKUP_PASSPHRASE: passphrase };
    await succeed(['backup', join(folder, 'backup'), ...instanceLabel(source)], { environment });
    await succeed(['restore', '--check', join(folder, 'backup'), '--passphrase-file', passphraseFile]);
  });

  test('replaces an existing file only with --force, and creates files that only their owner can read', async () => {
    const { folder, passphraseFile } = backupFolder();
    const file = join(folder, 'backup');
    writeFileSync(file, 'kept', { mode: 0o644 });
    const args = ['backup', file, '--passphrase-file', passphraseFile, ...instanceLabel(source)];
    expect(await expectRejection(args)).toMatch(/backup exists: .*--force/);
    expect(readFileSync(file, 'utf8')).toBe('kept');
    const counts = JSON.parse(await succeed([...args, '--force', '--json']));
    expect(counts).toMatchObject({
      file,
      bytes: statSync(file).size,
      isEncrypted: true,
      hasSecrets: true,
      files: expect.any(Number),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(
      await expectRejection(['backup', folder, '--passphrase-file', passphraseFile, ...instanceLabel(source)]),
    ).toMatch(/is not a regular file/);
  });

  test('writes to a device, and prints no report on standard output, which may be the device', async () => {
    const { passphraseFile } = backupFolder();
    const args = ['backup', '/dev/null', '--passphrase-file', passphraseFile, ...instanceLabel(source)];
    expect(await succeed(args)).toBe('');
  });

  test('removes its incomplete file if it cannot be renamed', async () => {
    const file = join(backupFolder().folder, 'backup');
    const output = await openOutput({ file });
    await output.sink.write([Buffer.from('a backup')]);
    mkdirSync(file);
    await expect(output.commit()).rejects.toThrow(/^cannot write to .*backup: it is a directory, not a file$/);
    await output.discard();
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  test('fails if the reader of its output stops, and does not report a failure of the database', async () => {
    const { passphraseFile } = backupFolder();
    const args = ['--passphrase-file', passphraseFile, ...instanceLabel(source)];
    const { process: command, result } = startCommand(['backup', '-', ...args]);
    command.stdout?.destroy();
    expect(await result).toMatchObject({
      code: 1,
      errors: 'rampart: cannot write to standard output: the other end was closed\n',
    });
  });

  test('fails for a database without tables', async () => {
    const { folder, passphraseFile } = backupFolder();
    const empty = await emptyInstance('url');
    const args = ['backup', join(folder, 'backup'), '--passphrase-file', passphraseFile, ...instanceLabel(empty)];
    expect(await expectRejection(args)).toMatch(/no Rampart tables/);
    expect(existsSync(join(folder, 'backup'))).toBe(false);
  });

  test('does not migrate the database, and rejects the database of a newer release', async () => {
    const { folder, passphraseFile } = backupFolder();
    const { url, drop: dropIt } = await createMigratedDatabase();
    onTestFinished(dropIt);
    const instance = { url, dataDir: folder };
    await inspect(
      instance,
      (sql) =>
        sql`insert into drizzle.rampart_migration (name, created_at, hash, release) values ('9999_next', 9999999999999, '', '7.1.0')`,
    );
    const args = ['backup', join(folder, 'backup'), '--passphrase-file', passphraseFile, ...instanceLabel(instance)];
    expect(await expectRejection(args)).toMatch(/newer release.*9999_next.*Rampart 7\.1\.0 or newer/);
  });
});

describe('rampart restore', () => {
  const fileOf = async (instance: Instance, options: ArchiveOptions = withoutSecrets) => {
    const { folder, passphraseFile } = backupFolder();
    const file = join(folder, 'backup');
    writeFileSync(file, await backupOf(instance, options));
    return { file, args: ['--passphrase-file', passphraseFile] };
  };

  test('rejects an instance with data, and accepts one that was only started', async () => {
    const { file, args } = await fileOf(source);
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(source)])).toMatch(
      /not empty \(zones\.nameserver_set contains rows\).*--data-dir DIR.*--url URL/,
    );
    const target = await emptyInstance('url');
    const server = await startServer(environmentOf(target));
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(target)])).toMatch(
      /server \(process \d+.*stop it, then run the command again/,
    );
    server.command.process.kill('SIGTERM');
    await server.command.result;
    await succeed(['restore', file, ...args, ...instanceLabel(target)]);
    expect(await inspect(target, contentOf)).toMatchObject({
      'zones.nameserver_set': expect.stringMatching(/^1 rows/),
    });
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(target)])).toMatch(/not empty/);
  });

  test('does not replace files of an embedded instance with data', async () => {
    const target = await emptyInstance('url');
    await succeed(['migrate', '--data-dir', target.dataDir]);
    const mine = join(target.dataDir, 'admin-token');
    writeFileSync(mine, 'of another instance', { mode: 0o600 });
    writeFileSync(join(source.dataDir, 'admin-token'), 'of the source', { mode: 0o600 });
    const { file, args } = await fileOf(source, {});
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(target)])).toMatch(
      /admin-token differs from the file in the backup.*--data-dir DIR/,
    );
    expect(readFileSync(mine, 'utf8')).toBe('of another instance');
    writeFileSync(mine, 'of the source');
    await succeed(['restore', file, ...args, ...instanceLabel(target)]);
  });

  test('does not replace files of the configured data directory if only another database is specified', async () => {
    const scratch = await emptyInstance('url');
    const mine = join(scratch.dataDir, 'admin-token');
    writeFileSync(mine, 'of another instance', { mode: 0o600 });
    writeFileSync(join(source.dataDir, 'admin-token'), 'of the source', { mode: 0o600 });
    const { file, args } = await fileOf(source, {});
    const environment = { RAMPART_SERVER_DATA_DIR: scratch.dataDir };
    const command = ['restore', file, ...args, '--url', scratch.url ?? ''];
    const rejected = await runHere(command, { environment });
    expect(rejected).toMatchObject({ code: 1, output: '' });
    expect(rejected.errors).toMatch(
      /admin-token differs from the file in the backup, and --url without --data-dir.*specify another data directory with --data-dir DIR/,
    );
    expect(readFileSync(mine, 'utf8')).toBe('of another instance');
    const folder = join(backupFolder().folder, 'restored');
    await succeed([...command, '--data-dir', folder], { environment });
    expect(readFileSync(mine, 'utf8')).toBe('of another instance');
    expect(readFileSync(join(folder, 'admin-token'), 'utf8')).toBe('of the source');
  });

  test('does not replace files of an instance with another database if the embedded one is specified', async () => {
    const { path: dataDir, remove } = temporaryFolder();
    onTestFinished(remove);
    const mine = join(dataDir, 'admin-token');
    writeFileSync(mine, 'of another instance', { mode: 0o600 });
    writeFileSync(join(source.dataDir, 'admin-token'), 'of the source', { mode: 0o600 });
    const { file, args } = await fileOf(source, {});
    const restore = ['restore', file, ...args, '--data-dir', dataDir, '--url', ''];
    // The first attempt creates the embedded database.
    for (const _ of ['first', 'second']) {
      expect(await expectRejection(restore)).toMatch(
        /admin-token differs from the file in the backup, and no instance uses the embedded database of .*--data-dir DIR/,
      );
      expect(readFileSync(mine, 'utf8')).toBe('of another instance');
    }
    await succeed(['migrate', '--data-dir', dataDir, '--url', '']);
    await succeed(restore);
    expect(readFileSync(mine, 'utf8')).toBe('of the source');
  });

  test('rejects a data directory that a server with another database uses', async () => {
    const { file, args } = await fileOf(source);
    const [used, scratch] = [await emptyInstance('url'), await emptyInstance('url')];
    const server = await startServer(environmentOf(used));
    onTestFinished(() => void server.command.process.kill('SIGKILL'));
    const target = { url: scratch.url, dataDir: used.dataDir };
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(target)])).toMatch(
      /server \(process \d+.*uses the data directory .* with another database: .*--data-dir DIR/,
    );
    server.command.process.kill('SIGTERM');
    await server.command.result;
  });

  test('rejects a database in use by a process of another machine', async () => {
    const { file, args } = await fileOf(source);
    const target = await emptyInstance('url');
    const other = connectTo(target.url ?? '');
    await other.unsafe("set application_name = 'rampart-jobs'");
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(target)])).toMatch(
      /using the database \(1 connection;.*stop its servers and workers/,
    );
  });

  test('rejects a database with session settings that would change the data, before it writes', async () => {
    const { file, args } = await fileOf(source);
    const target = await emptyInstance('url');
    const name = new URL(target.url ?? '').pathname.slice(1);
    await inspect(target, (sql) => sql.unsafe(`alter database ${name} set array_nulls = off`));
    expect(await expectRejection(['restore', file, ...args, ...instanceLabel(target)])).toMatch(
      /array_nulls is "off", not "on".*ALTER ROLE/,
    );
    expect(await inspect(target, contentOf)).toEqual({});
  });

  test('rejects an invalid or damaged backup, or one with another passphrase, before it writes', async () => {
    const { file, args } = await fileOf(source, {});
    const target = await emptyInstance('embedded');
    const { folder } = backupFolder();
    writeFileSync(join(folder, 'text'), 'no backup');
    writeFileSync(join(folder, 'short'), readFileSync(file).subarray(0, -20));
    writeFileSync(join(folder, 'other'), 'quite another passphrase');
    mkdirSync(join(folder, 'folder'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    const cases: [string[], RegExp][] = [
      [[join(folder, 'text'), ...args], /not a backup of Rampart/],
      [[join(folder, 'short'), ...args], /truncated at byte \d+/],
      [[file, '--passphrase-file', join(folder, 'other')], /the passphrase is wrong/],
      [[file], /is encrypted.*--passphrase-file/],
      [[join(folder, 'folder'), ...args], /is a directory/],
      [[join(folder, 'link'), ...args], /does not exist/],
    ];
    for (const [input, message] of cases) {
      expect(await expectRejection(['restore', ...input, ...instanceLabel(target)])).toMatch(message);
    }
    expect(existsSync(join(target.dataDir, 'postgresql'))).toBe(false);
  });

  test('reads from standard input what backup writes to standard output', async () => {
    const { folder, passphraseFile } = backupFolder();
    const target = await emptyInstance('url');
    const args = ['--passphrase-file', passphraseFile];
    const writing = startCommand(['backup', '-', '--json', ...args, ...instanceLabel(source)]);
    const reading = startCommand(['restore', '-', ...args, ...instanceLabel(target)], { keepsInput: true });
    writing.process.stdout?.pipe(reading.process.stdin as NodeJS.WritableStream);
    const backup = await writing.result;
    expect([backup.code, JSON.parse(backup.errors)]).toEqual([0, expect.objectContaining({ isEncrypted: true })]);
    expect(await reading.result).toMatchObject({ code: 0, errors: '' });
    expect(await inspect(target, contentOf)).toEqual(await inspect(source, contentOf));
    expect(existsSync(join(folder, '-'))).toBe(false);
  });

  test('reads a named pipe, as of a process substitution, once', async () => {
    const { file, args } = await fileOf(source);
    const target = await emptyInstance('url');
    const pipe = join(backupFolder().folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [restored] = await Promise.all([
      succeed(['restore', pipe, '--json', ...args, ...instanceLabel(target)]),
      pipeline(createReadStream(file), createWriteStream(pipe)),
    ]);
    expect(JSON.parse(restored)).toMatchObject({ file: pipe, rows: expect.any(Number) });
    expect(await inspect(target, contentOf)).toEqual(await inspect(source, contentOf));
  });

  test.skipIf(otherFileSystem === undefined)('writes contents to another disk that is linked', async () => {
    const elsewhere = mkdtempSync(join(otherFileSystem ?? '', 'rampart-contents-'));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const [path, text] = [join('drive', 'content', 'ab', 'abc'), 'on another disk'];
    mkdirSync(join(source.dataDir, dirname(path)), { recursive: true });
    writeFileSync(join(source.dataDir, path), text, { mode: 0o640 });
    const { file, args } = await fileOf(source);
    const target = await emptyInstance('url');
    mkdirSync(join(target.dataDir, 'drive'));
    symlinkSync(elsewhere, join(target.dataDir, 'drive', 'content'));
    await succeed(['restore', file, ...args, ...instanceLabel(target)]);
    expect(readFileSync(join(elsewhere, 'ab', 'abc'), 'utf8')).toBe(text);
    expect(statSync(join(elsewhere, 'ab', 'abc')).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(elsewhere, 'ab'))).toEqual(['abc']);
  });

  test('rejects a backup from a newer release, and names the required version', async () => {
    const target = await emptyInstance('url');
    await expect(restoreTo(target, await backupWithMigration({ name: '9999_next', release: '7.1.0' }))).rejects.toThrow(
      /newer release.*9999_next.*Rampart 7\.1\.0 or newer/,
    );
    expect(await inspect(target, contentOf)).toEqual({});
  });

  test('tries the first line of a passphrase file, which earlier releases used', async () => {
    const { file } = await fileOf(source, { passphrase: ` ${passphrase}` });
    const passphraseFile = `${file}.passphrase`;
    writeFileSync(passphraseFile, ` ${passphrase}\n; of the backup\n`);
    await succeed(['restore', '--check', file, '--passphrase-file', passphraseFile]);
  });

  test('migrates a backup from an older release', async () => {
    const { url, drop: dropIt } = await createEmptyDatabase();
    onTestFinished(dropIt);
    const old = { url, dataDir: backupFolder().folder };
    const names = knownMigrations();
    await inspect(old, async (sql) => {
      await runTransaction(sql, (transaction) => createTables(transaction, names.slice(0, 19)));
      await sql`insert into zones.nameserver_set (id, data) values (7, '{old.example.}')`;
      // The state that releases before 0.2.0 leave.
      await sql`drop table drizzle.rampart_migration`;
    });
    const { file, args } = await fileOf(old);
    const target = await emptyInstance('url');
    const counts = JSON.parse(await succeed(['restore', file, ...args, '--json', ...instanceLabel(target)]));
    expect(counts.migrated).toBe(names.length - 19);
    expect(await inspect(target, (sql) => sql`select data from zones.nameserver_set`)).toEqual([
      { data: ['old.example.'] },
    ]);
    const withoutSequences = (lines: string[]) => lines.filter((line) => !line.startsWith('sequence'));
    expect(withoutSequences(await inspect(target, shapeOf))).toEqual(withoutSequences(await inspect(source, shapeOf)));
  });
});
