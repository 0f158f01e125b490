import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { proxyTest } from '../../../gateway/standalone/index.js';
import { type HttpSubgraphs, serveSubgraphs } from '../../execution/support/http-subgraphs.js';
import { type Issuer, startIssuer } from './support/issuer.js';
import { shipping, store } from './support/restricted-store.js';
import { type StartOptions, sendRequest, startGateway } from './support/start.js';

let subgraphs: HttpSubgraphs;
let issuer: Issuer;
let gateway: Awaited<ReturnType<typeof startGateway>>;

const claims = { scopeClaims: ['scope', 'scp'], policyClaims: ['policies'] };

function start(options: StartOptions = {}) {
  const jwt = { keys: issuer.keysUrl, issuers: [issuer.name], audiences: ['graph'], ...claims };
  const authentication = { jwt, proxy: undefined };
  return startGateway({ supergraphSdl: subgraphs.supergraphSdl, authentication, ...options });
}

async function requestAs(claimsOfToken: object | undefined, query: string, options: { variables?: object } = {}) {
  const headers = claimsOfToken && { authorization: `Bearer ${await issuer.sign(claimsOfToken)}` };
  return await sendRequest(gateway.url, query, { ...options, ...(headers && { headers }) });
}

const unauthorized = (...path: string[]) => ({
  message: 'Unauthorized field or type',
  path,
  extensions: { code: 'UNAUTHORIZED_FIELD_OR_TYPE' },
});

beforeAll(async () => {
  issuer = await startIssuer();
  subgraphs = await serveSubgraphs([store, shipping]);
});

afterAll(async () => {
  await subgraphs.close();
  await issuer.close();
});

beforeEach(() => {
  subgraphs.observedRequests.length = 0;
});

