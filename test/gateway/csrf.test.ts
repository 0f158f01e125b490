import { describe, expect, test } from 'vitest';
import { sampleGraph as graph } from './support/sample-graph.js';
import { send } from './support/send.js';
import { serve } from './support/serve.js';

const preflight = { 'apollo-require-preflight': 'true' };

describe('the protection against cross-site request forgery', () => {
  test('rejects a mutation over GET with 405', async () => {
    const response = await (await serve({ graph })).fetch('/graphql?query=mutation{change}', { headers: preflight });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test.each([
    ['no header that proves its origin', {}, 400],
    ['the header of Apollo clients', { 'apollo-require-preflight': 'true' }, 200],
    ['an operation name of Apollo clients', { 'x-apollo-operation-name': 'Q' }, 200],
    ['a content type that requires a preflight', { 'content-type': 'application/json' }, 200],
    ['a content type that requires no preflight', { 'content-type': 'text/plain' }, 400],
    ['the origin of the console', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['the origin of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 400],
  ])('checks a GET with %s', async (_, headers, status) => {
    const { url } = await serve({ graph });
    expect((await send(`${url}/graphql?query={me}`, { headers })).status).toBe(status);
  });

  test.each([
    ['the origin of the console', (url: string) => ({ origin: url }), 200],
    ['the origin of another site', () => ({ origin: 'https://elsewhere.example' }), 403],
    ['a sandboxed origin', () => ({ origin: 'null' }), 403],
    ['the origin of public_url', () => ({ origin: 'https://rampart.example' }), 200],
  ])('checks a POST with %s', async (_, headersFor, status) => {
    const { url } = await serve({
      graph,
      environment: { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example', RAMPART_AUTH_ALERTS: 'open open' },
    });
    const headers = { 'content-type': 'application/json', ...headersFor(url) };
    expect((await send(`${url}/graphql`, { method: 'POST', headers, body: '{"query":"{ me }"}' })).status).toBe(status);
  });

  test('permits only pages of public_url to read responses', async () => {
    const { url } = await serve({
      graph,
      environment: { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example', RAMPART_AUTH_ALERTS: 'open open' },
    });
    const sendRequest = (origin: string) =>
      send(`${url}/graphql`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const sameOrigin = await sendRequest('https://rampart.example');
    const crossOrigin = await sendRequest('https://elsewhere.example');
    expect(sameOrigin.headers['access-control-allow-origin']).toBe('https://rampart.example');
    expect(crossOrigin.headers['access-control-allow-origin']).toBeUndefined();
  });

  describe('a request with the Host header', () => {
    const environment = {
      RAMPART_AUTH_ALERTS: 'open open',
      RAMPART_SERVER_PUBLIC_URL: 'https://Rampart.example:8443/console',
      RAMPART_DRIVE_NOTIFICATION_URL: 'https://hooks.bücher.example/drive/notifications',
    };

    async function requestStatus(host: string, settings: Record<string, string> = environment): Promise<number> {
      const { url } = await serve({ graph, environment: settings });
      const named = host.replace('PORT', new URL(url).port);
      return (await send(`${url}/health/live`, { headers: { host: named } })).status;
    }

    test.each([
      'localhost:PORT',
      'localhost.',
      'LOCALHOST',
      '127.0.0.1:PORT',
      '[::1]:PORT',
      'rampart.example',
      'RAMPART.Example:PORT',
      'rampart.example.',
      'rampart.example.:443',
      'hooks.xn--bcher-kva.example',
      'Hooks.XN--BCHER-KVA.example.:443',
      // A client that sends the name in UTF-8, which Node decodes as Latin-1.
      Buffer.from('hooks.bücher.example', 'utf8').toString('latin1'),
      Buffer.from('hooks.BÜCHER.example.', 'utf8').toString('latin1'),
    ])('%s is accepted', async (host) => {
      expect(await requestStatus(host)).toBe(200);
    });

    test.each([
      'rebound.example:PORT',
      'rampart.example.rebound.example',
      'rebound-rampart.example',
      'sub.rampart.example',
      'rampart.example..',
      '.rampart.example',
      'rampart.example@rebound.example',
      'rebound.example#rampart.example',
      'hooks.bucher.example',
      'bücher.example',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      '.',
    ])('%s, which is not a host of this server, is rejected', async (host) => {
      expect(await requestStatus(host)).toBe(421);
    });

    test('of notification_url is accepted without public_url', async () => {
      const settings = {
        RAMPART_DRIVE_NOTIFICATION_URL: 'https://hooks.example/drive/notifications',
        RAMPART_AUTH_ALERTS: 'open open',
      };
      expect(await requestStatus('hooks.example', settings)).toBe(200);
      expect(await requestStatus('rampart.example', settings)).toBe(421);
      expect(await requestStatus('hooks.example', {})).toBe(421);
    });

    test('of a server that only other settings name is rejected', async () => {
      const settings = {
        RAMPART_DRIVE_GRAPH_URL: 'https://graph.example',
        RAMPART_DRIVE_AUTH_URL: 'https://graph.example',
        RAMPART_ZONES_RENEW_URL: 'https://graph.example',
      };
      expect(await requestStatus('graph.example', settings)).toBe(421);
    });

    test('of an unknown server is rejected with its name and the setting to change', async () => {
      const { url } = await serve({ graph });
      const { status, body } = await send(`${url}/health/live`, { headers: { host: 'Rebound.example:80' } });
      expect([status, JSON.parse(body).detail]).toEqual([421, expect.stringContaining('"rebound.example"')]);
      expect(JSON.parse(body).detail).toMatch(/\[server\] public_url.*\[drive\] notification_url/);
    });
  });
});
