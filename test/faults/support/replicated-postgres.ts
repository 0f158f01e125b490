import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { vi } from 'vitest';
import { freePort } from '../../support/free-port.js';
import { systemPostgresBinaries } from '../../support/system-postgres.js';

/** One PostgreSQL server of a pair. */
export interface PostgresServer {
  readonly port: number;
  readonly url: string;
  /** Kills all of its processes at once, like a power loss. */
  kill(): void;
  /** Makes a standby the primary. */
  promote(): void;
}

/** A primary and a standby that confirms each commit before the primary acknowledges it. */
export interface ReplicatedPostgres {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  close(): void;
}

const polling = { timeout: 60_000, interval: 50 };
const settings = "fsync = off\nlisten_addresses = '127.0.0.1'\nshared_buffers = 32MB\n";
// PostgreSQL does not run as root, so it runs as this user.
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

/** Starts the pair with Debian's PostgreSQL; undefined if it is not installed. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres | undefined> {
  const binaries = systemPostgresBinaries();
  if (binaries === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'rampart-replicated-'));
  chmodSync(folder, 0o711);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  for (const data of [first, second]) {
    mkdirSync(data, { mode: 0o700 });
    if (user.uid !== undefined) chownSync(data, user.uid, user.gid);
  }
  const program = (name: string): string => join(binaries, 'bin', name);
  execFileSync(program('initdb'), ['-D', first, '-A', 'trust', '-U', 'postgres', '--no-sync'], { ...user, cwd: '/' });
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  writeFileSync(join(first, 'postgresql.auto.conf'), settings);
  cpSync(first, second, { recursive: true, preserveTimestamps: true });
  if (user.uid !== undefined) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, second]);
  const source = `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby'\n`;
  writeFileSync(join(second, 'postgresql.auto.conf'), settings + source);
  writeFileSync(join(second, 'standby.signal'), '');
  const start = (data: string, port: number): PostgresServer => {
    const args = ['-D', data, '-p', String(port), '-c', 'unix_socket_directories='];
    const child = spawn(program('postgres'), args, { ...user, cwd: '/', stdio: 'ignore', detached: true });
    return {
      port,
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      kill: () => killGroup(child),
      promote: () => void execFileSync(program('pg_ctl'), ['promote', '-D', data], { ...user, cwd: '/' }),
    };
  };
  const primary = start(first, primaryPort);
  const standby = start(second, standbyPort);
  await waitUntilReplicating(primary);
  return {
    primary,
    standby,
    close() {
      primary.kill();
      standby.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Waits until the standby is connected, and makes it synchronous. */
async function waitUntilReplicating({ url }: PostgresServer): Promise<void> {
  await vi.waitFor(async () => {
    const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 2 });
    try {
      const rows = await sql`select 1 from pg_stat_replication where state = 'streaming'`;
      if (rows.length === 0) throw new Error('the standby is not connected');
      await sql`alter system set synchronous_standby_names = 'standby'`;
      await sql`select pg_reload_conf()`;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }, polling);
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
