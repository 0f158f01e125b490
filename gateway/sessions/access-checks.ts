import { setTimeout as delay } from 'node:timers/promises';
import { type AuditRequest, onlyTenant, recordAudit, systemRequest } from '../../platform/audit/index.js';
import { type OperatorCaller, type OperatorRole, tenantsOf } from '../../platform/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/index.js';
import { DomainError } from '../../platform/domain-error.js';
import type { Logger } from '../../platform/log.js';
import { sessionEnded } from '../authentication/index.js';
import { claimAccessCheck, deleteWithoutAccess, postponeAccessCheck, storeAccessCheck } from './access-check-rows.js';
import { updatePerson } from './people.js';
import type { SessionRow } from './repository.js';
import { seal, unseal } from './sealed-text.js';
import type { Session, Sessions } from './sessions.js';

/** The result of an access check at a person's identity provider. */
export type AccessCheckResult =
  /**
   * The person still has access. Absent tokens remain unchanged; if `caller` is absent, the role and tenants remain
   * unchanged.
   */
  | {
      readonly status: 'confirmed';
      readonly caller?: Pick<OperatorCaller, 'role' | 'tenantId' | 'tenants'> | undefined;
      readonly refreshToken?: string | undefined;
      readonly idToken?: string;
      /** Milliseconds until the next access check. */
      readonly recheckInMs: number;
    }
  /** The person no longer has access. */
  | { readonly status: 'ended'; readonly reason: string }
  /** The check failed, for example because the provider did not respond. It may have replaced the refresh token. */
  | { readonly status: 'unknown'; readonly refreshToken?: string | undefined };

export type CheckAccess = (session: {
  readonly provider: string;
  readonly issuer: string | null;
  readonly subject: string;
  readonly refreshToken: string;
}) => Promise<AccessCheckResult>;

interface AccessCheckOptions {
  readonly sessions: Sessions;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly checkAccess: CheckAccess;
}

/**
 * Time in milliseconds after which another process may query the provider, if the one that claimed the check has not
 * finished.
 */
const claimTimeoutMs = 60_000;
/** Time in milliseconds after which a failed check is repeated. */
const retryMs = 60_000;
const pollMs = 100;
const maxWaitMs = 45_000;

/**
 * Checks at intervals, with the refresh token of the session, whether people who are signed in still have access at
 * their identity provider. The refresh token is encrypted with the secret in the session cookie, so only a request of
 * the browser can use it, and a session without requests is not checked. Only one process queries the provider;
 * requests wait for the response, because it may reduce the role.
 */
export class AccessChecks {
  readonly #options: AccessCheckOptions;
  readonly #running = new Map<string, Promise<Session>>();

  constructor(options: AccessCheckOptions) {
    this.#options = options;
  }

  isDue({ checkAt }: Session): boolean {
    return checkAt !== null && checkAt <= this.#options.clock.now();
  }

  /**
   * Returns the session as confirmed by its identity provider. Concurrent requests share one check.
   * @throws {DomainError} UNAUTHENTICATED `{ reason: 'session_ended' }`; SERVICE_UNAVAILABLE, STORE_UNAVAILABLE
   */
  checkOnce(session: Session, secret: string): Promise<Session> {
    let running = this.#running.get(session.id);
    if (running === undefined) {
      running = this.#check(session, secret).finally(() => this.#running.delete(session.id));
      this.#running.set(session.id, running);
    }
    return running;
  }

