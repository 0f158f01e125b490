import { randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import { ensureKey } from '../repository/clients.js';

const issuer = 'rampart-mirror';
const algorithm = 'HS256';

export interface KeyDependencies {
  readonly database: Pick<Database, 'guard' | 'reserved'>;
  readonly clock: Clock;
}

/** Purpose of a signed token. A token is invalid for any other purpose. */
export type Purpose = 'access' | 'archive' | 'download';

/** Cached signing keys by database; a key never changes. */
const signingKeys = new WeakMap<object, Promise<Uint8Array>>();

async function keyOf({ database }: KeyDependencies): Promise<Uint8Array> {
  const cached = signingKeys.get(database);
  if (cached !== undefined) return await cached;
  const offered = randomBytes(32).toString('base64');
  const reading = database
    .guard((sql) => ensureKey(sql, { name: 'signing', offered }))
    .then((secret) => new Uint8Array(Buffer.from(secret, 'base64')));
  signingKeys.set(database, reading);
  reading.catch(() => signingKeys.delete(database));
  return await reading;
}

/** Signs claims for a purpose as a JWT that is valid for `seconds`. */
export async function sign(
  dependencies: KeyDependencies,
  content: { purpose: Purpose; subject: string; claims: Record<string, unknown>; seconds: number },
): Promise<string> {
  const now = Math.floor(dependencies.clock.now() / 1000);
  return await new SignJWT(content.claims)
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(content.subject)
    .setAudience(content.purpose)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + content.seconds)
    .sign(await keyOf(dependencies));
}

/** Verifies a token and returns its claims; undefined if it is invalid or for another purpose. */
export async function verify(
  dependencies: KeyDependencies,
  token: { purpose: Purpose; text: string },
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const key = await keyOf(dependencies);
  try {
    const { payload } = await jwtVerify(token.text, key, {
      issuer,
      audience: token.purpose,
      algorithms: [algorithm],
      currentDate: new Date(dependencies.clock.now()),
      // Tolerates clock skew between replicas.
      clockTolerance: 5,
    });
    return payload;
  } catch {
    return undefined;
  }
}
