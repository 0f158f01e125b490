import { LRUCache } from 'lru-cache';
import { type AuditRequest, recordAudit } from '../../platform/audit/index.js';
import { isReservedName, localRequest, type OperatorCaller, type OperatorRole } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import { type Database, type Executor, violatedConstraint } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import { assertMaxCharacters, isLongerThan, maxCharacters } from '../../platform/input-limits.js';
import type { Logger } from '../../platform/log.js';
import { authorize } from '../../platform/permissions/index.js';
import { hashSecretToken } from '../../platform/secret-token.js';
import { isOperatorTokenForm, tokenKindOf } from './token-format.js';

/** A token in lists, without the token itself. */
export interface OperatorToken {
  readonly id: string;
  readonly name: string;
  /** The token's first characters. */
  readonly prefix: string;
  readonly role: OperatorRole;
  /** The tenant of the token; null for all. */
  readonly tenantId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewOperatorToken {
  readonly name: string;
  readonly role: OperatorRole;
  /** Null for all tenants; an administrator is always of all. */
  readonly tenantId: string | null;
  /** When it expires; null: never. {@link defaultLifeDays} from now when absent. */
  readonly expiresAt?: Date | null;
}

/** Default validity of a token. */
export const defaultLifeDays = 90;
const dayMilliseconds = 86_400_000;

/** How long a token is cached; a revocation takes effect in every process within this time. */
export const revocationSeconds = 5;
const cacheEntries = 1000;

/** Minimum interval between log lines about an expired token. */
const loggedAgainMilliseconds = 60_000;

interface Found {
  readonly id: string;
  readonly caller: OperatorCaller | undefined;
  /** Milliseconds since the Unix epoch; null if it never expires. */
  readonly expiresAt: number | null;
  readonly readAt: number;
}

/** Creates, lists, revokes and authenticates operator tokens. */
export class OperatorTokens {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Logger | undefined;
  readonly #reservedNames: readonly string[];
  readonly #found = new LRUCache<string, Found>({ max: cacheEntries });
  /** How many tokens this process has revoked: what was read before the last of them is not remembered. */
  #revocations = 0;
  readonly #expiryLogged = new LRUCache<string, number>({ max: cacheEntries });

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
   * Makes a token. It is returned this once and cannot be shown again.
   * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; BAD_USER_INPUT for a bad name, tenant or date; CONFLICT when the name is in use
   */
  async create(request: NewOperatorToken, by: AuditRequest = localRequest): Promise<OperatorToken & { token: string }> {
    authorizeManagement(by);
    const now = this.#clock.now();
    checkNewToken(request, now);
    if (this.#reservedNames.includes(request.name)) {
      const message = `An administrator of the settings ([auth] admin_tokens) is named ${JSON.stringify(request.name)}: choose another name`;
      throw new DomainError('CONFLICT', message);
    }
    const { expiresAt = new Date(now + defaultLifeDays * dayMilliseconds) } = request;
    const kind = tokenKindOf(request.role);
    const token = kind.create();
    try {
      const row = await this.#database.transaction(async (sql) => {
        const [inserted] = await sql<[TokenRow]>`
          insert into gateway.operator_tokens (name, prefix, hash, role, tenant_id, created_at, expires_at)
          values (${request.name}, ${kind.visiblePrefix(token)}, ${hashSecretToken(token)}, ${request.role}, ${request.tenantId},
            ${timestamp(now)}, ${expiresAt === null ? null : timestamp(expiresAt.getTime())})
          returning ${columns(sql)}`;
        const object = `token:${inserted.id}` as const;
        const { tenantId } = inserted;
        await recordAudit(sql, by, { action: 'create.token', object, tenantId, after: auditedToken(inserted) });
        return inserted;
      });
      return { ...tokenOf(row), token };
    } catch (error) {
      if (violatedConstraint(error) !== 'operator_tokens_name_in_use') throw error;
      throw new DomainError(
        'CONFLICT',
        `An active token is already named ${JSON.stringify(request.name)}: revoke it first`,
      );
    }
  }

  /** All tokens, including revoked and expired ones, newest first. */
  async list(): Promise<OperatorToken[]> {
    const rows = await this.#database.guard(
      (sql) => sql<TokenRow[]>`select ${columns(sql)} from gateway.operator_tokens order by created_at desc, id`,
    );
    return rows.map(tokenOf);
  }

  /**
   * Revokes the token with this id or, when no token ever had this id, the one in use with this name. In this process it is refused at once, in others within
   * {@link revocationSeconds}.
   * @throws {DomainError} FORBIDDEN, UNAUTHENTICATED; NOT_FOUND when no token in use has this name or id
   */
  async revoke(nameOrId: string, by: AuditRequest = localRequest): Promise<OperatorToken> {
    authorizeManagement(by);
    const row = await this.#database.transaction(async (sql) => {
      const [revoked] = await sql<TokenRow[]>`
        update gateway.operator_tokens set revoked_at = ${timestamp(this.#clock.now())}
        where revoked_at is null and id = (
          select id from gateway.operator_tokens
          where id::text = ${nameOrId} or (revoked_at is null and name = ${nameOrId})
          order by id::text = ${nameOrId} desc limit 1)
        returning ${columns(sql)}`;
      if (revoked === undefined) return undefined;
      const { id, tenantId } = revoked;
      const object = `token:${id}` as const;
      await recordAudit(sql, by, { action: 'revoke.token', object, tenantId, before: auditedToken(revoked) });
      return revoked;
    });
    if (row === undefined) throw new DomainError('NOT_FOUND', `No active token is named ${JSON.stringify(nameOrId)}`);
    this.#revocations++;
    for (const [hash, { id }] of [...this.#found.entries()]) if (id === row.id) this.#found.delete(hash);
    return tokenOf(row);
  }

  /**
   * Who bears this token; undefined when it is none of ours or revoked.
   * @throws {DomainError} UNAUTHENTICATED `{ reason: 'token_expired', expiredAt (ISO 8601) }`; STORE_UNAVAILABLE
   */
  find(token: string): OperatorCaller | undefined | Promise<OperatorCaller | undefined> {
    if (!isOperatorTokenForm(token)) return undefined;
    const hash = hashSecretToken(token);
    const known = this.#found.get(hash);
    if (known !== undefined && this.#clock.now() - known.readAt < revocationSeconds * 1000) return this.#inForce(known);
    return this.#read(hash);
  }

  /**
   * Whether the token with this id is neither revoked nor expired, by what the database says now.
   * @throws {DomainError} STORE_UNAVAILABLE
   */
  async isInForce(id: string): Promise<boolean> {
    const rows = await this.#database.reserved.guard(
      (sql) => sql`
        select from gateway.operator_tokens
        where id::text = ${id} and revoked_at is null and (expires_at is null or expires_at > ${timestamp(this.#clock.now())})`,
    );
    return rows.length > 0;
  }

  async #read(hash: string): Promise<OperatorCaller | undefined> {
    const readAt = this.#clock.now();
    const revocations = this.#revocations;
    const [row] = await this.#database.reserved.guard(
      (sql) => sql<TokenRow[]>`
        select ${columns(sql)} from gateway.operator_tokens where hash = ${hash} and revoked_at is null`,
    );
    const found: Found = {
      id: row?.id ?? '',
      caller: row && {
        ...{ kind: 'operator', name: row.name, role: row.role, tenantId: row.tenantId },
        credentialId: row.id,
        ...(row.expiresAt !== null && { expiresAt: row.expiresAt }),
      },
      expiresAt: row?.expiresAt ?? null,
      readAt,
    };
    if (revocations === this.#revocations) this.#found.set(hash, found);
    return this.#inForce(found);
  }

  #inForce(found: Found): OperatorCaller | undefined {
    const { caller, expiresAt } = found;
    if (caller === undefined || expiresAt === null || expiresAt > this.#clock.now()) return caller;
    const expiredAt = timestamp(expiresAt);
    this.#logExpired(found, { operator: caller.name, expiredAt });
    throw new DomainError(
      'UNAUTHENTICATED',
      `The token expired at ${expiredAt}: ask an administrator for a new one (rampart tokens create)`,
      { reason: 'token_expired', expiredAt },
    );
  }

  #logExpired({ id }: Found, facts: { operator: string; expiredAt: string }): void {
    const at = this.#clock.now();
    const last = this.#expiryLogged.get(id);
    if (last !== undefined && at - last < loggedAgainMilliseconds) return;
    this.#expiryLogged.set(id, at);
    this.#log?.warn(facts, 'an expired operator token was rejected');
  }
}

