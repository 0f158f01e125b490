import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Listener } from '../events/support/listen.js';
import { runCommand } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { databaseSettingsForTest } from '../support/index.js';
import { startServer, temporaryFolder } from '../support/running-server.js';
import { adminToken, Load } from './support/load.js';

/** Path in Debian's package. */
const program = '/usr/sbin/pgbouncer';
const isInstalled = existsSync(program);
if (!isInstalled) console.log('PgBouncer is not installed here: connection pooling is not tested.');
// PgBouncer does not run as root.
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/**
 * Starts PgBouncer in front of a database of this test, with the settings of docs/operations.md. @returns the URL
 * through it
 */
async function startPgBouncer(mode: 'session' | 'transaction', ignored = 'statement_timeout'): Promise<string> {
  const target = new URL((await databaseSettingsForTest()).DATABASE_URL);
  const name = target.pathname.slice(1);
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  const port = await freePort();
  const server = {
    ...{ host: target.searchParams.get('host'), port: 5432, dbname: name },
    ...{ user: target.username, password: decodeURIComponent(target.password) },
  };
  const connection = Object.entries(server).map(([key, value]) => `${key}='${value}'`);
  const lines = [
    ...['[databases]', `${name} = ${connection.join(' ')}`, '[pgbouncer]', 'listen_addr = 127.0.0.1'],
    ...[`listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any', `pool_mode = ${mode}`],
    ...['default_pool_size = 50', `ignore_startup_parameters = ${ignored}`],
  ];
  const file = join(path, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  if (user.uid !== undefined) {
    chmodSync(path, 0o711);
    chownSync(file, user.uid, user.gid);
  }
  const child = spawn(program, ['--quiet', file], { ...user, cwd: '/', stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = `postgres://any@127.0.0.1:${port}/${name}`;
  await expect.poll(() => canConnect(url), { timeout: 60_000, interval: 50 }).toBe(true);
  return url;
}

async function canConnect(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, fetch_types: false });
  return await sql`select 1`.simple().then(
    async () => await sql.end().then(() => true),
    () => false,
  );
}

async function createFolder(): Promise<string> {
  const { path, remove } = temporaryFolder();
  onTestFinished(remove);
  return path;
}

describe.skipIf(!isInstalled)('PgBouncer', () => {
  test('with session pooling serves requests, jobs and live updates', async () => {
    const { command, addresses } = await startServer({
      DATABASE_URL: await startPgBouncer('session'),
      ...{ RAMPART_SERVER_DATA_DIR: await createFolder(), RAMPART_AUTH_ADMIN_TOKEN: adminToken },
    });
    onTestFinished(() => void command.process.kill('SIGKILL'));
    const listener = await Listener.open(`${addresses.rest}/events?types=alerts`);
    const load = new Load([{ url: addresses.rest ?? '', ownPath: '/health/live' }], 1);
    await listener.waitFor(() => listener.messagesOf().length > 0);
    await load.stop();
    expect(load.failures).toEqual([]);
    await expect
      .poll(async () => (await fetch(`${addresses.rest}/health/ready`)).status, { timeout: 60_000, interval: 50 })
      .toBe(200);
  });

  test('with transaction pooling is rejected by the server and by rampart doctor', async () => {
    const environment = {
      DATABASE_URL: await startPgBouncer('transaction'),
      ...{ RAMPART_SERVER_DATA_DIR: await createFolder(), RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0' },
    };
    const [server, doctor] = await Promise.all([
      runCommand(['serve'], { environment }),
      runCommand(['doctor'], { environment }),
    ]);
    expect(server).toMatchObject({ code: 1 });
    expect(server.errors).toContain('set pool_mode = session in PgBouncer');
    expect(doctor).toMatchObject({ code: 1 });
    expect(doctor.output).toContain('transaction or statement pooling');
  });

  test('is rejected, with the name of the setting to change, if it rejects startup parameters', async () => {
    const environment = {
      DATABASE_URL: await startPgBouncer('session', 'extra_float_digits'),
      RAMPART_SERVER_DATA_DIR: await createFolder(),
    };
    const { code, errors } = await runCommand(['migrate'], { environment });
    expect(code).toBe(1);
    expect(errors).toContain('set ignore_startup_parameters = statement_timeout in PgBouncer');
  });
});
