import { EventEmitter } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endStalledResponses, exemptFromStallLimit } from './stalled-responses.js';

const timeoutSeconds = 30;
const limitMs = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection with a response of 1000 bytes, of which the system has accepted none. */
function openConnection() {
  const socket = Object.assign(new EventEmitter(), {
    ...{ writableLength: 1000, bytesWritten: 1000, _handle: { writeQueueSize: 1000 } },
    _httpMessage: {} as ServerResponse | null,
    destroy: vi.fn(),
  });
  const server = new EventEmitter();
  endStalledResponses(server as Server, { timeoutSeconds });
  server.emit('connection', socket);
  return { socket, server };
}

test('ends a connection whose client has read nothing for two request timeouts', () => {
  const { socket } = openConnection();
  vi.advanceTimersByTime(limitMs);
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(limitMs / 10);
  expect(socket.destroy).toHaveBeenCalled();
});

test.each<[string, (socket: ReturnType<typeof openConnection>['socket']) => unknown]>([
  ['a part of a write', ({ _handle }) => _handle.writeQueueSize--],
  ['a whole write', (socket) => socket.writableLength--],
])('does not end a connection whose client reads %s from time to time', (_, read) => {
  const { socket } = openConnection();
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(limitMs * 0.8);
    read(socket);
  }
  expect(socket.destroy).not.toHaveBeenCalled();
});

test('does not take more output for progress of the client', () => {
  const { socket } = openConnection();
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(limitMs / 10);
    socket.bytesWritten += 100;
    socket.writableLength += 100;
  }
  expect(socket.destroy).toHaveBeenCalled();
});

test.each<[string, (socket: ReturnType<typeof openConnection>['socket']) => unknown]>([
  ['whose output has been read', (socket) => (socket.writableLength = 0)],
  ['that became a WebSocket', (socket) => (socket._httpMessage = null)],
  ['with a stream that has its own limit', ({ _httpMessage }) => _httpMessage && exemptFromStallLimit(_httpMessage)],
  ['that was closed', (socket) => socket.emit('close')],
])('does not end a connection %s', (_, change) => {
  const { socket } = openConnection();
  change(socket);
  vi.advanceTimersByTime(limitMs * 3);
  expect(socket.destroy).not.toHaveBeenCalled();
});

test('checks nothing after the end of the server', () => {
  const { server } = openConnection();
  server.emit('close');
  expect(vi.getTimerCount()).toBe(0);
});
