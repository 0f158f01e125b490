import { type AuditRequest, onlyTenant, recordAudit } from '../../platform/audit/index.js';
import { boundedCache } from '../../platform/bounded-cache.js';
import { localRequest, type OperatorCaller, tenantsOf } from '../../platform/caller.js';
import { type Clock, clockToleranceMs, isRecent } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database, Executor } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { quoted } from '../../platform/quoted.js';
import { hashSecretToken } from '../../platform/secret-token.js';
import { auditDetails, auditRevocations } from './audit-entries.js';
import { recordSignIn } from './people.js';
import {
  consumeLogoutToken,
  deleteByHash,
  deleteById,
  deleteByIdOrName,
  deleteExcess,
  deleteOfPerson,
  deleteOfProvider,
  insertSession,
  type SessionRow,
  selectOpenSessions,
  selectOpenSessionsOf,
  selectSession,
  touchSession,
} from './repository.js';
import type { EndedSession, NewSession, ProviderLogout } from './requests.js';
import { seal, unseal } from './sealed-text.js';
import { sessionSecretKind } from './session-cookie.js';

/** A session without its secret, with the time at which it expires without use. Times are Unix epoch milliseconds. */
export interface Session extends SessionRow {
  /** Time at which the session expires if it is not used until then. */
  readonly idleExpiresAt: number;
}

/**
 * Maximum time in seconds for which a session is cached. The end of a session takes effect in every process within this
 * time.
 */
const sessionCacheSeconds = 5;
const maxCacheEntries = 10_000;
/**
 * Minimum interval in milliseconds between two recorded uses of a session; a tenth of the idle timeout if that is
 * shorter.
 */
const touchMs = 60_000;
/** Maximum number of sessions of one caller; an additional session ends the oldest one. */
const maxSessionsPerCaller = 100;

interface CachedSession {
  readonly row: SessionRow | undefined;
  readonly readAt: number;
}

/**
 * Creates, authenticates, lists and ends browser sessions. Sessions are stored in the database, which all processes
 * share.
 */
export class Sessions {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #maxLifetimeMs: number;
  readonly #cache = boundedCache<string, CachedSession>(maxCacheEntries);
  readonly #reading = new Map<string, Promise<SessionRow | undefined>>();
  /** Number of sessions that this process has ended. A row read before the latest end is not cached. */
  #ends = 0;

  constructor(options: { database: Database; clock: Clock; configuration: Pick<Configuration, 'session'> }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#idleMs = options.configuration.session.idleMinutes * 60_000;
    this.#maxLifetimeMs = options.configuration.session.maxHours * 3_600_000;
  }

  /**
   * Creates a session.
   * @returns the session and its secret, which is not stored
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async create(request: NewSession, by: AuditRequest): Promise<{ session: Session; secret: string }> {
    const now = this.#clock.now();
    const secret = sessionSecretKind.create();
    const { caller, tokenId = null, sourceAddress, providerSignIn } = request;
    const { name, role, tenantId, credentialId = name } = caller;
    const { provider = null, issuer = null, subject = null, providerSession = null, refresh } = providerSignIn ?? {};
    const { row, excess } = await this.#database.transaction(async (sql) => {
      const excess = await deleteExcess(sql, { credentialId, keep: maxSessionsPerCaller - 1 });
      await auditRevocations(sql, by, excess);
      const inserted = await insertSession(sql, {
        ...{ name, role, tenantId, credentialId, sourceAddress },
        hash: hashSecretToken(secret),
        tenants: tenantsOf(caller),
        ...{ tokenId, createdAt: now, lastUsedAt: now, expiresAt: now + this.#maxLifetimeMs },
        ...{ provider, issuer, subject, providerSession },
        sealedIdToken: providerSignIn === undefined ? null : seal(providerSignIn.idToken, secret),
        sealedRefreshToken: refresh === undefined ? null : seal(refresh.token, secret),
        checkAt: refresh === undefined ? null : now + refresh.checkInMs,
      });
      const change = { object: `session:${inserted.id}`, tenantId: onlyTenant(inserted.tenants) } as const;
      await recordAudit(sql, by, { action: 'create.session', ...change, after: auditDetails(inserted) });
      if (providerSignIn !== undefined) await recordSignIn(sql, { ...inserted, ...providerSignIn });
      return { row: inserted, excess };
    });
    this.#forgetAll(excess);
    return { session: this.withIdleExpiration(row), secret };
  }

  /**
   * The session with this secret; undefined if it has ended. Returns a value instead of a promise if nothing must be
   * read.
   * @param options.isUse whether the request counts as a use, which postpones the end of an idle session
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  find(secret: string, { isUse }: { readonly isUse: boolean }): Session | undefined | Promise<Session | undefined> {
    if (!sessionSecretKind.isForm(secret)) return undefined;
    const hash = hashSecretToken(secret);
    const now = this.#clock.now();
    const cached = this.#cache.get(hash);
    const isFresh = cached !== undefined && isRecent(cached.readAt, { now, maxAgeMs: sessionCacheSeconds * 1000 });
    if (isFresh && !(isUse && this.#needsTouch(cached.row))) return this.#ifOpen(cached.row);
    return this.#read(hash, isUse);
  }

  /**
   * Reads the session with this secret from the database; undefined if it has ended.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async findUncached(secret: string): Promise<Session | undefined> {
    if (!sessionSecretKind.isForm(secret)) return undefined;
    return this.#ifOpen(await this.#load(hashSecretToken(secret), false));
  }

  /** Reads from the database the identity providers of a caller's open sessions. */
  async providersOf(credentialId: string): Promise<readonly Pick<SessionRow, 'provider' | 'issuer'>[]> {
    const now = this.#clock.now();
    const usedAfter = this.usedAfter();
    return await this.#database.reserved.guard((sql) => selectOpenSessionsOf(sql, { credentialId, now, usedAfter }));
  }

