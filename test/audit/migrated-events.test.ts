import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { expect, inject, onTestFinished, test } from 'vitest';
import { verifyAudit } from '../../platform/audit/index.js';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import { projectRoot } from '../../platform/project-root.js';
import { createEmptyDatabase, testConfiguration } from '../support/index.js';
import { auditEntries } from './support/entries.js';

const id = '6f1c0000-0000-4000-8000-000000000001';

/** A database of the previous release, with events of an account. */
async function createDatabaseBeforeMigration() {
  const { url, drop } = await createEmptyDatabase();
  const cluster = inject('postgres');
  const database = new URL(url).pathname.slice(1);
  const sql = postgres({ ...cluster, path: join(cluster.host, '.s.PGSQL.5432'), database, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await drop();
  });
  const migrations = readMigrationFiles({ migrationsFolder: join(projectRoot, 'schema', 'migrations') });
  const first = migrations.findIndex(({ sql: statements }) => statements.join().includes('"audit_entry"'));
  await sql.begin(async (transaction) => {
    await transaction`create schema drizzle`;
    await transaction`create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)`;
    for (const { sql: statements, hash, folderMillis } of migrations.slice(0, first)) {
      for (const statement of statements) await transaction.unsafe(statement);
      await transaction`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`;
    }
  });
  await sql`insert into zones.account (id, username, email, username_key, email_key, password_hash, status, created_at)
    values (${id}, 'zoe', 'z@x.example', 'zoe', 'z@x.example', 'x', 'approved', 1)`;
  const insert = async (at: number, action: string, caller: string, terms: object = {}) =>
    await sql`insert into zones.account_event ${sql({ account_id: id, at, action, caller, via: 'graphql', ...terms })}`;
  return { url, insert };
}

test('account events are migrated to the audit log, including those that the previous release adds later', async () => {
  const { url, insert } = await createDatabaseBeforeMigration();
  await insert(1000.5, 'registered', 'anonymous');
  await insert(2000, 'approved', 'ana');
  await insert(3000, 'subscription_set', 'ana', { tier: 'basic', expires_at: 1_790_000_000_123 });
  await insert(4000, 'key_generated', 'zoe', { key_name: 'k', expires_at: 1_790_000_000_000 });
  const configuration = testConfiguration({ DATABASE_URL: url });
  const database = await openDatabase({ configuration, log: silentLog });
  onTestFinished(() => database.close());
  await insert(5000, 'key_deleted', 'zoe', { key_name: 'k' });

  const entries = await auditEntries(database);
  const entryTexts = entries.map(({ at, action, actorKind, actorId, actorName, after }) => ({
    ...{ at, action, actor: [actorKind, actorId, actorName], after: after === null ? null : JSON.parse(after) },
  }));
  expect(entryTexts).toEqual([
    { at: 1000.5, action: 'register.account', actor: ['anonymous', null, null], after: null },
    { at: 2000, action: 'approve.account', actor: ['operator', 'ana', 'ana'], after: null },
    {
      ...{ at: 3000, action: 'set.subscription', actor: ['operator', 'ana', 'ana'] },
      after: { tier: 'basic', expiresAt: '2026-09-21T14:13:20.123Z' },
    },
    {
      ...{ at: 4000, action: 'generate.api-key', actor: ['account', id, 'zoe'] },
      after: { keyName: 'k', expiresAt: '2026-09-21T14:13:20.000Z' },
    },
    { at: 5000, action: 'delete.api-key', actor: ['account', id, 'zoe'], after: { keyName: 'k' } },
  ]);
  expect(entries.every(({ objects }) => objects.join() === `account:${id}`)).toBe(true);
  expect((await verifyAudit(database)).broken).toBeNull();
});
