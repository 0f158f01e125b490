import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type ConnectionGuard, ForbiddenAddressError, guardedConnector } from './guarded-connector.js';

/** Allows 127.0.0.1 only; other addresses of this machine are forbidden. */
const onlyFirstAddress = async (address: string): Promise<boolean> => address === '127.0.0.1';

/**
 * A local server that counts its requests, and an agent whose hostnames resolve to these lists of addresses, one per
 * lookup.
 */
async function createNetwork(
  responses: readonly (readonly string[])[],
  isAllowed: ConnectionGuard['isAllowed'] = onlyFirstAddress,
  buildBy: typeof buildConnector = buildConnector,
) {
  const counts = { requested: 0, connected: 0, resolved: 0 };
  const server = createServer((_request, response) => {
    counts.requested++;
    response.writeHead(200, { connection: 'close' }).end('reached');
  });
  server.on('connection', () => counts.connected++);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  const resolve = async () => (responses[counts.resolved++] ?? []).map((address) => ({ address, family: 4 }));
  const connect = guardedConnector({ resolve, isAllowed }, (lookup) => buildBy({ lookup, timeout: 2000 }));
  const agent = new Agent({ connections: 1, connect });
  onTestFinished(async () => {
    await agent.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    send: async (host: string) => await (await request(`http://${host}:${port}/`, { dispatcher: agent })).body.text(),
    counts,
  };
}

test('connects to the verified address, and resolves the name once per connection', async () => {
  const { send, counts } = await createNetwork([['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]);
  expect(await send('name.example')).toBe('reached');
  // The next lookup of the name returns another address.
  await expect(send('name.example')).rejects.toBeInstanceOf(ForbiddenAddressError);
  expect(await send('name.example')).toBe('reached');
  expect(counts).toEqual({ requested: 2, connected: 2, resolved: 3 });
});

test('rejects a hostname without addresses, and one with any forbidden address', async () => {
  const { send, counts } = await createNetwork([['127.0.0.1', '127.0.0.2'], []]);
  await expect(send('name.example')).rejects.toBeInstanceOf(ForbiddenAddressError);
  await expect(send('name.example')).rejects.toBeInstanceOf(ForbiddenAddressError);
  expect(counts).toEqual({ requested: 0, connected: 0, resolved: 2 });
});

test.each(['127.0.0.2', '127.2', '0x7f000002', '2130706434', '[::ffff:127.0.0.2]', '[::1]'])(
  'rejects the forbidden literal address %s without a lookup or a connection',
  async (host) => {
    const { send, counts } = await createNetwork([]);
    await expect(send(host)).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(counts).toEqual({ requested: 0, connected: 0, resolved: 0 });
  },
);

test.each(['name.example', '127.0.0.1'])(
  'sends nothing to %s if the socket is connected to another address',
  async (host) => {
    const sockets: Socket[] = [];
    const verdicts = [true, false];
    const { send, counts } = await createNetwork(
      [['127.0.0.1']],
      async () => verdicts.shift() ?? false,
      recordSockets(sockets),
    );
    await expect(send(host)).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(counts.requested).toBe(0);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  },
);

test('fails if the connection closes during the verification, and opens no other connection', async () => {
  const sockets: Socket[] = [];
  let checks = 0;
  async function isAllowed(): Promise<boolean> {
    const [socket] = sockets;
    if (++checks > 1 && socket !== undefined) await new Promise((resolve) => socket.once('close', resolve).destroy());
    return true;
  }
  const { send, counts } = await createNetwork([['127.0.0.1']], isAllowed, recordSockets(sockets));
  await expect(send('name.example')).rejects.toThrow('closed before it was used');
  expect([counts.requested, sockets.length]).toEqual([0, 1]);
});

test('reports a closed connection, not a forbidden address, if the connection closes before the verification', async () => {
  const { send, counts } = await createNetwork(
    [['127.0.0.1']],
    onlyFirstAddress,
    watchConnection((socket) => socket.destroy()),
  );
  await expect(send('name.example')).rejects.toThrow('closed before it was used');
  expect([counts.requested, counts.resolved]).toEqual([0, 1]);
});

test('does not connect if the verification fails', async () => {
  const { send, counts } = await createNetwork([['127.0.0.1']], () => {
    throw new Error('undecided');
  });
  await expect(send('name.example')).rejects.toThrow('undecided');
  await expect(send('127.0.0.1')).rejects.toThrow('undecided');
  expect(counts).toEqual({ requested: 0, connected: 0, resolved: 1 });
});

/** Builds connectors that record the connections they open. */
function recordSockets(sockets: Socket[]): typeof buildConnector {
  return watchConnection((socket) => sockets.push(socket));
}

function watchConnection(watch: (socket: Socket) => unknown): typeof buildConnector {
  return (options) => {
    const connect = buildConnector(options);
    return (target, callback) =>
      connect(target, (...result) => {
        if (result[0] === null) watch(result[1]);
        callback(...result);
      });
  };
}
