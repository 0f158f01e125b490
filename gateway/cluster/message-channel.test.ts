import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { MessageChannel } from './message-channel.js';

const heartbeatMs = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A channel to a server through a proxy that can stop forwarding, like a host that loses power. */
async function openChannel(): Promise<{ webSocket: WebSocket; forwarded: Socket[]; received: string[] }> {
  const server = createServer();
  const webSockets = new WebSocketServer({ server });
  const proxied: Socket[] = [];
  const proxy = createTcpServer((incoming) => {
    const outgoing = connect(portOf(server));
    proxied.push(incoming, outgoing);
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) socket.on('error', () => {});
  });
  for (const listener of [server, proxy]) await once(listener.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of proxied) socket.destroy();
    for (const closed of [webSockets, server, proxy]) closed.close();
  });
  webSockets.on('connection', (peer) => peer.on('message', (message: Buffer) => peer.send(message.toString())));
  const webSocket = new WebSocket(`ws://127.0.0.1:${portOf(proxy)}`);
  const upgraded = once(webSocket, 'upgrade');
  await once(webSocket, 'open');
  const [{ socket }] = (await upgraded) as [IncomingMessage]; // The argument of the event.
  const received: string[] = [];
  const channel = new MessageChannel(webSocket, { socket, onMessage: (message) => received.push(message.toString()) });
  channel.send('hello');
  await once(webSocket, 'message');
  return { webSocket, forwarded: proxied, received };
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port; // A TCP server has an AddressInfo.
}

/** Waits for the next heartbeat, which runs in an immediate after its timer. */
async function passHeartbeat(): Promise<void> {
  vi.advanceTimersByTime(heartbeatMs);
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the heartbeat of a channel', () => {
  test('does not terminate a connection whose peer only responds to pings', async () => {
    const { webSocket, received } = await openChannel();
    for (let count = 0; count < 5; count++) {
      const pong = once(webSocket, 'pong');
      await passHeartbeat();
      await pong;
    }
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    expect(received).toEqual(['hello']);
    webSocket.terminate();
  });

  test('terminates a connection whose peer sends nothing for two intervals', async () => {
    const { webSocket, forwarded } = await openChannel();
    const closed = once(webSocket, 'close');
    for (const socket of forwarded) socket.unpipe().pause();
    await passHeartbeat();
    expect(webSocket.readyState).toBe(WebSocket.OPEN);
    await passHeartbeat();
    await closed;
    expect(webSocket.readyState).toBe(WebSocket.CLOSED);
  });
});
