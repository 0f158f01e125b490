import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { providerFetch } from './provider-fetch.js';

/** Sends a request to a provider on this machine whose name also has another address. */
async function fetchWithAddress(other: string): Promise<string> {
  const server = createServer((_, response) => void response.end('reached')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const addresses = ['127.0.0.1', other].map((address) => ({ address, family: isIP(address) }));
  const { fetch, close } = providerFetch({ issuer: 'http://localhost', resolve: async () => addresses });
  onTestFinished(async () => {
    await close();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // The address of a TCP server has a port.
  return await (await fetch(`http://provider.example:${port}/`)).text();
}

test.each([
  ['public', '8.8.8.8'],
  ['private', '10.0.0.1'],
  ['public behind NAT64', '64:ff9b::808:808'],
  ['private behind NAT64', '64:ff9b::a00:1'],
])('a provider is reached if its name also has an address that is %s', async (_, address) => {
  expect(await fetchWithAddress(address)).toBe('reached');
});

test.each([
  ['link-local', '169.254.169.254'],
  ['link-local behind NAT64', '64:ff9b::a9fe:a9fe'],
  ['loopback behind NAT64', '64:ff9b::7f00:1'],
])('a provider is not reached if its name also has an address that is %s', async (_, address) => {
  await expect(fetchWithAddress(address)).rejects.toMatchObject({
    cause: { name: 'ForbiddenAddressError', message: expect.stringContaining(address) },
  });
});
