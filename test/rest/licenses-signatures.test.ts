import { createHash, createPublicKey, verify } from 'node:crypto';
import { rmSync, symlinkSync } from 'node:fs';
import { createVerifier, httpbis } from 'http-message-signatures';
import { beforeEach, describe, expect, test } from 'vitest';
import { keyPair } from '../licenses/support/license-world.js';
import { checkPath, type JsonResponse, listPath, now, report, startLicensesServer } from './support/licenses-server.js';

const keys = keyPair();
const server = await startLicensesServer();
server.files.write('signing.pem', keys.privateKey);
const signing = await server.startAnother({
  environment: { RAMPART_LICENSES_SIGNING_KEY_FILE: server.files.path('signing.pem') },
});

beforeEach(() => server.reset());

/** Whether another implementation of RFC 9421 accepts the signature, and the covered digest is that of the body. */
async function isSignatureValid(
  { status, headers, body }: JsonResponse,
  { method, path, origin = 'http://localhost' }: { method: string; path: string; origin?: string },
  publicKey = keys.publicKey,
): Promise<boolean> {
  const verify = createVerifier(publicKey, 'ed25519');
  const message = { status, headers: headers as Record<string, string> };
  const request = { method, url: `${origin}${path}`, headers: {} };
  const isSigned = await httpbis.verifyMessage(
    {
      keyLookup: async ({ keyid = '' }) => ({ id: keyid, algs: ['ed25519'], verify }),
      requiredFields: ['@status', 'content-digest'],
      notAfter: now,
    },
    message,
    request,
  );
  const digest = createHash('sha256').update(body).digest('base64');
  return isSigned === true && headers['content-digest'] === `sha-256=:${digest}:`;
}

type SigningKey = NonNullable<Parameters<typeof server.files.license>[0]>['signingKey'] & object;

/**
 * The key in a license, read as a controller does, without the code that issues licenses (RFC 7515, RFC 7800).
 * @throws {Error} if the license is not signed with the key of the vendor
 */
function keyInLicense(license: string, publicKey: string): string {
  const [header = '', claims = '', signature = ''] = license.split('.');
  const isSigned = verify(null, Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new Error('the signature of the license is invalid');
  const { jwk } = JSON.parse(Buffer.from(claims, 'base64url').toString()).cnf;
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string;
}

const posted = { method: 'POST', path: checkPath };
const requested = { 'accept-signature': 'proof=("@query";req "@status");created;nonce="n-1";tag="plc"' };

describe('a response to a request for a signature', () => {
  test('has a signature that covers its status, type and body and the request, and repeats the nonce', async () => {
    const response = await signing.check(report(), { headers: requested });
    expect(response.status).toBe(200);
    expect(response.headers['signature-input']).toMatch(
      new RegExp(
        `^proof=\\("@query";req "@status" "content-type" "content-digest" "@method";req "@path";req\\);created=${now};keyid="[\\w-]{43}";alg="ed25519";nonce="n-1";tag="plc"$`,
      ),
    );
    expect(await isSignatureValid(response, posted)).toBe(true);
    expect(await isSignatureValid({ ...response, body: response.body.replace('Valid', 'valid') }, posted)).toBe(false);
    expect(await isSignatureValid({ ...response, status: 403 }, posted)).toBe(false);
    expect(await isSignatureValid(response, posted, keyPair().publicKey)).toBe(false);
    const input = response.headers['signature-input'] as string;
    const replayed = { ...response.headers, 'signature-input': input.replace('n-1', 'n-2') };
    expect(await isSignatureValid({ ...response, headers: replayed }, posted)).toBe(false);
  });

  test('is signed if it is a rejection, or the list of controllers', async () => {
    const rejected = await signing.check(report({ guid: 'x' }), { headers: requested });
    expect([rejected.status, await isSignatureValid(rejected, posted)]).toEqual([400, true]);
    const list = await signing.send(listPath, { headers: { 'accept-signature': 'sig=()' } });
    expect(await isSignatureValid(list, { method: 'GET', path: listPath })).toBe(true);
  });

  test('is signed with the new key after the key file is replaced, and not signed while the file is unusable', async () => {
    const renewed = keyPair();
    server.files.write('signing.pem', `${renewed.privateKey}\n`);
    const response = await signing.check(report(), { headers: requested });
    expect([
      await isSignatureValid(response, posted, renewed.publicKey),
      await isSignatureValid(response, posted),
    ]).toEqual([true, false]);
    server.files.write('signing.pem', 'no key');
    expect((await signing.check(report(), { headers: requested })).headers.signature).toBeUndefined();
    const keyFile = server.files.path('signing.pem');
    rmSync(keyFile);
    symlinkSync(keyFile, keyFile); // A symbolic link to itself, so even the status of the file cannot be read.
    const unsigned = await signing.check(report(), { headers: requested });
    expect([unsigned.status, unsigned.headers.signature]).toEqual([200, undefined]);
    expect((await signing.send('/.well-known/jwks.json')).json).toEqual({ keys: [] });
    rmSync(keyFile);
    server.files.write('signing.pem', keys.privateKey);
    expect(await isSignatureValid(await signing.check(report(), { headers: requested }), posted)).toBe(true);
  });

  test('can be verified with the key that the listener serves while the key file is usable', async () => {
    const response = await signing.check(report(), { headers: requested });
    const served = await signing.send('/.well-known/jwks.json');
    expect([served.status, served.headers['content-type']]).toEqual([200, 'application/jwk-set+json']);
    const [key] = served.json.keys;
    expect(key).toEqual({ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: key.kid, alg: 'EdDSA', use: 'sig' });
    expect(response.headers['signature-input']).toContain(`keyid="${key.kid}"`);
    const publicKey = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }) as string;
    expect(await isSignatureValid(response, posted, publicKey)).toBe(true);
    server.files.write('signing.pem', 'no key');
    expect((await signing.send('/.well-known/jwks.json')).json).toEqual({ keys: [] });
    server.files.write('signing.pem', keys.privateKey);
    expect((await server.send('/.well-known/jwks.json')).status).toBe(404);
  });

  test('can be verified with only the public key of the license, because the license contains the key for responses', async () => {
    const { kty, crv, x } = createPublicKey(keys.publicKey).export({ format: 'jwk' }) as SigningKey;
    const license = await server.files.license({ signingKey: { kty, crv, x } });
    const response = await signing.check(report(), { headers: requested });
    const responseKey = keyInLicense(license, server.files.keys.publicKey);
    expect([response.status, await isSignatureValid(response, posted, responseKey)]).toEqual([200, true]);
    expect(() => keyInLicense(license, keyPair().publicKey)).toThrow('signature');
    const forged = await server.files.license({ signingKey: { kty, crv, x }, privateKey: keyPair().privateKey });
    expect(() => keyInLicense(forged, server.files.keys.publicKey)).toThrow('signature');
  });

  test('is not signed if the request is malformed, or names another key', async () => {
    for (const header of ['sig', 'sig=("date")', 'sig=();keyid="other"', 'sig=();alg="hmac-sha256"']) {
      const response = await signing.check(report(), { headers: { 'accept-signature': header } });
      expect([response.status, response.headers.signature]).toEqual([200, undefined]);
    }
  });
});

