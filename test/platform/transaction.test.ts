import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransactionSql } from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { copyIn, type Database } from '../../platform/database/index.js';
import { openDatabaseForTest } from '../support/index.js';

/** A database with a table of numbers; `failures` are uncaught exceptions. */
async function createNumbersDatabase(): Promise<{
  database: Database;
  failures: unknown[];
  end(pid: number): Promise<void>;
}> {
  // One connection for transactions, so the next one uses the connection that broke.
  const { database } = await openDatabaseForTest({ RAMPART_DATABASE_POOL_SIZE: '1' });
  const { database: otherDatabase } = await openDatabaseForTest();
  const failures: unknown[] = [];
  const recordFailure = (error: unknown) => failures.push(error);
  process.on('uncaughtExceptionMonitor', recordFailure);
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', recordFailure));
  await database.sql`create table numbers (number int primary key)`;
  return {
    database,
    failures,
    async end(pid) {
      await otherDatabase.sql`select pg_terminate_backend(${pid}, 10000)`;
    },
  };
}

async function backendIdOf(sql: TransactionSql): Promise<number> {
  const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return row.pid;
}

async function numbersIn(database: Database): Promise<number[]> {
  const rows = await database.sql<{ number: number }[]>`select number from numbers order by number`;
  return rows.map(({ number }) => number);
}

/**
 * Waits until the driver has reconnected. It rejects the next statement on a connection with the last error of the
 * previous session.
 */
async function reconnect(database: Database): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await database.sql`select 1`.catch(() => {});
}

test('a transaction fails once if the connection closes during a statement, and the next one succeeds', async () => {
  const { database, failures, end } = await createNumbersDatabase();
  const work = database.transaction(async (sql) => {
    const pid = await backendIdOf(sql);
    await sql`insert into numbers values (1)`;
    await Promise.all([sql`select pg_sleep(60)`, end(pid)]);
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await reconnect(database);
  await database.transaction((sql) => sql`insert into numbers values (2)`);
  expect(await numbersIn(database)).toEqual([2]);
  expect(failures).toEqual([]);
});

test('a transaction sends nothing on a new connection if its connection closes between two statements', async () => {
  const { database, failures, end } = await createNumbersDatabase();
  const goOn = Promise.withResolvers<void>();
  const pendingWork: Promise<unknown>[] = [];
  const work = database.transaction(async (sql) => {
    await sql`insert into numbers values (1)`;
    await end(await backendIdOf(sql));
    const rest = goOn.promise.then(() => sql`insert into numbers values (10)`);
    pendingWork.push(rest);
    await rest;
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  // The remaining work of the first transaction runs while the next one uses the connection.
  await database.transaction(async (sql) => {
    await sql`insert into numbers values (2)`;
    goOn.resolve();
    await expect(pendingWork[0]).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await sql`insert into numbers values (3)`;
  });
  expect(await numbersIn(database)).toEqual([2, 3]);
  expect(failures).toEqual([]);
});

test('a transaction is not committed if the connection closes and the callback ignores the error', async () => {
  const { database, failures, end } = await createNumbersDatabase();
  const work = database.transaction(async (sql) => {
    const pid = await backendIdOf(sql);
    await sql`insert into numbers values (1)`;
    await Promise.all([sql`select pg_sleep(60)`, end(pid)]).catch(() => {});
    return 'done';
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await reconnect(database);
  expect(await numbersIn(database)).toEqual([]);
  expect(failures).toEqual([]);
});

test('a transaction fails if the connection closes in a savepoint', async () => {
  const { database, failures, end } = await createNumbersDatabase();
  const work = database.transaction(async (sql) => {
    const pid = await backendIdOf(sql);
    await sql.savepoint((nested) => Promise.all([nested`select pg_sleep(60)`, end(pid)]));
  });
  await expect(work).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await reconnect(database);
  await database.transaction((sql) => sql.savepoint((nested) => nested`insert into numbers values (1)`));
  expect(await numbersIn(database)).toEqual([1]);
  expect(failures).toEqual([]);
});

test('a transaction fails if the connection closes while rows are copied, and the next copy succeeds', async () => {
  const { database, failures, end } = await createNumbersDatabase();
  const copying = database.transaction(async (sql) => {
    const pid = await backendIdOf(sql);
    async function* rowsThenDisconnect(): AsyncGenerator<string> {
      for (let number = 0; number < 50_000; number++) yield `${number}\n`;
      await end(pid);
      yield '50000\n';
    }
    await copyIn(sql, 'copy numbers from stdin', rowsThenDisconnect());
  });
  await expect(copying).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await reconnect(database);
  await database.transaction((sql) => copyIn(sql, 'copy numbers from stdin', ['1\n', '2\n']));
  expect(await numbersIn(database)).toEqual([1, 2]);
  expect(failures).toEqual([]);
});

test('COPY rejects with the error of an invalid row', async () => {
  const { database, failures } = await createNumbersDatabase();
  const rows = ['1\n', 'one\n', '3\n'];
  await expect(database.transaction((sql) => copyIn(sql, 'copy numbers from stdin', rows))).rejects.toThrow(
    'invalid input syntax for type integer: "one"',
  );
  expect(await numbersIn(database)).toEqual([]);
  expect(failures).toEqual([]);
});

test('a transaction is rolled back on an error of the callback, and rejects with this error', async () => {
  const { database } = await createNumbersDatabase();
  const failure = new Error('the work failed');
  const work = database.transaction(async (sql) => {
    await sql`insert into numbers values (1)`;
    throw failure;
  });
  await expect(work).rejects.toBe(failure);
  await database.transaction((sql) => sql`insert into numbers values (2)`);
  expect(await numbersIn(database)).toEqual([2]);
});

test('a transaction has its own connection after any number of concurrent statements', async () => {
  const { database } = await createNumbersDatabase();
  // Around the number of statements that the driver sends to a connection at once by default.
  for (const count of [98, 99, 100, 101, 102]) {
    const statements = Array.from({ length: count }, () => database.sql`select 1`.execute());
    const work = database.transaction((sql) => sql`insert into numbers values (${count})`);
    await Promise.all([...statements, work]);
  }
  expect(await numbersIn(database)).toEqual([98, 99, 100, 101, 102]);
});
