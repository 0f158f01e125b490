import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { transferKey } from './name-server.js';
import {
  filterInstalled,
  knotServerSettings,
  type NameServerProgram,
  startNameServerProcess,
} from './name-server-process.js';
import { temporaryFolder } from './pull-world.js';

/** A secondary server, or a resolver, of a response policy zone. */
export interface RpzClient extends NameServerProgram {
  /** Writes its settings into the folder, and returns the arguments that start it in the foreground. */
  configure(options: RpzClientOptions & { folder: string }): string[];
}

export interface RpzClientOptions {
  /** Its own port. */
  readonly port: number;
  /** The port of the server under test. */
  readonly primaryPort: number;
  /** The server that a resolver queries for names that are not blocked. */
  readonly upstreamPort?: number;
  readonly zone: string;
}

const bind: RpzClient = {
  name: 'BIND',
  program: '/usr/sbin/named',
  configure({ folder, port, primaryPort, zone }) {
    writeFileSync(
      join(folder, 'named.conf'),
      `key "${transferKey.name}" { algorithm hmac-sha256; secret "${transferKey.secret}"; };
      options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no;
        pid-file none; session-keyfile none; notify no; dnssec-validation no; allow-transfer { 127.0.0.1; }; };
      controls {};
      zone "${zone}" { type secondary; file "zone.db"; masterfile-format text; request-ixfr yes;
        primaries { 127.0.0.1 port ${primaryPort} key "${transferKey.name}"; }; };`,
    );
    return ['-g', '-n', '1', '-c', join(folder, 'named.conf')];
  },
};

const knot: RpzClient = {
  name: 'Knot DNS',
  program: '/usr/sbin/knotd',
  configure({ folder, port, primaryPort, zone }) {
    writeFileSync(
      join(folder, 'knot.conf'),
      `${knotServerSettings({ folder, port })}key:
  - id: ${transferKey.name}
    algorithm: hmac-sha256
    secret: ${transferKey.secret}
remote:
  - id: primary
    address: 127.0.0.1@${primaryPort}
    key: ${transferKey.name}
acl:
  - id: notify
    address: 127.0.0.1
    action: notify
    key: ${transferKey.name}
  - id: transfer
    address: 127.0.0.1
    action: transfer
zone:
  - domain: ${zone}
    storage: ${folder}
    master: primary
    acl: [notify, transfer]
    semantic-checks: off
`,
    );
    return ['-c', join(folder, 'knot.conf')];
  },
};

const unbound: RpzClient = {
  name: 'Unbound',
  program: '/usr/sbin/unbound',
  configure({ folder, port, primaryPort, upstreamPort, zone }) {
    writeFileSync(
      join(folder, 'unbound.conf'),
      `server:
  directory: "${folder}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  logfile: ""
  do-daemonize: no
  interface: 127.0.0.1
  port: ${port}
  do-not-query-localhost: no
  module-config: "respip iterator"
rpz:
  name: "${zone}"
  primary: 127.0.0.1@${primaryPort}
  allow-notify: 127.0.0.1
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${upstreamPort}
`,
    );
    return ['-d', '-c', join(folder, 'unbound.conf')];
  },
};

export const secondaries = filterInstalled([knot, bind], 'policy zones are not tested with it');
export const resolvers = filterInstalled([unbound], 'policy zones are not tested with it');

const digProgram = '/usr/bin/dig';
export const hasDig = spawnSync(digProgram, ['-v']).error === undefined;
if (!hasDig) console.log('dig is not installed here: policy zones are not tested.');

/** Starts a client for one test; returns its log so far. */
export async function startRpzClient(client: RpzClient, options: RpzClientOptions): Promise<() => string> {
  const folder = temporaryFolder();
  return startNameServerProcess(client, client.configure({ ...options, folder })).log;
}

/** A server that has an address for every name; returns its port. */
export async function startUpstream(): Promise<number> {
  const socket = createSocket('udp4');
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 192, 0, 2, 1]);
  socket.on('message', (query, { port, address }) => {
    const question = query.subarray(0, query.indexOf(0, 12) + 5);
    const response = Buffer.concat([question, answer]);
    response.writeUInt16BE(0x8180, 2);
    for (const [index, count] of [1, 1, 0, 0].entries()) response.writeUInt16BE(count, 4 + index * 2);
    socket.send(response, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  return socket.address().port;
}

/** A key in the form of `dig -y`. */
export const digKey = `hmac-sha256:${transferKey.name}:${transferKey.secret}`;

/** The output of dig without comments and blank lines. */
export async function dig(port: number, ...args: string[]): Promise<string[]> {
  const child = spawn(digProgram, ['@127.0.0.1', '-p', String(port), '+tries=1', '+time=3', '+nocookie', ...args]);
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return text
    .join('')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** The records of a response of dig, without comments. */
export function recordsIn(lines: readonly string[]): string[] {
  return lines.filter((line) => !line.startsWith(';'));
}

/** The status that dig reports, such as `NXDOMAIN`. */
export function statusIn(lines: readonly string[]): string {
  return /status: (\w+)/.exec(lines.join('\n'))?.[1] ?? lines.join('\n');
}