/** When the tokens expire that were not revoked, in milliseconds since the Unix epoch, the first first; null: never. */
export async function expiriesOfTokens(sql: Database['sql']): Promise<{ name: string; expiresAt: number | null }[]> {
  return await sql<{ name: string; expiresAt: number | null }[]>`
    select name, (extract(epoch from expires_at) * 1000)::float8 as "expiresAt" from gateway.operator_tokens
    where revoked_at is null order by expires_at, name`;
}

/** A row with its times in milliseconds since the Unix epoch, which no driver's settings change on their way. */
interface TokenRow extends Omit<OperatorToken, 'createdAt' | 'expiresAt' | 'revokedAt'> {
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Excludes the token and its hash. */
function auditedToken({ name, prefix, role, expiresAt }: TokenRow) {
  return { name, prefix, role, expiresAt: expiresAt === null ? null : timestamp(expiresAt) };
}

function columns(sql: Executor) {
  return sql`id, name, prefix, role, tenant_id as "tenantId",
    (extract(epoch from created_at) * 1000)::float8 as "createdAt",
    (extract(epoch from expires_at) * 1000)::float8 as "expiresAt",
    (extract(epoch from revoked_at) * 1000)::float8 as "revokedAt"`;
}

function tokenOf(row: TokenRow): OperatorToken {
  return {
    ...row,
    createdAt: new Date(row.createdAt),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
    revokedAt: row.revokedAt === null ? null : new Date(row.revokedAt),
  };
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function authorizeManagement({ caller }: AuditRequest): void {
  if (caller.kind !== 'system') authorize(caller, 'tokens.manage');
}

/** RFC 9562, section 4. A name in this form could be the id of another token. */
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function checkNewToken(request: NewOperatorToken, now: number): void {
  const { name, role, tenantId, expiresAt } = request;
  if (name.trim() === '' || isLongerThan(name, maxCharacters.name) || /\p{Cc}/u.test(name)) {
    throw new DomainError('BAD_USER_INPUT', `A token name must have 1 to ${maxCharacters.name} printable characters`);
  }
  if (uuidForm.test(name)) {
    const message = `The name ${JSON.stringify(name)} has the format of a token id, a UUID: choose another one`;
    throw new DomainError('BAD_USER_INPUT', message);
  }
  if (isReservedName(name)) {
    throw new DomainError('BAD_USER_INPUT', `The name ${JSON.stringify(name)} is reserved: choose another one`);
  }
  if (role === 'admin' && tenantId !== null) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The role admin cannot be restricted to a tenant: omit the tenant, or choose another role',
    );
  }
  if (tenantId?.trim() === '')
    throw new DomainError('BAD_USER_INPUT', 'The tenant is empty: specify one, or omit it for all tenants');
  assertMaxCharacters('tenant', tenantId, maxCharacters.tenantId);
  if (expiresAt !== undefined && expiresAt !== null && !(expiresAt.getTime() > now)) {
    throw new DomainError('BAD_USER_INPUT', 'The expiration is in the past: choose a later time');
  }
}
