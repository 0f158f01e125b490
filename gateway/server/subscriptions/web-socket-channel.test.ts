import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketChannel } from './web-socket-channel.js';

const mebibyte = 1024 * 1024;

/** A WebSocket whose client reads on demand. */
class FakeSocket {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  readonly closed: [number, string][] = [];
  isTerminated = false;
  #onWritten: (() => void)[] = [];

  send(message: string, onWritten: () => void): void {
    this.sent.push(message);
    this.bufferedAmount += message.length;
    this.#onWritten.push(onWritten);
  }

  /** The client reads everything. */
  read(): void {
    this.bufferedAmount = 0;
    for (const onWritten of this.#onWritten.splice(0)) onWritten();
  }

  close(code: number, reason: string): void {
    this.readyState = 2;
    this.closed.push([code, reason]);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const closedAsSlow = [1013, 'The client reads too slowly'];

let socket: FakeSocket;
let channel: WebSocketChannel;
const onSlow = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onSlow.mockClear();
  socket = new FakeSocket();
  // The channel uses only these members.
  channel = new WebSocketChannel(socket as unknown as WebSocket, { timeoutSeconds: 4, onSlow });
});
afterEach(() => void vi.useRealTimers());

describe('a WebSocket whose client does not read', () => {
  test('is closed with a code at its timeout, and terminated when the client does not respond', async () => {
    const written = channel.send('one');
    vi.advanceTimersByTime(3999);
    expect(socket.closed).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(socket.closed).toEqual([closedAsSlow]);
    expect(onSlow).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(4999);
    expect(socket.isTerminated).toBe(false);
    vi.advanceTimersByTime(1);
    expect(socket.isTerminated).toBe(true);
    await channel.send('two');
    expect(socket.sent).toEqual(['one']);
    socket.read();
    await written;
  });

  test('is closed when more than 16 MiB wait to be sent', () => {
    void channel.send('x'.repeat(16 * mebibyte));
    void channel.send('x');
    expect(socket.closed).toEqual([]);
    void channel.send('x');
    expect(socket.closed).toEqual([closedAsSlow]);
  });

  test('is terminated when it returns no pong in time', () => {
    channel.ping({});
    socket.read();
    vi.advanceTimersByTime(4000);
    channel.receivedPong();
    channel.ping({});
    vi.advanceTimersByTime(3000);
    socket.read();
    vi.advanceTimersByTime(1001);
    channel.ping({});
    expect(socket.isTerminated).toBe(false);
    channel.ping({});
    expect(socket.isTerminated).toBe(true);
  });
});

test('a client whose pong is read late, because the server was suspended, is not disconnected', () => {
  channel.ping({});
  socket.read();
  vi.advanceTimersByTime(60_000);
  channel.ping({});
  channel.receivedPong();
  socket.read();
  channel.ping({});
  socket.read();
  expect([socket.closed, socket.isTerminated]).toEqual([[], false]);
});

test('a client that reads is not disconnected, regardless of the amount of data', async () => {
  for (let index = 0; index < 40; index++) {
    const written = channel.send('x'.repeat(mebibyte));
    vi.advanceTimersByTime(3999);
    socket.read();
    await written;
  }
  vi.advanceTimersByTime(60_000);
  expect([socket.closed, socket.isTerminated]).toEqual([[], false]);
});