describe.each(['rampart', 'apollo'] as const)('fields that a client may not select, on the engine %s,', (engine) => {
  beforeAll(async () => {
    gateway = await start({ engine });
  });

  afterAll(() => gateway.close());

  test('are null, have errors, and are not requested from the subgraphs', async () => {
    const { status, body } = await requestAs(undefined, '{ products { name cost } me { name } mood stamp count }');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      products: [
        { name: 'n1', cost: null },
        { name: 'n2', cost: null },
      ],
      me: null,
      mood: null,
      stamp: null,
      count: 2,
    });
    expect(body.errors).toEqual([
      unauthorized('products', '@', 'cost'),
      unauthorized('me'),
      unauthorized('mood'),
      unauthorized('stamp'),
    ]);
    const sent = subgraphs.observedRequests.map(({ query }) => query).join('\n');
    expect(sent).not.toMatch(/cost|me\b\s*\{|mood|stamp/);
  });

  test('propagate their null to the nearest nullable object', async () => {
    const { body } = await requestAs(undefined, '{ count products { name secret } firm { name } }');
    expect(body.data).toBeNull();
    const partly = await requestAs({}, '{ count products { name secret } }');
    expect(partly.body.data).toEqual({ count: 2, products: null });
  });

  test('are available with any complete set of scopes, and with policies', async () => {
    const query = '{ products { cost margin } }';
    const requestCosts = async (claimsOfToken: object) => (await requestAs(claimsOfToken, query)).body.data.products[0];
    expect(await requestCosts({ scope: 'read:cost' })).toEqual({ cost: null, margin: null });
    expect(await requestCosts({ scope: 'read:cost internal' })).toEqual({ cost: 10, margin: null });
    expect(await requestCosts({ scp: ['admin'] })).toEqual({ cost: 10, margin: null });
    expect(await requestCosts({ policies: ['finance'] })).toEqual({ cost: null, margin: 1 });
    expect(await requestCosts({ scope: 'admin', policies: 'finance other' })).toEqual({ cost: 10, margin: 1 });
  });

  test('remain hidden where the gateway itself reads them as keys', async () => {
    const { body } = await requestAs(undefined, '{ products { name days } count }');
    expect(body).toEqual({
      data: {
        products: [
          { name: 'n1', days: 3 },
          { name: 'n2', days: 3 },
        ],
        count: 2,
      },
    });
    const selected = await requestAs(undefined, '{ products { id days } count }');
    expect(selected.body.data).toEqual({ products: null, count: 2 });
  });

  test('are not available through fields that require them', async () => {
    const { body } = await requestAs({ scope: 'read:cost' }, '{ products { name fee } }');
    expect(body.data.products[0]).toEqual({ name: 'n1', fee: null });
    expect(subgraphs.observedRequests.map(({ query }) => query).join()).not.toContain('cost');
    expect((await requestAs({ scope: 'admin' }, '{ products { fee } }')).body.data.products[0]).toEqual({ fee: 20 });
  });

  test('include interfaces to which composition has extended the restriction of an object', async () => {
    const { body } = await requestAs(
      undefined,
      '{ things { ... on Book { id } } found { ... on Plan { id } ... on Book { id } } }',
    );
    expect(body.data).toEqual({ things: null, found: [{ id: 'b1' }, null] });
    expect(body.errors).toEqual([unauthorized('things'), unauthorized('found', '@', 'id')]);
    expect((await requestAs({ scope: 'admin' }, '{ things { id } }')).body.data.things).toHaveLength(2);
  });

  test('of one type of an interface do not affect the other types if only that type is restricted', async () => {
    const onInterface = /(interface Item\s[^{]*?)@requiresScopes\([^)]*\)/;
    expect(subgraphs.supergraphSdl).toMatch(onInterface);
    const other = await start({ engine, supergraphSdl: subgraphs.supergraphSdl.replace(onInterface, '$1') });
    const { body } = await sendRequest(
      other.url,
      '{ things { id title ... on Plan { phase } ... on Book { __typename } } items { title } }',
    );
    expect(body.data).toEqual({
      things: [{ id: 'b1', title: 'Tides', __typename: 'Book' }, null],
      items: [{ title: 'Tides' }, { title: null }],
    });
    expect(subgraphs.observedRequests.map(({ query }) => query).join()).not.toContain('phase');
    expect(body.errors[0]).toEqual(unauthorized('things', '@', 'id'));
    await other.close();
  });

  test('are found in fragments, under aliases, and only where conditions include them', async () => {
    const query = `query Q($with: Boolean = false) {
      products { ...parts x: cost @include(if: $with) }
    }
    fragment parts on Product { label: name price: cost @skip(if: true) }`;
    const without = await requestAs(undefined, query);
    expect(without.body).toEqual({ data: { products: [{ label: 'n1' }, { label: 'n2' }] } });
    const including = await requestAs(undefined, query, { variables: { with: true } });
    expect(including.body.data.products[0]).toEqual({ label: 'n1', x: null });
    expect(including.body.errors).toEqual([unauthorized('products', '@', 'x')]);
  });

  test('are found where they are included by a variable that has another name in plans', async () => {
    const query = `query Q($representations: Boolean = false) {
      products { name x: cost @include(if: $representations) }
    }`;
    const without = await requestAs(undefined, query);
    expect(without.body).toEqual({ data: { products: [{ name: 'n1' }, { name: 'n2' }] } });
    const including = await requestAs(undefined, query, { variables: { representations: true } });
    expect(including.body.data.products[0]).toEqual({ name: 'n1', x: null });
    expect(including.body.errors).toEqual([unauthorized('products', '@', 'x')]);
  });

  test('of mutations are not executed', async () => {
    const { body } = await requestAs(
      { scope: 'other' },
      'mutation M($id: ID!) { close rename(id: $id) { name cost } }',
      {
        variables: { id: '1' },
      },
    );
    expect(body.data).toEqual({ close: null, rename: { name: 'n1', cost: null } });
    expect(subgraphs.observedRequests.map(({ query }) => query).join()).not.toMatch(/close|cost/);
  });
});

