import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { exportSPKI, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Rampart, startRampart } from '../../command-line/rampart.js';
import { accessTokenAuthenticator } from '../../gateway/index.js';
import type { Caller } from '../../platform/caller.js';
import type { RoleRule } from '../../platform/configuration/index.js';
import { createLog } from '../../platform/log.js';
import {
  type IdentityProvider,
  type ProviderOptions,
  type SigningKey,
  sign,
  signingKey,
  startIdentityProvider,
} from '../support/identity-provider/index.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../support/index.js';
import { temporaryFolder } from '../support/running-server.js';
import { testClock } from '../support/test-clock.js';

const audience = 'https://rampart.example';
const triage = { client_id: 'triage', client_secret: 'a secret of a machine', scope: 'triage.acme' };
const pipeline = { client_id: 'pipeline', client_secret: 'a secret of a machine', scope: 'import' };
const nobody = { client_id: 'nobody', client_secret: 'a secret of a machine', scope: 'other' };
const resources = { [audience]: 'triage.acme import other', 'https://other.example': 'triage.acme' };
const clock = testClock(Date.now());
const folder = temporaryFolder();
const logged: Record<string, unknown>[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => logged.push(JSON.parse(line)) } });
let key: SigningKey;
let provider: IdentityProvider;
let opened: TestDatabase;
let server: Rampart;

beforeAll(async () => {
  key = await signingKey('first');
  provider = await startIdentityProvider({ keys: [key], clients: [triage, pipeline, nobody], resources });
  opened = await openTestDatabase();
  const configuration = testConfiguration({
    ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_LICENSES_TLS: 'off' },
    RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1',
    ...{ RAMPART_AUTH_ALERTS: 'token', RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.1' },
    RAMPART_OIDC_MACHINES_ISSUER: provider.issuer,
    RAMPART_OIDC_MACHINES_AUDIENCE: audience,
    RAMPART_OIDC_MACHINES_ROLES:
      'scope=triage.acme -> analyst@acme, scope=import -> ingest, groups=admins -> admin, email=boss@corp.example -> admin',
  });
  server = await startRampart({ configuration, clock, log });
});
afterAll(async () => {
  await server.close();
  await opened.close();
  await provider.stop();
  folder.remove();
});

const access = '{ alertAccess { tenantId canChange } }';

function operationRequest(query: string): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', body: JSON.stringify({ query }), headers };
}

/** A request to the server with an access token. */
async function sendRequest(
  token: string,
  path = '/graphql',
  init = path === '/graphql' ? operationRequest(access) : {},
) {
  const headers = { ...init.headers, authorization: `Bearer ${token}` };
  const response = await fetch(`${server.listening[0]}${path}`, { ...init, headers });
  return { status: response.status, challenge: response.headers.get('www-authenticate'), body: await response.text() };
}

/** Claims in the format of the provider, with the given differences. */
function claims(differences: JWTPayload = {}): JWTPayload {
  const now = Math.floor(clock.now() / 1000);
  const common = { iss: provider.issuer, aud: audience, sub: 'triage', client_id: 'triage', scope: 'triage.acme' };
  return { ...common, iat: now, exp: now + 300, jti: 'x', ...differences };
}

const invalid = 'Bearer realm="rampart", error="invalid_token"';

