import { describe, expect, onTestFinished, test } from 'vitest';
import { NewerDatabaseError, openDatabase, runStatement } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { createEmptyDatabase, openDatabaseForTest, testConfiguration } from '../support/index.js';

const log = createLog({ level: 'silent' });

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

  test('is migrated once when many processes open it at the same moment', async () => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const configuration = testConfiguration({ DATABASE_URL: url });
    const opened = await Promise.all(Array.from({ length: 8 }, () => openDatabase({ configuration, log })));
    expect(opened.every((database) => database.ready())).toBe(true);
    await Promise.all(opened.map((database) => database.close()));
  });

  test('is refused when a newer version has migrated it', async () => {
    const { database, configuration } = await openDatabaseForTest();
    await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)`;
    await expect(openDatabase({ configuration, log })).rejects.toThrow(NewerDatabaseError);
  });

  test('that cannot be reached answers STORE_UNAVAILABLE', async () => {
    const configuration = testConfiguration({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' });
    const database = await openDatabase({ configuration, log });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(false);
    await expect(database.guard((sql) => sql`select 1`)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('takes and gives arrays of any text, and nulls in them', async () => {
    const { database } = await openDatabaseForTest();
    const arrays = [[], ['a', 'b'], ['', null, 'NULL', 'null'], ['say "no"', 'C:\\', '{1,2}', ' ü\n']];
    for (const sent of arrays) {
      const statement = 'select $1::text[] as sent, cardinality($1::text[]) as count';
      const rows = await database.guard((sql) => runStatement(sql, statement, [sent]));
      expect(rows).toEqual([{ sent, count: sent.length }]);
    }
  });

  test('answers again after all of its connections were ended', async () => {
    const { database } = await openDatabaseForTest();
    const sql = database.sql;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()`.catch(
      () => [],
    );
    const answers = await Promise.allSettled([1, 2, 3].map(() => database.guard((own) => own`select 1 as one`)));
    const refused = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason);
    expect(refused.every((reason) => reason.code === 'STORE_UNAVAILABLE')).toBe(true);
    expect(await database.guard((own) => own`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});
