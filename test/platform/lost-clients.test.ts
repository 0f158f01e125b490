import { randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, openCluster, tryAdvisoryLock } from '../../platform/database/index.js';
import { migrateDatabase } from '../../platform/database/migrate.js';
import { runTransaction } from '../../platform/database/transaction.js';

const address = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`;
const directory = mkdtempSync(join(tmpdir(), 'rampart-tcp-'));
let cluster: Cluster;
let sql: Sql;

/** Connects over TCP, because keepalive settings have no effect on Unix sockets. */
function connect(options: postgres.Options<Record<string, never>>): Sql {
  const { user, password } = cluster.target;
  return postgres({ host: address, port: 5432, user, password, database: 'postgres', fetch_types: false, ...options });
}

beforeAll(async () => {
  chmodSync(directory, 0o711);
  cluster = await openCluster({ directory, settings: { fsync: 'off', listen_addresses: address } });
  sql = connect({ max: 4 });
});

afterAll(async () => {
  await sql?.end();
  await cluster?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function keepaliveOf(session: Pick<Sql, 'unsafe'>): Promise<unknown> {
  const setting = (name: string): string => `current_setting('tcp_keepalives_${name}') as ${name}`;
  const [row] = await session.unsafe(`select ${['idle', 'interval', 'count'].map(setting).join(', ')}`);
  return row;
}

const keepalive = { idle: '15', interval: '5', count: '3' };

test('a session with an advisory lock detects within 30 seconds that its client is gone', async () => {
  let session: Pick<Sql, 'unsafe'> = sql;
  const database: Parameters<typeof tryAdvisoryLock>[0] = {
    sql,
    transaction: (work) =>
      runTransaction(sql, (transaction) => {
        session = transaction;
        return work(transaction);
      }),
  };
  expect(await keepaliveOf(session)).not.toEqual(keepalive);
  const lock = await tryAdvisoryLock(database, { key: 'test', work: 'test' });
  onTestFinished(() => lock?.release());
  expect(await keepaliveOf(session)).toEqual(keepalive);
});

test('a session that waits for the lock of migrations reports it, and detects that its client is gone', async () => {
  const statements: string[] = [];
  const onWaiting = vi.fn();
  await sql.begin(async (blocking) => {
    await blocking`select pg_advisory_xact_lock(7211603118)`;
    const waiting = connect({ max: 1, debug: (_, statement) => void statements.push(statement) });
    const migrated = migrateDatabase({ connect: () => waiting, mustExist: true, onWaiting, waitReportMs: 20 });
    migrated.catch(() => {}); // The database is empty.
    await vi.waitFor(() => expect(onWaiting).toHaveBeenCalled(), 60_000);
  });
  expect(statements.slice(0, 2)).toEqual([
    'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    expect.stringContaining('pg_advisory_lock'),
  ]);
});