describe('a gateway', () => {
  test('returns only unrestricted fields to unauthenticated clients if no authentication is configured', async () => {
    const closed = await start({ authentication: { jwt: undefined, proxy: undefined } });
    const headers = {
      authorization: `Bearer ${await issuer.sign({ scope: 'admin' })}`,
      'x-user': 'ada',
      'x-scopes': 'admin',
    };
    expect((await sendRequest(closed.url, '{ count me { name } }', { headers })).body.data).toEqual({
      count: 2,
      me: null,
    });
    await closed.close();
  });

  test('rejects the whole operation if configured to reject', async () => {
    const strict = await start({ unauthorized: 'reject' });
    const anonymous = await sendRequest(strict.url, '{ count me { name } }');
    expect(anonymous.status).toBe(401);
    expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    expect(anonymous.body.errors[0].extensions).toEqual({ code: 'UNAUTHENTICATED', paths: ['me'] });
    const authorization = `Bearer ${await issuer.sign({})}`;
    const authenticated = await sendRequest(strict.url, '{ count products { cost } }', { headers: { authorization } });
    expect([authenticated.status, authenticated.body.errors[0].extensions.code]).toEqual([403, 'FORBIDDEN']);
    expect((await sendRequest(strict.url, '{ me { name } }', { headers: { authorization } })).body.data.me.name).toBe(
      'Ada',
    );
    expect(subgraphs.observedRequests).toHaveLength(1);
    await strict.close();
  });

  test('leaves authorization to the subgraphs if configured', async () => {
    const permissive = await start({ unauthorized: undefined });
    expect((await sendRequest(permissive.url, '{ me { name } }')).body).toEqual({ data: { me: { name: 'Ada' } } });
    await permissive.close();
  });

  test('returns its metrics only to requests from the same machine', async () => {
    const server = await start();
    const metrics = `${server.url}/metrics`;
    expect((await fetch(metrics)).status).toBe(200);
    const forwarded = await fetch(metrics, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect([forwarded.status, await forwarded.json()]).toEqual([
      403,
      {
        detail:
          'The metrics of this gateway are available only to requests from the same machine that no proxy forwards',
      },
    ]);
    await server.close();
  });

  test('uses headers only from a trusted proxy', async () => {
    const headersOf = (ranges: string[]) => ({
      jwt: undefined,
      proxy: {
        isTrusted: proxyTest(ranges),
        ...{ userHeader: 'x-user', scopesHeader: 'x-scopes', policiesHeader: 'x-policies' },
      },
    });
    const [trusting, other] = await Promise.all([
      start({ authentication: headersOf(['127.0.0.1']), forwardedHeaders: ['x-user'] }),
      start({ authentication: headersOf(['10.0.0.0/8']), forwardedHeaders: ['x-user'] }),
    ]);
    const headers = { 'x-user': 'ada', 'x-scopes': 'read:cost, internal', 'x-policies': 'finance' };
    const query = '{ me { name } products { cost margin secret } }';
    expect(
      (await sendRequest(trusting.url, '{ me { name } products { cost margin } }', { headers })).body.data,
    ).toEqual({
      me: { name: 'Ada' },
      products: [
        { cost: 10, margin: 1 },
        { cost: 20, margin: 2 },
      ],
    });
    expect(subgraphs.observedRequests[0]?.headers['x-user']).toBe('ada');
    const preflighted = { ...headers, 'apollo-require-preflight': 'true' };
    const read = await fetch(`${trusting.url}/graphql?query={products{cost}}`, { headers: preflighted });
    expect(read.headers.get('vary')).toBe('accept, authorization, origin, x-user, x-scopes, x-policies');
    subgraphs.observedRequests.length = 0;
    expect((await sendRequest(other.url, query, { headers })).body.data).toEqual({ me: null, products: null });
    expect(subgraphs.observedRequests[0]?.headers['x-user']).toBeUndefined();
    await Promise.all([trusting.close(), other.close()]);
  });
});

describe('a bearer token', () => {
  beforeAll(async () => {
    gateway = await start();
  });

  afterAll(() => gateway.close());

  const whoAmI = '{ me { name } }';

  test.each([
    ['for another audience', () => issuer.sign({}, { audience: 'other' })],
    ['that has expired', () => issuer.sign({}, { expires: '-1m' })],
    ['that is not a JWT', async () => 'nonsense'],
    [
      'signed with a shared secret',
      () =>
        new SignJWT({ scope: 'admin', iss: 'https://issuer.test', aud: 'graph' })
          .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
          .setExpirationTime('5m')
          .sign(new TextEncoder().encode(issuer.publicKey.x)),
    ],
    [
      'signed with another key',
      async () =>
        new SignJWT({ iss: 'https://issuer.test', aud: 'graph' })
          .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
          .setExpirationTime('5m')
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
  ])('%s is rejected with 401', async (_, token) => {
    const { status, body, headers } = await sendRequest(gateway.url, whoAmI, {
      headers: { authorization: `Bearer ${await token()}` },
    });
    expect([status, body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(subgraphs.observedRequests).toEqual([]);
  });

  test('cannot be verified without the keys, which is reported as an error of the server', async () => {
    const keys = new URL('http://127.0.0.1:1/keys');
    const keyless = await start({
      authentication: { jwt: { keys, issuers: [], audiences: [], ...claims }, proxy: undefined },
    });
    const headers = { authorization: `Bearer ${await issuer.sign({})}`, accept: 'application/graphql-response+json' };
    const { status, body } = await sendRequest(keyless.url, whoAmI, { headers });
    expect([status, body.errors[0].extensions.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await sendRequest(keyless.url, '{ count }')).body.data).toEqual({ count: 2 });
    await keyless.close();
  });
});
