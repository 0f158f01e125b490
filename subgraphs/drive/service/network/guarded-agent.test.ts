import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { createGuardedAgent, RefusedAddress } from './guarded-agent.js';

/** A server on this machine that counts what it is asked, and an agent whose names resolve to these addresses, one list a time. */
async function world(answers: readonly (readonly string[])[]) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response.writeHead(200, { connection: 'close' }).end('reached');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  let resolved = 0;
  const agent = createGuardedAgent({
    // Of the addresses of this machine only one may be asked.
    isAllowed: async (address) => address === '127.0.0.1',
    agent: { connections: 1 },
    connectMilliseconds: 2000,
    resolve: async () => (answers[resolved++] ?? []).map((address) => ({ address, family: 4 })),
  });
  onTestFinished(async () => {
    await agent.close();
    server.closeAllConnections();
    server.close();
  });
  return {
    send: async (host: string) => await (await request(`http://${host}:${port}/`, { dispatcher: agent })).body.text(),
    counts: () => ({ asked, resolved }),
  };
}

test('a name is asked at the address that was checked: it is resolved once for each connection', async () => {
  const { send, counts } = await world([['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]);
  expect(await send('name.example')).toBe('reached');
  // The name points elsewhere a moment later.
  await expect(send('name.example')).rejects.toBeInstanceOf(RefusedAddress);
  expect(await send('name.example')).toBe('reached');
  expect(counts()).toEqual({ asked: 2, resolved: 3 });
});

test('a name of which one address may not be asked is not asked at all', async () => {
  const { send, counts } = await world([['127.0.0.1', '127.0.0.2'], []]);
  await expect(send('name.example')).rejects.toBeInstanceOf(RefusedAddress);
  await expect(send('name.example')).rejects.toBeInstanceOf(RefusedAddress);
  expect(counts()).toEqual({ asked: 0, resolved: 2 });
});

test.each(['127.0.0.2', '127.2', '0x7f000002', '2130706434', '[::ffff:127.0.0.2]', '[::1]'])(
  'the literal address %s is checked too',
  async (host) => {
    const { send, counts } = await world([]);
    await expect(send(host)).rejects.toBeInstanceOf(RefusedAddress);
    expect(counts()).toEqual({ asked: 0, resolved: 0 });
  },
);
