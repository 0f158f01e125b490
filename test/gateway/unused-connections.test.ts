import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sampleGraph as graph } from './support/sample-graph.js';
import { serve } from './support/serve.js';

test('a connection that was opened in advance does not keep a server from stopping', async () => {
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