  async #check({ id }: Session, secret: string): Promise<Session> {
    const { clock, database, sessions } = this.#options;
    const startedAt = performance.now();
    for (;;) {
      const now = clock.now();
      const claimed = await database.reserved.guard((sql) =>
        claimAccessCheck(sql, { id, now, until: now + claimTimeoutMs }),
      );
      if (claimed !== undefined) return await this.#requestCheck(claimed, secret);
      // Another process is querying the provider, or has queried it.
      sessions.forget({ id });
      const present = await sessions.find(secret, { isUse: false });
      if (present === undefined) throw sessionEnded();
      if (!this.isDue(present)) return present;
      if (performance.now() - startedAt > maxWaitMs) {
        const message = 'The identity provider has not yet confirmed this session. Try again.';
        throw new DomainError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 5 });
      }
      await delay(pollMs);
    }
  }

  async #requestCheck(row: SessionRow & { sealedRefreshToken: string | null }, secret: string): Promise<Session> {
    const { checkAccess, sessions } = this.#options;
    const { id, provider, issuer, subject, sealedRefreshToken } = row;
    const refreshToken = sealedRefreshToken === null ? undefined : unseal(sealedRefreshToken, secret);
    const isKnown = provider !== null && subject !== null && refreshToken !== undefined;
    const result: AccessCheckResult = isKnown
      ? await checkAccess({ provider, issuer, subject, refreshToken })
      : { status: 'ended', reason: 'the refresh token cannot be decrypted' };
    if (result.status === 'ended') return await this.#end(row, result.reason);
    const updatedRow =
      result.status === 'unknown' ? await this.#postpone(id, result, secret) : await this.#store(row, result, secret);
    sessions.forget({ id });
    if (updatedRow === undefined) throw sessionEnded();
    return sessions.withIdleExpiration(updatedRow);
  }

  #postpone(id: string, { refreshToken }: Extract<AccessCheckResult, { status: 'unknown' }>, secret: string) {
    const { clock, database } = this.#options;
    const postponed = { id, at: clock.now() + retryMs, sealedRefreshToken: sealIfPresent(refreshToken, secret) };
    return database.guard((sql) => postponeAccessCheck(sql, postponed));
  }

  async #store(row: SessionRow, result: Extract<AccessCheckResult, { status: 'confirmed' }>, secret: string) {
    const { role, tenantId } = result.caller ?? row;
    const tenants = result.caller === undefined ? row.tenants : tenantsOf(result.caller);
    return await this.#options.database.transaction(async (sql) => {
      const checkedRow = await storeAccessCheck(sql, {
        ...{ id: row.id, role, tenants, tenantId, at: this.#options.clock.now() + result.recheckInMs },
        ...{
          sealedRefreshToken: sealIfPresent(result.refreshToken, secret),
          sealedIdToken: sealIfPresent(result.idToken, secret),
        },
      });
      const [before, after] = [row, { role, tenants }].map(accessOf);
      if (checkedRow === undefined || JSON.stringify(before) === JSON.stringify(after)) return checkedRow;
      await updatePerson(sql, { sessionId: row.id, role, tenants });
      const object = `session:${row.id}` as const;
      await recordAudit(sql, auditRequestOf(row), {
        action: 'change.session',
        object,
        tenantId: onlyTenant(row.tenants),
        before,
        after,
      });
      return checkedRow;
    });
  }

  async #end(row: SessionRow, reason: string): Promise<never> {
    const { database, log, sessions } = this.#options;
    const { id, name, provider, tenants } = row;
    await database.transaction(async (sql) => {
      if ((await deleteWithoutAccess(sql, { id })) === undefined) return;
      const before = { name, ...accessOf(row), reason };
      await recordAudit(sql, auditRequestOf(row), {
        action: 'revoke.session',
        object: `session:${id}`,
        tenantId: onlyTenant(tenants),
        before,
      });
    });
    sessions.forget({ id });
    log.info({ provider, session: id, reason }, 'a session was ended, because its access could not be confirmed');
    throw sessionEnded();
  }
}

function sealIfPresent(text: string | undefined, secret: string): string | null {
  return text === undefined ? null : seal(text, secret);
}

function auditRequestOf({ sourceAddress }: SessionRow): AuditRequest {
  return { ...systemRequest, via: 'rest', sourceAddress };
}

function accessOf({ role, tenants }: { role: OperatorRole; tenants: readonly string[] | null }): object {
  return { role, tenants };
}
