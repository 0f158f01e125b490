import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { messageOf } from '../../../../platform/message-of.js';
import { rateSubject } from '../../../../platform/rate-subject.js';
import { ResourceCounts } from '../../../../platform/resource-counts.js';
import { frames, uint16 } from '../../dns/index.js';
import type { DnsServer } from './context.js';
import { respond } from './respond.js';

/** Maximum size of a query in bytes. */
const maxQueryBytes = 4096;
/** Time within which a client must read a message of a response, in milliseconds. */
const drainMs = 10_000;
/** Maximum time of a response in milliseconds; a response may be a transfer of a whole zone. */
const maxResponseMs = 600_000;
/** Maximum number of UDP queries that are processed at a time; others are dropped, and their clients repeat them. */
const maxDatagrams = 100;

/** Listens for DNS queries over TCP and UDP; resolves when both are bound. */
export async function listen(server: DnsServer): Promise<void> {
  const { host, port, maxConnections, maxConnectionsPerSource } = server.dependencies.configuration.dns;
  const open = new ResourceCounts();
  const tcp = createServer({ allowHalfOpen: true }, (socket) => {
    const source = rateSubject(socket.remoteAddress ?? '');
    const reject = (limit: string): void => {
      server.clients.recordRejection({ zone: '', reason: `more than ${limit}` });
      socket.destroy();
    };
    // Not with `maxConnections` of node:net: among workers, the listening process would hand out the connection again.
    if (open.total >= maxConnections) return reject(`${maxConnections} connections ([dns] max_connections)`);
    if (open.countOf(source) >= maxConnectionsPerSource)
      return reject(`${maxConnectionsPerSource} connections ([dns] max_connections_per_source), from ${source}`);
    socket.once('close', open.acquire(source));
    void serveConnection(server, socket);
  });
  const udp = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  try {
    tcp.listen({ host, port });
    await once(tcp, 'listening');
    udp.bind({ address: host, port });
    await once(udp, 'listening');
  } catch (error) {
    close(tcp, udp);
    throw error;
  }
  // For example, the process has no more file descriptors.
  tcp.on('error', (error) => server.dependencies.log.warn({ err: error }, 'accepting DNS connections failed'));
  serveDatagrams(server, udp);
  server.signal.addEventListener('abort', () => close(tcp, udp), { once: true });
  if (server.signal.aborted) close(tcp, udp);
}

function close(tcp: Server, udp: DatagramSocket): void {
  tcp.close(() => {}); // The socket may not have been open.
  udp.close();
}

function serveDatagrams(server: DnsServer, udp: DatagramSocket): void {
  const { log } = server.dependencies;
  let running = 0;
  udp.on('error', (error) => log.warn({ err: error }, 'receiving DNS queries failed'));
  udp.on('message', (bytes, { address, port }) => {
    if (running >= maxDatagrams || bytes.length > maxQueryBytes) return;
    running++;
    const exchange = {
      ...({ transport: 'udp', address: plainAddress(address), signal: server.signal } as const),
      // Errors are ignored, because UDP does not guarantee delivery.
      send: async (message: Buffer) => udp.send(message, port, address, () => {}),
    };
    respond(server, bytes, exchange)
      .catch((error: unknown) => log.warn({ err: error }, 'a DNS query failed'))
      .finally(() => running--);
  });
}

/** Responds to the queries of a connection one after the other. */
async function serveConnection(server: DnsServer, socket: Socket): Promise<void> {
  const address = plainAddress(socket.remoteAddress ?? '');
  const disconnection = new AbortController();
  socket.on('close', () => disconnection.abort());
  socket.on('error', () => socket.destroy());
  // The limit is for the whole query, so a client that sends single bytes cannot hold a connection.
  const expectQuery = () => setTimeout(() => socket.destroy(), server.idleTimeoutMs);
  let deadline = expectQuery();
  const stop = () => socket.destroy();
  server.signal.addEventListener('abort', stop, { once: true });
  const { signal } = disconnection;
  const end = (problem: string) => {
    server.clients.recordRejection({ zone: '', reason: `${problem}, from ${address}` });
    disconnection.abort();
  };
  const send = async (message: Buffer): Promise<void> => {
    if (await write(socket, message, signal)) return;
    end(`the client did not read a message of the response within ${drainMs / 1000} s`);
    signal.throwIfAborted();
  };
  try {
    for await (const bytes of frames(socket, maxQueryBytes)) {
      // A transfer may wait for other transfers; `maxResponseMs` limits it instead.
      clearTimeout(deadline);
      deadline = setTimeout(() => end(`the response took longer than ${maxResponseMs / 1000} s`), maxResponseMs);
      await respond(server, Buffer.from(bytes), { transport: 'tcp', address, send, signal });
      clearTimeout(deadline);
      deadline = expectQuery();
    }
    socket.end();
  } catch (error) {
    if (!disconnection.signal.aborted)
      server.clients.recordRejection({ zone: '', reason: `${messageOf(error)}, from ${address}` });
    socket.destroy();
  } finally {
    clearTimeout(deadline);
    server.signal.removeEventListener('abort', stop);
  }
}

/**
 * Writes a message. If the send buffer is full, waits until the client has read its contents.
 * @returns false if the client has not read them within {@link drainMs}
 */
async function write(socket: Socket, message: Buffer, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  if (socket.write(Buffer.concat([uint16(message.length), message]))) return true;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), drainMs);
  try {
    await once(socket, 'drain', { signal: AbortSignal.any([signal, limit.signal]) });
    return true;
  } catch (error) {
    if (limit.signal.aborted && !signal.aborted) return false;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Converts an IPv4-mapped IPv6 address, which a socket for both protocols reports, to IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
