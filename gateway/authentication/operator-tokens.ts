import { LRUCache } from 'lru-cache';
import type { NewOperatorToken, OperatorToken } from '../../platform/access.js';
import { type AuditRequest, onlyTenant, recordAudit } from '../../platform/audit/index.js';
import { localRequest, type OperatorCaller } from '../../platform/caller.js';
import { type Clock, isRecent } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { type Database, violatedConstraint } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { dayMs } from '../../platform/durations.js';
import type { Logger } from '../../platform/log.js';
import { authorize } from '../../platform/permissions/index.js';
import { quoted } from '../../platform/quoted.js';
import { hashSecretToken } from '../../platform/secret-token.js';
import { hasOperatorTokenFormat, tokenKindOf } from './token-format.js';
import {
  auditableToken,
  changeExpiration,
  insertToken,
  isTokenActive,
  revokeToken,
  selectByHash,
  selectTokens,
  timestamp,
  tokenOf,
} from './token-rows.js';
import { checkNewToken } from './token-rules.js';

/** Default lifetime of a token in days. */
export const defaultLifetimeDays = 90;

/** Maximum time in seconds for which a token is cached, and after which a revocation takes effect in every process. */
export const revocationSeconds = 5;
const maxCacheEntries = 1000;

/** Minimum interval in milliseconds between log lines about an expired token. */
const logIntervalMs = 60_000;

interface CachedToken {
  readonly id: string;
  readonly caller: OperatorCaller | undefined;
  /** Time of expiration in milliseconds since the Unix epoch; null if the token never expires. */
  readonly expiresAt: number | null;
  readonly readAt: number;
}

/** Creates, lists, revokes and authenticates operator tokens. */
export class OperatorTokens {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Logger | undefined;
  readonly #reservedNames: readonly string[];
  readonly #cache = new LRUCache<string, CachedToken>({ max: maxCacheEntries });
  /** Number of tokens that this process has changed or revoked. A row read before the latest change is not cached. */
  #changes = 0;
  readonly #expiryLogged = new LRUCache<string, number>({ max: maxCacheEntries });