test.each([
  ['https://LOCALHOST:443', 'localhost'],
  ['https://localhost:80', 'localhost:80'],
  ['http://localhost:80', 'localhost'],
  ['http://localhost:443', 'localhost:443'],
])(
  'the authority of a request to %s is %s: only the default port of the scheme is omitted',
  async (origin, authority) => {
    const proxied = await server.startAnother({
      environment: {
        RAMPART_LICENSES_SIGNING_KEY_FILE: server.files.path('signing.pem'),
        RAMPART_LICENSES_TLS: 'off',
        ...{ RAMPART_SERVER_TRUSTED_PROXIES: '127.0.0.1', RAMPART_AUTH_ALERTS: 'open open' },
      },
    });
    const [scheme = '', host = ''] = origin.split('://');
    const response = await proxied.check(report(), {
      headers: { host, 'x-forwarded-proto': scheme, 'accept-signature': 'sig=("@authority";req)' },
    });
    expect(await isSignatureValid(response, { ...posted, origin })).toBe(true);
    expect(await isSignatureValid(response, { ...posted, origin: `${scheme}://${authority}` })).toBe(true);
    const otherScheme = scheme === 'https' ? 'http' : 'https';
    expect(await isSignatureValid(response, { ...posted, origin: `${otherScheme}://${host}` })).toBe(false);
  },
);

test('responses to requests without Accept-Signature have the headers of a server without a key', async () => {
  const [withoutKey, withKey] = [await server.check(report()), await signing.check(report())];
  const namesOf = ({ headers }: JsonResponse) => Object.keys(headers).filter((name) => name !== 'date');
  expect([withKey.status, withKey.body, namesOf(withKey)]).toEqual([
    withoutKey.status,
    withoutKey.body,
    namesOf(withoutKey),
  ]);
  expect((await server.check(report(), { headers: requested })).headers.signature).toBeUndefined();
});

test('all responses are signed if the settings require it', async () => {
  const always = await server.startAnother({
    environment: {
      RAMPART_LICENSES_SIGNING_KEY_FILE: server.files.path('signing.pem'),
      RAMPART_LICENSES_SIGN_RESPONSES: 'always',
    },
  });
  const response = await always.check(report());
  expect(response.headers['signature-input']).toMatch(/^sig=/);
  expect(await isSignatureValid(response, posted)).toBe(true);
});

describe('entitlements of the license', () => {
  test.each([
    [{ modules: ['a'], seats: 3 }, 'entitlements', { modules: ['a'], seats: 3 }],
    [{ modules: ['a'] }, 'respond-async, Entitlements; v=1', { modules: ['a'] }],
    [undefined, 'entitlements', {}],
    [{ modules: ['a'] }, 'no-entitlements', undefined],
    [{ modules: ['a'] }, undefined, undefined],
  ])('%j with Prefer: %s are returned as %j', async (entitlements, prefer, expected) => {
    await server.files.license({ entitlements });
    const { json } = await server.check(report(), prefer === undefined ? {} : { headers: { prefer } });
    expect(json).toEqual({
      message: 'Valid License',
      default: expected === undefined ? {} : { entitlements: expected },
    });
  });
});
