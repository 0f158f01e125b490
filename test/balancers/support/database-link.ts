import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.js';

/** A network between a server and its database, which can fail without closing connections. */
export interface DatabaseLink {
  /** The URL of the database over this network. */
  readonly url: string;
  /** Drops all packets of existing and new connections from now on, as if the host had lost power. */
  cut(): void;
  /** Number of connections made before the cut that the server has not closed, without those of the job queue. */
  openSinceCut(): number;
  /** Forwards new connections to the database again. Earlier ones remain dead, as after a change of DNS. */
  restore(): void;
}

/** Forwards a port of a loopback address to the database at this URL, for one test. */
export async function openDatabaseLink(url: string, address: '127.0.0.1' | '::1' = '127.0.0.1'): Promise<DatabaseLink> {
  const target = new URL(url);
  const folder = target.searchParams.get('host');
  const open = (): Socket =>
    folder === null ? connect(Number(target.port), target.hostname) : connect(join(folder, '.s.PGSQL.5432'));
  const port = await freePort();
  const pairs = new Set<readonly [Socket, Socket]>();
  const ofJobs = new WeakSet<Socket>();
  let stale: readonly Socket[] = [];
  let isCut = false;
  const listener = createServer((client) => {
    client.on('error', () => {});
    if (isCut) return void client.resume();
    const server = open();
    const pair = [client, server] as const;
    server.on('error', () => client.destroy()).on('close', () => isCut || client.destroy());
    client.on('close', () => pairs.delete(pair) && server.destroy());
    pairs.add(pair);
    client.once('data', (startup) => startup.includes('rampart-jobs') && ofJobs.add(client));
    client.pipe(server);
    server.pipe(client);
  });
  await new Promise<void>((resolve) => listener.listen(port, address, resolve));
  onTestFinished(() => {
    listener.close();
    for (const [client, server] of pairs) for (const socket of [client, server]) socket.destroy();
  });
  return {
    url: `postgres://${target.username}:${target.password}@${address === '::1' ? '[::1]' : address}:${port}${target.pathname}`,
    cut() {
      isCut = true;
      for (const [client, server] of pairs) {
        // Data is discarded, but read to detect when the server closes the connection.
        client.unpipe(server).resume();
        server.unpipe(client).pause();
      }
      stale = [...pairs].map(([client]) => client).filter((client) => !ofJobs.has(client));
      pairs.clear();
    },
    openSinceCut: () => stale.filter(({ closed }) => !closed).length,
    restore() {
      isCut = false;
    },
  };
}
