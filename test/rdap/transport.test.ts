import { describe, expect, test } from 'vitest';
import { ForbiddenAddressError, hostOf, type TrustingGuard } from '../../platform/network/index.js';
import {
  neverResponds,
  redirectsTo,
  respondsCompressed,
  respondsWith,
  respondsWithSize,
  respondsWithText,
  responseAbout,
  sendsBodySlowly,
  sendsEndlessBody,
  truncatesBody,
} from './support/behaviors.js';
import { certificate, fetchWith, isPublicAddress, maxBytes, outcomeOf, urlWithHostname } from './support/fetching.js';
import { startRegistryForTest } from './support/registry.js';

function resolvesTo(...addresses: readonly string[]): Partial<TrustingGuard> {
  const resolved = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return { isAllowed: isPublicAddress, resolve: async () => resolved };
}

describe('the check of addresses', () => {
  test.each([
    ['loopback', ['127.0.0.1']],
    ['loopback', ['::1']],
    ['private', ['10.0.0.1']],
    ['private', ['192.168.1.1']],
    ['unique local', ['fd00::1']],
    ['link-local', ['169.254.169.254']],
    ['link-local', ['fe80::1']],
    ['carrier-grade NAT', ['100.64.0.1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1']],
    ['IPv4-mapped', ['::ffff:8.8.8.8']],
    ['IPv4-translated (NAT64)', ['64:ff9b::7f00:1']],
    ['multicast', ['224.0.0.1']],
    ['multicast', ['ff02::1']],
    ['unspecified', ['0.0.0.0']],
    ['unspecified', ['::']],
    ['public first, then loopback', ['93.184.216.34', '127.0.0.1']],
    ['loopback first, then public', ['127.0.0.1', '93.184.216.34']],
  ])('rejects a hostname that resolves to %s addresses: %j', async (_, addresses) => {
    const registry = await startRegistryForTest();
    const failure = fetchWith(urlWithHostname(registry, 'registry.test', 'domain/a.test'), resolvesTo(...addresses));
    await expect(failure).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      cause: { cause: expect.any(ForbiddenAddressError) },
    });
    expect(registry.connections()).toBe(0);
  });

  test.each(['127.0.0.1', '2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:7f00:1]', '0'])(
    'rejects a URL with the address %s',
    async (host) => {
      const registry = await startRegistryForTest();
      const failure = fetchWith(urlWithHostname(registry, host), { isAllowed: isPublicAddress });
      await expect(failure).rejects.toMatchObject({
        code: 'UPSTREAM_FAILED',
        cause: { cause: expect.any(ForbiddenAddressError) },
      });
      expect(registry.connections()).toBe(0);
    },
  );

  test('connects to the checked address if the DNS record changes afterwards', async () => {
    const permitted = await startRegistryForTest();
    const forbidden = await startRegistryForTest({ host: '127.0.0.2', port: permitted.port });
    permitted.setPath('/', respondsWithText(200, 'good'));
    forbidden.setPath('/', respondsWithText(200, 'bad'));
    const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.2', '127.0.0.2'];
    const guard = {
      isAllowed: (address: string) => address === '127.0.0.1',
      resolve: async () => [{ address: addresses.shift() ?? '', family: 4 }],
    };
    expect(await fetchWith(urlWithHostname(permitted, 'changing.test'), guard)).toMatchObject({
      status: 200,
      text: 'good',
    });
    expect(await outcomeOf(urlWithHostname(permitted, 'changing.test'), guard)).toBe('UPSTREAM_FAILED');
    expect(forbidden.connections()).toBe(0);
  });

  test('sends nothing if the socket is connected to another address', async () => {
    const registry = await startRegistryForTest();
    const verdicts = [true, false];
    const guard = { isAllowed: () => verdicts.shift() ?? false };
    expect(await outcomeOf(urlWithHostname(registry, 'registry.test'), guard)).toBe('UPSTREAM_FAILED');
    expect(registry.requests).toEqual([]);
  });

  test('permits any address only for the configured host', async () => {
    const [publisher, other] = [await startRegistryForTest(), await startRegistryForTest()];
    publisher.setPath('/', respondsWithText(200, 'registry'));
    publisher.setPath('/away', redirectsTo(urlWithHostname(other, '127.0.0.1')));
    const guard = { isAllowed: isPublicAddress, trustedHosts: new Set([`127.0.0.1:${publisher.port}`]) };
    expect(await outcomeOf(publisher.url, guard)).toBe('200');
    expect(await outcomeOf(`${publisher.url}away`, guard)).toBe('UPSTREAM_FAILED');
    expect(other.connections()).toBe(0);
  });
});

