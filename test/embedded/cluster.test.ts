import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openCluster, openDatabase } from '../../platform/database/index.js';
import { createLog } from '../../platform/log.js';
import { testConfiguration } from '../support/index.js';

const log = createLog({ level: 'silent' });

describe('a database', () => {
  test('that comes only later is migrated then', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'rampart-late-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const first = await openCluster({ directory, settings: { fsync: 'off' } });
    const { socketFolder, user, password } = first.target;
    await first.close();
    const url = `postgres://${user}:${password}@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
    const database = await openDatabase({ configuration: testConfiguration({ DATABASE_URL: url }), log });
    onTestFinished(() => database.close());
    expect(database.ready()).toBe(false);
    const second = await openCluster({ directory, settings: { fsync: 'off' } });
    onTestFinished(() => second.close());
    await database.untilReady();
    expect(await database.guard((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

describe('the embedded PostgreSQL', () => {
  function directoryForTest(): string {
    const directory = mkdtempSync(join(tmpdir(), 'rampart-cluster-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  }

  const settings = { fsync: 'off' };

  async function ask(target: { socketFolder: string; user: string; password: string }): Promise<unknown> {
    const { socketFolder, user, password } = target;
    const sql = postgres({ path: join(socketFolder, '.s.PGSQL.5432'), user, password, database: 'postgres', max: 1 });
    const rows = await sql`select 1 as one`;
    await sql.end();
    return rows[0]?.one;
  }

  test('is shared by its users and stops with the last one', async () => {
    const directory = directoryForTest();
    const first = await openCluster({ directory, settings });
    const second = await openCluster({ directory, settings });
    await first.close();
    expect(await ask(second.target)).toBe(1);
    await second.close();
    await expect(ask(second.target)).rejects.toThrow();
  });

  test('is started again when it was killed', async () => {
    const directory = directoryForTest();
    const events: string[] = [];
    const cluster = await openCluster({ directory, settings, onEvent: (event) => events.push(event) });
    onTestFinished(() => cluster.close());
    const postmaster = readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];
    process.kill(Number(postmaster), 'SIGKILL');
    await expect.poll(() => ask(cluster.target).catch(() => 0), { timeout: 30_000 }).toBe(1);
    expect(events).toContain('embedded PostgreSQL is gone, starting it again');
  });

  test('does not accept a wrong password', async () => {
    const cluster = await openCluster({ directory: directoryForTest(), settings });
    onTestFinished(() => cluster.close());
    await expect(ask({ ...cluster.target, password: 'guess' })).rejects.toThrow(/password/);
  });

  test('makes its data folder anew when an earlier start was cut short', async () => {
    const directory = directoryForTest();
    const first = await openCluster({ directory, settings });
    await first.close();
    rmSync(join(directory, 'data'), { recursive: true });
    writeFileSync(join(directory, 'data.unfinished'), '');
    const second = await openCluster({ directory, settings });
    expect(await ask(second.target)).toBe(1);
    await second.close();
  });

  test('is not looked for in a stranger that got the process id of a server which lost its power', async () => {
    const directory = directoryForTest();
    const first = await openCluster({ directory, settings });
    await first.close();
    const stranger = spawn('sleep', ['300'], { uid: process.getuid?.() === 0 ? 65_534 : undefined });
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const ended = vi.fn();
    stranger.once('exit', ended);
    const lines = [stranger.pid, join(directory, 'data'), 1, 5432, directory, '', '', 'ready', ''];
    writeFileSync(join(directory, 'data', 'postmaster.pid'), lines.join('\n'));
    const second = await openCluster({ directory, settings });
    expect(await ask(second.target)).toBe(1);
    await second.close();
    expect(ended).not.toHaveBeenCalled();
  });

  test('stops although a file of a killed process with our process id was left behind', async () => {
    const directory = directoryForTest();
    const cluster = await openCluster({ directory, settings });
    writeFileSync(join(directory, 'users', `${process.pid}-1-left`), '');
    await cluster.close();
    await expect(ask(cluster.target)).rejects.toThrow();
  });

  test.runIf(process.getuid?.() === 0)('of root begins anew when its folder in a closed home was removed', async () => {
    const closedHome = directoryForTest();
    const directory = join(closedHome, 'data');
    const first = await openCluster({ directory, settings });
    onTestFinished(() => rmSync(first.home, { recursive: true, force: true }));
    expect(first.home).not.toBe(directory);
    await first.close();
    const again = await openCluster({ directory, settings });
    await again.close();
    expect(again.home).toBe(first.home);
    rmSync(directory, { recursive: true });
    const anew = await openCluster({ directory, settings });
    onTestFinished(() => rmSync(anew.home, { recursive: true, force: true }));
    await anew.close();
    expect(anew.home).not.toBe(first.home);
  });
});
