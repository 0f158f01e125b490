import { symlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Database, NewerDatabaseError, openDatabase, type Parameter } from '../../platform/database/index.js';
import { startJobWorker } from '../../platform/job-worker.js';
import { createLog, silentLog as log } from '../../platform/log.js';
import { openDatabaseLink } from '../balancers/support/database-link.js';
import {
  createEmptyDatabase,
  databaseSettingsForTest,
  openDatabaseForTest,
  runText,
  testConfiguration,
} from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';

const { signal } = new AbortController();
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const backend = 'pg_backend_pid()';

/** Id of the PostgreSQL process that runs a read with this maximum number of rows. */
async function backendOf(database: Database, maxRows: number): Promise<number | undefined> {
  const [row] = await database.read({ signal, rows: maxRows }, (sql) => runText(sql, `select ${backend}`, ['pid']));
  return row?.pid as number | undefined; // PostgreSQL returns an integer.
}

describe('the database', () => {
  test('is migrated when it is opened', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(true);
    const rows = await database.guard((sql) => sql`select count(*)::int as alerts from alerts.alert`);
    expect(rows[0]).toEqual({ alerts: 0 });
  });

  test('is migrated once if many processes open it concurrently', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const configuration = testConfiguration({ DATABASE_URL: url });
    const opened = await Promise.all(Array.from({ length: 8 }, () => openDatabase({ configuration, log })));
    expect(opened.every((database) => database.ready())).toBe(true);
    await Promise.all(opened.map((database) => database.close()));
  });

  test('is rejected if a newer version has migrated it', async () => {
    const { database, configuration } = await openDatabaseForTest();
    await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)`;
    await expect(openDatabase({ configuration, log })).rejects.toThrow(NewerDatabaseError);
  });

  test('fails with STORE_UNAVAILABLE if it cannot be reached', async () => {
    const configuration = testConfiguration({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
    const database = await openDatabase({ configuration, log });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(false);
    await expect(database.guard((sql) => sql`select 1`)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test.runIf(hasIpv6)('is found at an IPv6 address', async () => {
    const { DATABASE_URL } = await databaseSettingsForTest();
    const { url } = await openDatabaseLink(DATABASE_URL, '::1');
    // Of several hosts, the primary is found by a query.
    const ofTwoHosts = url.replace(/@(?<host>.*)\//, '@$<host>,$<host>/');
    const environment = { DATABASE_URL: ofTwoHosts, RAMPART_DATABASE_READ_URL: url };
    const lines: string[] = [];
    const logged = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
    const database = await openDatabase({ configuration: testConfiguration(environment), log: logged });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(true);
    expect(await database.aggregate({ signal }, (sql) => runText(sql, 'select 1', ['one']))).toEqual([{ one: 1 }]);
    expect(lines.join('')).toContain('is not a standby of the primary');
  });

  test.each([
    ['in the query', (url: string, folder: string) => `${url.replace(/\?.*/, '')}?host=${folder}&port=5433`],
    ['of the host', (url: string, folder: string) => `${url.replace(/\/(\w+)\?.*/, ':5433/$1')}?host=${folder}`],
    [
      'of the environment',
      (url: string, folder: string) => {
        const { username, password, pathname } = new URL(url);
        vi.stubEnv('PGUSER', username).stubEnv('PGPASSWORD', decodeURIComponent(password));
        vi.stubEnv('PGHOST', folder).stubEnv('PGPORT', '5433');
        onTestFinished(() => void vi.unstubAllEnvs());
        return `postgres://${pathname}`;
      },
    ],
  ])('is found at the socket with the port %s, even by its jobs', async (_, at) => {
    const { DATABASE_URL } = await databaseSettingsForTest();
    const { path: folder, remove } = temporaryFolder();
    onTestFinished(remove);
    symlinkSync(join(inject('postgres').host, '.s.PGSQL.5432'), join(folder, '.s.PGSQL.5433'));
    const configuration = testConfiguration({ DATABASE_URL: at(DATABASE_URL, folder) });
    const database = await openDatabase({ configuration, log });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(true);
    const worker = startJobWorker({ database, jobs: [], log });
    await worker.started;
    expect(worker.isProcessingJobs()).toBe(true);
    await worker.stop();
  });

  test.each([
    ['at a socket', (url: string) => url],
    [
      'at two addresses, whose primary is located',
      async (url: string) => (await openDatabaseLink(url)).url.replace(/@(?<host>.*)\//, '@$<host>,$<host>/'),
    ],
  ])('has the name that the URL percent-encodes, even for its jobs: %s', async (_, at) => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const name = new URL(url).pathname.slice(1);
    const encoded = url.replace(name, name.replaceAll('_', '%5F'));
    const database = await openDatabase({
      configuration: testConfiguration({ DATABASE_URL: await at(encoded) }),
      log,
    });
    onTestFinished(() => database.close());
    expect(await database.sql`select current_database() as name`).toEqual([{ name }]);
    const worker = startJobWorker({ database, jobs: [], log });
    onTestFinished(() => worker.stop());
    await worker.started;
    expect(worker.isProcessingJobs()).toBe(true);
  });

  test('returns arrays of strings, ids and numbers, with nulls', async () => {
    const { database } = await openDatabaseForTest();
    const id = '5cbf1f5c-9d5c-4f6c-8a1f-0c3f2f0a7b11';
    const [row] =
      await database.sql`select '{a,NULL}'::text[] as text, '{a}'::varchar[] as varchar, '{a}'::name[] as name,
      array[${id}::uuid] as uuid, '{9007199254740993}'::bigint[] as bigint, '{1,NULL}'::int[] as integer,
      '{-1}'::smallint[] as smallint, '{1.5}'::real[] as real, '{0.1,NaN}'::float8[] as double`;
    expect(row).toEqual({
      ...{ text: ['a', null], varchar: ['a'], name: ['a'], uuid: [id], bigint: ['9007199254740993'] },
      ...{ integer: [1, null], smallint: [-1], real: [1.5], double: [0.1, Number.NaN] },
    });
    const [sent] = await database.sql`select ${[1, 2]}::int[] as numbers, ${['a', null]}::text[] as texts`;
    expect(sent).toEqual({ numbers: [1, 2], texts: ['a', null] });
  });

  test('stores and returns arrays of any strings, with nulls', async () => {
    const { database } = await openDatabaseForTest();
    const arrays = [[], ['a', 'b'], ['', null, 'NULL', 'null'], ['say "no"', 'C:\\', '{1,2}', ' ü\n']];
    for (const sent of arrays) {
      const statement = 'select $1::text[], cardinality($1::text[])';
      const rows = await database.guard((sql) => runText(sql, statement, ['sent', 'count'], [sent]));
      expect(rows).toEqual([{ sent, count: sent.length }]);
    }
  });

  test('pipelines reads over one connection, each with its own result or error', async () => {
    const { database } = await openDatabaseForTest();
    await backendOf(database, 1);
    const statement = `select 1 / ($1::int - 7), $1::int, ${backend}`;
    const read = (input: number | undefined) =>
      database.read({ signal, rows: 1 }, (sql) =>
        // Untyped callers can pass values that the types exclude.
        runText(sql, statement, ['quotient', 'given', 'pid'], [input as number]),
      );
    await read(0);
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const responses = await Promise.allSettled(numbers.map((number) => read(number === 11 ? undefined : number)));
    expect(responses[7]).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(responses[11]).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('undefined') },
    });
    const fulfilled = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
    expect(fulfilled.map((row) => row.given)).toEqual(numbers.filter((number) => number !== 7 && number !== 11));
    expect(new Set(fulfilled.map((row) => row.pid)).size).toBe(1);
  });

  test('returns the correct results of pipelined reads while the type of a column changes', async () => {
    const { database } = await openDatabaseForTest();
    await database.sql`create table kept (id int primary key, value int)`;
    await database.sql`insert into kept select id, id from generate_series(1, 100) id`;
    const readPrepared = (id: number) =>
      database.read({ signal, rows: 1 }, (sql) =>
        runText(sql, 'select value from kept where id = $1::int', ['kept'], [id]),
      );
    const readOther = (id: number) =>
      database.read({ signal, rows: 1 }, (sql) => runText(sql, 'select $1::int', ['other'], [id]));
    for (const id of [1, 2]) await Promise.all([readPrepared(id), readOther(id)]);
    await database.sql`alter table kept alter column value type text using 'text ' || value`;
    const rows = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        for (let turn = 0; turn < index % 4; turn++) await immediate();
        return await (index % 2 === 0 ? readPrepared(index + 1) : readOther(index + 1));
      }),
    );
    expect(rows).toEqual(
      rows.map((_, index) => [index % 2 === 0 ? { kept: `text ${index + 1}` } : { other: index + 1 }]),
    );
  });

  test('runs reads with more than 200 rows, and unprepared ones, concurrently with pipelined reads', async () => {
    const { database } = await openDatabaseForTest();
    await backendOf(database, 1);
    const [pipelined, largest, larger] = await Promise.all(
      [1, 200, 201].map((maxRows) => backendOf(database, maxRows)),
    );
    expect(largest).toBe(pipelined);
    expect(larger).not.toBe(pipelined);
    const [other] = await database.read(
      { signal, rows: 1 },
      (sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid`,
    );
    expect(other?.pid).not.toBe(pipelined);
  });

  test('routes pipelined reads around a blocked one', async () => {
    const { database } = await openDatabaseForTest();
    const pipelined = await backendOf(database, 1);
    let pending: Promise<unknown> = Promise.resolve();
    await database.transaction(async (sql) => {
      await sql`select pg_advisory_xact_lock(1)`;
      const heldUp = database.read({ signal, rows: 1 }, (blockerSql) =>
        runText(blockerSql, 'select pg_advisory_xact_lock_shared(1)', []),
      );
      // Each waits for the pipelined connection, until reads no longer wait for the blocked one.
      const reads: Promise<number | undefined>[] = [];
      let first: number | undefined;
      await expect
        .poll(() => {
          reads.push(backendOf(database, 1).then((pid) => (first ??= pid)));
          return first;
        })
        .toBeDefined();
      expect(first).not.toBe(pipelined);
      pending = Promise.all([heldUp, ...reads]);
    });
    await pending;
    await expect.poll(() => backendOf(database, 1)).toBe(pipelined);
  });

  test('pipelines reads regardless of what was prepared on other databases before', async () => {
    const { database: otherDatabase } = await openDatabaseForTest();
    for (let count = 0; count <= 400; count++) {
      await otherDatabase.guard((sql) => runText(sql, `select ${count} as "count"`, ['count']));
    }
    const { database } = await openDatabaseForTest();
    const pipelined = await backendOf(database, 1);
    expect(await Promise.all([1, 1].map((maxRows) => backendOf(database, maxRows)))).toEqual([pipelined, pipelined]);
  });

  test('prepares a statement once, regardless of the types of its parameters', async () => {
    const { database } = await openDatabaseForTest();
    const { signal } = new AbortController();
    const read = async (statement: string, values: Parameter[] = []) =>
      await database.read({ signal, rows: 1 }, (sql) => runText(sql, statement, ['result'], values));
    const statement = 'select $1::text || $2::integer || coalesce($3::boolean::text, $4::text[]::text)';
    const equalValues = Array.from({ length: 10 }, () => ['a', 1, true, null]);
    const results: unknown[] = [];
    for (const values of [...equalValues, ['b', '2', null, ['c']], [1, 3, false, null]]) {
      results.push((await read(statement, values))[0]?.result);
    }
    expect(results.slice(-3)).toEqual(['a1true', 'b2{c}', '13false']);
    const prepared = 'select parameter_types::text from pg_prepared_statements where cardinality(parameter_types) = 4';
    expect(await read(prepared)).toEqual([{ result: '{text,integer,boolean,text[]}' }]);
  });

  test('pipelines reads with a single connection', async () => {
    const { database } = await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: '1' });
    expect(await backendOf(database, 1)).toBe(await backendOf(database, 1000));
  });

  test('resumes pipelined reads after their connections were terminated', async () => {
    const { database } = await openDatabaseForTest();
    const pipelined = await backendOf(database, 1);
    const reads = Array.from({ length: 30 }, () => backendOf(database, 1));
    await database.sql`select pg_terminate_backend(${pipelined ?? 0})`;
    const responses = await Promise.allSettled([...reads, ...Array.from({ length: 30 }, () => backendOf(database, 1))]);
    // Reads in progress are repeated on another connection.
    expect(responses.filter(({ status }) => status === 'rejected')).toEqual([]);
    await expect
      .poll(async () => new Set(await Promise.all([1, 1, 1, 1].map((maxRows) => backendOf(database, maxRows)))).size)
      .toBe(1);
  });

  test('recovers after all connections were terminated', async () => {
    const { database } = await openDatabaseForTest();
    const sql = database.sql;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`.catch(
      () => [],
    );
    const responses = await Promise.allSettled(
      [1, 2, 3].map(() => database.guard((blockerSql) => blockerSql`select 1 as one`)),
    );
    const rejected = responses.filter((response) => response.status === 'rejected').map((response) => response.reason);
    expect(rejected.every((reason) => reason.code === 'STORE_UNAVAILABLE')).toBe(true);
    expect(await database.guard((blockerSql) => blockerSql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});