  constructor(options: {
    database: Database;
    clock: Clock;
    log?: Logger;
    configuration?: Pick<Configuration, 'auth'>;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#reservedNames = options.configuration?.auth.adminTokens.map(({ name }) => name) ?? [];
  }

  /**
   * Creates a token. `token` is returned only once and cannot be read again.
   * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; BAD_USER_INPUT for a bad name, tenant or date; CONFLICT if an
   * unrevoked token or an administrator in the settings has the name
   */
  async create(request: NewOperatorToken, by: AuditRequest = localRequest): Promise<OperatorToken & { token: string }> {
    authorizeManagement(by);
    const now = this.#clock.now();
    const tenants = checkNewToken(request, now);
    if (this.#reservedNames.includes(request.name)) {
      const message = `An administrator in [auth] admin_tokens is named ${quoted(request.name)}: choose another name`;
      throw new DomainError('CONFLICT', message);
    }
    const { expiresAt = new Date(now + defaultLifetimeDays * dayMs) } = request;
    const kind = tokenKindOf(request.role);
    const tenantId = tenants?.[0] ?? null;
    const several = tenants !== null && tenants.length > 1 ? tenants : null;
    const token = kind.create();
    try {
      const row = await this.#database.transaction(async (sql) => {
        const inserted = await insertToken(sql, {
          ...{ name: request.name, role: request.role, tenantId, tenants: several },
          ...{ prefix: kind.visiblePrefix(token), hash: hashSecretToken(token) },
          ...{ createdAt: timestamp(now), expiresAt: expiresAt?.toISOString() ?? null },
        });
        const change = { object: `token:${inserted.id}`, tenantId: onlyTenant(tenants) } as const;
        await recordAudit(sql, by, { action: 'create.token', ...change, after: auditableToken(inserted) });
        return inserted;
      });
      return { ...tokenOf(row), token };
    } catch (error) {
      if (violatedConstraint(error) !== 'operator_tokens_name_in_use') throw error;
      throw new DomainError('CONFLICT', `An unrevoked token is already named ${quoted(request.name)}: revoke it first`);
    }
  }

  /** All tokens, including revoked and expired ones, newest first. */
  async list(): Promise<OperatorToken[]> {
    return (await this.#database.guard((sql) => selectTokens(sql))).map(tokenOf);
  }

  /**
   * Revokes the token with this id or, if no token ever had this id, the unrevoked token with this name, even if it has
   * expired. This process rejects the token immediately, others within {@link revocationSeconds}.
   * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; NOT_FOUND if no unrevoked token has this id or name
   */
  async revoke(nameOrId: string, by: AuditRequest = localRequest): Promise<OperatorToken> {
    authorizeManagement(by);
    const row = await this.#database.transaction(async (sql) => {
      const revoked = await revokeToken(sql, { nameOrId, at: timestamp(this.#clock.now()) });
      if (revoked === undefined) return undefined;
      const change = { object: `token:${revoked.id}`, tenantId: onlyTenant(revoked.tenants) } as const;
      await recordAudit(sql, by, { action: 'revoke.token', ...change, before: auditableToken(revoked) });
      return revoked;
    });
    return tokenOf(this.#evictChanged(row, nameOrId));
  }

  /**
   * Changes the expiration of a token, even of an expired one; a time in the past expires the token now. Sessions
   * created with the token end no later than the token. Other processes apply the change within {@link
   * revocationSeconds}.
   * @param change.id id or name of a token that is not revoked
   * @param change.expiresAt null: the token never expires
   * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; NOT_FOUND if no unrevoked token has this id or name
   */
  async setExpiration(
    { id: idOrName, expiresAt }: { id: string; expiresAt: Date | null },
    by: AuditRequest = localRequest,
  ): Promise<OperatorToken> {
    authorizeManagement(by);
    const row = await this.#database.transaction(async (sql) => {
      const changed = await changeExpiration(sql, { idOrName, endsAt: expiresAt?.getTime() ?? null });
      if (changed === undefined) return undefined;
      const { before, ...after } = changed;
      const change = { object: `token:${after.id}`, tenantId: onlyTenant(after.tenants) } as const;
      const states = { before: auditableToken({ ...after, expiresAt: before }), after: auditableToken(after) };
      await recordAudit(sql, by, { action: 'change.token-expiration', ...change, ...states });
      return after;
    });
    return tokenOf(this.#evictChanged(row, idOrName));
  }

  /**
   * The operator with this token; undefined if the token is not an operator token, or is revoked.
   * @throws {DomainError} UNAUTHENTICATED `{ reason: 'token_expired', expiredAt (ISO 8601) }`; STORE_UNAVAILABLE
   */
  find(token: string): OperatorCaller | undefined | Promise<OperatorCaller | undefined> {
    if (!hasOperatorTokenFormat(token)) return undefined;
    const hash = hashSecretToken(token);
    const cached = this.#cache.get(hash);
    const now = this.#clock.now();
    if (cached !== undefined && isRecent(cached.readAt, { now, maxAgeMs: revocationSeconds * 1000 }))
      return this.#callerUnlessExpired(cached);
    return this.#read(hash);
  }

  /**
   * Reads from the database whether the token with this id is neither revoked nor expired.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async isActive(id: string): Promise<boolean> {
    const now = this.#clock.now();
    return await this.#database.reserved.guard((sql) => isTokenActive(sql, { id, now }));
  }

  /**
   * Removes a changed token from the cache, so the next request reads it from the database.
   * @throws {DomainError} NOT_FOUND if there is no such token
   */
  #evictChanged<Row extends { id: string }>(changed: Row | undefined, idOrName: string): Row {
    if (changed === undefined) {
      throw new DomainError('NOT_FOUND', `No unrevoked token has the id or name ${quoted(idOrName)}`);
    }
    this.#changes++;
    for (const [hash, { id }] of [...this.#cache.entries()]) if (id === changed.id) this.#cache.delete(hash);
    return changed;
  }

  async #read(hash: string): Promise<OperatorCaller | undefined> {
    const readAt = this.#clock.now();
    const changes = this.#changes;
    const row = await this.#database.reserved.guard((sql) => selectByHash(sql, { hash }));
    const token: CachedToken = {
      id: row?.id ?? '',
      caller: row && {
        ...{ kind: 'operator', name: row.name, role: row.role, tenantId: row.tenantId },
        ...(row.tenants !== null && row.tenants.length > 1 && { tenants: row.tenants }),
        credentialId: row.id,
        ...(row.expiresAt !== null && { expiresAt: row.expiresAt }),
      },
      expiresAt: row?.expiresAt ?? null,
      readAt,
    };
    if (changes === this.#changes) this.#cache.set(hash, token);
    return this.#callerUnlessExpired(token);
  }

  #callerUnlessExpired(token: CachedToken): OperatorCaller | undefined {
    const { caller, expiresAt } = token;
    if (caller === undefined || expiresAt === null || expiresAt > this.#clock.now()) return caller;
    const expiredAt = timestamp(expiresAt);
    this.#logExpired(token, { operator: caller.name, expiredAt });
    throw new DomainError(
      'UNAUTHENTICATED',
      `The token expired at ${expiredAt}: ask an administrator for a new one (rampart tokens create)`,
      { reason: 'token_expired', expiredAt },
    );
  }

  #logExpired({ id }: CachedToken, details: { operator: string; expiredAt: string }): void {
    const at = this.#clock.now();
    const lastLoggedAt = this.#expiryLogged.get(id);
    if (lastLoggedAt !== undefined && at - lastLoggedAt < logIntervalMs) return;
    this.#expiryLogged.set(id, at);
    this.#log?.warn(details, 'an expired operator token was rejected');
  }
}

function authorizeManagement({ caller }: AuditRequest): void {
  if (caller.kind !== 'system') authorize(caller, 'tokens.manage');
}