  /** Latest time of last use, in Unix epoch milliseconds, at which a session has reached its idle timeout. */
  usedAfter(): number {
    return this.#clock.now() - this.#idleMs;
  }

  /** The open sessions, most recently used first. */
  async list(): Promise<Session[]> {
    const now = this.#clock.now();
    const usedAfter = this.usedAfter();
    const rows = await this.#database.guard((sql) => selectOpenSessions(sql, { now, usedAfter }));
    return rows.map((row) => this.withIdleExpiration(row));
  }

  /**
   * Ends the session with this secret.
   * @returns the provider and ID token of the session, if any; undefined if the session had already ended
   */
  async end(secret: string, by: AuditRequest): Promise<EndedSession | undefined> {
    if (!sessionSecretKind.isForm(secret)) return undefined;
    const hash = hashSecretToken(secret);
    const row = await this.#database.transaction(async (sql) => {
      const ended = await deleteByHash(sql, { hash });
      if (ended === undefined) return undefined;
      const object = `session:${ended.id}` as const;
      await recordAudit(sql, by, {
        action: 'end.session',
        object,
        tenantId: onlyTenant(ended.tenants),
        before: auditDetails(ended),
      });
      return ended;
    });
    this.#forget((_, ended) => ended === hash);
    if (row === undefined) return undefined;
    const { provider, issuer, sealedIdToken } = row;
    return { provider, issuer, idToken: sealedIdToken === null ? undefined : unseal(sealedIdToken, secret) };
  }

  /**
   * Ends sessions at the request of their identity provider.
   * @returns the number of ended sessions; undefined if the logout token was used before
   */
  async endByProvider(logout: ProviderLogout, by: AuditRequest): Promise<number | undefined> {
    const { provider, issuer, subject = null, providerSession = null, tokenId, expiresAt } = logout;
    const hash = hashSecretToken(`${provider}\n${tokenId}`);
    const ended = await this.#database.transaction(async (sql) => {
      const isFirst = await consumeLogoutToken(sql, { hash, expiresAt, now: this.#clock.now() });
      if (isFirst === undefined) return undefined;
      const rows = await deleteOfProvider(sql, { issuer, subject, providerSession });
      await auditRevocations(sql, by, rows);
      return rows;
    });
    this.#forgetAll(ended ?? []);
    return ended?.length;
  }

  /**
   * Ends the session with this id, or all sessions of the callers with this name. This process rejects the sessions
   * immediately, others within {@link sessionCacheSeconds}.
   * @throws {DomainError} NOT_FOUND if there is no such session
   */
  async revoke(idOrName: string, by: AuditRequest = localRequest): Promise<Session[]> {
    const missing = `No session has the id or name ${quoted(idOrName)}`;
    return await this.#endAll((sql) => deleteByIdOrName(sql, { idOrName }), { missing, by });
  }

  /**
   * Ends the session with this id and, with `ofCaller`, all other sessions of its caller. See {@link revoke}.
   * @throws {DomainError} NOT_FOUND
   */
  async revokeById({ id, ofCaller }: { id: string; ofCaller: boolean }, by: AuditRequest): Promise<Session[]> {
    const missing = `No session has the id ${quoted(id)}`;
    return await this.#endAll((sql) => deleteById(sql, { id, ofCaller }), { missing, by });
  }

  /**
   * Ends all sessions of a person who signed in at a provider. See {@link revoke}.
   * @throws {DomainError} NOT_FOUND if there is no such session
   */
  async revokeOfPerson({ id }: { id: string }, by: AuditRequest): Promise<Session[]> {
    const missing = `No person with the id ${quoted(id)} has an open session`;
    return await this.#endAll((sql) => deleteOfPerson(sql, { id }), { missing, by });
  }

  async #endAll(
    end: (sql: Executor) => Promise<SessionRow[]>,
    { missing, by }: { missing: string; by: AuditRequest },
  ): Promise<Session[]> {
    const ended = await this.#database.transaction(async (sql) => {
      const rows = await end(sql);
      await auditRevocations(sql, by, rows);
      return rows;
    });
    if (ended.length === 0) throw new DomainError('NOT_FOUND', missing);
    this.#forgetAll(ended);
    return ended.map((row) => this.withIdleExpiration(row));
  }

  /** Removes a changed session, or those of a changed token, from the cache, so their next use reads them again. */
  forget({ id, tokenId }: { id: string; tokenId?: never } | { id?: never; tokenId: string }): void {
    this.#forget(({ row }) => row !== undefined && (row.id === id || row.tokenId === tokenId));
  }

  #forgetAll(ended: readonly SessionRow[]): void {
    const ids = new Set(ended.map(({ id }) => id));
    this.#forget(({ row }) => row !== undefined && ids.has(row.id));
  }

  #forget(isEnded: (cached: CachedSession, hash: string) => boolean): void {
    this.#ends++;
    for (const [hash, cached] of [...this.#cache.entries()]) if (isEnded(cached, hash)) this.#cache.delete(hash);
  }

  /** Reads a session; concurrent requests share one read. */
  #read(hash: string, isUse: boolean): Promise<Session | undefined> {
    const key = `${isUse} ${hash}`;
    let reading = this.#reading.get(key);
    if (reading === undefined) {
      reading = this.#load(hash, isUse).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading.then((row) => this.#ifOpen(row));
  }

  async #load(hash: string, isUse: boolean): Promise<SessionRow | undefined> {
    const readAt = this.#clock.now();
    const ends = this.#ends;
    const row = await this.#database.reserved.guard(async (sql) => {
      const row = await selectSession(sql, { hash, now: readAt });
      if (row === undefined || !isUse || this.#ifOpen(row) === undefined || !this.#needsTouch(row)) return row;
      await touchSession(sql, { id: row.id, at: readAt });
      return { ...row, lastUsedAt: readAt };
    });
    if (ends === this.#ends) this.#cache.set(hash, { row, readAt });
    return row;
  }

  #needsTouch(row: SessionRow | undefined): boolean {
    return row !== undefined && this.#clock.now() - row.lastUsedAt >= Math.min(touchMs, this.#idleMs / 10);
  }

  #ifOpen(row: SessionRow | undefined): Session | undefined {
    if (row === undefined) return undefined;
    const session = this.withIdleExpiration(row);
    const now = this.#clock.now();
    const isUsedLater = session.lastUsedAt > now + clockToleranceMs;
    return session.expiresAt > now && session.idleExpiresAt > now && !isUsedLater ? session : undefined;
  }

  /** Returns the session with the time at which it expires if it is not used again. */
  withIdleExpiration(row: SessionRow): Session {
    return { ...row, idleExpiresAt: Math.min(row.expiresAt, row.lastUsedAt + this.#idleMs) };
  }
}

/** The caller of requests with this session. */
export function callerOf({ name, role, tenantId, tenants, credentialId, expiresAt }: Session): OperatorCaller {
  const several = tenants !== null && tenants.length > 1 ? { tenants } : {};
  return { kind: 'operator', name, role, tenantId, ...several, credentialId, expiresAt };
}