describe('an access token of a machine', () => {
  test('has the role and tenant of the rules, in the graph and on documented paths', async () => {
    const token = await provider.accessToken(triage, audience);
    expect(await sendRequest(token)).toMatchObject({
      status: 200,
      body: '{"data":{"alertAccess":{"tenantId":"acme","canChange":true}}}',
    });
    expect(await sendRequest(token, '/alerts')).toMatchObject({ status: 200 });
    const changed = await sendRequest(token, '/alerts/00000000-0000-4000-8000-000000000000', {
      method: 'PATCH',
      body: '{}',
    });
    expect([401, 403]).not.toContain(changed.status);
  });

  test('can import, but not read, if the machine is a pipeline', async () => {
    const token = await provider.accessToken(pipeline, audience);
    const imported = await sendRequest(
      token,
      '/graphql',
      operationRequest('mutation { importInferences(input: { inferences: [] }) { ignored } }'),
    );
    expect(imported.body).not.toMatch(/UNAUTHENTICATED|FORBIDDEN/);
    expect(await sendRequest(token, '/alerts')).toMatchObject({ status: 403 });
  });

  test('without a matching rule has no access', async () => {
    const token = await provider.accessToken(nobody, audience);
    expect(await sendRequest(token)).toMatchObject({
      status: 403,
      challenge: 'Bearer realm="rampart", error="insufficient_scope"',
    });
  });

  test('without a matching rule is reported, and rejected with 429 after 20 requests of a source in a minute', async () => {
    const token = await provider.accessToken(nobody, audience);
    const init = operationRequest(access);
    const request = { ...init, headers: { ...init.headers, 'x-forwarded-for': '203.0.113.9' } };
    const statuses: number[] = [];
    for (let count = 0; count <= 20; count++) statuses.push((await sendRequest(token, '/graphql', request)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
    const events = logged.filter(({ source }) => source === '203.0.113.9');
    expect(events).toMatchObject([{ securityEvent: 'authorisation_denied', identity: 'jwt:machines:nobody' }]);
    const valid = await provider.accessToken(triage, audience);
    expect(await sendRequest(valid, '/graphql', request)).toMatchObject({ status: 200 });
  });

  test('gets no role from an email address that the provider has not verified', async () => {
    const tokenOf = (verified: boolean) =>
      sign(key, claims({ scope: 'other', email: 'boss@corp.example', email_verified: verified }));
    expect(await sendRequest(await tokenOf(false))).toMatchObject({ status: 403 });
    expect(await sendRequest(await tokenOf(true))).toMatchObject({ status: 200 });
  });

  test('for another audience is rejected', async () => {
    const token = await provider.accessToken(triage, 'https://other.example');
    const graph = await sendRequest(token);
    expect(graph).toMatchObject({ status: 401, challenge: invalid });
    expect(graph.body).toContain('the token is for another audience');
    expect(await sendRequest(token, '/alerts')).toMatchObject({ status: 401, challenge: invalid });
    expect(await sendRequest(token, '/events')).toMatchObject({ status: 401, challenge: invalid });
  });

  test('ends its streams when it expires', async () => {
    const exp = Math.floor(clock.now() / 1000) + 10;
    const headers = { authorization: `Bearer ${await sign(key, claims({ exp }))}` };
    const stream = await fetch(`${server.listening[0]}/events?types=alerts`, { headers });
    expect(stream.status).toBe(200);
    clock.milliseconds += 60_000;
    const events = await stream.text();
    expect(events).toContain('"credentials"');
  });
});

describe('the server rejects', () => {
  const other = signingKey('first');
  test.each<[string, () => Promise<string> | string]>([
    ['an expired token', () => sign(key, claims({ exp: Math.floor(clock.now() / 1000) - 60 }))],
    ['a token without an expiration', () => sign(key, claims({ exp: undefined }))],
    ['a token that is not yet valid', () => sign(key, claims({ nbf: Math.floor(clock.now() / 1000) + 60 }))],
    ['a token without a subject', () => sign(key, claims({ sub: undefined }))],
    ['a token with a subject that cannot be stored', () => sign(key, claims({ sub: 'a\0b' }))],
    ['a token of another key with the same id', async () => sign(await other, claims())],
    ['a token for several audiences that are not ours', () => sign(key, claims({ aud: ['a', 'b'] }))],
    ['an ID token', () => sign(key, claims({ nonce: 'n' }), { typ: 'JWT' })],
    ['a token of another type', () => sign(key, claims(), { typ: 'logout+jwt' })],
    ['a token that is bound to a key', () => sign(key, claims({ cnf: { jkt: 'x' } }))],
    [
      'a token with an unknown critical header',
      () => withHeader({ alg: 'ES256', kid: 'first', typ: 'at+jwt', crit: ['x'], x: 1 }),
    ],
    ['a token without an algorithm', () => withHeader({ alg: 'none', typ: 'at+jwt' }, '')],
    ['a token that is signed with the public key as the secret of HS256', forgeAlgorithmConfusionToken],
    ['a huge token', () => sign(key, claims({ padding: 'x'.repeat(8_000) }))],
  ])('%s', async (_, token) => {
    const { status, challenge, body } = await sendRequest(await token());
    expect({ status, challenge }).toEqual({ status: 401, challenge: invalid });
    expect(body).not.toMatch(/jwks|kid|127\.0\.0\.1/);
  });

  test('a token of another issuer', async () => {
    const otherProvider = await startIdentityProvider({ keys: [await other], clients: [triage], resources });
    onTestFinished(() => otherProvider.stop());
    const token = await otherProvider.accessToken(triage, audience);
    // The rejections of the other tests count toward the limit of their source.
    const init = operationRequest(access);
    const request = { ...init, headers: { ...init.headers, 'x-forwarded-for': '203.0.113.10' } };
    expect(await sendRequest(token, '/graphql', request)).toMatchObject({ status: 401 });
    expect(otherProvider.requests).toEqual(['/token']);
    // The token has the name of one issuer, and the key of another one.
    const forged = await sign(await other, claims());
    expect(await sendRequest(forged, '/graphql', request)).toMatchObject({ status: 401 });
  });

  function withHeader(header: object, signature = 'AAAA'): string {
    const parts = [header, claims()].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    return [...parts, signature].join('.');
  }

  async function forgeAlgorithmConfusionToken(): Promise<string> {
    const [header, payload] = withHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' }).split('.');
    const secret = await exportSPKI(key.publicKey);
    const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
    return `${header}.${payload}.${signature}`;
  }
});

describe('the keys of a provider', () => {
  const roles: RoleRule[] = [{ claim: 'scope', value: 'triage.acme', role: 'viewer', tenantId: null }];
  let milliseconds = 0;

  /** A provider and an authenticator that trusts it, with a clock that the test moves. */
  async function start(options: Partial<ProviderOptions> = {}, otherIssuer?: string) {
    const started = await startIdentityProvider({ keys: [key], clients: [triage], resources, ...options });
    onTestFinished(() => started.stop());
    const issuer = otherIssuer ?? started.issuer;
    const trusted = { issuer, roles, name: 'machines', audience: [audience], accessTokenType: 'at+jwt' } as const;
    const now = (): number => milliseconds;
    const authenticator = accessTokenAuthenticator({ providers: [trusted], clock, log, now });
    const authenticate = async (token: string): Promise<Caller | undefined> =>
      await authenticator({ headers: { authorization: `Bearer ${token}` } }, token);
    return { started, authenticate, issued: (differences: JWTPayload = {}) => claims({ iss: issuer, ...differences }) };
  }

  const countKeyRequests = ({ requests }: IdentityProvider): number =>
    requests.filter((path) => path === '/jwks').length;
  const rejection = (code: string) => expect.objectContaining({ code });

  test('are not read from this machine if the issuer is on another one', async () => {
    let connections = 0;
    const listener = createServer(() => void connections++).listen(0, '127.0.0.1');
    onTestFinished(() => void listener.close());
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo; // It listens on a port.
    const { authenticate, issued } = await start({}, `https://localhost:${port}`);
    await expect(authenticate(await sign(key, issued()))).rejects.toEqual(rejection('SERVICE_UNAVAILABLE'));
    expect(connections).toBe(0);
  });

  test('are read again when a token names an unknown key, at most once in 30 seconds', async () => {
    const { started, authenticate, issued } = await start();
    expect(await authenticate(await sign(key, issued()))).toMatchObject({ name: 'triage@machines', role: 'viewer' });
    expect(countKeyRequests(started)).toBe(1);
    const { port } = started;
    await started.stop();
    const next = await signingKey('second');
    const rotated = await startIdentityProvider({ port, keys: [next], clients: [triage], resources });
    onTestFinished(() => rotated.stop());
    const token = await rotated.accessToken(triage, audience);
    await expect(authenticate(token)).rejects.toEqual(rejection('UNAUTHENTICATED'));
    expect(countKeyRequests(rotated)).toBe(0);
    milliseconds += 31_000;
    expect(await authenticate(token)).toMatchObject({ credentialId: 'jwt:machines:triage' });
    expect(countKeyRequests(rotated)).toBe(1);
    await expect(authenticate(await sign(key, issued({ jti: 'other' })))).rejects.toEqual(rejection('UNAUTHENTICATED'));
  });

  test('are rarely requested during a flood of tokens with unknown keys', async () => {
    const { started, authenticate, issued } = await start();
    await authenticate(await sign(key, issued()));
    milliseconds += 31_000;
    const flood = Array.from({ length: 200 }, async (_, index) => {
      const token = await sign({ ...key, kid: `unknown ${index}` }, issued());
      await expect(authenticate(token)).rejects.toEqual(rejection('UNAUTHENTICATED'));
    });
    await Promise.all(flood);
    expect(countKeyRequests(started)).toBe(2);
  });

  test('remain in use while the provider is unreachable', async () => {
    const { started, authenticate, issued } = await start();
    await authenticate(await sign(key, issued()));
    await started.stop();
    milliseconds += 3_600_000;
    expect(await authenticate(await sign(key, issued({ jti: 'later' })))).toMatchObject({ role: 'viewer' });
    const unknown = sign({ ...key, kid: 'unknown' }, issued());
    await expect(authenticate(await unknown)).rejects.toEqual(rejection('UNAUTHENTICATED'));
  });

  test('are required: until they have been read, tokens are rejected as temporarily unavailable', async () => {
    const { started, authenticate, issued } = await start();
    const { port } = started;
    await started.stop();
    const token = await sign(key, issued());
    await expect(authenticate(token)).rejects.toEqual(rejection('SERVICE_UNAVAILABLE'));
    expect(await authenticate('not.of.ours')).toBeUndefined();
    const back = await startIdentityProvider({ port, keys: [key], clients: [triage], resources });
    onTestFinished(() => back.stop());
    await expect(authenticate(token)).rejects.toEqual(rejection('SERVICE_UNAVAILABLE'));
    milliseconds += 5_001;
    expect(await authenticate(token)).toMatchObject({ role: 'viewer' });
  });
});
