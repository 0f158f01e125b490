import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.js';

/** A network between a server and its database that can fail without a word. */
export interface DatabaseLink {
  /** The URL of the database over this network. */
  readonly url: string;
  /** From now on nothing arrives: neither on open connections nor for new ones, as if the host had lost its power. */
  cut(): void;
  /** Number of connections made before the cut that the server has not closed, without those of the job queue. */
  openSinceCut(): number;
  /**
   * New connections reach the database again; earlier ones stay dead, as after a change of the address behind a name.
   */
  restore(): void;
}

/** Forwards a port to the database at this URL, for one test. */
export async function openDatabaseLink(url: string): Promise<DatabaseLink> {
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
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    listener.close();
    for (const [client, server] of pairs) for (const socket of [client, server]) socket.destroy();
  });
  return {
    url: `postgres://${target.username}:${target.password}@127.0.0.1:${port}${target.pathname}`,
    cut() {
      isCut = true;
      for (const [client, server] of pairs) {
        // Read and dropped, to see when the server closes it.
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
