import { describe, expect, test } from 'vitest';
import { redirectsTo, respondsWithText, sendsEndlessBody } from './support/behaviors.js';
import { certificate, fetchWith, isPublicAddress, outcomeOf, urlWithHostname } from './support/fetching.js';
import { startRegistryForTest } from './support/registry.js';

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])(
    'with status %i are followed up to three times, including relative ones',
    async (status) => {
      const registry = await startRegistryForTest();
      for (const step of [1, 2, 3, 4])
        registry.setPath(`/${step}`, redirectsTo(step === 2 ? '3' : `/${step + 1}`, status));
      registry.setPath('/5', respondsWithText(200, 'here'));
      expect(await fetchWith(`${registry.url}2`)).toMatchObject({ text: 'here', url: `${registry.url}5` });
      expect(await outcomeOf(`${registry.url}1`)).toBe('UPSTREAM_FAILED');
    },
  );

  test('in a loop end after the third', async () => {
    const registry = await startRegistryForTest();
    registry.setPath('/', redirectsTo('/'));
    expect(await outcomeOf(registry.url)).toBe('UPSTREAM_FAILED');
    expect(registry.requests).toHaveLength(4);
  });

  test('to a private address are rejected', async () => {
    const [registry, inner] = [await startRegistryForTest(), await startRegistryForTest()];
    registry.setPath('/name', redirectsTo(urlWithHostname(inner, 'registry.test')));
    registry.setPath('/literal', redirectsTo(inner.url));
    const guard = { isAllowed: isPublicAddress, trustedHosts: new Set([`127.0.0.1:${registry.port}`]) };
    for (const path of ['name', 'literal']) expect(await outcomeOf(registry.url + path, guard)).toBe('UPSTREAM_FAILED');
    expect(inner.connections()).toBe(0);
  });

  test('to the same hostname are checked again', async () => {
    const registry = await startRegistryForTest();
    registry.setPath('/', respondsWithText(302, '', { location: '/next', connection: 'close' }));
    registry.setPath('/next', respondsWithText(200, 'next'));
    const addresses = ['127.0.0.1', '127.0.0.3'];
    const guard = {
      isAllowed: (address: string) => address === '127.0.0.1',
      resolve: async () => [{ address: addresses.shift() ?? '', family: 4 }],
    };
    expect(await outcomeOf(urlWithHostname(registry, 'registry.test'), guard)).toBe('UPSTREAM_FAILED');
    expect(registry.requests).toEqual(['/']);
  });

  test('from https to http are rejected, and those from http to https are followed', async () => {
    const [http, https] = [await startRegistryForTest(), await startRegistryForTest({ tls: certificate })];
    https.setPath('/', redirectsTo(http.url));
    https.setPath('/end', respondsWithText(200, 'secure'));
    http.setPath('/', redirectsTo(`${https.url}end`));
    expect(await outcomeOf(https.url)).toBe('UPSTREAM_FAILED');
    expect(http.connections()).toBe(0);
    expect(await fetchWith(http.url)).toMatchObject({ text: 'secure' });
  });

  test.each([
    ['to another host over http', 'http://other.test/'],
    ['to another port over http', 'http://127.0.0.1:1/'],
    ['with credentials', 'https://user:password@registry.test/'],
    ['to a file URL', 'file:///etc/passwd'],
    ['to a data URL', 'data:application/json,{}'],
    ['to an invalid URL', 'http://'],
  ])('%s are rejected', async (_, location) => {
    const registry = await startRegistryForTest();
    registry.setPath('/', redirectsTo(location));
    expect(await outcomeOf(registry.url)).toBe('UPSTREAM_FAILED');
    expect(registry.requests).toEqual(['/']);
  });

  test('without Location are rejected, and those with an endless body are followed', async () => {
    const registry = await startRegistryForTest();
    registry.setPath('/nowhere', respondsWithText(302, ''));
    registry.setPath('/flood', (request, response) => {
      response.setHeader('location', '/end');
      response.statusCode = 302;
      const writeHead = response.writeHead.bind(response);
      response.writeHead = () => writeHead(302);
      sendsEndlessBody(request, response);
    });
    registry.setPath('/end', respondsWithText(200, 'end'));
    expect(await outcomeOf(`${registry.url}nowhere`)).toBe('UPSTREAM_FAILED');
    expect(await fetchWith(`${registry.url}flood`)).toMatchObject({ text: 'end' });
  });
});
