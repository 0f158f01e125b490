import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sampleGraph as graph } from './support/sample-graph.js';
import { serve } from './support/serve.js';

test('a connection that was opened in advance does not prevent a server from stopping', async () => {
  const server = await serve({ graph });
  const { hostname, port } = new URL(server.url);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  const closed = once(unused, 'close');
  const startedAt = performance.now();
  await server.close();
  await closed;
  // A server that does not close unused connections would wait 30 seconds for a request.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('requests that were sent before a server stops get responses, on idle and on new connections', async () => {
  const server = await serve();
  const { hostname, port } = new URL(server.url);
  const openSocket = () => connect(Number(port), hostname);
  const sendRequest = (socket: Socket, connection: string) =>
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\nconnection: ${connection}\r\ncontent-type: application/json\r\n` +
        'content-length: 21\r\n\r\n{"query":"{ hello }"}',
    );
  const idle = [openSocket(), openSocket()];
  for (const socket of idle) {
    sendRequest(socket, 'keep-alive');
    expect(String((await once(socket, 'data'))[0])).toMatch(/connection: keep-alive/i);
  }
  // The operating system accepts both kinds at once; when the server is stopped, it has accepted or read none of them.
  for (const socket of idle) sendRequest(socket, 'keep-alive');
  const newConnections = [openSocket(), openSocket(), openSocket()];
  for (const socket of newConnections) sendRequest(socket, 'keep-alive');
  const responses = Promise.all([...idle, ...newConnections].map((socket) => text(socket)));
  const stopped = server.close();
  for (const response of await responses) expect(response).toMatch(/^HTTP\/1\.1 200 OK.*connection: close.*"world"/is);
  await stopped;
  await expect(once(openSocket(), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
