import type { Authenticator } from '../../../../platform/caller.js';
import type { Clock } from '../../../../platform/clock.js';
import type { Database } from '../../../../platform/database/index.js';
import type { Logger } from '../../../../platform/log.js';
import { hashSecretToken } from '../../../../platform/secret-token.js';
import { type BearerRow, selectBearer, touchKey } from '../repository/keys.js';
import { invalidKey } from './access.js';
import { apiKeys } from './keys.js';

/** How coarse the time of a key's last use is. */
const touchMilliseconds = 60_000;

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Recognises `Authorization: Bearer zf_live_...`: specification, section 5. A key with a wrong checksum is refused without
 * the database, any other by one statement. Nothing is remembered, so that a revocation holds from the next request on,
 * everywhere. Throws UNAUTHENTICATED for a key that is unknown, expired, revoked or of an account that is not approved:
 * always the same.
 */
export function createKeyAuthenticator(dependencies: Dependencies): Authenticator {
  return function authenticateKey(request) {
    const key = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined || !key.startsWith(apiKeys.mark)) return undefined;
    if (!apiKeys.isForm(key)) throw invalidKey();
    return bearerOf(dependencies, key);
  };
}

async function bearerOf(dependencies: Dependencies, key: string) {
  const now = dependencies.clock.now();
  const hash = hashSecretToken(key);
  const bearer = await dependencies.database.reserved.guard((sql) => selectBearer(sql, { hash, now }));
  if (bearer === undefined) throw invalidKey();
  await noteUse(dependencies, bearer, now);
  return { kind: 'account', accountId: bearer.accountId, username: bearer.username } as const;
}

/** Written once a minute and key, not at each request; a request does not fail for it. */
async function noteUse({ database, log }: Dependencies, bearer: BearerRow, now: number): Promise<void> {
  const before = now - touchMilliseconds;
  if (bearer.lastUsedAt !== null && bearer.lastUsedAt > before) return;
  try {
    await database.reserved.guard((sql) => touchKey(sql, { keyId: bearer.keyId, now, before }));
  } catch (error) {
    log.warn({ err: error }, 'the last use of an API key could not be noted');
  }
}
