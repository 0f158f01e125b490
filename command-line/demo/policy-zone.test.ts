import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfiguration } from '../../platform/configuration/index.js';
import { withPolicyZone } from './policy-zone.js';

test('the policy zone of the demo has a free port of its address', async () => {
  const server = createServer().listen(0, '127.0.0.2');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // The address of a TCP server has a port.
  const { dns } = loadConfiguration({ workingDirectory: '/nonexistent', file: null, environment: {} });
  const zone = await withPolicyZone({ ...dns, host: '127.0.0.2', port });
  expect(zone.host).toBe('127.0.0.2');
  expect(zone.port).not.toBe(port);
});
