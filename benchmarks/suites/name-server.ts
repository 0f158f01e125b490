import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BenchmarkEnvironment, freePort } from '../environment.js';

const program = '/usr/sbin/knotd';
const control = '/usr/sbin/knotc';
const loadSeconds = 120;

export function hasNameServer(): boolean {
  return [program, control].every((path) => spawnSync(path, ['-V']).error === undefined);
}

export interface NameServer {
  readonly port: number;
  /** Replaces the zone with the contents of a file that has another serial; resolves when the new zone is served. */
  load(file: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Knot DNS with a zone `com`. All programs on this machine may transfer it, also incrementally (IXFR). */
export async function startNameServer(benchmark: BenchmarkEnvironment, file: string): Promise<NameServer> {
  const folder = benchmark.subfolder('knot');
  const port = await freePort();
  const settings = join(folder, 'knot.conf');
  const zoneFile = join(folder, 'com.zone');
  writeFileSync(settings, settingsOf({ folder, port, zoneFile }));
  copyFileSync(file, zoneFile);
  const child = spawn(program, ['-c', settings], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  const server: NameServer = {
    port,
    async load(next) {
      copyFileSync(next, zoneFile);
      await runControl(settings, 'zone-reload');
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await exited;
    },
  };
  try {
    await runControl(settings, 'zone-status');
    await runControl(settings, 'zone-reload');
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Runs a knotc command until it completes. Retries until the server accepts commands. */
async function runControl(settings: string, command: string): Promise<void> {
  const args = ['-c', settings, '-b', '-t', String(loadSeconds), command, 'com'];
  let output = '';
  for (let attempts = 0; attempts < loadSeconds; attempts++) {
    const child = spawn(control, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = await once(child, 'close');
    if (code === 0) return;
    await delay(1000);
  }
  throw new Error(`knotc ${command}: ${output.trim()}`);
}

function settingsOf({ folder, port, zoneFile }: { folder: string; port: number; zoneFile: string }): string {
  return `server:
    rundir: ${folder}
    listen: 127.0.0.1@${port}
    tcp-workers: 1
    udp-workers: 1
    background-workers: 1
database:
    storage: ${folder}
acl:
  - id: transfer
    action: transfer
    address: 127.0.0.1
zone:
  - domain: com
    storage: ${folder}
    file: ${zoneFile}
    acl: transfer
    zonefile-load: difference
    zonefile-sync: -1
    journal-content: changes
    semantic-checks: off
`;
}
