import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { projectRoot } from '../../../platform/project-root.js';
import { freePort } from '../../support/free-port.js';

/** A load balancer in front of two replicas. */
export interface Balancer {
  readonly name: string;
  readonly url: string;
  /** A path that only this balancer requests: if a replica has counted a request, the balancer uses the replica. */
  readonly ownPath: string;
  close(): Promise<void>;
}

interface Kind {
  readonly name: string;
  /** Path in Debian's package. */
  readonly program: string;
  readonly example: string;
  readonly ownPath: string;
  /** The text in the example in deploy/, and its replacement in a test. */
  readonly replacements: readonly (readonly [string, string])[];
  /** Writes the configuration and returns the arguments of the program. */
  arrange(configuration: string, folder: string): string[];
}

const haproxy: Kind = {
  name: 'haproxy',
  program: '/usr/sbin/haproxy',
  example: 'haproxy.cfg',
  ownPath: '/health/live',
  replacements: [['inter 1s', 'inter 100ms']],
  arrange(configuration, folder) {
    writeFileSync(join(folder, 'haproxy.cfg'), configuration);
    return ['-db', '-f', join(folder, 'haproxy.cfg')];
  },
};

const nginx: Kind = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  example: 'nginx.conf',
  ownPath: '/health',
  replacements: [
    ['fail_timeout=15s', 'fail_timeout=2s'],
    ['keepalive_timeout 3s', 'keepalive_timeout 300ms'],
  ],
  arrange(configuration, folder) {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const main = [
      ...['daemon off;', 'worker_processes 2;', `pid ${join(folder, 'pid')};`, 'error_log stderr crit;'],
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'events { worker_connections 512; }',
      `http { access_log off; ${temporary.join(' ')} include ${join(folder, 'rampart.conf')}; }`,
    ];
    writeFileSync(join(folder, 'rampart.conf'), configuration);
    writeFileSync(join(folder, 'nginx.conf'), `${main.join('\n')}\n`);
    return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  },
};

/** The load balancers that are installed; reports missing ones. */
export function installedBalancers(): Kind[] {
  return [haproxy, nginx].filter(({ name, program }) => {
    if (existsSync(program)) return true;
    console.log(`${name} is not installed here: rolling restarts behind it are not tested.`);
    return false;
  });
}

/** Starts a balancer with the example configuration of deploy/ for servers on these ports. */
export async function startBalancer(
  kind: Kind,
  ports: readonly number[],
  parent: string,
  options: { readonly port?: number } = {},
): Promise<Balancer> {
  const { port = await freePort() } = options;
  const folder = join(parent, kind.name);
  mkdirSync(folder);
  const example = readFileSync(join(projectRoot, 'deploy', kind.example), 'utf8');
  const configuration = [
    ...kind.replacements,
    ...ports.map((port, index) => [`10.0.0.1${index + 1}:4000`, `127.0.0.1:${port}`] as const),
    ['bind :8080', `bind 127.0.0.1:${port}`] as const,
    ['listen 8080', `listen 127.0.0.1:${port}`] as const,
  ].reduce((content, [from, to]) => content.replaceAll(from, to), example);
  const child = spawn(kind.program, kind.arrange(configuration, folder), { stdio: ['ignore', 'ignore', 'pipe'] });
  const printed = collect(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  async function assertReady(): Promise<void> {
    expect(await fetch(`${url}/health/ready`).then(({ status }) => status, printed)).toBe(200);
  }
  try {
    await vi.waitFor(assertReady, { timeout: 60_000, interval: 50 });
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    name: kind.name,
    ownPath: kind.ownPath,
    url,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function collect({ stderr }: ChildProcess): () => string {
  let output = '';
  stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2000);
  });
  return () => output;
}
