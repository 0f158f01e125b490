import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';

/** A name server of Debian. */
export interface NameServerProgram {
  readonly name: string;
  readonly program: string;
}

/** The installed programs; logs the consequence of each missing one. */
export function filterInstalled<Program extends NameServerProgram>(
  programs: readonly Program[],
  consequence: string,
): Program[] {
  return programs.filter(({ name, program }) => {
    const isInstalled = spawnSync(program, ['-V']).error === undefined;
    if (!isInstalled) console.log(`${name} (${program}) is not installed here: ${consequence}.`);
    return isInstalled;
  });
}

export interface NameServerProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Its log so far. */
  log(): string;
}

/** Starts a name server in the foreground, for one test. */
export function startNameServerProcess({ program }: NameServerProgram, args: readonly string[]): NameServerProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  });
  return { child, log: () => log.join('') };
}

/** The settings of Knot DNS that do not depend on its zones. */
export function knotServerSettings({ folder, port }: { readonly folder: string; readonly port: number }): string {
  return `server:
    rundir: ${folder}
    listen: 127.0.0.1@${port}
    tcp-workers: 1
    udp-workers: 1
    background-workers: 1
database:
    storage: ${folder}
    journal-db-max-size: 64M
`;
}
