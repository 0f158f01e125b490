import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyOut } from '../../platform/database/copy-out.js';
import { copyIn } from '../../platform/database/index.js';
import { openTestDatabase, type TestDatabase } from '../support/index.js';

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.sql`create table numbers (number int primary key deferrable initially immediate)`;
});

afterAll(() => opened.close());

function* lines(count: number, lastLine = ''): Generator<string> {
  for (let number = 0; number < count; number++) yield `${number}\n`;
  yield lastLine;
}

const count = async () => (await opened.database.sql`select 1 from numbers`).length;

test('a COPY that the server rejects at its end fails instead of hanging', async () => {
  const { database } = opened;
  // A deferrable key is checked at the end of the statement.
  const copying = database.transaction((sql) => copyIn(sql, 'copy numbers from stdin', lines(10, '3\n')));
  await expect(copying).rejects.toMatchObject({ code: '23505' });
  expect(await count()).toBe(0);
});

test('a COPY fails if the server closes the connection in the middle or at the end', async () => {
  const { database } = opened;
  for (const after of [5, 100_000]) {
    const copying = database.transaction(async (sql) => {
      const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
      async function* rowsThenDisconnect(): AsyncGenerator<string> {
        for (let number = 0; number < 100_000; number++) {
          yield `${number}\n`;
          if (number === after) await database.sql`select pg_terminate_backend(${backend.pid})`;
        }
        if (after === 100_000) await database.sql`select pg_terminate_backend(${backend.pid})`;
      }
      await copyIn(sql, 'copy numbers from stdin', rowsThenDisconnect());
    });
    await expect(copying).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await count()).toBe(0);
  }
});

test('a COPY of rows fails with the error of the server that arrives together with its start', async () => {
  const rows: Buffer[] = [];
  const copying = opened.database.transaction(async (sql) => {
    for await (const row of copyOut(
      sql,
      'copy (select 1 / (number - number) from generate_series(1, 2) number) to stdout',
    ))
      rows.push(row);
  });
  await expect(copying).rejects.toMatchObject({ code: '22012' });
  expect(rows).toEqual([]);
});
