import { once } from 'node:events';
import { request } from 'node:http';
import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import type { DataSource, Graph, HttpServer } from '../../gateway/index.js';
import { createLog } from '../../platform/log.js';
import { graphOver, testConfiguration } from '../support/index.js';
import { serveGraph, startAlertsServer } from './support/alerts-server.js';
import { failing } from './support/failing-graph.js';

const server = await startAlertsServer();
const servers: HttpServer[] = [];
afterAll(async () => {
  for (const each of servers) await each.close();
});

async function serve(graph: Graph, options: { destination?: Writable } = {}) {
  const { destination = new Writable({ write: (_chunk, _encoding, done) => done() }) } = options;
  const started = await serveGraph({
    graph,
    configuration: testConfiguration({ RAMPART_SERVER_PORT: '0' }),
    database: server.testDatabase.database,
    log: createLog({ level: 'error', destination }),
  });
  servers.push(started);
  return started;
}

/** A graph over a subgraph that never responds, and that passes the signal of each request to the callback. */
function createHangingGraph(onRequest: (signal: AbortSignal) => void): Graph {
  const dataSource: DataSource = {
    execute({ context }) {
      onRequest(context.signal);
      return new Promise(() => {});
    },
  };
  return graphOver({ alerts: dataSource });
}

test('an internal error is logged in full with the request id, and masked in the response', async () => {
  const logged: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  const { url } = await serve(failing(server.graph, new Error('a secret of the inside')), { destination });
  const response = await fetch(`${url}/alerts`);
  expect([response.status, await response.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    err: { message: 'a secret of the inside' },
    requestId: expect.any(String),
  });
});

test('work for a disconnected client is aborted', async () => {
  const requested = Promise.withResolvers<AbortSignal>();
  const { url } = await serve(createHangingGraph(requested.resolve));
  const client = request(`${url}/alerts`).on('error', () => {});
  client.end();
  const signal = await requested.promise;
  const aborted = once(signal, 'abort');
  client.destroy();
  await aborted;
  expect(signal.aborted).toBe(true);
});

test('the size limit also applies to chunked bodies', async () => {
  const client = request(`${server.url}/feedback`, { method: 'POST', headers: { 'content-type': 'application/json' } });
  const responded = once(client, 'response');
  client.on('error', () => {});
  for (let piece = 0; piece < 20; piece++) client.write('x'.repeat(100_000));
  client.end();
  const [response] = await responded;
  expect(response.statusCode).toBe(413);
  response.destroy();
});
