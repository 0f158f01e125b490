import { describe, expect, test } from 'vitest';
import { sampleGraph as graph } from './support/sample-graph.js';
import { send } from './support/send.js';
import { serve } from './support/serve.js';

const preflight = { 'apollo-require-preflight': 'true' };

describe('requests that another site could forge', () => {
  test('a mutation over GET is refused: 405', async () => {
    const response = await (await serve({ graph })).fetch('/graphql?query=mutation{change}', { headers: preflight });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test.each([
    ['no sign of its origin', {}, 400],
    ['the header of Apollo’s clients', { 'apollo-require-preflight': 'true' }, 200],
    ['an operation name of Apollo’s clients', { 'x-apollo-operation-name': 'Q' }, 200],
    ['a content type that needs a preflight', { 'content-type': 'application/json' }, 200],
    ['a content type that needs none', { 'content-type': 'text/plain' }, 400],
    ['a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 400],
  ])('a GET with %s', async (_, headers, status) => {
    const { url } = await serve({ graph });
    expect((await send(`${url}/graphql?query={me}`, { headers })).status).toBe(status);
  });

  test.each([
    ['a page of ours', (url: string) => ({ origin: url }), 200],
    ['a page of another site', () => ({ origin: 'https://elsewhere.example' }), 403],
    ['a sandboxed page', () => ({ origin: 'null' }), 403],
    ['a page of the public address', () => ({ origin: 'https://rampart.example' }), 200],
  ])('a POST of %s', async (_, headersFor, status) => {
    const { url } = await serve({ graph, environment: { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' } });
    const headers = { 'content-type': 'application/json', ...headersFor(url) };
    expect((await send(`${url}/graphql`, { method: 'POST', headers, body: '{"query":"{ me }"}' })).status).toBe(status);
  });

  test('only pages of the public address may read answers', async () => {
    const { url } = await serve({ graph, environment: { RAMPART_SERVER_PUBLIC_URL: 'https://rampart.example' } });
    const ask = (origin: string) =>
      send(`${url}/graphql`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const ours = await ask('https://rampart.example');
    const theirs = await ask('https://elsewhere.example');
    expect(ours.headers['access-control-allow-origin']).toBe('https://rampart.example');
    expect(theirs.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a name of another site that was made to point here is refused', async () => {
    const { url } = await serve({ graph });
    const port = new URL(url).port;
    const status = async (host: string) => (await send(`${url}/health/live`, { headers: { host } })).status;
    expect(await status(`rebound.example:${port}`)).toBe(421);
    expect(await status(`localhost:${port}`)).toBe(200);
    expect(await status(`[::1]:${port}`)).toBe(200);
  });
});
