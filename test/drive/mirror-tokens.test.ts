import { decodeJwt, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { addClient, folderMirror, requestToken, serveDrive } from './support/folder-mirror.js';

const mirror = await folderMirror();
const { url } = await serveDrive(mirror.platform);
const token = await requestToken(url, await addClient(mirror, 'reader'));
const [{ secret }] = await mirror.database.guard(
  (sql) => sql<[{ secret: string }]>`select secret from drive.mirror_key where name = 'signing'`,
);
const signingKey = Buffer.from(secret, 'base64');
const now = Math.floor(mirror.clock.now() / 1000);

async function statusOf(bearer: string): Promise<number> {
  const { status } = await fetch(`${url}/v1.0/subscriptions`, { headers: { authorization: `Bearer ${bearer}` } });
  return status;
}

/** Signs the claims of the issued token with the given changes, by default with the mirror's key. */
async function signToken(change: {
  claims?: JWTPayload;
  header?: Partial<JWTHeaderParameters>;
  key?: Buffer;
}): Promise<string> {
  const { claims = {}, header = {}, key = signingKey } = change;
  return await new SignJWT({ ...decodeJwt(token), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(key);
}

/** `alg: none` (RFC 7515, appendix A.5). */
function unsignedToken(): string {
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${token.split('.')[1]}.`;
}

const strangersKey = Buffer.alloc(32, 1);
const strangersJwk = { kty: 'oct', k: strangersKey.toString('base64url') };

describe('an access token of the mirror', () => {
  test('is accepted as issued, and with the same claims signed again', async () => {
    expect([await statusOf(token), await statusOf(await signToken({}))]).toEqual([200, 200]);
  });

  test.each<[string, () => string | Promise<string>]>([
    ['without a signature', unsignedToken],
    ['signed with another algorithm and the same key', () => signToken({ header: { alg: 'HS512' } })],
    ['signed with another key', () => signToken({ key: strangersKey })],
    ['with an embedded key', () => signToken({ key: strangersKey, header: { jwk: strangersJwk } })],
    [
      'with a URL of keys',
      () => signToken({ key: strangersKey, header: { jku: 'https://evil.example/keys', kid: '1' } }),
    ],
    ['of another issuer', () => signToken({ claims: { iss: 'https://evil.example' } })],
    ['for another purpose', () => signToken({ claims: { aud: 'download' } })],
    ['that has expired', () => signToken({ claims: { exp: now - 6 } })],
    ['that is not valid yet', () => signToken({ claims: { nbf: now + 6 } })],
    ['of an unknown client', () => signToken({ claims: { sub: 'nobody' } })],
    ['without a client', () => signToken({ claims: { sub: undefined } })],
  ])('%s is rejected', async (_, forgeToken) => {
    expect(await statusOf(await forgeToken())).toBe(401);
  });

  test('expires one hour after it was issued, with a tolerance of five seconds between servers', async () => {
    const issued = await requestToken(url, await addClient(mirror, 'late'));
    mirror.clock.advance(3_604_000);
    expect(await statusOf(issued)).toBe(200);
    mirror.clock.advance(1000);
    expect(await statusOf(issued)).toBe(401);
  });
});
