import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ForbiddenAddressError, type Resolve } from '../../platform/network/index.js';
import { createCallbackSender } from '../../subgraphs/drive/site/service/callbacks.js';
import { createHttpClient } from '../../subgraphs/drive/sync/upstream/http-client.js';

/**
 * The document site is on this machine, so redirects to it are allowed. Other hosts have the addresses that a test
 * specifies.
 */
const siteUrl = new URL('https://site.example');

/** Addresses that are allowed neither for downloads nor for notifications, although some are on this machine. */
const rejected: readonly (readonly [what: string, addresses: readonly string[]])[] = [
  ['mapped loopback', ['::ffff:127.0.0.1']],
  ['mapped loopback in hexadecimal', ['::ffff:7f00:1']],
  ['mapped, even if the embedded address is public', ['::ffff:93.184.216.34']],
  ['IPv4-compatible', ['::127.0.0.1']],
  ['public with a zone index', ['2606:2800:220:1::1%lo']],
  ['loopback with a zone index', ['::1%lo']],
  ['for documentation', ['192.0.2.1']],
  ['for documentation', ['2001:db8::1']],
  ['for documentation', ['3fff::1']],
  ['not assigned', ['4000::1']],
  ['link-local', ['169.254.169.254']],
  ['link-local behind NAT64', ['64:ff9b::a9fe:a9fe']],
  ['private behind NAT64', ['64:ff9b::a00:1']],
  ['behind the NAT64 prefix of one network', ['64:ff9b:1::808:808']],
  ['a permitted address, and then a forbidden one', ['127.0.0.1', '::ffff:127.0.0.1']],
  ['no address', []],
];

/** A local server that counts its connections and requests. */
async function listener() {
  const counts = { verified: 0, connected: 0 };
  const server = createServer((_request, response) => {
    counts.verified++;
    response.writeHead(200, { connection: 'close' }).end('reached');
  });
  server.on('connection', () => counts.connected++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // A TCP server has an AddressInfo.
  return { counts, url: new URL(`http://other.example:${port}/`) };
}

/**
 * Resolves the site to one address of `site` after the other, and then always to the last one; resolves every other
 * name to `addresses`.
 */
function resolvesTo(addresses: readonly string[], site: readonly string[] = ['127.0.0.1']): Resolve {
  const turns = [...site];
  return async (hostname) => {
    const resolved = hostname === siteUrl.hostname ? [turns.length > 1 ? turns.shift() : turns[0]] : addresses;
    return resolved.map((address = '') => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
}

async function download(url: URL, resolve: Resolve): Promise<string> {
  const sleep = async () => undefined;
  const httpClient = createHttpClient({ clock: { now: () => 0 }, sleep, random: () => 0, resolve });
  onTestFinished(() => httpClient.close());
  return await (await httpClient.send({ method: 'GET', url, redirectedBy: siteUrl })).body.text();
}

async function notify(url: URL, resolve: Resolve, allowPrivate = false): Promise<string> {
  const sender = createCallbackSender({ allowPrivate, resolve });
  onTestFinished(() => sender.close());
  return (await sender.post(url)).text;
}

describe('a download', () => {
  test.each(rejected)('is not fetched from a host whose address is forbidden (%s): %j', async (_, addresses) => {
    const { counts, url } = await listener();
    const failure = download(url, resolvesTo(addresses));
    await expect(failure).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      details: { reason: 'forbidden_address' },
      cause: expect.any(ForbiddenAddressError),
    });
    expect(counts).toEqual({ verified: 0, connected: 0 });
  });

  test('is fetched from the network of the site', async () => {
    const { url } = await listener();
    expect(await download(url, resolvesTo(['127.0.0.1']))).toBe('reached');
  });

  test('is not requested on a connection to an address that the site no longer has', async () => {
    const { counts, url } = await listener();
    const failure = download(url, resolvesTo(['127.0.0.1'], ['127.0.0.1', '93.184.216.34']));
    await expect(failure).rejects.toMatchObject({ details: { reason: 'forbidden_address' } });
    expect(counts.verified).toBe(0);
  });
});

describe('a notification', () => {
  test.each(rejected)('is not sent to a host whose address is forbidden (%s): %j', async (_, addresses) => {
    const { counts, url } = await listener();
    await expect(notify(url, resolvesTo(addresses))).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(counts).toEqual({ verified: 0, connected: 0 });
  });

  test('is sent to a loopback address only when private addresses are allowed', async () => {
    const { counts, url } = await listener();
    expect(await notify(url, resolvesTo(['127.0.0.1']), true)).toBe('reached');
    await expect(notify(url, resolvesTo(['127.0.0.1']))).rejects.toBeInstanceOf(ForbiddenAddressError);
    expect(counts.connected).toBe(1);
  });

  test.each(['[::ffff:7f00:1]', '[::7f00:1]', '192.0.2.1', '[4000::1]'])(
    'is not sent to the literal address %s',
    async (host) => {
      const { counts, url } = await listener();
      url.hostname = host;
      await expect(notify(url, resolvesTo([]))).rejects.toBeInstanceOf(ForbiddenAddressError);
      expect(counts).toEqual({ verified: 0, connected: 0 });
    },
  );
});
