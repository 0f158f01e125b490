import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { CheckResult } from '../../command-line/doctor/check.js';
import { assessDatabase, database, migrations, timeouts } from '../../command-line/doctor/checks/database.js';
import { type DatabaseInspection, openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { resultOf } from '../doctor/support/examine.js';
import { createEmptyDatabase, databaseSettingsForTest, testConfiguration } from '../support/index.js';
import { administer, databaseUrl } from '../support/test-cluster.js';

function resultWith(status: CheckResult['status'], message: RegExp): object {
  return expect.objectContaining({ status, message: expect.stringMatching(message) });
}

async function createEmptyDatabaseForTest(): Promise<string> {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  return url;
}

async function change(url: string, statement: string): Promise<void> {
  const { searchParams, pathname, username, password } = new URL(url);
  const sql = postgres({
    path: `${searchParams.get('host')}/.s.PGSQL.5432`,
    ...{ database: pathname.slice(1), user: username, password: decodeURIComponent(password), max: 1 },
  });
  await sql.unsafe(statement);
  await sql.end();
}

describe('a database', () => {
  test('is ok if it is migrated', async () => {
    const settings = await databaseSettingsForTest();
    expect(await resultOf(database, settings)).toEqual(
      resultWith('ok', /^PostgreSQL 1\d\.\d.*, postgres:\/\/rampart@/),
    );
    expect(await resultOf(migrations, settings)).toEqual(resultWith('ok', /^all \d+ migrations are applied$/));
  });

  test('without tables is reported with a warning, and remains unchanged', async () => {
    const settings = { DATABASE_URL: await createEmptyDatabaseForTest() };
    for (let time = 0; time < 2; time++) {
      expect(await resultOf(database, settings)).toEqual(resultWith('ok', /^PostgreSQL/));
      expect(await resultOf(migrations, settings)).toEqual(resultWith('warning', /^no migration is applied$/));
    }
  });

  test('of an older or newer version is reported with an instruction', async () => {
    const settings = await databaseSettingsForTest();
    const newest = '(select max(created_at) from drizzle.__drizzle_migrations)';
    await change(
      settings.DATABASE_URL,
      `delete from drizzle.rampart_migration where created_at = ${newest};
       delete from drizzle.__drizzle_migrations where created_at = ${newest}`,
    );
    expect(await resultOf(migrations, settings)).toMatchObject({
      ...{ status: 'warning', message: expect.stringMatching(/^1 of \d+ migrations are not applied$/) },
      action: expect.stringContaining('rampart migrate'),
    });
    await change(
      settings.DATABASE_URL,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e15)`,
    );
    expect(await resultOf(migrations, settings)).toEqual(resultWith('failed', /newer version/));
  });

  test('whose user may not create objects is reported as failed before the migrations, and with a warning after them', async () => {
    const name = `user_${randomBytes(4).toString('hex')}`;
    const cluster = inject('postgres');
    await administer(cluster, (sql) => sql.unsafe(`create role ${name} login password 's3cret'`));
    const settingsOf = (url: string): Record<string, string> => {
      const database = new URL(url).pathname.slice(1);
      return { DATABASE_URL: databaseUrl({ ...cluster, user: name, password: 's3cret' }, database) };
    };
    const empty = await createEmptyDatabaseForTest();
    expect(await resultOf(database, settingsOf(empty))).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/the user of \[database\] url cannot create the extension pg_trgm$/),
    });
    await change(empty, 'create extension pg_trgm');
    expect(await resultOf(database, settingsOf(empty))).toEqual(
      resultWith('failed', /the user of \[database\] url cannot create schemas$/),
    );
    const { DATABASE_URL: migrated } = await databaseSettingsForTest();
    await change(
      migrated,
      `grant usage on schema drizzle to ${name}; grant select on all tables in schema drizzle to ${name}`,
    );
    expect(await resultOf(database, settingsOf(migrated))).toEqual(
      resultWith('warning', /cannot create schemas, which migrations/),
    );
    await change(migrated, `drop owned by ${name}`);
    await administer(cluster, (sql) => sql.unsafe(`drop role ${name}`));
  });

  test('with another encoding, or that is read-only, is reported as failed', async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const cluster = inject('postgres');
    await administer(cluster, (sql) =>
      sql.unsafe(`create database ${name} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`),
    );
    onTestFinished(() => administer(cluster, (sql) => sql.unsafe(`drop database ${name} with (force)`)));
    const settings = { DATABASE_URL: databaseUrl(cluster, name) };
    expect(await resultOf(database, settings)).toEqual(resultWith('failed', /uses the encoding SQL_ASCII$/));
    const empty = await createEmptyDatabaseForTest();
    await change(empty, `alter database ${new URL(empty).pathname.slice(1)} set default_transaction_read_only = on`);
    expect(await resultOf(database, { DATABASE_URL: empty })).toEqual(resultWith('failed', /is read-only$/));
  });

  test('whose sessions have settings with which results are wrong is not opened until the reported statements are run', async () => {
    const { DATABASE_URL } = await databaseSettingsForTest();
    const configuration = testConfiguration({ DATABASE_URL });
    const name = new URL(DATABASE_URL).pathname.slice(1);
    const unsuitable = {
      ...{ array_nulls: 'off', bytea_output: 'escape', default_transaction_isolation: 'serializable' },
      ...{ extra_float_digits: '0', standard_conforming_strings: 'off' },
    };
    for (const [setting, value] of Object.entries(unsuitable)) {
      await change(DATABASE_URL, `alter database ${name} set ${setting} = '${value}'`);
    }
    await expect(openDatabase({ configuration, log: silentLog })).rejects.toThrow(
      /array_nulls is "off", not "on", bytea_output is "escape", not "hex", default_transaction_isolation is "serializable", not "read committed", extra_float/,
    );
    const result = await resultOf(database, { DATABASE_URL });
    expect(result).toEqual(resultWith('failed', /standard_conforming_strings is "off", not "on"$/));
    await change(DATABASE_URL, result.action?.replace(/^.*?: /, '') ?? '');
    expect(await resultOf(database, { DATABASE_URL })).toEqual(resultWith('ok', /^PostgreSQL/));
    await (await openDatabase({ configuration, log: silentLog })).close();
  });

  test('whose sessions have time limits is reported with a warning until the reported statements are run', async () => {
    const { DATABASE_URL } = await databaseSettingsForTest();
    const name = new URL(DATABASE_URL).pathname.slice(1);
    for (const setting of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) {
      await change(DATABASE_URL, `alter database ${name} set ${setting} = '20s'`);
    }
    const result = await resultOf(timeouts, { DATABASE_URL });
    expect(result).toEqual(resultWith('warning', /lock_timeout is 20000 ms, statement_timeout is 20000 ms; imports/));
    await change(DATABASE_URL, result.action?.replace(/^.*?: /, '') ?? '');
    expect(await resultOf(timeouts, { DATABASE_URL })).toEqual(resultWith('ok', /^no timeout is set/));
  });

  test('that permits fewer connections than the server can need is reported with a warning until the limit is changed', async () => {
    const name = `user_${randomBytes(4).toString('hex')}`;
    const cluster = inject('postgres');
    const { DATABASE_URL: url } = await databaseSettingsForTest();
    const databaseName = new URL(url).pathname.slice(1);
    await change(
      url,
      `create role ${name} login password 's3cret' connection limit 35; grant usage on schema drizzle to ${name};
       grant select on all tables in schema drizzle to ${name}; grant create on database ${databaseName} to ${name};
       alter database ${databaseName} connection limit 30`,
    );
    const settings = {
      DATABASE_URL: databaseUrl({ ...cluster, user: name, password: 's3cret' }, databaseName),
      RAMPART_SERVER_WORKERS: '2',
    };
    for (const limit of ['database permits 30', 'user permits 35']) {
      const result = await resultOf(database, settings);
      expect(result).toEqual(resultWith('warning', RegExp(`the connection limit of the ${limit} connections, .* 36;`)));
      await change(url, result.action?.replace(/^.*?: /, '') ?? '');
    }
    expect(await resultOf(database, settings)).toEqual(resultWith('ok', /^PostgreSQL/));
    expect(await resultOf(database, { ...settings, RAMPART_DATABASE_POOL_SIZE: '300' })).toEqual(
      resultWith('warning', /connection limit of the (user|database) permits 36 connections, .* 616;/),
    );
    await change(url, `alter role ${name} connection limit -1; alter database ${databaseName} connection limit -1`);
    expect(await resultOf(database, { ...settings, RAMPART_DATABASE_POOL_SIZE: '300' })).toMatchObject({
      ...{ status: 'warning', message: expect.stringMatching(/: max_connections permits \d+ connections, .* 616;/) },
      action: expect.stringMatching(/or increase max_connections of PostgreSQL$/),
    });
    await change(url, `drop owned by ${name}`);
    await administer(cluster, (sql) => sql.unsafe(`drop role ${name}`));
  });

  test('is reported as failed, without its password, if it cannot be opened', async () => {
    const cluster = inject('postgres');
    const unknown = databaseUrl(cluster, 'no_such_database');
    expect(await resultOf(database, { DATABASE_URL: unknown })).toEqual(
      resultWith('failed', /: the database does not exist \(3D000\)$/),
    );
    const wrong = databaseUrl({ ...cluster, password: 'wr0ng-s3cret' }, 'postgres');
    const rejected = await resultOf(database, { DATABASE_URL: wrong });
    expect(rejected).toEqual(resultWith('failed', /: the password is wrong \(28P01\)$/));
    expect(JSON.stringify(rejected)).not.toContain('wr0ng-s3cret');
    const unreachable = { DATABASE_URL: 'postgres://ada:wr0ng-s3cret@127.0.0.1:1/x' };
    expect(await resultOf(database, unreachable)).toEqual(
      resultWith('failed', /^postgres:\/\/ada@127\.0\.0\.1:1\/x: the connection was refused/),
    );
    expect(await resultOf(migrations, unreachable)).toEqual(resultWith('skipped', /cannot be reached/));
  });
});

describe('the properties of a database', () => {
  const inspection: DatabaseInspection = {
    ...{ versionNumber: 150_000, version: '15.0', encoding: 'UTF8', isReadOnly: false, dataDirectory: null },
    ...{
      trigramExtension: 'installed',
      canCreateSchemas: true,
      isConnectionPrivate: true,
      clock: { aheadMs: 0, toleranceMs: 0 },
    },
    unsuitableSettings: [],
    timeouts: [],
    connectionLimit: { kind: 'server', connections: 18, statement: null },
    migrations: { applied: 1, pending: 0, isNewer: false },
  };

  test.each<[CheckResult['status'], Partial<DatabaseInspection>, RegExp]>([
    ['ok', {}, /^PostgreSQL 15\.0, it$/],
    ['ok', { dataDirectory: '/d' }, /its files are in \/d$/],
    ['failed', { versionNumber: 140_099, version: '14.99' }, /is PostgreSQL 14\.99$/],
    ['failed', { trigramExtension: 'not available' }, /does not have the extension pg_trgm$/],
    ['ok', { trigramExtension: 'can be created' }, /^PostgreSQL/],
    [
      'warning',
      { connectionLimit: { kind: 'server', connections: 17, statement: null } },
      /^it: max_connections permits 17 connections, but the server can need 18; requests then fail$/,
    ],
    ['warning', { isConnectionPrivate: false }, /^it is on another machine, and the connection is not encrypted$/],
  ])('have the status %s with %j', (status, changes, message) => {
    expect(assessDatabase('it', { ...inspection, ...changes }, 18)).toEqual(resultWith(status, message));
  });
});
