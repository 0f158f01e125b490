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
  // Without it, the server waits 30 seconds for a request.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('requests that were sent before a server stops get responses, on idle and on new connections', async () => {
  const server = await serve();
  const { hostname, port } = new URL(server.url);
  const open = () => connect(Number(port), hostname);
  const sendRequest = (socket: Socket, connection: string) =>
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\nconnection: ${connection}\r\ncontent-type: application/json\r\n` +
        'content-length: 21\r\n\r\n{"query":"{ hello }"}',
    );
  const idle = [open(), open()];
  for (const socket of idle) {
    sendRequest(socket, 'keep-alive');
    expect(String((await once(socket, 'data'))[0])).toMatch(/connection: keep-alive/i);
  }
  // The system accepts both kinds at once; the server has not read or accepted anything when it is stopped.
  for (const socket of idle) sendRequest(socket, 'keep-alive');
  const fresh = [open(), open(), open()];
  for (const socket of fresh) sendRequest(socket, 'keep-alive');
  const responses = Promise.all([...idle, ...fresh].map((socket) => text(socket)));
  const stopped = server.close();
  for (const response of await responses) expect(response).toMatch(/^HTTP\/1\.1 200 OK.*connection: close.*"world"/is);
  await stopped;
  await expect(once(open(), 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
