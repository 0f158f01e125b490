import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { querySoa } from '../../../subgraphs/zones/sources/dns/transfer.js';
import { freePort } from '../../support/free-port.js';
import {
  filterInstalled,
  knotServerSettings,
  type NameServerProgram,
  startNameServerProcess,
} from './name-server-process.js';
import { temporaryFolder } from './pull-world.js';

/** A key that servers accept, in the form of `dig -y`. */
export const transferKey = {
  name: 'transfer.key',
  secret: Buffer.from('a secret of thirty-two characters').toString('base64'),
} as const;

export type KeyAlgorithm = 'hmac-sha256' | 'hmac-sha512';

/** A zone of a server; one with an algorithm is transferred with the key only. */
export interface ServedZone {
  readonly name: string;
  readonly algorithm?: KeyAlgorithm | undefined;
  /** Serves it over TLS, too, with these files (PEM); BIND only. */
  readonly tls?: { readonly port: number; readonly certificateFile: string; readonly keyFile: string };
}

interface ServerKind extends NameServerProgram {
  /** Writes its settings into the folder, and returns the arguments that start it in the foreground. */
  configure(options: { folder: string; port: number; zone: ServedZone; file: string }): string[];
}

export const bind: ServerKind = {
  name: 'BIND',
  program: '/usr/sbin/named',
  configure({ folder, port, zone, file }) {
    const { algorithm, tls } = zone;
    const files = tls && `tls own { cert-file "${tls.certificateFile}"; key-file "${tls.keyFile}"; };`;
    const listen = tls ? `listen-on port ${tls.port} tls own { 127.0.0.1; };` : '';
    const key = `key "${transferKey.name}" { algorithm ${algorithm ?? 'hmac-sha256'}; secret "${transferKey.secret}"; };`;
    const permitted = algorithm === undefined ? '127.0.0.1' : `key "${transferKey.name}"`;
    writeFileSync(
      join(folder, 'named.conf'),
      `${key} ${files ?? ''}
      options { directory "${folder}"; ${listen} listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no;
        pid-file none; session-keyfile none; notify no; ixfr-from-differences yes; check-names primary ignore;
        dnssec-validation no; allow-transfer { ${permitted}; }; };
      controls {};
      zone "${zone.name}" { type primary; file "${file}"; masterfile-format text; };`,
    );
    return ['-g', '-n', '1', '-c', join(folder, 'named.conf')];
  },
};

const knot: ServerKind = {
  name: 'Knot DNS',
  program: '/usr/sbin/knotd',
  configure({ folder, port, zone, file }) {
    const { algorithm } = zone;
    writeFileSync(
      join(folder, 'knot.conf'),
      `${knotServerSettings({ folder, port })}key:
  - id: ${transferKey.name}
    algorithm: ${algorithm ?? 'hmac-sha256'}
    secret: ${transferKey.secret}
acl:
  - id: transfer
    action: transfer
    ${algorithm === undefined ? 'address: 127.0.0.1' : `key: ${transferKey.name}`}
zone:
  - domain: ${zone.name}
    storage: ${folder}
    file: ${file}
    acl: transfer
    zonefile-load: difference
    zonefile-sync: -1
    journal-content: changes
    semantic-checks: off
`,
    );
    return ['-c', join(folder, 'knot.conf')];
  },
};

const nsd: ServerKind = {
  name: 'NSD',
  program: '/usr/sbin/nsd',
  configure({ folder, port, zone, file }) {
    const { algorithm } = zone;
    writeFileSync(
      join(folder, 'nsd.conf'),
      `server:
  ip-address: 127.0.0.1@${port}
  username: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: "${folder}/nsd.pid"
  xfrdfile: "${folder}/xfrd.state"
  zonelistfile: "${folder}/zone.list"
  xfrdir: "${folder}"
  server-count: 1
remote-control:
  control-enable: no
key:
  name: "${transferKey.name}"
  algorithm: ${algorithm ?? 'hmac-sha256'}
  secret: "${transferKey.secret}"
zone:
  name: "${zone.name}"
  zonefile: "${file}"
  provide-xfr: 127.0.0.1 ${algorithm === undefined ? 'NOKEY' : transferKey.name}
  store-ixfr: yes
  create-ixfr: yes
`,
    );
    return ['-d', '-c', join(folder, 'nsd.conf')];
  },
};

/** The name servers of Debian that are installed here. */
export const nameServers = filterInstalled([bind, knot, nsd], 'zone transfers from it are not tested');

export interface RunningNameServer {
  readonly port: number;
  /** Replaces the zone; resolves when the server serves it. */
  load(text: string, serial: number): Promise<void>;
}

/** Starts a server with one zone for one test. */
export async function startNameServer(kind: ServerKind, zone: ServedZone, text: string): Promise<RunningNameServer> {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'zone.db');
  const port = await freePort();
  writeFileSync(file, text);
  const { child, log } = startNameServerProcess(kind, kind.configure({ folder, port, zone, file }));
  const { signal } = new AbortController();
  const serial = async () => {
    const server = { host: '127.0.0.1', port, zone: zone.name, key: null, tls: null, signal, now: Date.now };
    return await querySoa(server).then(
      (soa) => soa.serial,
      () => `${kind.name} does not respond: ${log().slice(-2000)}`,
    );
  };
  const waitUntilServed = (expected: number): Promise<void> =>
    expect.poll(serial, { timeout: 60_000, interval: 50 }).toBe(expected);
  await waitUntilServed(1);
  return {
    port,
    async load(next, newSerial) {
      writeFileSync(file, next);
      child.kill('SIGHUP');
      await waitUntilServed(newSerial);
    },
  };
}