test.each(['127.0.0.1', '::1'])('a trusted host may have the literal address %s', async (host) => {
  const registry = await startRegistryForTest({ host });
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${registry.port}/`);
  registry.setPath('/', respondsWithText(200, 'registry'));
  expect(await outcomeOf(url.href, { isAllowed: isPublicAddress, trustedHosts: new Set([hostOf(url)]) })).toBe('200');
  expect(await outcomeOf(url.href, { isAllowed: isPublicAddress })).toBe('UPSTREAM_FAILED');
});

describe('TLS', () => {
  test('accepts a valid certificate for the hostname', async () => {
    const registry = await startRegistryForTest({ tls: certificate });
    registry.setPath('/', respondsWithText(200, 'well'));
    expect(await fetchWith(urlWithHostname(registry, 'registry.test'))).toMatchObject({ status: 200, text: 'well' });
  });

  test('rejects a certificate for another name, and an untrusted one', async () => {
    const registry = await startRegistryForTest({ tls: certificate });
    expect(await outcomeOf(urlWithHostname(registry, 'other.test'))).toBe('UPSTREAM_FAILED');
    expect(await outcomeOf(urlWithHostname(registry, 'registry.test'), { certificates: undefined })).toBe(
      'UPSTREAM_FAILED',
    );
    expect(registry.requests).toEqual([]);
  });
});

describe('RDAP requests', () => {
  test('accept RDAP, and contain no credentials or cookies of earlier responses', async () => {
    const registry = await startRegistryForTest();
    const collected: object[] = [];
    registry.setPath('/', respondsWithText(302, '', { location: '/end', 'set-cookie': 'session=1' }));
    registry.setPath('/end', (request, response) => {
      collected.push(request.headers);
      response.end('{}');
    });
    await fetchWith(registry.url);
    expect(collected).toEqual([
      {
        host: `127.0.0.1:${registry.port}`,
        connection: 'keep-alive',
        accept: 'application/rdap+json, application/json;q=0.9',
        'accept-encoding': 'gzip',
        'user-agent': 'rampart',
      },
    ]);
  });
});

describe('a response', () => {
  const body = responseAbout('a.test');
  test.each([
    ['of up to one MiB is accepted', respondsWithSize(body, maxBytes), '200'],
    ['above one MiB is rejected', respondsWithSize(body, maxBytes + 1), 'UPSTREAM_FAILED'],
    ['that is endless is rejected', sendsEndlessBody, 'UPSTREAM_FAILED'],
    ['that is compressed is accepted', respondsCompressed(body), '200'],
    ['of up to one MiB after decompression is accepted', respondsCompressed(body, { bytes: maxBytes }), '200'],
    [
      'above one MiB after decompression is rejected',
      respondsCompressed(body, { bytes: maxBytes + 1 }),
      'UPSTREAM_FAILED',
    ],
    [
      'with an extreme compression ratio is rejected',
      respondsCompressed(body, { bytes: 100 * maxBytes }),
      'UPSTREAM_FAILED',
    ],
    [
      'with an encoding other than the declared one is rejected',
      respondsCompressed(body, { encoding: 'br' }),
      'UPSTREAM_FAILED',
    ],
    ['with invalid compressed data is rejected', respondsWith(body, { 'content-encoding': 'gzip' }), 'UPSTREAM_FAILED'],
    ['that is truncated is rejected', truncatesBody, 'UPSTREAM_FAILED'],
  ])('%s', async (_, behavior, outcome) => {
    const registry = await startRegistryForTest();
    registry.setPath('/', behavior);
    expect(await outcomeOf(registry.url)).toBe(outcome);
  });

  test('is decompressed if it is compressed', async () => {
    const registry = await startRegistryForTest();
    registry.setPath('/', respondsCompressed(body));
    expect(JSON.parse((await fetchWith(registry.url)).text)).toEqual(body);
  });
});

describe('timeouts', () => {
  test.each([
    ['does not respond', neverResponds],
    ['sends an incomplete response', sendsBodySlowly],
    ['redirects to an unresponsive server', redirectsTo('/silent')],
  ])('apply to a server that %s', async (_, behavior) => {
    const registry = await startRegistryForTest();
    registry.setPath('/', behavior);
    registry.setPath('/silent', neverResponds);
    expect(await outcomeOf(registry.url, {}, 200)).toBe('UPSTREAM_TIMEOUT');
  });

  test('apply to a DNS lookup that does not complete', async () => {
    const registry = await startRegistryForTest();
    const guard = { resolve: () => new Promise<never>(() => undefined) };
    const before = Date.now();
    expect(await outcomeOf(urlWithHostname(registry, 'registry.test'), guard, 200)).toBe('UPSTREAM_TIMEOUT');
    // The client's own connect timeout is ten seconds.
    expect(Date.now() - before).toBeLessThan(5000);
  });

  test.each([
    ['nothing listens', 'http://127.0.0.1:1/', {}],
    ['the name is unknown', 'https://registry.test/', { resolve: () => Promise.reject(new Error('ENOTFOUND')) }],
    ['the name has no address', 'https://registry.test/', { resolve: async () => [] }],
  ])('do not delay the result if %s', async (_, url, guard) => {
    expect(await outcomeOf(url, guard)).toBe('UPSTREAM_FAILED');
  });
});
