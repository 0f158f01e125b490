import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { standby as standbyCheck } from '../../command-line/doctor/checks/standby.js';
import { contextOf } from '../../command-line/doctor/examine.js';
import { loadConfigurationWithOrigins } from '../../platform/configuration/index.js';
import { openPool } from '../../platform/database/connection.js';
import { type Database, openDatabase } from '../../platform/database/index.js';
import { StandbyReads } from '../../platform/database/standby-reads.js';
import { silentLog as log } from '../../platform/log.js';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../faults/support/replicated-postgres.js';
import { createEmptyDatabase, runText, testConfiguration } from '../support/index.js';
import { systemPostgresBinaries } from '../support/system-postgres.js';
import { openDatabaseLink } from './support/database-link.js';

if (systemPostgresBinaries() === undefined) {
  console.log('PostgreSQL 15 or newer is not installed here: reads on a standby are not tested.');
}

const { signal } = new AbortController();

describe.skipIf(systemPostgresBinaries() === undefined)('[database] read_url', () => {
  let pair: ReplicatedPostgres;
  let standby: postgres.Sql;

  beforeAll(async () => {
    pair = (await startReplicatedPostgres()) as ReplicatedPostgres; // Debian's PostgreSQL is installed.
    standby = postgres(pair.standby.url, { max: 1, onnotice: () => {} });
    const sql = postgres(pair.primary.url, { max: 1 });
    await sql`create table public.counter (value int)`;
    await sql`insert into public.counter values (0)`;
    await sql.end();
  });
  afterAll(async () => {
    await standby?.end();
    pair?.close();
  });
  beforeEach(async () => {
    await standby`select pg_wal_replay_resume()`;
  });

  async function open(readUrl: string, poolSize = '10'): Promise<Database> {
    const environment = { DATABASE_URL: pair.primary.url, RAMPART_DATABASE_READ_URL: readUrl };
    const configuration = testConfiguration({ ...environment, RAMPART_DATABASE_POOL_SIZE: poolSize });
    const database = await openDatabase({ configuration, log });
    onTestFinished(() => database.close());
    return database;
  }

  /** The counter, and whether it was read from a standby. */
  async function readCounter(database: Database, delaySeconds = 0): Promise<{ value: number; onStandby: boolean }> {
    const query = `select value, pg_is_in_recovery() from public.counter, pg_sleep(${delaySeconds})`;
    const [row] = await database.read({ signal }, (sql) => runText(sql, query, ['value', 'onStandby']));
    return row as { value: number; onStandby: boolean };
  }

  const increment = async (database: Database): Promise<void> => {
    await database.transaction((sql) => sql`update public.counter set value = value + 1`);
  };

  const waitForStandby = (database: Database) =>
    expect.poll(async () => (await readCounter(database)).onStandby, { interval: 50 }).toBe(true);

  test.each(['1', '10'])(
    'is used for long reads and aggregates, but not for writes or short reads, with a pool of size %s',
    async (poolSize) => {
      const database = await open(pair.standby.url, poolSize);
      await waitForStandby(database);
      const where = 'select pg_is_in_recovery()';
      const [aggregate] = await database.aggregate({ signal }, (sql) => runText(sql, where, ['onStandby']));
      expect(aggregate).toEqual({ onStandby: true });
      const [short] = await database.read({ signal, rows: 1 }, (sql) => runText(sql, where, ['onStandby']));
      expect(short).toEqual({ onStandby: false });
      const [general] = await database.guard((sql) => runText(sql, where, ['onStandby']));
      expect(general).toEqual({ onStandby: false });
    },
  );

  test('always returns data that was committed before the read', async () => {
    const database = await open(pair.standby.url);
    const other = await open('');
    await waitForStandby(database);
    let onStandby = 0;
    let lastValue = (await readCounter(other)).value;
    for (let round = 0; round < 100; round++) {
      // The writes simulate another process.
      await increment(other);
      lastValue++;
      const reads = await Promise.all([1, 2, 3].map(() => readCounter(database)));
      expect(reads.map(({ value }) => value)).toEqual([lastValue, lastValue, lastValue]);
      onStandby += reads.filter((read) => read.onStandby).length;
    }
    expect(onStandby).toBeGreaterThan(0);
  });

  test('is not used while the standby lags', async () => {
    const database = await open(pair.standby.url);
    await waitForStandby(database);
    await standby`select pg_wal_replay_pause()`;
    const counter = await readCounter(database);
    await increment(database);
    expect(await readCounter(database)).toEqual({ value: counter.value + 1, onStandby: false });
    await standby`select pg_wal_replay_resume()`;
    await waitForStandby(database);
  });

  test('is used after the primary has started a new WAL file', async () => {
    const database = await open(pair.standby.url);
    const sql = postgres(pair.primary.url, { max: 1 });
    onTestFinished(() => sql.end());
    await sql`select pg_switch_wal()`;
    // The position for the next record is after the header of the file, which no standby has received yet.
    await expect.poll(async () => (await readCounter(database)).onStandby, { timeout: 3000 }).toBe(true);
  });

  test('provides a new snapshot for each statement, regardless of the default of the database', async () => {
    const sql = postgres(pair.primary.url, { max: 1 });
    onTestFinished(async () => {
      await sql`alter role postgres reset default_transaction_isolation`;
      await sql.end();
    });
    // A database with this default is not opened, but the default can change later.
    const database = await open(pair.standby.url);
    await sql`alter role postgres set default_transaction_isolation = 'repeatable read'`;
    await waitForStandby(database);
    const query = "select current_setting('transaction_isolation'), pg_is_in_recovery()";
    const [row] = await database.read({ signal }, (read) => runText(read, query, ['isolation', 'onStandby']));
    expect(row).toEqual({ isolation: 'read committed', onStandby: true });
  });

  /** Makes new sessions round floating-point numbers. Returns a function that ends this. */
  async function roundNumbers() {
    const sql = postgres(pair.primary.url, { max: 1 });
    const reset = () => sql`alter role postgres reset extra_float_digits`;
    onTestFinished(async () => {
      await reset();
      await sql.end();
    });
    await sql`alter role postgres set extra_float_digits = 0`;
    const { lsn } = (await sql`select pg_current_wal_flush_lsn()::text lsn`)[0] as { lsn: string };
    await expect
      .poll(async () => (await standby`select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn "isCurrent"`)[0])
      .toEqual({ isCurrent: true });
    return reset;
  }

  test('is not used while its sessions have settings with which results are wrong', async () => {
    const database = await open(pair.standby.url);
    const reset = await roundNumbers();
    for (let time = 0; time < 3; time++) expect((await readCounter(database)).onStandby).toBe(false);
    await reset();
    await waitForStandby(database);
  });

  test('is not used by a session with such settings, as of another standby behind the same load balancer', async () => {
    const database = await open(pair.standby.url);
    await waitForStandby(database);
    await roundNumbers();
    const query = "select pg_is_in_recovery(), current_setting('extra_float_digits') from pg_sleep(0.2)";
    const read = () => database.read({ signal }, (sql) => runText(sql, query, ['onStandby', 'digits']));
    const rows = (await Promise.all(Array.from({ length: 5 }, read))).flat();
    expect(rows).toHaveLength(5);
    expect(rows).not.toContainEqual({ onStandby: true, digits: '0' });
  });

  test('is not used if the server is not a standby of this database', async () => {
    const primary = await open(pair.primary.url);
    expect((await readCounter(primary)).onStandby).toBe(false);
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const strange = await open(url);
    expect((await readCounter(strange)).onStandby).toBe(false);
  });

  test.each([
    ['the same cluster and timeline', {}, true],
    ['another cluster', { cluster: '1' }, false],
    ['another timeline', { timeline: 2 }, false],
  ])('is used only with a primary of the same cluster and timeline: %s', async (_, changes, isUsed) => {
    const [standbyState] = await standby<
      [{ cluster: string; timeline: number }]
    >`select system_identifier::text cluster,
      (select timeline_id from pg_control_checkpoint()) timeline from pg_control_system()`;
    // The log of a diverged server can be longer than that of the primary.
    const position = { lsn: '0/1', ...standbyState, ...changes };
    const reads = new StandbyReads({
      primary: async () => position as never,
      connect: () => openPool({ url: pair.standby.url }, { max: 1 }),
      ...{ connections: 1, timeoutMs: 1000, log },
    });
    onTestFinished(() => reads.close());
    const read = () =>
      reads.run(
        { signal },
        async () => 'standby',
        async () => 'primary',
      );
    expect(await read()).toBe(isUsed ? 'standby' : 'primary');
    expect(await read()).toBe(isUsed ? 'standby' : 'primary');
  });

  test('is not used while it cannot be reached, and is used again afterwards', async () => {
    const link = await openDatabaseLink(pair.standby.url);
    const database = await open(link.url);
    await waitForStandby(database);
    link.cut();
    expect((await readCounter(database)).onStandby).toBe(false);
    link.restore();
    await waitForStandby(database);
    const longRead = readCounter(database, 1);
    await expect.poll(activeOnStandby).toBe(1);
    await standby`select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(1)%' and pid <> pg_backend_pid()`;
    expect((await longRead).onStandby).toBe(false);
  });

  test('is checked by doctor', async () => {
    const check = async (readUrl: string) => {
      const environment = { DATABASE_URL: pair.primary.url, RAMPART_DATABASE_READ_URL: readUrl };
      const settings = loadConfigurationWithOrigins({ environment, workingDirectory: '/' });
      return await standbyCheck.run(contextOf(settings, 5000));
    };
    const database = await open('');
    await increment(database);
    await expect.poll(async () => (await check(pair.standby.url)).status).toBe('ok');
    await standby`select pg_wal_replay_pause()`;
    await increment(database);
    expect(await check(pair.standby.url)).toMatchObject({
      status: 'warning',
      message: expect.stringMatching('behind'),
    });
    expect(await check(pair.primary.url)).toMatchObject({
      status: 'failed',
      action: expect.stringMatching('read_url'),
    });
    const withSetting = new URL(pair.standby.url);
    withSetting.searchParams.set('extra_float_digits', '0');
    expect(await check(withSetting.href)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching('the standby cannot be used: .*extra_float_digits is "0", not "1"'),
    });
    expect(await check('postgres://postgres@127.0.0.1:1/postgres')).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/the standby cannot be used: .*ECONNREFUSED/),
    });
    expect(await check('')).toMatchObject({ status: 'skipped' });
  });

  test('stops the statement of a client that disconnects', async () => {
    const database = await open(pair.standby.url);
    await waitForStandby(database);
    const client = new AbortController();
    const abandoned = database.read({ signal: client.signal }, (sql) =>
      runText(sql, 'select pg_sleep(1) where true', ['x']),
    );
    await expect.poll(activeOnStandby).toBe(1);
    client.abort(new Error('the client left'));
    await expect(abandoned).rejects.toThrow('the client left');
    await expect.poll(activeOnStandby, { timeout: 900 }).toBe(0);
  });

  async function activeOnStandby(): Promise<number> {
    const rows = await standby`select 1 from pg_stat_activity
      where state = 'active' and application_name = 'rampart' and query like '%pg_sleep(1)%'`;
    return rows.length;
  }
});
