import { describe, expect, test } from 'vitest';
import type { Database } from '../../platform/database/index.js';
import { openDatabaseForTest, runText } from '../support/index.js';

/** Process ids of the other connections that are executing a statement with `pg_sleep`. */
async function runningStatements(database: Database): Promise<number[]> {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid() and query like '%pg_sleep%'`;
  return rows.map(({ pid }) => pid);
}

function runSlowStatement(
  database: Database,
  kind: 'read' | 'aggregate',
  signal: AbortSignal,
  seconds = 60,
): Promise<unknown> {
  const work = (sql: Database['sql']) => runText(sql, 'select pg_sleep($1::float8)::text', ['slept'], [seconds]);
  return kind === 'read' ? database.read({ signal }, work) : database.aggregate({ signal }, work);
}

describe('a slow read', () => {
  test.each(['read', 'aggregate'] as const)(
    'is cancelled in PostgreSQL if its request is aborted: %s',
    async (kind) => {
      const { database } = await openDatabaseForTest();
      const controller = new AbortController();
      const reading = runSlowStatement(database, kind, controller.signal);
      const failure = expect(reading).rejects.toThrow('the client is gone');
      await expect.poll(() => runningStatements(database)).toHaveLength(1);
      controller.abort(new Error('the client is gone'));
      await failure;
      await expect.poll(() => runningStatements(database)).toHaveLength(0);
    },
  );

  test('is not sent if its request is aborted before a connection is available', async () => {
    const { database } = await openDatabaseForTest();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = expect(runSlowStatement(database, 'aggregate', first.signal)).rejects.toThrow('first');
    await expect.poll(() => runningStatements(database)).toHaveLength(1);
    const waiting = expect(runSlowStatement(database, 'aggregate', second.signal)).rejects.toThrow('second');
    second.abort(new Error('second'));
    await waiting;
    first.abort(new Error('first'));
    await running;
    await expect.poll(() => runningStatements(database)).toHaveLength(0);
  });

  test.each(['read', 'aggregate'] as const)(
    'releases a connection that opens when its request is aborted: %s',
    async (kind) => {
      const { database } = await openDatabaseForTest();
      const connections = 20;
      const aborted = new AbortController();
      const all = Array.from({ length: connections }, () => runSlowStatement(database, kind, aborted.signal));
      const settled = Promise.allSettled(all);
      setImmediate(() => aborted.abort(new Error('the client is gone')));
      await settled;
      const { signal } = new AbortController();
      expect(await runSlowStatement(database, kind, signal, 0)).toEqual([{ slept: '' }]);
      await expect.poll(() => runningStatements(database)).toHaveLength(0);
    },
  );

  test('is cancelled at the timeout of its request', async () => {
    const { database } = await openDatabaseForTest({ RAMPART_GRAPHQL_TIMEOUT_SECONDS: '0.3' });
    const { signal } = new AbortController();
    await expect(runSlowStatement(database, 'read', signal)).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(await runningStatements(database)).toEqual([]);
  });

  test('is repeated if it is cancelled instead of another read', async () => {
    const { database } = await openDatabaseForTest();
    const { signal } = new AbortController();
    const reading = runSlowStatement(database, 'read', signal, 0.5);
    await expect.poll(() => runningStatements(database)).toHaveLength(1);
    const [pid = 0] = await runningStatements(database);
    await database.sql`select pg_cancel_backend(${pid})`;
    expect(await reading).toEqual([{ slept: '' }]);
  });

  test('delays no writes, and no reads that use an index', async () => {
    const { database } = await openDatabaseForTest();
    const controller = new AbortController();
    const { signal } = controller;
    const all = Array.from({ length: 20 }, (_, number) =>
      runSlowStatement(database, number % 2 ? 'read' : 'aggregate', signal),
    );
    const settled = Promise.allSettled(all);
    await database.guard((sql) => sql`create table written (id int)`);
    const one = (sql: Database['sql']) => runText(sql, 'select 1', ['one']);
    expect(await database.read({ signal: new AbortController().signal, rows: 1 }, one)).toEqual([{ one: 1 }]);
    controller.abort(new Error('the end of the test'));
    await settled;
  });
});

describe('the reserved connections', () => {
  test('serve authentication and check-ins while all other connections are busy', async () => {
    const { database } = await openDatabaseForTest();
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holder = database.transaction(async (sql) => {
      await sql`select pg_advisory_xact_lock(7)`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const blocked = Array.from({ length: 30 }, () =>
      database.guard((sql) => sql`select pg_advisory_xact_lock_shared(7)`),
    );
    expect(await database.reserved.guard((sql) => sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
    expect(await database.urgent.transaction((sql) => sql`select 2 as two`)).toMatchObject([{ two: 2 }]);
    release.resolve();
    await Promise.all([holder, ...blocked]);
  });
});
